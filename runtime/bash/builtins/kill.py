"""``kill``: send signals to virtual processes."""

from __future__ import annotations

from runtime.bash.builtins._jobs import job_named, pid_of
from runtime.bash.builtins._options import USAGE, emit, number, show_help, usage
from runtime.bash.interp.jobs import go_on
from runtime.bash.signals import LAST, listing, name_of, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.interp.process import Process
    from runtime.bash.state import State

SYNOPSIS = "[-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]"
HELP = """Sends a signal (TERM unless given) to processes and jobs.

Options:
  -s SIG\tthe signal by name
  -n NUM\tthe signal by number
  -l\tlist the signals, or give names for numbers and numbers for names
  -L\tthe same

Succeeds when at least one signal was sent."""
_TERM = 15
# A status above this means that a signal ended the process.
_KILLED = 128
# A job that is stopped goes on to find these: HUP, TERM.
_ENDING = frozenset({1, 15})


class _Asked:
    """What a command line asks for."""

    __slots__ = ("listing", "signal", "words")

    def __init__(self) -> None:
        self.listing = False
        self.signal = str(_TERM)
        self.words: list[str] = []


def main(st: State, argv: list[str]) -> int:
    """``kill [-s name | -n number | -name] id ...``."""
    if argv[1:2] == ["--help"]:
        show_help(st, argv[0])
        return USAGE
    if len(argv) == 1:
        return usage(st, argv[0])
    asked = _read(st, argv)
    if isinstance(asked, int):
        return asked
    if asked.listing:
        return _list(st, argv[0], asked.words)
    signal = number_of(asked.signal)
    if signal is None or signal > LAST:
        return _unknown(st, argv[0], asked.signal)
    if not asked.words:
        return usage(st, argv[0])
    sent = [_one(st, argv[0], word, signal) for word in asked.words]
    return 0 if any(sent) else 1


def _read(st: State, argv: list[str]) -> _Asked | int:
    """The options; a status after a message."""
    asked = _Asked()
    words = argv[1:]
    seen = False
    while words:
        word = words[0]
        if word in {"-l", "-L"}:
            asked.listing = True
        elif word in {"-s", "-n"}:
            if len(words) < 2:
                st.complain(f"{argv[0]}: {word}: option requires an argument")
                return 1
            words.pop(0)
            asked.signal = words[0]
        elif word == "--":
            words.pop(0)
            break
        elif word == "-?":
            return usage(st, argv[0])
        elif _attached(word):
            asked.signal = word[2:]
        elif word[:1] == "-" and not seen:
            asked.signal, seen = word[1:], True
        else:
            break
        words.pop(0)
    asked.words = words
    return asked


def _attached(word: str) -> bool:
    """``-sTERM`` or ``-n9``."""
    return (word[:2] == "-s" and word[2:3].isalpha()) or (word[:2] == "-n" and word[2:3].isdigit())


def _unknown(st: State, me: str, text: str) -> int:
    st.complain(f"{me}: {text}: invalid signal specification")
    return 1


def _list(st: State, me: str, words: list[str]) -> int:
    if not words:
        return emit(st, me, listing())
    status = 0
    for word in words:
        value = number(word)
        if value is not None:
            signal = value - _KILLED if value > _KILLED else value
            shown = name_of(signal) if 0 <= signal <= LAST else None
            # A number without a name is passed over.
            line = "" if shown is not None and shown.isdigit() else shown
        else:
            known = number_of(word) if word else None
            line = None if known is None else str(known)
        if line is None:
            status = _unknown(st, me, word)
        elif line:
            status = emit(st, me, f"{line}\n") or status
    return status


def _one(st: State, me: str, word: str, signal: int) -> bool:
    """Send to what ``word`` means; whether there was anything."""
    pid = pid_of(word)
    if pid is not None:
        return _send_all(st, me, _group(st, pid), signal, pid)
    if word and not word.startswith("%"):
        st.complain(f"{me}: {word}: arguments must be process or job IDs")
        return False
    if not word:
        st.complain(f"{me}: `': not a pid or valid job spec")
        return False
    job = job_named(st, me, word)
    if job is None:
        return False
    sent = _send_all(st, me, job.processes, signal, job.pid)
    if job.stopped and signal in _ENDING:
        go_on(st, job)
    return sent


def _group(st: State, pid: int) -> list[Process]:
    """The processes that a number stands for: one, or with 0 and below a whole group (without job control: the shell's)."""
    from runtime.bash.interp.jobs import table
    from runtime.bash.interp.machine import machine

    every = machine(st).processes
    if pid > 0:
        return [every[pid]] if pid in every else []
    job = table(st).of(-pid)
    if job is not None:
        return job.processes
    if pid in (0, -1) or -pid in every:
        # The sender comes last: it may not live to send to others.
        return sorted(every.values(), key=lambda process: process is st.process)
    return []


def _send_all(st: State, me: str, targets: list[Process], signal: int, pid: int) -> bool:
    from runtime.bash.interp.traps import send

    if not targets:
        st.complain(f"{me}: ({pid}) - No such process")
        return False
    for target in targets:
        send(st, target, signal)
    return True
