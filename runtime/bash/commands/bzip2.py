"""bzip2: compress files in the format of bzip2."""

from __future__ import annotations

from runtime.bash.commands._codecs import BZIP2
from runtime.bash.commands._compressing import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = options("bzip2", "bzip2 1.0.8")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, BZIP2)
