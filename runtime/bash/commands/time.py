"""time: run a command and say how long it took."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... COMMAND [ARG]...",
    "Run COMMAND, then print on standard error how long it took.",
    ("p", "portability", "", "print as POSIX does"),
    (
        "f",
        "format",
        "FORMAT",
        "print as FORMAT says: %e elapsed, %U user and %S system seconds, %E h:mm:ss, %x status, %C command",
    ),
    ("o", "output-file", "FILE", "write to FILE"),
    ("a", "append", "", "with -o, append"),
    ("q", "quiet", "", "say nothing of abnormal ends"),
    ("v", "verbose", "", "print everything that is known"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    status=125,
    permute=False,
    origin="GNU time 1.9",
)
_DEFAULT = "%Uuser %Ssystem %Eelapsed %PCPU (0avgtext+0avgdata 0maxresident)k\n0inputs+0outputs (0major+0minor)pagefaults 0swaps"
_POSIX = "real %e\nuser %U\nsys %S"
_VERBOSE = '\tCommand being timed: "%C"\n\tUser time (seconds): %U\n\tSystem time (seconds): %S\n\tElapsed (wall clock) time (h:mm:ss or m:ss): %E\n\tExit status: %x'


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("Vh"):
        OPTIONS.parse(cx, ["--help" if "h" in given else "--version"])
    command = given.operands
    if not command:
        raise OPTIONS.refuse(cx, "missing program to run")
    begun = cx.clock.now()
    missing = cx.launch.missing(command[0])
    if missing:
        reason = "No such file or directory" if missing == 127 else "Permission denied"
        cx.complain(f"cannot run {command[0]}: {reason}")
        status = missing
    else:
        status = cx.launch.run(command)
    form = _VERBOSE if "v" in given else given.get("f", _POSIX if "p" in given else _DEFAULT)
    note = "" if not status or given.any("q") else f"Command exited with non-zero status {status}\n"
    report = note + _filled(form, max(0.0, cx.clock.now() - begun), status, command) + "\n"
    if "o" not in given:
        cx.stderr.write(encoded(report))
        return status
    stream = cx.open(
        given["o"], 0o2101 if "a" in given else 0o1101
    )  # O_WRONLY | O_CREAT, O_APPEND or O_TRUNC
    try:
        stream.write(encoded(report))
    finally:
        stream.release()
    return status


def _filled(form: str, seconds: float, status: int, command: list[str]) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    clock = f"{hours}:{minutes:02d}:{int(rest):02d}" if hours else f"{minutes}:{rest:05.2f}"
    values = {
        "e": f"{seconds:.2f}",
        "E": clock,
        "U": f"{seconds:.2f}",
        "S": "0.00",
        "P": "100%",
        "x": str(status),
        "C": " ".join(command),
        "%": "%",
    }
    escapes = {"n": "\n", "t": "\t", "\\": "\\"}
    text = re.sub(r"\\([nt\\])", lambda found: escapes[found[1]], form)
    return re.sub(r"%(.)", lambda found: values.get(found[1], "0"), text)
