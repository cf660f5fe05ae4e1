"""Random bytes for salts and call ids, drawn from the kernel many at a time.

A call needs some three times. Asking the kernel lets go of the interpreter's lock, which other threads of a busy process then hold
for a while: with 64 calls at once that cost 8 us each time, ten times what the bytes themselves cost. Each is handed out once, as taking
from a deque is one step, whichever thread takes. The child of a fork begins with none: it and its parent would hand out the same.
"""

from __future__ import annotations

import os
from collections import deque

SALT_BYTES = 32
_DRAWN_AT_ONCE = 64
_ready: deque[bytes] = deque()
os.register_at_fork(after_in_child=_ready.clear)


def fresh_salt() -> bytes:
    """32 bytes that were never handed out before."""
    while True:
        try:
            return _ready.popleft()
        except IndexError:  # in a loop, as other threads may take them all before this one does
            drawn = os.urandom(SALT_BYTES * _DRAWN_AT_ONCE)
            _ready.extend(drawn[start : start + SALT_BYTES] for start in range(0, len(drawn), SALT_BYTES))
