"""pgrep: the numbers of the shell's processes by their names."""

from __future__ import annotations

from runtime.bash.commands._shared.process_table import CHOOSING, chosen
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <pattern>",
    "Print the numbers of processes whose names match PATTERN.",
    ("a", "list-full", "", "print the whole command as well"),
    ("c", "count", "", "print how many match"),
    ("d", "delimiter", "STRING", "part numbers by STRING"),
    *CHOOSING,
    ("l", "list-name", "", "print the name as well"),
    status=2,
    origin="procps-ng 4.0.2",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    found = chosen(cx, given)
    if isinstance(found, int):
        return found
    if "c" in given:
        cx.write(f"{len(found)}\n")
        return int(not found)
    shown = [
        f"{process.pid} {process.command}"
        if "a" in given
        else f"{process.pid} {process.name}"
        if "l" in given
        else str(process.pid)
        for process in found
    ]
    if shown:
        cx.write(given.get("d", "\n").join(shown) + "\n")
    return int(not found)
