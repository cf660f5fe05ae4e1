"""Puts the certificates of a timestamp into the order that DER asks for.

openssl writes them as they come, and many authorities send their chain so; the library that verifies takes DER alone. The order is not signed, and sorting moves no
other byte.
"""

from __future__ import annotations

from itertools import pairwise

_CONTEXT_0 = 0xA0


def sort_certificates(answer: bytes) -> bytes:
    """The same answer, its certificates sorted; as it is where it is no timestamp."""
    try:
        # TimeStampResp, its token, what the token holds, SignedData.
        (_, start, end) = _elements(answer, 0, len(answer))[0]
        (_, start, end) = _elements(answer, start, end)[1]
        (_, start, end) = _elements(answer, start, end)[1]
        (_, start, end) = _elements(answer, start, end)[0]
        (start, end) = next((a, b) for tag, a, b in _elements(answer, start, end) if tag == _CONTEXT_0)
        inner = _elements(answer, start, end)
    except (IndexError, StopIteration):
        return answer
    cuts = [start, *(stop for _, _, stop in inner)]
    parts = [answer[a:b] for a, b in pairwise(cuts)]
    return answer[:start] + b"".join(sorted(parts)) + answer[end:]


def _elements(data: bytes, start: int, end: int) -> list[tuple[int, int, int]]:
    """Tag, start and end of each value between two offsets. Raises IndexError where they are none."""
    found = []
    while start < end:
        tag, size, start = data[start], data[start + 1], start + 2
        if size & 0x80:
            width = size & 0x7F
            if not 0 < width <= 3:
                raise IndexError
            size, start = int.from_bytes(data[start : start + width]), start + width
        if start + size > end:
            raise IndexError
        found.append((tag, start, start + size))
        start += size
    return found
