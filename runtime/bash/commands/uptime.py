"""uptime: how long the virtual machine has been running."""

from __future__ import annotations

from runtime.bash.option_table import Options
from runtime.bash.posix.calendar import broken_down

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options]",
    "Tell how long the system has been running.",
    ("p", "pretty", "", "show in words"),
    ("s", "since", "", "show since when"),
    ("V", "", "", "output version information and exit"),
    origin="procps-ng 4.0.2",
)
_DAY_S, _HOUR_S, _MINUTE_S = 86_400, 3_600, 60


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    passed = int(float(cx.fs.read_bytes("/proc/uptime").split()[0]))
    days, rest = divmod(passed, _DAY_S)
    hours, minutes = rest // _HOUR_S, rest % _HOUR_S // _MINUTE_S
    if "s" in given:
        at = broken_down(int(cx.clock.now()) - passed)
        cx.write(f"{at.year:04d}-{at.month:02d}-{at.day:02d} {at.hour:02d}:{at.minute:02d}:{at.second:02d}\n")
        return 0
    if "p" in given:
        words = [
            f"{count} {unit}{'s' * (count != 1)}"
            for count, unit in ((days, "day"), (hours, "hour"), (minutes, "minute"))
            if count
        ]
        cx.write(f"up {', '.join(words) or '0 minutes'}\n")
        return 0
    now = broken_down(int(cx.clock.now()))
    long = f"{days} day{'s' * (days != 1)}, " if days else ""
    short = f"{hours:2d}:{minutes:02d}" if hours else f"{minutes} min"
    cx.write(
        f" {now.hour:02d}:{now.minute:02d}:{now.second:02d} up {long}{short},  0 users,  load average: 0.00, 0.00, 0.00\n"
    )
    return 0
