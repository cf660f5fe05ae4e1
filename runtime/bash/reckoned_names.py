"""Whether a text that the script reads or makes may be evaluated as an expression.

Bash evaluates the text of a variable that an expression names, and runs the substitutions in its subscripts: ``x=$(cat f);
((x))`` runs whatever stands in ``f``. Of a variable that only numbers are assigned to nothing is run.
"""

from __future__ import annotations

import re

from runtime.bash.commands import names
from runtime.bash.syntax.tree import (
    Arithmetic,
    Assignment,
    CommandSubstitution,
    DoubleQuoted,
    For,
    Literal,
    Node,
    Parameter,
    Quoted,
    Select,
    Word,
    children,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["ReckonedNames"]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[+-]?[0-9]*|\{[0-9]+\.\.[0-9]+(\.\.[0-9]+)?\}").fullmatch
_READERS = frozenset({"getopts", "mapfile", "read", "readarray"})
_RECKONING_TESTS = frozenset({"-eq", "-ge", "-gt", "-le", "-lt", "-ne"})
_DECLARE = frozenset({"declare", "export", "local", "readonly", "typeset"})
_OPERATOR = re.compile(r"=|==|!=|<|>|-(?:eq|ge|gt|le|lt|ne|ef|nt|ot)").fullmatch
# They hold text of the script itself, of prompts, or of what ran before.
_TELLING = re.compile(r"_|BASH.*|PS[0-9]|DIRSTACK|FUNCNAME").fullmatch
# Text is assigned to them, and read as a number at once.
_NUMBERS = frozenset({"HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM"})


class ReckonedNames:
    """What expressions of a script name, and what is assigned to that."""

    def __init__(self) -> None:
        self._texts: set[str] = {"REPLY", "MAPFILE", "OPTARG"}
        self._named: set[str] = set()
        self._reckons = False
        self._is_fed = False

    @property
    def may_run(self) -> bool:
        """Whether an expression may name a text that nobody has seen."""
        return self._is_fed and (self._reckons or not self._named.isdisjoint(self._texts))

    def fed(self) -> None:
        """The script makes text: a substitution, input, an escape."""
        self._is_fed = True

    def expression(self, words: Iterable[object]) -> None:
        """Words that are read as an expression."""
        for word in words:
            for part in word.parts if isinstance(word, Word | DoubleQuoted) else ():
                if isinstance(part, Literal | Quoted):
                    self._named.update(_NAME.findall(part.text))
                elif isinstance(part, Parameter) and _NAME.fullmatch(part.name):
                    self._named.add(part.name)
                elif isinstance(part, DoubleQuoted):
                    self.expression([part])
                elif isinstance(part, CommandSubstitution) or (
                    isinstance(part, Parameter) and (part.name.isdecimal() or part.name in "@*")
                ):
                    self._reckons = True

    def assigned(self, node: Assignment) -> None:
        """``name=value``, ``name[subscript]=value``, ``name=([subscript]=value)``."""
        self.expression([node.subscript])
        self._is_fed |= _holds_marks(node)
        if isinstance(node.value, Word):
            words = [node.value]
        else:
            words = [element.value for element in node.value.elements]
            self.expression(getattr(element, "subscript", None) for element in node.value.elements)
        if not _are_numbers(words):
            self._texts.add(node.name)
            self._reckons |= node.name in _NUMBERS

    def loop(self, node: For | Select) -> None:
        """``for name in words``."""
        self._is_fed |= any(map(_holds_marks, node.words or ()))
        if isinstance(node, Select) or node.words is None or not _are_numbers(node.words):
            self._texts.add(node.name)

    def parameter(self, node: Parameter) -> None:
        """An expansion."""
        if _TELLING(node.name) or node.operator == "@E":
            self._is_fed = True
        if node.operator in ("=", ":="):
            self._texts.add(node.name)
        if node.operator == "@P" or (node.indirect and not node.operator.startswith("names")):
            self._reckons = True
        if node.operator == ":":
            self.expression([node.argument, node.replacement])
        self.expression([node.subscript])

    def tested(self, operator: str, words: Iterable[object]) -> None:
        """``[[ left -eq right ]]``, ``[[ -v name ]]``."""
        if operator in _RECKONING_TESTS:
            self.expression(words)
        self._reckons |= operator == "-v"

    def words(self, name: str, words: Sequence[Word]) -> None:
        """The words of a command; what is not quoted may become several, ``-v`` among them."""
        if name not in names():  # a function or a builtin, which may keep them in variables
            self._is_fed |= any(map(_holds_marks, words))
        if name in {"[", "test"}:
            kinds = (Parameter, CommandSubstitution)
            self._reckons |= any(isinstance(part, kinds) for word in words for part in word.parts)

    def command(self, name: str, arguments: Sequence[str | None]) -> None:
        """A builtin that sets variables or reads expressions."""
        known = [word for word in arguments if word is not None]
        if name in _READERS or (
            name == "printf" and (not arguments or (arguments[0] or "-v").startswith("-v"))
        ):
            self._is_fed = True
            self._texts.update(found for word in known for found in _NAME.findall(word))
        if name == "let":
            self._named.update(found for word in known for found in _NAME.findall(word))
        if name in {"[", "test"}:
            # Of three words, the second is the operator; of two, the first is, and may be computed.
            is_open = arguments[:1] == [None] and (len(arguments) < 3 or not _OPERATOR(arguments[1] or ""))
            self._reckons |= "-v" in known or is_open
        if name in _DECLARE:
            self._reckons |= any(re.match("-[A-Za-z]*i", word) for word in known)
        self._reckons |= name == "let" and None in arguments


def _holds_marks(node: Node) -> bool:
    """Whether a part is the beginning of a substitution that is put together later."""
    if isinstance(node, Literal | Quoted):
        return "$" in node.text or "`" in node.text
    return any(map(_holds_marks, children(node)))


def _are_numbers(words: Iterable[Word]) -> bool:
    return all(
        isinstance(part, Arithmetic)
        or (isinstance(part, Parameter) and part.operator == "#len")
        or (isinstance(part, Literal | Quoted) and _NUMBER(part.text) is not None)
        for word in words
        for part in word.parts
    )
