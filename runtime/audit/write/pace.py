"""Sets how long a writer waits, and for what."""

from __future__ import annotations

import msgspec


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The waiting times of a writer; every log has the defaults, and a test that needs a slow disk has others."""

    inline_sync_s: float = 0.001
    """Where a sync takes longer, a batch is written by a thread: in the loop it would stall every task."""
    crowd: int = 8
    """Of so many calls under way one waits for the others, since a sync costs each batch alike."""
    linger_s: float = 0.0005
    """How long it waits at most."""
    checkpoint_interval_s: float = 0.05
    """Checkpoints are no closer together than that, except for those that are asked for."""
    idle_interval_s: float = 1.0
    """A writer that has nothing to sign looks so often whether another one left something unsigned, or somebody forged it."""
