"""Command lines of sha256sum."""

from __future__ import annotations

from utility_grammars.sha1sum import sums

draw = sums("sha256sum", "sha256")
