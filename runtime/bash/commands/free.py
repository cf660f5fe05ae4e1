"""free: the memory of the virtual machine, which is what its files and variables may hold."""

from __future__ import annotations

from runtime.bash.commands._shared.sizes import human
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options]",
    "Print how much memory is used and free.",
    ("b", "bytes", "", "show bytes"),
    ("k", "kibi", "", "show kibibytes, as without an option"),
    ("m", "mebi", "", "show mebibytes"),
    ("g", "gibi", "", "show gibibytes"),
    ("h", "human", "", "show what is easy to read"),
    ("t", "total", "", "show the sum of both lines"),
    ("w", "wide", "", "ignored"),
    origin="procps-ng 4.0.2",
)
_UNITS = {"b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_HEAD = "               total        used        free      shared  buff/cache   available\n"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    known = {}
    for line in cx.fs.read_bytes("/proc/meminfo").decode().splitlines():
        name, _, rest = line.partition(":")
        known[name] = int(rest.split()[0]) << 10
    unit = _UNITS[given.last("bkmg") or "k"]

    def shown(size: int) -> str:
        return f"{human(size, 1024) + 'i' if size else '0B'}" if "h" in given else str(size // unit)

    total, free, cached = known["MemTotal"], known["MemFree"], known["Cached"]
    rows = [("Mem:", [total, 0, free, known["Shmem"], cached, known["MemAvailable"]]), ("Swap:", [0, 0, 0])]
    if "t" in given:
        rows.append(("Total:", [total, 0, free]))
    cx.write(_HEAD)
    for name, sizes in rows:
        cells = "".join(f"{shown(size):>12}" for size in sizes)
        cx.write(f"{name:<8}{cells}\n")
    return 0
