"""``[`` and ``test`` with plain words, compiled: POSIX's rules by the number of operands, applied at compile time.

A compiled test gives True, False, or None where an operand is not what it seemed: the builtin then does it all.
"""

from __future__ import annotations

from runtime.bash.interp.fast_operands import number, operand, plain_name
from runtime.bash.interp.primaries import FILES, NUMBERS, UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Word

    Reader = Callable[[State], str | None]
    Test = Callable[[State], bool | None]

__all__ = ["compile_test"]

_SAME = {"=": True, "==": True, "!=": False}
# With more operands POSIX leaves it to the shell's grammar (`_joined`).
_MOST = 4
# A longer chain of them is left to the builtin: its words would be compiled twice.
_LONGEST = 64
_JOINTS = {"-a": "and", "-o": "or"}
_OPENING = frozenset({"!", "("})
# What would make a comparison of the words around it.
_SIGNS = frozenset(["=", "==", "!=", "<", ">", *NUMBERS, *FILES])


def compile_test(words: list[Word], compiler: Compiler) -> Test | None:
    """The test that the words between ``[`` and ``]`` make, or None."""
    if len(words) > _MOST:
        return _joined(words, compiler) if len(words) <= _LONGEST else None
    operands = [operand(word, compiler) for word in words]
    if any(read is None for read in operands):
        return None
    readers: list[str | Reader] = [read for read in operands if read is not None]
    if len(readers) == 4 and readers[0] == "!":
        inner = _three(readers[1:], words[1:])
        return None if inner is None else _negated(inner)
    if len(readers) == 3:
        # An operator in the middle comes first: `[ ! = x ]` compares.
        asked = _three(readers, words)
        if asked is None and readers[0] == "!":
            inner = _two(readers[1:])
            return None if inner is None else _negated(inner)
        return asked
    if len(readers) == 2:
        return _two(readers)
    return _one(readers[0]) if len(readers) == 1 else None


def _joined(words: list[Word], compiler: Compiler) -> Test | None:
    """``a -lt b -a -n c``: comparisons between ``-a`` and ``-o``, which bash reads as an expression.

    That reading takes a first operand ``!`` or ``(`` for a sign, and a second one that is an operator for that: then the
    builtin does it. All comparisons are made: there is no short way out of ``-a``.
    """
    alternatives: list[list[Test]] = [[]]
    part: list[Word] = []
    for word in [*words, None]:
        joint = None if word is None else _JOINTS.get(word.source)
        if word is not None and joint is None:
            part.append(word)
            continue
        asked = _part(part, compiler)
        if asked is None:
            return None
        alternatives[-1].append(asked)
        part = []
        if joint == "or":
            alternatives.append([])

    def ask(st: State) -> bool | None:
        found = [[asked(st) for asked in each] for each in alternatives]
        if any(None in each for each in found):
            return None
        return any(map(all, found))

    return ask


def _part(words: list[Word], compiler: Compiler) -> Test | None:
    """One comparison of `_joined`."""
    readers = [read for word in words if (read := operand(word, compiler)) is not None]
    if len(readers) < len(words):
        return None
    if len(readers) == 2 and isinstance(readers[0], str):
        asked, doubtful = _two(readers), readers[1]
        signs = _SIGNS
    elif len(readers) == 3:
        asked, doubtful = _three(readers, words), readers[0]
        signs = _OPENING
    else:
        return None
    if asked is None or isinstance(doubtful, str):
        return None if doubtful in signs else asked
    test, reader = asked, doubtful

    def ask(st: State) -> bool | None:
        return None if reader(st) in signs else test(st)

    return ask


def _reader(read: str | Reader) -> Reader:
    return (lambda _st: read) if isinstance(read, str) else read


def _negated(ask: Test) -> Test:
    def negated(st: State) -> bool | None:
        answer = ask(st)
        return None if answer is None else not answer

    return negated


def _one(read: str | Reader) -> Test:
    reader = _reader(read)

    def ask(st: State) -> bool | None:
        text = reader(st)
        return None if text is None else text != ""

    return ask


def _two(readers: list[str | Reader]) -> Test | None:
    sign, operand_ = readers
    if not isinstance(sign, str) or sign not in UNARY:
        return None
    test, reader = UNARY[sign], _reader(operand_)

    def ask(st: State) -> bool | None:
        text = reader(st)
        return None if text is None else test(st, text)

    return ask


def _three(readers: list[str | Reader], words: list[Word]) -> Test | None:
    left, sign, right = readers
    if not isinstance(sign, str):
        return None
    if sign in _SAME:
        return _texts(_reader(left), _reader(right), _SAME[sign])
    if sign not in NUMBERS:
        return None
    bound = number(right) if isinstance(right, str) else None
    name = plain_name(words[0])
    if bound is not None and name is not None:
        return _variable_and_number(name, NUMBERS[sign], bound)
    return _numbers(_reader(left), NUMBERS[sign], _reader(right))


def _texts(left: Reader, right: Reader, same: bool) -> Test:
    def ask(st: State) -> bool | None:
        first, second = left(st), right(st)
        if first is None or second is None:
            return None
        return (first == second) is same

    return ask


def _variable_and_number(name: str, compare: Callable[[int, int], bool], bound: int) -> Test:
    """``$i -lt 10``, the condition of most loops."""

    def ask(st: State) -> bool | None:
        text = st.vars.get(name)
        if type(text) is str and text.isdecimal() and st.ifs_plain and text.isascii() and len(text) < 19:
            return compare(int(text), bound)
        return None

    return ask


def _numbers(left: Reader, compare: Callable[[int, int], bool], right: Reader) -> Test:
    def ask(st: State) -> bool | None:
        first, second = number(left(st)), number(right(st))
        if first is None or second is None:
            return None
        return compare(first, second)

    return ask
