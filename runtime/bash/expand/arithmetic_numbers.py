"""What numbers are as text: the values of variables, read and written."""

from __future__ import annotations

from runtime.bash.errors import BadExpression, ExpansionError
from runtime.bash.expand.reference import unbound
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = [
    "BadExpression",
    "Textual",
    "known",
    "name_value",
    "number_text",
    "plain_number",
    "refused",
    "shown",
    "store",
    "value_of",
]

_KEPT = 65_536
_numbers: dict[str, int] = {}
_texts: dict[int, str] = {}
# Which text is which number, and back: a loop's counter is read and written with a dict lookup each.
known = _numbers.get
shown = _texts.get


class Textual(Exception):
    """What an expansion gave is no plain number: the expression has to be read again with the text in place."""


def number_text(number: int) -> str:
    """A number as text; remembers both ways."""
    text = shown(number)
    if text is None:
        if len(_texts) >= _KEPT:
            _texts.clear()
            _numbers.clear()
        text = str(number)
        _texts[number] = text
        _numbers[text] = number
    return text


def plain_number(text: str) -> int | None:
    """The number that a text in canonical decimal form is; None for any other text."""
    number = known(text)
    if number is None:
        digits = text[1:] if text[:1] == "-" else text
        if not (digits.isdigit() and digits.isascii() and len(digits) < 19):
            return None
        if digits[0] == "0" and text != "0":
            return None
        number = int(text)
        number_text(number)
    return number


def value_of(st: State, text: str) -> int:
    """What the text of a variable is worth: a number, or an expression."""
    number = plain_number(text)
    if number is not None:
        return number
    # The compiler of expressions is above: it needs the values of variables itself.
    return st.callbacks.evaluate(st, text)


def name_value(st: State, name: str) -> int:
    text = st.get(name)
    if text is None:
        unbound(st, name)
        return 0
    return value_of(st, text) if text else 0


def store(st: State, name: str, number: int) -> None:
    text = number_text(number)
    if type(st.vars.get(name)) is str:
        st.vars[name] = text
        return
    try:
        st.assign(name, text)
    except ReadOnly as error:
        raise refused(st, error) from None


def refused(st: State, error: ReadOnly) -> ExpansionError:
    """Said here, since ``((`` puts its name before the messages of expressions but not before this one."""
    st.complain(error.message)
    return BadExpression("")
