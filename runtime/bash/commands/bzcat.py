"""bzcat: print what files expand to in the format of bzip2."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import BZIP2
from runtime.bash.commands._shared.compressor import run
from runtime.bash.commands.bzip2 import OPTIONS, Bzip2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    return run(Bzip2, cx, OPTIONS, BZIP2, expand=True, to_stdout=True)
