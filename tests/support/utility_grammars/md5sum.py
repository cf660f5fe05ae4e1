"""Command lines of md5sum."""

from __future__ import annotations

from utility_grammars.sha1sum import sums

draw = sums("md5sum", "md5")
