"""unlzma: expand files in the format of lzma."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import LZMA
from runtime.bash.commands._shared.compressor import run
from runtime.bash.commands.xz import OPTIONS, Xz

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    cx.args = ["--format=lzma", *cx.args]
    return run(Xz, cx, OPTIONS, LZMA, expand=True)
