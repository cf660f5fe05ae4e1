"""xzcat: print what files expand to in the format of xz."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import XZ
from runtime.bash.commands._shared.compressor import run
from runtime.bash.commands.xz import OPTIONS, Xz

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    return run(Xz, cx, OPTIONS, XZ, expand=True, to_stdout=True)
