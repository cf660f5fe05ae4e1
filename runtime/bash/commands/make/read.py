"""Reading makefiles: conditionals, directives, definitions; `rule_lines` reads the rules."""

from __future__ import annotations

import re

from runtime.bash.commands.make.budget import Stop
from runtime.bash.commands.make.lines import Lines, collapsed, split_definition, uncommented
from runtime.bash.commands.make.rule_lines import RuleLines
from runtime.bash.commands.make.words import closed, globbed, scan, stripped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.rules import Book
    from runtime.bash.commands.make.variables import Scope

__all__ = ["Reader"]

_WORD = re.compile(r"[ \t]*([^\s:=#$]*)[ \t]*")
_CONDITIONS = frozenset(("ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"))
_MODIFIERS = frozenset(("export", "unexport", "override", "private", "define", "undefine"))
_LONG = 10_000
_INCLUDES = {"include": True, "-include": False, "sinclude": False}


class Reader:
    """Reads makefiles into a `Book` and the variables.

    Attributes:
        missing: files that were to be included and are not there: name, where, whether that is an error.
        read: makefiles that were read, in order.
    """

    def __init__(self, ex: Expander, book: Book, folders: list[str]) -> None:
        self.ex = ex
        self.cx = ex.cx
        self.bounds = ex.bounds
        self.book = book
        self.rules = RuleLines(ex, book)
        self.folders = folders
        self.missing: list[tuple[str, str, bool]] = []
        self.read: list[str] = []
        self.source = ""
        # Each if: whether its branch is read, whether one was, whether an else was seen.
        self.branches: list[list[bool]] = []
        self.floor = 0
        ex.evaluate = self.evaluate

    def file(self, name: str) -> bool:
        """Read one makefile; False where it cannot be read."""
        try:
            if self.cx.fs.is_dir(self.cx.path(name)):
                raise IsADirectoryError(21, "Is a directory")
            stream = self.cx.stdin.retain() if name == "-" else self.cx.open(name)
        except OSError:
            return False
        from runtime.bash.commands._shared.input import whole

        try:
            text = whole(self.cx, stream).decode("utf-8", "surrogateescape")
        finally:
            stream.release()
        self.bounds.enter()
        self.bounds.keep(len(text))
        self.read.append(name)
        held = self.ex.variables.top.names.get("MAKEFILE_LIST")
        before = f"{held.value} " if held and held.value else ""
        self.ex.variables.preset("MAKEFILE_LIST", f"{before}{name}".strip(), "file")
        self._lines(text.replace("\r\n", "\n"), name)
        self.bounds.leave()
        return True

    def evaluate(self, text: str) -> None:
        """``$(eval)``: the text is read as a makefile, in the line that it stands in."""
        self.bounds.enter()
        self.bounds.keep(len(text))
        source, _, line = self.ex.where.rpartition(":")
        pending, self.rules.pending = self.rules.pending, None
        self._lines(text, source, int(line) if line.isdecimal() else 1, fixed=True)
        self.rules.pending = pending
        self.bounds.leave()

    def _lines(self, text: str, source: str, first: int = 1, *, fixed: bool = False) -> None:
        outer = self.source, self.floor, self.ex.where
        self.source, self.floor = source, len(self.branches)
        lines = Lines(text, first, fixed)
        for raw, number in lines:
            self.bounds.step()
            self.ex.where = f"{source}:{number}"
            self._line(raw, number, lines)
        self.ex.where = f"{source}:{lines.number}"
        if len(self.branches) > self.floor:
            raise Stop("missing 'endif'", self.ex.where)
        self.rules.flush()
        self.source, self.floor, self.ex.where = outer

    def _line(self, raw: str, number: int, lines: Lines) -> None:
        prefix = self.ex.value(".RECIPEPREFIX")[:1] or "\t"
        if raw.startswith(prefix) and self.rules.active:
            if self._reads():
                self.rules.recipe_line(raw[1:].replace(f"\\\n{prefix}", "\\\n"), number)
            return
        if len(raw) > _LONG:
            # What looks for signs and references in one line cannot look at the clock.
            self.bounds.meter.afford(len(raw) * 1e-6)
        text = uncommented(collapsed(raw))
        word = _WORD.match(text)
        first = word[1] if word else ""
        rest = text[word.end() :] if word else text
        if first in _CONDITIONS and not _is_definition(text):
            self._condition(first, rest)
            return
        if not self._reads():
            if first == "define" or (first in _MODIFIERS and rest.startswith("define")):
                self._body(lines)
            return
        if not stripped(text):
            return
        if raw.startswith(prefix) and not _is_definition(text):
            raise Stop("recipe commences before first target", self.ex.where)
        self._statement(first, rest, text, lines)

    def _statement(self, first: str, rest: str, text: str, lines: Lines) -> None:
        definition = split_definition(text)
        if definition is not None:
            self.rules.flush()
            self._defined(definition, "file")
        elif first in _MODIFIERS and not rest.startswith(":"):
            self.rules.flush()
            self._modified(text, lines)
        elif first in _INCLUDES and not rest.startswith(":"):
            self.rules.flush()
            self._include(self.ex.expand(rest), _INCLUDES[first])
        elif first == "vpath":
            self.rules.flush()
        else:
            self.rules.rule(text, self.source, self.ex.where)

    # Conditionals

    def _reads(self) -> bool:
        # Within what is not read no branch is.
        return not self.branches or self.branches[-1][0]

    def _condition(self, word: str, rest: str) -> None:
        rest = stripped(rest)
        if word == "endif":
            if len(self.branches) <= self.floor:
                raise Stop("extraneous 'endif'", self.ex.where)
            self._no_more(word, rest)
            self.branches.pop()
        elif word == "else":
            self._otherwise(rest)
        else:
            reads = self._reads()
            self.bounds.keep(10)
            holds = self._holds(word, rest) if reads else False
            self.branches.append([holds, holds or not reads, False])

    def _otherwise(self, rest: str) -> None:
        if len(self.branches) <= self.floor:
            raise Stop("extraneous 'else'", self.ex.where)
        branch = self.branches[-1]
        if branch[2]:
            raise Stop("only one 'else' per conditional", self.ex.where)
        word = _WORD.match(rest)
        if word and word[1] in ("ifeq", "ifneq", "ifdef", "ifndef"):
            branch[0] = not branch[1] and self._holds(word[1], stripped(rest[word.end() :]))
            branch[1] = branch[1] or branch[0]
            return
        self._no_more("else", rest)
        branch[0], branch[1], branch[2] = not branch[1], True, True

    def _no_more(self, word: str, rest: str) -> None:
        if rest:
            self.ex.warn(f"extraneous text after '{word}' directive")

    def _holds(self, word: str, rest: str) -> bool:
        if word in ("ifdef", "ifndef"):
            names = self.ex.expand(rest).split()
            if len(names) > 1:
                raise Stop("invalid syntax in conditional", self.ex.where)
            held = self.ex.variables.top.find("".join(names))
            return (held is not None and bool(held.value)) == (word == "ifdef")
        one, other = self._pair(rest)
        return (self.ex.expand(one) == self.ex.expand(other)) == (word == "ifeq")

    def _pair(self, rest: str) -> tuple[str, str]:
        """``(a,b)``, or two texts in quotes."""
        if rest.startswith("("):
            end = closed(rest, 0)
            comma = scan(rest[1:end], ",") + 1 if end > 0 else 0
            if comma:
                self._no_more("ifeq", stripped(rest[end + 1 :]))
                return rest[1:comma].rstrip(" \t"), rest[comma + 1 : end].lstrip(" \t")
        found = re.fullmatch(r"""(?:"([^"]*)"|'([^']*)')[ \t]*(?:"([^"]*)"|'([^']*)')""", rest)
        if found is None:
            raise Stop("invalid syntax in conditional", self.ex.where)
        return found[1] or found[2] or "", found[3] or found[4] or ""

    # Directives

    def _modified(self, text: str, lines: Lines) -> None:
        """export, unexport, override, private, define, undefine, in any order that makes sense."""
        given: set[str] = set()
        rest = text.lstrip(" \t")
        while (word := _WORD.match(rest)) and word[1] in _MODIFIERS and not _is_definition(rest):
            given.add(word[1])
            rest = rest[word.end() :]
            if word[1] in ("define", "undefine"):
                break
        origin = "override" if "override" in given else "file"
        definition = None if "define" in given else split_definition(rest)
        if "define" in given:
            self._define(rest, origin, lines, "export" in given)
        elif "undefine" in given:
            self.ex.variables.undefine(self.ex.expand(rest).strip(), origin)
        elif definition is not None:
            self._defined(definition, origin, export=_exporting(given))
        else:
            self._export(self.ex.expand(rest).split(), "unexport" not in given)

    def _export(self, names: list[str], export: bool) -> None:
        if not names:
            self.ex.variables.export_all = export
        for name in names:
            self.ex.variables.mark(name, export)

    def _defined(
        self,
        definition: tuple[str, str, str],
        origin: str,
        *,
        export: bool | None = None,
        scope: Scope | None = None,
    ) -> None:
        name, operator, value = definition
        name = stripped(self.ex.expand(name))
        if not name:
            raise Stop("empty variable name", self.ex.where)
        if operator == "!=":
            operator, value = (
                "=",
                self.ex.functions["shell"]
                .run(self.ex, [self.ex.expand(value)], self.ex.variables.top)
                .replace("$", "$$"),
            )
        expand: Callable[[str], str] = self.ex.expand
        held = self.ex.variables.define(
            name, operator, value, origin, expand=expand, scope=scope, where=self.ex.where
        )
        if export is not None:
            held.export = export

    def _define(self, head: str, origin: str, lines: Lines, export: bool) -> None:
        found = split_definition(head)
        name, operator = (found[0], found[1]) if found else (head, "=")
        if not stripped(self.ex.expand(name)):
            raise Stop("empty variable name", self.ex.where)
        where = self.ex.where
        body = self._body(lines)
        self.ex.where = where
        self._defined((name, operator, body), origin, export=True if export else None)

    def _body(self, lines: Lines) -> str:
        """The lines up to the endef that belongs to the define that was read."""
        depth = 1
        body: list[str] = []
        for raw, _ in lines:
            self.bounds.step()
            word = None if raw.startswith("\t") else _WORD.match(raw)
            if word and word[1] == "define":
                depth += 1
            elif word and word[1] == "endef":
                depth -= 1
                if not depth:
                    return "\n".join(body)
            body.append(raw)
        raise Stop("missing 'endef', unterminated 'define'", self.ex.where)

    def _include(self, text: str, needed: bool) -> None:
        where = self.ex.where
        names = [name for word in text.split() for name in (globbed(self.cx, word) or [word])]
        for name in names:
            places = [name] if name.startswith("/") else [name, *(f"{at}/{name}" for at in self.folders)]
            if not any(self.file(place) for place in places):
                self.missing.append((name, where, needed))
            self.ex.where = where


def _is_definition(text: str) -> bool:
    """Whether a line that begins with a directive's word defines a variable of that name."""
    found = split_definition(text)
    return found is not None and " " not in found[0].strip()


def _exporting(given: set[str]) -> bool | None:
    if "export" in given:
        return True
    return False if "unexport" in given else None
