"""Arithmetic words: ``((i < $n))``, ``$((x + ${#a[@]}))``.

The rule of the shell is: expand, then read the result as an expression. Reading it anew in every round of a loop
would cost more than all the rest, so the word is read once, with a hole where each expansion stands. As long as the holes give
plain numbers, that is the same; the first time one gives anything else, the expanded text is read after all.

That second way repeats the expansions. So the first one is taken only for words whose expansions change nothing, in an
expression that changes nothing before all of its holes are read.
"""

from __future__ import annotations

from runtime.bash.expand.arithmetic import compile_text, evaluate
from runtime.bash.expand.arithmetic_code import Coder
from runtime.bash.expand.arithmetic_numbers import Textual
from runtime.bash.expand.arithmetic_parser import HOLE, Mistake, parse
from runtime.bash.expand.arithmetic_tree import (
    Assign,
    Binary,
    Comma,
    Condition,
    Element,
    Logical,
    Step,
    Unary,
)
from runtime.bash.expand.expansion import Expansion, Fixed, concatenated
from runtime.bash.syntax.tree import Arithmetic, DoubleQuoted, Literal, Parameter, Quoted, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.arithmetic_tree import Tree
    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State

__all__ = ["compiled"]


def compiled(words: WordCompilerPort, word: Word) -> int | Callable[[State], int]:
    """The value of an arithmetic word, or a closure."""
    parts = words.quoted_parts(word)
    text = concatenated([part.value if isinstance(part, Fixed) else part.text() for part in parts])
    if isinstance(text, str):
        return compile_text(text)
    expanded = text

    def textual(st: State) -> int:
        return evaluate(st, expanded(st))

    template = _template(parts) if _is_pure(word) else None
    if template is None:
        return textual
    direct = template

    def run(st: State) -> int:
        try:
            return direct(st)
        except Textual:
            return textual(st)

    return run


def _template(parts: list[Expansion]) -> Callable[[State], int] | None:
    """The expression with holes; None where it is none."""
    text = "".join(part.value.replace(HOLE, "") if isinstance(part, Fixed) else HOLE for part in parts)
    holes = [part.text() for part in parts if not isinstance(part, Fixed)]
    try:
        tree = parse(text)
    except Mistake:
        return None
    if not _reads_first(tree):
        return None
    code = Coder(text, holes).code(tree)
    return None if isinstance(code, int) else code


def _reads_first(tree: Tree) -> bool:
    """Whether nothing is stored before every hole is read: at most one store, at the top."""
    if isinstance(tree, Assign):
        return _is_still(tree.value)
    return isinstance(tree, Step) or _is_still(tree)


def _is_still(tree: Tree) -> bool:
    """Whether evaluating stores nothing. Subscripts are texts here: one with ``=`` or a step may store."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Assign | Step):
            return False
        if isinstance(one, Element):
            if any(mark in one.subscript for mark in ("=", "++", "--")):
                return False
        else:
            waiting += _inside(one)
    return True


def _inside(tree: Tree) -> list[Tree]:
    if isinstance(tree, Binary):
        return [tree.left, tree.right]
    if isinstance(tree, Unary):
        return [tree.operand]
    if isinstance(tree, Logical):
        return tree.operands
    if isinstance(tree, Condition):
        return [tree.test, tree.yes, tree.no]
    if isinstance(tree, Comma):
        return tree.parts
    return []


def _is_pure(word: Word) -> bool:
    """Whether expanding the word twice is the same as once."""
    return all(_is_pure_part(part) for part in word.parts)


def _is_pure_part(part: object) -> bool:
    if isinstance(part, Literal | Quoted):
        return True
    if isinstance(part, DoubleQuoted):
        return all(map(_is_pure_part, part.parts))
    if isinstance(part, Parameter):
        inner = (part.argument, part.replacement, part.subscript)
        return part.operator not in {"=", ":=", "@P"} and all(
            _is_pure(one) for one in inner if isinstance(one, Word)
        )
    if isinstance(part, Arithmetic):
        stores = any(
            mark in one.text
            for one in part.expression.parts
            if isinstance(one, Literal)
            for mark in ("=", "++", "--")
        )
        return not stores and _is_pure(part.expression)
    return False
