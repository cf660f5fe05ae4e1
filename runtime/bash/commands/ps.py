"""ps: the processes of this shell: itself, its jobs, and ps."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import by_name
from runtime.bash.option_table import Options
from runtime.bash.posix.calendar import broken_down

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options]",
    "Report a snapshot of the current processes.",
    ("eA", "", "", "all processes"),
    ("a", "", "", "the same: there is one session"),
    ("d", "", "", "the same"),
    ("f", "full", "", "full format"),
    ("l", "", "", "ignored"),
    ("x", "", "", "ignored"),
    ("w", "", "", "ignored"),
    ("C", "", "NAMES", "processes of these commands"),
    ("p", "pid", "PIDS", "processes of these numbers"),
    ("", "ppid", "PIDS", "children of these processes"),
    ("u", "user", "USERS", "processes of these users"),
    ("U", "User", "USERS", "the same"),
    ("o", "format", "FORMAT", "print these columns"),
    ("", "no-headers no-heading", "", "print no headings"),
    ("h", "", "", "the same"),
    ("", "headers", "", "ignored"),
    ("", "sort", "KEYS", "ignored: processes stand in the order of their numbers"),
    ("", "forest", "", "ignored"),
    ("V", "", "", "print version"),
    origin="procps-ng 4.0.2",
)
# Heading, least width, whether it stands on the right.
_COLUMNS = {
    "pid": ("PID", 5, True),
    "ppid": ("PPID", 5, True),
    "pgid": ("PGID", 5, True),
    "sid": ("SID", 5, True),
    "comm": ("COMMAND", 15, False),
    "args": ("COMMAND", 27, False),
    "cmd": ("CMD", 27, False),
    "user": ("USER", 8, False),
    "uid": ("UID", 5, True),
    "stat": ("STAT", 4, False),
    "s": ("S", 1, False),
    "tty": ("TT", 8, False),
    "time": ("TIME", 8, True),
    "etime": ("ELAPSED", 11, True),
    "pcpu": ("%CPU", 4, True),
    "pmem": ("%MEM", 4, True),
    "vsz": ("VSZ", 6, True),
    "rss": ("RSS", 5, True),
    "ni": ("NI", 3, True),
    "c": ("C", 2, True),
    "stime": ("STIME", 5, False),
    "start": ("START", 5, False),
}
_SAME = {
    "%cpu": "pcpu",
    "%mem": "pmem",
    "command": "args",
    "cputime": "time",
    "euser": "user",
    "fname": "comm",
    "nice": "ni",
    "pgrp": "pgid",
    "ruser": "user",
    "sess": "sid",
    "start_time": "start",
    "state": "s",
    "tname": "tty",
    "tt": "tty",
    "ucmd": "comm",
    "ucomm": "comm",
}
_PLAIN = "pid,tty=TTY     ,time,comm=CMD"
_FULL = "user=UID,pid,ppid,c,stime,tty=TTY     ,time,cmd"
_BSD = "pid,tty=TTY     ,stat,btime=TIME,args"
_BSD_FULL = "user,pid,pcpu,pmem,vsz,rss,tty=TTY     ,stat,start,btime=TIME,args"
_COLUMNS["btime"] = ("TIME", 6, True)


def main(cx: Context) -> int:
    args = list(cx.args)
    bsd = bool(args) and args[0][:1] not in ("-", "") and args[0].isalpha()
    form = _PLAIN
    if bsd:
        letters = args.pop(0)
        form = _BSD_FULL if "u" in letters else _BSD
        if "h" in letters:
            args.append("-h")
        if "o" in letters and args:
            args[:0] = ["-o"]
        if "p" in letters and args:
            args[:0] = ["-p"]
    given = OPTIONS.parse(cx, args)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    if "f" in given:
        form = _FULL
    if "" in given.all("o"):
        return _refused(cx, "format specification must follow -o")
    columns = _columns(",".join(given.all("o")) if "o" in given else form)
    if not columns:
        return _refused(cx, "improper format list")
    if isinstance(columns, str):
        cx.stderr.write(
            f'error: unknown user-defined format specifier "{columns}"\n'.encode("utf-8", "replace")
        )
        return 1
    rows = [row for row in _rows(cx) if _wanted(cx, given, row)]
    headed = not given.any(("no-headers", "h")) and any(heading.strip() for _, heading in columns)
    cx.write(_table(columns, rows, headed))
    return 0 if rows else 1


def _refused(cx: Context, message: str) -> int:
    cx.stderr.write(
        f"error: {message}\n\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n"
        "  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n".encode()
    )
    return 1


def _columns(text: str) -> list[tuple[str, str]] | str:
    """Columns with their headings; the name of one that there is not."""
    found = []
    for item in text.replace(" ,", "\0,").split(",") if "=" in text else text.replace(",", " ").split():
        name, equals, heading = item.replace("\0", " ").partition("=")
        name = _SAME.get(name.strip().lower(), name.strip().lower())
        if name not in _COLUMNS:
            return name
        found.append((name, heading if equals else _COLUMNS[name][0]))
    return found


def _rows(cx: Context) -> list[dict[str, str]]:
    processes = cx.launch.processes()
    newest = max((pid for pid, *_ in processes), default=1) + 1
    parent = processes[0][0] if processes else 0
    when = broken_down(int(cx.clock.now()))
    clock = f"{when.hour:02d}:{when.minute:02d}"
    rows = []
    for pid, above, stopped, command in [*processes, (newest, parent, False, " ".join(["ps", *cx.args]))]:
        state = "T" if stopped else "R" if pid == newest else "S"
        name = command.split()[0] if command[:1].isalnum() else "bash"
        rows.append(
            {
                "pid": str(pid),
                "ppid": str(above),
                "pgid": str(pid),
                "sid": str(parent),
                "comm": name.rpartition("/")[2][:15],
                "args": command,
                "cmd": command,
                "user": cx.username,
                "uid": str(cx.uid),
                "stat": state,
                "s": state,
                "tty": "?",
                "time": "00:00:00",
                "btime": "0:00",
                "etime": "00:00",
                "pcpu": "0.0",
                "pmem": "0.0",
                "vsz": "0",
                "rss": "0",
                "ni": "0",
                "c": "0",
                "stime": clock,
                "start": clock,
            }
        )
    return rows


def _wanted(cx: Context, given: Given, row: dict[str, str]) -> bool:
    """Whether a process is among those asked for; without a choice all are."""
    asked = False
    for key, column in (("p", "pid"), ("ppid", "ppid"), ("C", "comm"), ("u", "user"), ("U", "user")):
        for text in given.all(key):
            asked = True
            words = text.replace(",", " ").split()
            if row[column] in words or (
                column == "user" and any(by_name(cx, word) == cx.uid for word in words)
            ):
                return True
    return not asked


def _table(columns: list[tuple[str, str]], rows: list[dict[str, str]], headed: bool) -> str:
    cells = [[row[name] for name, _ in columns] for row in rows]
    if headed:
        cells.insert(0, [heading for _, heading in columns])
    widths = [
        max(_COLUMNS[name][1], len(heading), *(len(row[at]) for row in cells))
        for at, (name, heading) in enumerate(columns)
    ]
    lines = []
    for row in cells:
        shown = [
            text.rjust(width) if _COLUMNS[name][2] else text.ljust(width)
            for text, width, (name, _) in zip(row, widths, columns, strict=True)
        ]
        if not _COLUMNS[columns[-1][0]][2]:
            shown[-1] = row[-1]
        lines.append(" ".join(shown) + "\n")
    return "".join(lines)
