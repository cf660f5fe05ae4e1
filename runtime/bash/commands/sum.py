"""sum: checksum and count the blocks of files."""

from __future__ import annotations

from runtime.bash.commands._shared.checksums import Bsd, SystemV
from runtime.bash.commands._shared.digest import digest_of
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Print a checksum and the number of blocks of each FILE.",
    ("r", "", "", "BSD's algorithm and blocks of 1K (default)"),
    ("s", "sysv", "", "System V's algorithm and blocks of 512 bytes"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    system_v = given.last("rs") == "s"
    names = given.operands
    status = 0
    for name in names or ["-"]:
        digest = digest_of(cx, name, SystemV if system_v else Bsd)
        if digest is None:
            status = 1
            continue
        cx.write(f"{digest} {name}\n" if names else f"{digest}\n")
    return status
