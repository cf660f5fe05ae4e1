"""``umask``: the permission bits that new files do not get."""

from __future__ import annotations

import re

from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-p] [-S] [mode]"
HELP = """Show or set the mask of permission bits that new files do not get.

Options:
  -p   show it in a form that can be read back
  -S   show it by letters

A mode that begins with a digit is octal; any other is symbolic, as chmod reads it."""

_ALL = 0o777
_WHO = {"u": 0o700, "g": 0o070, "o": 0o007, "a": _ALL}
_PERMISSIONS = {"r": 0o444, "w": 0o222, "x": 0o111}
_CLAUSE = re.compile(r"([agou]*)(.?)([rwx]*)(.?)", re.DOTALL)


class _Wrong(Exception):
    """A mode that is none."""


def main(st: State, argv: list[str]) -> int:
    """Show or set."""
    parsed = options(st, argv, "pS")
    if parsed is None:
        return USAGE
    letters = {letter for letter, _ in parsed[0]}
    words = argv[parsed[1] :]
    if words:
        try:
            st.umask = _read(words[0], st.umask)
        except _Wrong as wrong:
            st.complain(f"umask: {wrong}")
            return 1
        # Set, it is shown by letters only; -p is for showing it as it is.
        return emit(st, "umask", f"{_lettered(st.umask)}\n") if "S" in letters else 0
    text = _lettered(st.umask) if "S" in letters else f"{st.umask:04o}"
    prefix = ("umask -S " if "S" in letters else "umask ") if "p" in letters else ""
    return emit(st, "umask", f"{prefix}{text}\n")


def _read(text: str, mask: int) -> int:
    if not text[:1].isdecimal():
        return _ALL & ~_symbolic(text, _ALL & ~mask)
    if text.strip("01234567") or int(text[-12:], 8) > 0o7777 or text[:-12].strip("0"):
        raise _Wrong(f"{text}: octal number out of range")
    return int(text[-12:], 8) & _ALL


def _symbolic(text: str, bits: int) -> int:
    """The permissions allowed after ``u=rwx,g-w``; ``bits`` are those before."""
    at = 0
    while True:
        match = _CLAUSE.match(text, at)
        assert match is not None  # noqa: S101 - the pattern may match nothing, but it matches
        letters, sign, permissions, end = match.groups()
        if sign not in ("+", "-", "="):
            raise _Wrong(f"`{sign or chr(0)}': invalid symbolic mode operator")
        if end not in ("", ","):
            raise _Wrong(f"`{end}': invalid symbolic mode character")
        who = _bits(_WHO, letters) or _ALL
        named = _bits(_PERMISSIONS, permissions) & who
        if sign == "=":
            bits &= ~who
        bits = bits & ~named if sign == "-" else bits | named
        if not end:
            return bits
        at = match.end()


def _bits(table: dict[str, int], letters: str) -> int:
    bits = 0
    for letter in letters:
        bits |= table[letter]
    return bits


def _lettered(mask: int) -> str:
    return ",".join(
        f"{who}={''.join(letter for letter, bits in _PERMISSIONS.items() if bits & _WHO[who] & ~mask)}"
        for who in "ugo"
    )
