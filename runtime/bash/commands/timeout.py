"""timeout: run a command for no longer than that."""

from __future__ import annotations

from runtime.bash.commands._shared.durations import duration
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] DURATION COMMAND [ARG]...",
    "Run COMMAND and end it when it still runs after DURATION (s, m, h, d); 0 is no limit.",
    ("", "preserve-status", "", "give the command's own status even then"),
    ("", "foreground", "", "ignored"),
    ("k", "kill-after", "DURATION", "kill it when it still runs DURATION after the signal"),
    ("s", "signal", "SIGNAL", "the signal to send (TERM)"),
    ("v", "verbose", "", "say when a signal is sent"),
    status=125,
    permute=False,
)
_TIMED_OUT = 124
_KILL = 9
# The status of who was killed shows through.
_KILLED = 128 + _KILL
_SIGNALS = [
    "EXIT",
    "HUP",
    "INT",
    "QUIT",
    "ILL",
    "TRAP",
    "ABRT",
    "BUS",
    "FPE",
    "KILL",
    "USR1",
    "SEGV",
    "USR2",
    "PIPE",
    "ALRM",
    "TERM",
    "STKFLT",
    "CHLD",
    "CONT",
    "STOP",
    "TSTP",
    "TTIN",
    "TTOU",
    "URG",
    "XCPU",
    "XFSZ",
    "VTALRM",
    "PROF",
    "WINCH",
    "POLL",
    "PWR",
    "SYS",
]


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    operands = given.operands
    patience = 0.0
    for text in given.all("k"):
        patience = _interval(cx, text)
    signal = _signal(given.get("s", "TERM"))
    if signal is None:
        raise OPTIONS.refuse(cx, f"{quote(given['s'])}: invalid signal")
    if len(operands) < 2:
        raise OPTIONS.refuse(cx, "")
    seconds = _interval(cx, operands[0])
    command = operands[1:]
    missing = cx.launch.missing(command[0])
    if missing:
        why = "Permission denied" if missing == 126 else "No such file or directory"
        return cx.fail(f"failed to run command {quote(command[0])}: {why}", missing)
    sent: list[int] = []

    def on_signal(number: int) -> None:
        sent.append(number)
        if "v" in given:
            name = _SIGNALS[number] if number < len(_SIGNALS) else number
            cx.complain(f"sending signal {name} to command {quote(command[0])}")

    # Without -k the signal is all: whoever ignores it is waited for.
    signals: list[tuple[int, float | None]] = [(signal, patience or None)]
    if patience:
        signals.append((_KILL, None))
    status = cx.launch.run(command, timeout_s=seconds or None, signals=signals, on_signal=on_signal)
    if not sent or "preserve-status" in given or status == _KILLED:
        return status
    return _TIMED_OUT


def _interval(cx: Context, text: str) -> float:
    seconds = duration(text)
    if seconds is None:
        raise OPTIONS.refuse(cx, f"invalid time interval {quote(text)}")
    return seconds


def _signal(text: str) -> int | None:
    if text.isascii() and text.isdigit():
        return int(text[:4]) if int(text[:4]) < 65 else None
    name = text.upper().removeprefix("SIG")
    return _SIGNALS.index(name) if name in _SIGNALS else None
