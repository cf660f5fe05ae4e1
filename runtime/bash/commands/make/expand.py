"""Expansion of ``$(...)``: variables, substitution references, and calls of functions."""

from __future__ import annotations

import re

from runtime.bash.commands.make.budget import Stop
from runtime.bash.commands.make.variables import Scope
from runtime.bash.commands.make.words import Pattern, closed, folder_of, joined, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runtime.bash.commands.make.budget import Bounds
    from runtime.bash.commands.make.variables import Variable, Variables
    from runtime.bash.utility_context import Context

    Run = Callable[["Expander", list[str], Scope], str]

__all__ = ["Expander", "Function"]

_CALL = re.compile(r"([a-z-]+)[ \t\n]+")
_AUTOMATIC = "@%<?^+*|"


class Function:
    """``least`` and ``most`` arguments (0: any number), expanded before the call or by it."""

    __slots__ = ("expanded", "least", "most", "run")

    def __init__(self, run: Run, least: int, most: int, expanded: bool = True) -> None:
        self.run = run
        self.least = least
        self.most = most
        self.expanded = expanded


class Expander:
    """Expands texts, each in a scope.

    Attributes:
        where: ``file:line`` of what is being read or run, for messages.
        evaluate: reads what ``$(eval)`` is given; the reader's.
    """

    def __init__(
        self,
        cx: Context,
        variables: Variables,
        bounds: Bounds,
        functions: Mapping[str, Function],
        warn_undefined: bool,
    ) -> None:
        self.cx = cx
        self.variables = variables
        self.bounds = bounds
        self.functions = functions
        self.warn_undefined = warn_undefined
        self.where = ""
        self.evaluate: Callable[[str], None] = _unread

    def expand(self, text: str, scope: Scope | None = None) -> str:
        """The text with every reference replaced."""
        if "$" not in text:
            return text
        scope = scope or self.variables.top
        bounds = self.bounds
        bounds.enter()
        out: list[str] = []
        at = size = 0
        while (dollar := text.find("$", at)) >= 0:
            piece, end = self._reference(text, dollar + 1, scope)
            out.append(text[at:dollar])
            out.append(piece)
            size += dollar - at + len(piece)
            bounds.text(size)
            at = end
        out.append(text[at:])
        bounds.leave()
        return "".join(out)

    def _reference(self, text: str, at: int, scope: Scope) -> tuple[str, int]:
        """What the reference behind a ``$`` stands for, and where it ends."""
        sign = text[at : at + 1]
        if sign == "$":
            return "$", at + 1
        if not sign or sign in " \t\n":
            return "", at
        if sign not in "({":
            return self.value(sign, scope), at + 1
        end = closed(text, at)
        if end < 0:
            call = _CALL.match(text, at + 1)
            missing = ")" if sign == "(" else "}"
            if call and call[1] in self.functions:
                raise Stop(f"unterminated call to function '{call[1]}': missing '{missing}'", self.where)
            raise Stop("unterminated variable reference", self.where)
        content = text[at + 1 : end]
        call = _CALL.match(content)
        function = self.functions.get(call[1]) if call else None
        if call and function:
            return self._call(call[1], function, content[call.end() :], sign, scope), end + 1
        return self._variable(content, scope), end + 1

    def _variable(self, content: str, scope: Scope) -> str:
        name = self.expand(content, scope) if "$" in content.partition(":")[0] else content
        head, colon, rest = name.partition(":")
        if colon and "=" in rest:
            old, _, new = rest.partition("=")
            if name is content:
                old, new = self.expand(old, scope), self.expand(new, scope)
            return self._substituted(self.value(head, scope), old, new)
        return self.value(self.expand(name, scope) if name is content else name, scope)

    def _substituted(self, text: str, old: str, new: str) -> str:
        if Pattern(old).whole:
            old, new = f"%{old}", f"%{new}"
        return self.replaced(Pattern(old), Pattern(new), text.split())

    def replaced(self, old: Pattern, new: Pattern, words: list[str]) -> str:
        """``patsubst``."""
        self.bounds.text(sum(map(len, words)) + len(words) * len(new.head + new.tail))
        stems = [(word, old.stem(word)) for word in words]
        return joined(word if stem is None else new.filled(stem) for word, stem in stems)

    def _call(self, name: str, function: Function, text: str, sign: str, scope: Scope) -> str:
        args = _arguments(text, sign, function.most)
        if len(args) < function.least:
            raise Stop(f"insufficient number of arguments ({len(args)}) to function '{name}'", self.where)
        if function.expanded:
            args = [self.expand(arg, scope) for arg in args]
        self.bounds.enter()
        result = function.run(self, args, scope)
        self.bounds.leave()
        self.bounds.text(len(result))
        return result

    def value(self, name: str, scope: Scope | None = None) -> str:
        """The value of a variable, expanded."""
        scope = scope or self.variables.top
        held = scope.find(name)
        if held is None:
            return self._computed(name, scope)
        return self.of(name, held, scope)

    def of(self, name: str, held: Variable, scope: Scope) -> str:
        """The value that one variable has in a scope."""
        if not held.recursive and not held.appends:
            return held.value
        if held.expanding:
            raise Stop(
                f"Recursive variable '{name}' references itself (eventually)", held.where or self.where
            )
        held.expanding = True
        try:
            value = self.expand(held.value, scope) if held.recursive else held.value
            if not held.appends:
                return value
            outer = self._around(name, held, scope)
            return f"{outer} {value}" if outer else value
        finally:
            held.expanding = False

    def _around(self, name: str, held: Variable, scope: Scope) -> str:
        """What the scopes around the one that holds ``held`` have under its name."""
        level: Scope | None = scope
        while level is not None and level.names.get(name) is not held:
            level = level.parent
        around = level.parent if level is not None else None
        found = around.find(name) if around is not None else None
        if found is None or around is None:
            return ""
        self.bounds.enter()
        # Its own references are seen from the target.
        value = self.of(name, found, scope if not found.appends else around)
        self.bounds.leave()
        return value

    def _computed(self, name: str, scope: Scope) -> str:
        if len(name) == 2 and name[1] in "DF" and name[0] in _AUTOMATIC:
            words = self.value(name[0], scope).split()
            if name[1] == "F":
                return joined(map(name_of, words))
            return joined(folder_of(word).rstrip("/") or "/" for word in words)
        if name == ".VARIABLES":
            return joined(self.variables.top.names)
        if self.warn_undefined and name:
            self.warn(f"warning: undefined variable '{name}'")
        return ""

    def warn(self, message: str) -> None:
        """``file:line: message``."""
        text = f"{self.where or self.cx.name}: {message}\n"
        self.cx.stderr.write(text.encode("utf-8", "surrogateescape"))


def _unread(_: str) -> None:
    """Before there is a reader nothing is read."""


def _arguments(text: str, sign: str, most: int) -> list[str]:
    """The arguments between commas; the last of ``most`` holds all that is left (0: any number)."""
    args: list[str] = []
    depth = start = 0
    opening, closing = ("(", ")") if sign == "(" else ("{", "}")
    for found in re.finditer(rf"[,{re.escape(opening)}{re.escape(closing)}]", text):
        if found[0] == opening:
            depth += 1
        elif found[0] == closing:
            depth -= 1
        elif not depth and (not most or len(args) < most - 1):
            args.append(text[start : found.start()])
            start = found.end()
    args.append(text[start:])
    return args
