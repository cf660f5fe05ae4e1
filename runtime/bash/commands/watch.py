"""watch: run a command again and again. Without a terminal every screenful is printed below the last one."""

from __future__ import annotations

import re

from runtime.bash.option_table import Options
from runtime.bash.posix.calendar import broken_down
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of
from runtime.bash.streams import Capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] command",
    "Execute a program periodically, showing its output.",
    ("b", "beep", "", "beep if command has a non-zero exit"),
    ("c", "color", "", "ignored: output is passed on as it is"),
    ("C", "no-color", "", "ignored"),
    ("d", "differences", "[PERMANENT]", "ignored: there is no terminal to highlight on"),
    ("e", "errexit", "", "exit if command has a non-zero exit"),
    ("g", "chgexit", "", "exit when output from command changes"),
    ("q", "equexit", "CYCLES", "exit when output from command does not change"),
    ("n", "interval", "SECS", "seconds to wait between updates"),
    ("p", "precise", "", "attempt run command in precise intervals"),
    ("t", "no-title", "", "turn off header"),
    ("w", "no-wrap", "", "ignored: lines are not wrapped"),
    ("x", "exec", "", 'pass command to exec instead of "sh -c"'),
    ("h", "", "", "display this help and exit"),
    ("v", "", "", "output version information and exit"),
    permute=False,
    hint="\n{help}",
    origin="procps-ng 4.0.2",
)
_WIDTH = 80
_LEAST, _MOST = 0.1, 2_678_400.0
_FAILED = 8
_SECONDS = re.compile(r"[ \t]*[-+]?(?:\d+[.,]?\d*|[.,]\d+)", re.ASCII)


class _Screen(Capture):
    """What one round prints: bounded, since it is all held until it is compared."""

    __slots__ = ("meter", "size")

    def __init__(self, meter: Meter) -> None:
        super().__init__()
        self.meter = meter
        self.size = 0

    def write(self, data: bytes) -> None:
        self.size += len(data)
        self.meter.text(self.size)
        super().write(data)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("v", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    seconds = _interval(given.get("n") or cx.env.get("WATCH_INTERVAL") or "2")
    cycles = given.get("q", "1")
    if seconds is None or not (cycles.isascii() and cycles.isdigit()):
        wrong = given.get("n", "") if seconds is None else cycles
        return cx.fail(f"failed to parse argument: '{wrong}': Invalid argument")
    command = given.operands
    if not command:
        raise OPTIONS.refuse(cx, "")
    argv = command if "x" in given else ["sh", "-c", " ".join(command)]
    return _run(cx, given, argv, seconds, int(cycles[:9]))


def _interval(text: str) -> float | None:
    if _SECONDS.fullmatch(text) is None:
        return None
    return min(max(float(text.replace(",", ".")), _LEAST), _MOST)


def _run(cx: Context, given: Given, argv: list[str], seconds: float, cycles: int) -> int:
    """Round after round, until one of the options or a limit of the shell ends it."""
    before: bytes | None = None
    same = 0
    while True:
        cx.meter.loop()
        cx.meter.check()
        begun = cx.clock.now()
        screen = _Screen(cx.meter)
        status = cx.launch.run(argv, stdout=screen, stderr=screen)
        shown = screen.value()
        if "t" not in given:
            cx.write(_title(cx, seconds, given.operands))
        cx.stdout.write(shown)
        if status and "b" in given:
            cx.write("\a")
        if status and "e" in given:
            cx.write("command exit with a non-zero status, press a key to exit\n")
            return _FAILED
        if before is not None:
            same = same + 1 if shown == before else 0
            if ("g" in given and not same) or ("q" in given and same >= cycles):
                return 0
        before = shown
        spent = cx.clock.now() - begun if "p" in given else 0.0
        cx.clock.sleep(max(0.0, seconds - spent))


def _title(cx: Context, seconds: float, command: list[str]) -> str:
    """The line above each screenful: what runs how often; where and when, at the right."""
    now = int(cx.clock.now())
    when = format_time("%a %b %e %H:%M:%S %Y", broken_down(now, *zone_of(cx.env).at(now)), now)
    left = f"Every {seconds:.1f}s: "
    right = f"{cx.hostname}: {when}"
    text = " ".join(command)
    room = _WIDTH - len(left) - len(right) - 1
    if room < 0:
        return f"{left}{text}\n\n"
    if len(text) > room:
        text = text[: max(0, room - 3)] + "..."
    return f"{left}{text}".ljust(_WIDTH - len(right)) + f"{right}\n\n"
