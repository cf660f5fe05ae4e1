"""Parses and formats points in time, as people write them and as the log does."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def parse_timestamp(text: str, now: datetime) -> int:
    """Microseconds since 1970 of a date, a time (UTC unless it says otherwise), or an age: ``90s 15m 2h 7d 4w``.

    Raises:
        ValueError: it is none of these.
    """
    age = re.fullmatch(r"([0-9]{1,6})([smhdw])", text)
    if age is not None:
        return _to_us(now - timedelta(seconds=int(age[1]) * _SECONDS[age[2]]))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is no date, time or age") from None
    return _to_us(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def format_timestamp(at_us: int) -> str:
    """ISO 8601 in UTC, with microseconds; the number itself where no calendar reaches."""
    try:
        return (
            (_EPOCH + timedelta(microseconds=at_us)).isoformat(timespec="microseconds").replace("+00:00", "Z")
        )
    except OverflowError:
        return f"{at_us} us"


def _to_us(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
