"""The shell's processes as pgrep, pkill, pidof and killall look for them."""

from __future__ import annotations

import re

from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["CHOOSING", "Found", "chosen", "named", "send", "taken_signal"]

_SIGNAL = re.compile(r"-(?:\d+|[A-Z][A-Z0-9+-]{2,})")
_TERM = "TERM"
_NO_MATCH, _BAD_USAGE = 1, 2


class Found:
    """One process: its number, its parent's, its name and its whole command."""

    __slots__ = ("command", "name", "parent", "pid")

    def __init__(self, pid: int, parent: int, command: str) -> None:
        self.pid = pid
        self.parent = parent
        self.command = command
        first = command.split()[0] if command[:1].isalnum() or command[:1] in "./" else "bash"
        self.name = first.rpartition("/")[2][:15]


CHOOSING = (
    ("f", "full", "", "match the whole command"),
    ("i", "ignore-case", "", "match without regard to case"),
    ("n", "newest", "", "the one that was started last"),
    ("o", "oldest", "", "the one that was started first"),
    ("P", "parent", "PPID,...", "children of these processes"),
    ("u", "euid", "USER,...", "processes of these users"),
    ("v", "inverse", "", "those that do not match"),
    ("x", "exact", "", "match the name as a whole"),
)
"""Options of pgrep and pkill that say which processes are meant."""


def _all(cx: Context) -> list[Found]:
    return [Found(pid, parent, command) for pid, parent, _, command in cx.launch.processes()]


def named(cx: Context, name: str) -> list[Found]:
    """The processes that bear this name."""
    return [found for found in _all(cx) if found.name == name]


def chosen(cx: Context, given: Given) -> list[Found] | int:
    """The processes that options and pattern of pgrep choose, or the status of bad usage."""
    if len(given.operands) > 1:
        cx.complain("only one pattern can be provided")
        return _BAD_USAGE
    if not given.operands and not given.any("Pu"):
        cx.complain("no matching criteria specified")
        return _BAD_USAGE
    source = given.operands[0] if given.operands else ""
    try:
        whole = "line" if "x" in given else ""
        pattern = Pattern([source], cx.meter, syntax="extended", ignore_case="i" in given, whole=whole)
    except RegexError as error:
        cx.complain(f"regex error: {error}")
        return _BAD_USAGE
    parents = {int(word) for word in given.get("P").split(",") if word.isdecimal()}
    users = given.get("u", cx.username).split(",")
    found = [
        process
        for process in _all(cx)
        if (_matches(pattern, process, "f" in given) and (not parents or process.parent in parents))
        is ("v" not in given)
        and (cx.username in users or str(cx.uid) in users)
    ]
    if "n" in given:
        return found[-1:]
    return found[:1] if "o" in given else found


def _matches(pattern: Pattern, process: Found, whole: bool) -> bool:
    text = process.command if whole else process.name
    return pattern.search(pattern.subject(text.encode("utf-8", "surrogateescape"))) is not None


def send(cx: Context, signal: str, processes: list[Found]) -> int:
    """Send each of them a signal; 0 where one was."""
    done = [cx.launch.run(["kill", f"-{signal}", str(process.pid)]) for process in processes]
    return 0 if 0 in done else _NO_MATCH


def taken_signal(args: list[str]) -> tuple[str, list[str]]:
    """``-9`` or ``-KILL`` among the words, and the other words."""
    for at, word in enumerate(args):
        if _SIGNAL.fullmatch(word):
            return word[1:].removeprefix("SIG"), [*args[:at], *args[at + 1 :]]
    return _TERM, args
