"""The expression of find: parsed once into closures that take a Visit."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.find.actions import ACTIONS
from runtime.bash.commands.find.file_tests import TESTS
from runtime.bash.commands.find.reader import Reader
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.find.reader import Test, Walk

__all__ = ["SECTIONS", "Asked", "Expression", "Parser"]

_DEEPEST = 200
# What a setting takes, and its help.
_SETTINGS = {
    "-daystart": ("", "count days from the beginning of today"),
    "-depth": ("", "what is in a folder before the folder"),
    "-d": ("", "like -depth"),
    "-files0-from": ("FILE", "walk what FILE names, each name ended by NUL; - is standard input"),
    "-follow": ("", "like -L"),
    "-ignore_readdir_race": ("", "ignored: nobody else changes the files"),
    "-noignore_readdir_race": ("", "ignored"),
    "-maxdepth": ("LEVELS", "go at most LEVELS deep"),
    "-mindepth": ("LEVELS", "leave out what is less than LEVELS deep"),
    "-mount": ("", "like -xdev"),
    "-noleaf": ("", "ignored"),
    "-regextype": ("TYPE", "what -regex takes: emacs, posix-extended, posix-basic, egrep, grep, sed, awk"),
    "-warn": ("", "ignored"),
    "-nowarn": ("", "ignored"),
    "-xdev": ("", "stay on one file system"),
}
_OPERATORS = frozenset(("-a", "-and", "-o", "-or", ","))
# In the order in which GNU's message names them.
_REGEX_TYPES = {
    "findutils-default": "emacs",
    "ed": "basic",
    "emacs": "emacs",
    "gnu-awk": "extended",
    "grep": "basic",
    "posix-awk": "extended",
    "awk": "extended",
    "posix-basic": "basic",
    "posix-egrep": "extended",
    "egrep": "extended",
    "posix-extended": "extended",
    "posix-minimal-basic": "basic",
    "sed": "basic",
}


class Asked(Exception):
    """``--help`` or ``--version`` stands among the primaries: which."""


class Expression:
    """A parsed expression: ``test(visit)`` evaluates it, ``finish()`` runs what was collected (``-exec … +``)."""

    def __init__(self, test: Test, walk: Walk, last: list[Callable[[], None]]) -> None:
        self.test = test
        self.walk = walk
        self._last = last

    def finish(self) -> None:
        """The walk is over."""
        for act in self._last:
            act()


class Parser(Reader):
    """Recursive descent over the arguments."""

    def parse(self) -> Expression:
        """The whole expression; without an action, its files are printed."""
        test: Test = ACTIONS["-true"][0](self) if not self.args else self.comma()
        if self.at < len(self.args):
            if self.args[self.at] == ")":
                raise self.fail("you have too many ')'")
            raise self.fail(f"paths must precede expression: `{self.args[self.at]}'")
        if not self.acts:
            show = ACTIONS["-print"][0](self)
            found = test
            test = lambda visit: found(visit) and show(visit)  # noqa: E731
        return Expression(test, self.walk, self.last)

    def comma(self) -> Test:
        parts = [self.either()]
        while self.peek() == ",":
            self.at += 1
            self._need(",")
            parts.append(self.either())
        if len(parts) == 1:
            return parts[0]
        return lambda visit: [part(visit) for part in parts][-1]

    def either(self) -> Test:
        parts = [self.both()]
        while self.peek() in ("-o", "-or"):
            name = self.args[self.at]
            self.at += 1
            self._need(name)
            parts.append(self.both())
        if len(parts) == 1:
            return parts[0]
        return lambda visit: any(part(visit) for part in parts)

    def both(self) -> Test:
        parts = [self.negated()]
        while True:
            word = self.peek()
            if word in ("-a", "-and"):
                self.at += 1
                self._need(word)
            elif not word or word in ("-o", "-or", ",", ")"):
                break
            parts.append(self.negated())
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2:
            first, second = parts
            return lambda visit: first(visit) and second(visit)
        return lambda visit: all(part(visit) for part in parts)

    def _need(self, name: str) -> None:
        if not self.peek() or self.peek() == ")":
            raise self.fail(f"expected an expression after '{name}'")

    def negated(self) -> Test:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail("the expression is nested too deeply")
        try:
            if self.peek() in ("!", "-not"):
                name = self.args[self.at]
                self.at += 1
                if not self.peek():
                    raise self.fail(f"expected an expression after '{name}'")
                inner = self.negated()
                return lambda visit: not inner(visit)
            return self.primary()
        finally:
            self.depth -= 1

    def primary(self) -> Test:
        name = self.peek()
        if name == "(":
            self.at += 1
            if self.peek() == ")":
                raise self.fail("invalid expression; empty parentheses are not allowed.")
            if not self.peek():
                raise self.fail(
                    "invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('"
                )
            inner = self.comma()
            if self.peek() != ")":
                raise self.fail(
                    "invalid expression; I was expecting to find a ')' somewhere but did not see one."
                )
            self.at += 1
            return inner
        if name in _OPERATORS:
            raise self.fail(
                f"invalid expression; you have used a binary operator '{name}' with nothing before it."
            )
        if name == ")":
            raise self.fail("invalid expression; you have too many ')'")
        if not name.startswith("-"):
            raise self._misplaced(name)
        self.at += 1
        self.primary_name = name
        if name in _SETTINGS:
            return self._setting(name)
        row = TESTS.get(name) or ACTIONS.get(name)
        return row[0](self) if row else self._newer(name)(self)

    def _misplaced(self, name: str) -> Done:
        done = self.fail(f"paths must precede expression: `{name}'")
        before = self.args[self.at - 2] if self.at > 1 else ""
        if before in (
            "-name",
            "-iname",
            "-path",
            "-ipath",
            "-wholename",
            "-lname",
            "-ilname",
        ) and self.cx.fs.exists(self.cx.path(name)):
            self.cx.complain(f"possible unquoted pattern after predicate `{before}'?")
        return done

    def _newer(self, name: str) -> Callable[[Reader], Test]:
        if name.startswith("-newer") and len(name) == 8:
            from runtime.bash.commands.find.file_tests import newer

            if name[6] not in "aBcm" or name[7] not in "aBcmt":
                raise self.fail(f"invalid predicate `{name}'")
            return lambda parser: newer(parser, name[6], name[7])
        if name in ("--help", "-help", "--version", "-version"):
            raise Asked(name.lstrip("-"))
        if name == "-context":
            raise self.fail("invalid predicate -context: SELinux is not enabled.")
        raise self.fail(f"unknown predicate `{name}'")

    def _setting(self, name: str) -> Test:
        walk = self.walk
        if name in ("-maxdepth", "-mindepth"):
            text = self.take()
            if not (text.isascii() and text.isdigit()):
                raise self.fail(
                    f"Expected a positive decimal integer argument to {name}, but got {quote(text)}"
                )
            if name == "-maxdepth":
                walk.most = int(text[:9])
            else:
                walk.least = int(text[:9])
        elif name == "-files0-from":
            walk.names_from = self.take()
        elif name == "-regextype":
            text = self.take()
            if text not in _REGEX_TYPES:
                known = ", ".join(map(quote, _REGEX_TYPES))
                raise self.fail(f"Unknown regular expression type {quote(text)}; valid types are {known}.")
            walk.regex = _REGEX_TYPES[text]
        else:
            walk.depth_first = walk.depth_first or name in ("-depth", "-d")
            walk.follow = walk.follow or name == "-follow"
            walk.one_device = walk.one_device or name in ("-mount", "-xdev")
            walk.day_start = walk.day_start or name == "-daystart"
        return lambda visit: True  # noqa: ARG005


def _operators() -> list[tuple[str, str]]:
    return [
        ("( EXPR )", "EXPR, as one"),
        ("! EXPR, -not EXPR", "EXPR is false"),
        ("EXPR EXPR, EXPR -a EXPR", "both; the second only if the first is true"),
        ("EXPR -o EXPR", "either; the second only if the first is false"),
        ("EXPR , EXPR", "both, and what the second is"),
    ]


def _settings() -> list[tuple[str, str]]:
    return [(f"{name} {argument}".rstrip(), text) for name, (argument, text) in _SETTINGS.items()]


def _tests() -> list[tuple[str, str]]:
    rows = [(f"{name} {argument}".rstrip(), text) for name, (_, argument, text) in TESTS.items()]
    rows.append(("-newerXY FILE", "time X of the file is after time Y of FILE: a, c, m, or t for a date"))
    return sorted(rows)


def _actions() -> list[tuple[str, str]]:
    return [(f"{name} {argument}".rstrip(), text) for name, (_, argument, text) in ACTIONS.items()]


# The help's tables. N is a number: +N more than it, -N less than it.
SECTIONS = (
    ("Operators, strongest first", _operators),
    ("Settings, true wherever they stand", _settings),
    ("Tests (N is a number, +N more, -N less)", _tests),
    ("Actions", _actions),
)
