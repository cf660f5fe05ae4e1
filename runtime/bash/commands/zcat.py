"""zcat: print what files expand to in the format of gzip."""

from __future__ import annotations

from runtime.bash.commands._codecs import GZIP
from runtime.bash.commands._compressing import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = options("gzip", "gzip 1.12")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, GZIP, expand=True, to_stdout=True)
