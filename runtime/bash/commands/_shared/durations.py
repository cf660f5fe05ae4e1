"""Durations: ``1.5h``."""

from __future__ import annotations

import re

__all__ = ["duration"]

_DURATION = re.compile(
    r"\s*\+?((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?|inf(?:inity)?|0[xX][0-9a-fA-F]+)([smhd]?)",
    re.ASCII | re.IGNORECASE,
)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
# No clock of ours runs that long; keeps sums finite.
_LONGEST = 1e15


def duration(text: str) -> float | None:
    """Seconds, or None where ``text`` is no duration."""
    found = _DURATION.fullmatch(text)
    if found is None or found[2] not in _UNITS:
        return None
    number = found[1].lower()
    value = float(int(number, 16)) if number.startswith("0x") else float(number)
    return min(value * _UNITS[found[2]], _LONGEST)
