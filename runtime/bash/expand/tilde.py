"""Tilde expansion: ``~``, ``~user``, ``~+``, ``~-`` at the start of a word, and after ``=`` and ``:`` in assignments."""

from __future__ import annotations

import re

from runtime.bash.syntax.tree import Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Part

__all__ = ["Tilde", "home", "tildes"]

# Compiled at their first use.
_USER = r"\A~[A-Za-z0-9_.+-]*"
_ASSIGNMENT = r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^]]*\])?\+?="


class Tilde:
    """A tilde-prefix found in a word: stands among its parts."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def reader(self) -> Callable[[State], str]:
        """A closure that gives the folder, or the prefix itself where there is none."""
        text = self.text

        def read(st: State) -> str:
            found = home(st, text[1:])
            return text if found is None else found

        return read


def home(st: State, user: str) -> str | None:
    """The folder of ``~user``; ``user`` may be empty, ``+`` or ``-``."""
    if user == "":
        found = st.get("HOME")
        return found if found is not None else _owned(st, "")
    if user == "+":
        return st.get("PWD")
    if user == "-":
        return st.get("OLDPWD")
    if user.lstrip("+-").isdigit():
        return _stacked(st, user)
    return _owned(st, user)


def _owned(st: State, user: str) -> str | None:
    """Where a user lives; the machine knows root and the shell's own user (""), nobody else."""
    own = getattr(st.callbacks.extra.get("machine"), "username", "user")
    if (user or own) == "root":
        return "/root"
    return f"/home/{own}" if user in {"", own} else None


def _stacked(st: State, number: str) -> str | None:
    """``~N``: an entry of the directory stack, which `pushd` keeps in ``st.extra["dirs"]`` below the working folder."""
    below = st.extra.get("dirs", ())
    stack = [st.cwd, *below]  # type: ignore[misc]
    at = int(number.lstrip("+-")) if len(number) < 10 else len(stack)
    if number.startswith("-"):
        at = len(stack) - 1 - at
    return stack[at] if 0 <= at < len(stack) else None


def tildes(
    parts: tuple[Part, ...], *, assigned: bool, argument: bool = False, inner: bool = False
) -> list[Part | Tilde]:
    """The parts with their tilde-prefixes set apart.

    Args:
        parts: an unquoted word's.
        assigned: the word is an assignment's value: ``:`` starts a prefix too.
        inner: the word stands in ``${x-word}``: ``:`` ends a prefix there, as in an assignment.
        argument: the word is a command's argument: one that looks like an assignment expands like one.
    """
    first = parts[0] if parts else None
    if not any(isinstance(part, Literal) and "~" in part.text for part in parts):
        return list(parts)
    found: list[Part | Tilde] = []
    if argument and isinstance(first, Literal) and (name := re.match(_ASSIGNMENT, first.text)) is not None:
        rest = first.text[name.end() :]
        value = (Literal(rest), *parts[1:]) if rest else parts[1:]
        return [Literal(name[0]), *_after(value, assigned=True)]
    return found + _after(parts, assigned=assigned, inner=inner)


def _after(parts: tuple[Part, ...], *, assigned: bool, inner: bool = False) -> list[Part | Tilde]:
    found: list[Part | Tilde] = []
    start = True
    for number, part in enumerate(parts):
        if not isinstance(part, Literal):
            found.append(part)
            start = False
            continue
        last = number == len(parts) - 1
        pieces = re.split("(:)", part.text) if assigned or inner else [part.text]
        for at, piece in enumerate(pieces):
            ends = last or at < len(pieces) - 1
            found += _piece(piece, ends) if start and piece[:1] == "~" else [Literal(piece)] if piece else []
            start = assigned and piece == ":" if piece else start
    return found


def _piece(text: str, ends: bool) -> list[Part | Tilde]:
    """A text that begins with a tilde; ``ends``: nothing but text of the word follows it."""
    behind = re.sub(_USER, "", text, count=1)
    if behind[:1] != "/" and (behind or not ends):
        return [Literal(text)]
    prefix = text[: len(text) - len(behind)]
    return [Tilde(prefix), *([Literal(behind)] if behind else [])]
