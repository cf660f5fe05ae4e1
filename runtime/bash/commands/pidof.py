"""pidof: the numbers of the shell's processes that bear a name."""

from __future__ import annotations

from runtime.bash.commands._shared.process_table import named
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] program [program...]",
    "Print the numbers of processes that are called PROGRAM.",
    ("s", "", "", "print one number only"),
    ("q", "", "", "print nothing"),
    ("x", "", "", "ignored: scripts are found as well"),
    ("S", "", "STRING", "part numbers by STRING"),
    origin="sysvinit 3.06",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    found = [process.pid for name in given.operands for process in named(cx, name.rpartition("/")[2])]
    found.sort(reverse=True)
    if "s" in given:
        found = found[:1]
    if found and "q" not in given:
        cx.write(given.get("S", " ").join(map(str, found)) + "\n")
    return int(not found)
