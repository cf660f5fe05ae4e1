"""sync: nothing is cached, so nothing is left to write; says whether files can be opened."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] [FILE]...",
    "Synchronize cached writes to persistent storage.",
    ("d", "data", "", "sync only file data, no unneeded metadata"),
    ("f", "file-system", "", "sync the file systems that contain the files"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "d" in given and "f" in given:
        return cx.fail("cannot specify both --data and --file-system")
    if "d" in given and not given.operands:
        return cx.fail("--data needs at least one argument")
    status = 0
    for name in given.operands:
        try:
            cx.fs.stat(cx.path(name))
        except OSError as error:
            status = cx.fail(f"error opening {always(name)}: {reason(error)}")
    return status
