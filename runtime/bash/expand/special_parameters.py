"""The special parameters: ``@ * # ? - $ ! 0 _`` and the digits."""

from __future__ import annotations

import sys

from runtime.bash.shell_options import LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = ["is_name", "is_special", "reader", "value"]


def is_name(text: str) -> bool:
    """Whether ``text`` can name a variable."""
    return text.isascii() and text.isidentifier()


def is_special(name: str) -> bool:
    """Whether ``name`` is a parameter but no variable."""
    return name in _READERS or (name.isascii() and name.isdigit())


def value(st: State, name: str) -> str | None:
    """What ``$name`` gives for a special parameter; None when it is unset."""
    return reader(name)(st)


def reader(name: str) -> Callable[[State], str | None]:
    """A closure that reads the special parameter ``name``."""
    found = _READERS.get(name)
    return found if found is not None else _positional(_place(name))


def _place(digits: str) -> int:
    """The number of a positional parameter; beyond any that there is for digits beyond what ``int`` reads."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < 10 else sys.maxsize


def _positional(number: int) -> Callable[[State], str | None]:
    if number == 0:
        return _name
    index = number - 1

    def positional(st: State) -> str | None:
        args = st.args
        return args[index] if index < len(args) else None

    return positional


# `set` cannot throw this one.
_SHOWN = {**LETTERS, "i": "interactive"}


def letters(st: State) -> str:
    """What ``$-`` says."""
    on = st.options.on
    found = [letter for letter, name in sorted(_SHOWN.items(), key=_letter_order) if name in on]
    return "".join([*found, *_INVOCATION.get(st.extra.get("invoked", "c"), "")])


def _letter_order(item: tuple[str, str]) -> tuple[bool, str]:
    return item[0].isupper(), item[0]


# ``$-`` ends in how the shell was started.
_INVOCATION: dict[object, str] = {"c": "c", "s": "s"}


def _all(st: State) -> str:
    return " ".join(st.args)


def _star(st: State) -> str:
    ifs = st.ifs
    return (" " if ifs is None else ifs[:1]).join(st.args)


def _count(st: State) -> str:
    return str(len(st.args))


def _status(st: State) -> str:
    return str(st.status)


def _pid(st: State) -> str:
    # $$ is the main shell's in every subshell; State.pid is its own process.
    return str(st.extra.get("main pid", st.pid))


def _background(st: State) -> str | None:
    return None if st.background is None else str(st.background)


def _name(st: State) -> str:
    return st.name0


def _underscore(st: State) -> str:
    return st.underscore


_READERS: dict[str, Callable[[State], str | None]] = {
    "@": _all,
    "*": _star,
    "#": _count,
    "?": _status,
    "-": letters,
    "$": _pid,
    "!": _background,
    "0": _name,
    "_": _underscore,
}
