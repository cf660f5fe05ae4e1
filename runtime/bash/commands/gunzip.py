"""gunzip: expand files in the format of gzip."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import GZIP
from runtime.bash.commands._shared.compressor import run
from runtime.bash.commands.gzip import OPTIONS, Gzip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    return run(Gzip, cx, OPTIONS, GZIP, expand=True)
