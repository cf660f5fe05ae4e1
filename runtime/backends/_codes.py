"""The codes that tools give their own errors: of a closed form, and none that could pass for one of the runtime's."""

from __future__ import annotations

import re

from runtime.contracts import errors

GUEST = "guest"
"""The family of codes that foreign programs choose. No code of the runtime's own is in it."""
_WORD = r"[a-z][a-z0-9_]*"
_FORM = re.compile(rf"{_WORD}(?:\.{_WORD}){{0,3}}")
_MOST = 64
_OURS = frozenset(
    kind.code.partition(".")[0]
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.Error) and hasattr(kind, "code")
)


def is_own_code(code: str) -> bool:
    """Whether a tool may call its error that: words of lower-case letters, digits and ``_`` with dots between, of no family of ours."""
    return len(code) <= _MOST and bool(_FORM.fullmatch(code)) and code.partition(".")[0] not in _OURS


def guest_code(told: str) -> str | None:
    """The code under which an error of a foreign program is known; None where what it said is none."""
    code = f"{GUEST}.{told}"
    return code if is_own_code(code) else None
