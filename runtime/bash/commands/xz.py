"""xz: compress files in the format of xz."""

from __future__ import annotations

from runtime.bash.commands._codecs import XZ
from runtime.bash.commands._compressing import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = options("xz", "XZ Utils 5.4")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, XZ)
