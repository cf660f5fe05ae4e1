"""Arithmetic of a text: ``let``, ``declare -i``, values of variables, and expressions whose expansions are no numbers."""

from __future__ import annotations

from runtime.bash.expand.arithmetic_code import Coder
from runtime.bash.expand.arithmetic_numbers import BadExpression, number_text, plain_number
from runtime.bash.expand.arithmetic_parser import Mistake, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = ["BadExpression", "compile_text", "evaluate", "number_text"]

_KEPT, _LONGEST = 2048, 1024
# As in bash: names whose values are expressions with names in them ..., one level each.
_MAX_DEPTH = 1024
_codes: dict[str, int | Callable[[State], int]] = {}


def compile_text(text: str) -> int | Callable[[State], int]:
    """An expression's value or closure; what is no expression fails when it is run."""
    code = _codes.get(text)
    if code is None:
        code = _compiled(text)
        if len(text) <= _LONGEST:
            if len(_codes) >= _KEPT:
                _codes.clear()
            _codes[text] = code
    return code


def _compiled(text: str) -> int | Callable[[State], int]:
    # NUL marks holes in templates; no text of a shell contains one.
    if not text.strip(" \t\n"):
        return 0
    try:
        return Coder(text).code(parse(text.replace("\0", "")))
    except Mistake as wrong:
        message = wrong.message

    def fail(st: State) -> int:  # noqa: ARG001
        raise BadExpression(message)

    return fail


def evaluate(st: State, text: str) -> int:
    """The value of an expression's text."""
    if not text:
        return 0
    number = plain_number(text)
    if number is not None:
        return number
    depth = st.extra.get("arithmetic depth", 0)
    if not isinstance(depth, int) or depth >= _MAX_DEPTH:
        shown = text.lstrip()
        raise BadExpression(f'{shown}: expression recursion level exceeded (error token is "{shown}")')
    code = compile_text(text)
    if isinstance(code, int):
        return code
    st.extra["arithmetic depth"] = depth + 1
    try:
        return code(st)
    finally:
        st.extra["arithmetic depth"] = depth
