"""The list of past command lines: kept while ``set -o history`` is on, saved to and read from files.

A `History` is never changed in place: subshells share it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["History", "begin", "cut", "history", "load", "one_line", "remember", "save", "store", "write"]

_DEFAULT_SIZE = 500
# os.O_WRONLY | O_CREAT, and O_TRUNC or O_APPEND
_REPLACE, _APPEND = 0o1101, 0o2101
# Behind these a line of a compound command is joined with a blank, elsewhere with a semicolon.
_OPEN_ENDS = frozenset("{();&|")
_OPEN_WORDS = frozenset(["do", "then", "else", "elif", "if", "while", "until", "case", "in"])


class History:
    """Past lines.

    Attributes:
        lines: oldest first.
        times: when each was entered, in seconds since the epoch.
        first: the number of the oldest.
        unsaved: how many of the newest no file holds yet.
        read: how many lines of the history file have been read.
        current: whether the newest line is the one being run.
    """

    __slots__ = ("current", "first", "lines", "read", "times", "unsaved")

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()
        self.times: tuple[float, ...] = ()
        self.first = 1
        self.unsaved = 0
        self.read = 0
        self.current = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What counts as held by the shell (`runtime.bash.memory_accounting`)."""
        return self.lines

    def changed(self, **slots: object) -> History:
        """This history with some slots different."""
        twin = History()
        for name in self.__slots__:
            setattr(twin, name, slots.get(name, getattr(self, name)))
        return twin

    def without(self, start: int, stop: int) -> History:
        """This history without the lines at ``start`` up to ``stop``."""
        return self.changed(
            lines=self.lines[:start] + self.lines[stop:],
            times=self.times[:start] + self.times[stop:],
            unsaved=max(0, self.unsaved - (stop - start)),
        )


def history(st: State) -> History:
    """This shell's past lines."""
    held = st.extra.get("history")
    return held if isinstance(held, History) else History()


def store(st: State, line: str, *, current: bool = False, saved: bool = False) -> None:
    """Put one line at the end; the oldest go when there are more than HISTSIZE."""
    held = history(st)
    st.hold(len(line))
    most = _size(st)
    lines = (*held.lines, line)
    dropped = max(0, len(lines) - most)
    clock = st.callbacks.extra.get("machine")
    now = clock.clock.now() if clock is not None else 0.0  # type: ignore[attr-defined]
    st.extra["history"] = held.changed(
        lines=lines[dropped:],
        times=(*held.times, now)[dropped:],
        first=held.first + dropped,
        unsaved=held.unsaved if saved else held.unsaved + 1,
        current=current,
    )


def _size(st: State) -> int:
    text = st.get("HISTSIZE") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else _DEFAULT_SIZE


def remember(st: State, text: str) -> None:
    """A command has been read: keep its line as HISTCONTROL and HISTIGNORE say."""
    line = one_line(text) if st.options["cmdhist"] and not st.options["lithist"] else text.strip("\n")
    if not line.strip():
        return
    held = history(st)
    control = set((st.get("HISTCONTROL") or "").split(":"))
    spaced = line.startswith(" ") and control & {"ignorespace", "ignoreboth"}
    again = held.lines[-1:] == (line,) and control & {"ignoredups", "ignoreboth"}
    if spaced or again or _ignored(st, line):
        st.extra["history"] = held.changed(current=False)
        return
    if "erasedups" in control:
        for at in reversed([at for at, old in enumerate(held.lines) if old == line]):
            held = held.without(at, at + 1)
        st.extra["history"] = held
    store(st, line, current=True)


def _ignored(st: State, line: str) -> bool:
    patterns = st.get("HISTIGNORE")
    if not patterns:
        return False
    from runtime.bash.expand.pattern import compiled

    return any(compiled(pattern)(line) for pattern in patterns.split(":") if pattern)


def one_line(text: str) -> str:
    """A command of several lines as one (``shopt cmdhist``); here-documents and open quotes keep their lines."""
    lines = text.strip("\n").split("\n")
    if len(lines) == 1:
        return lines[0]
    if "<<" in text:
        return "\n".join(lines) + "\n"
    joined = lines[0]
    for line in lines[1:]:
        if _quote_open(joined):
            joined += f"\n{line}"
        elif line.strip():
            joined += f"{_joint(joined)}{line}"
    return joined


def _joint(before: str) -> str:
    before = before.rstrip()
    if before[-1:] in _OPEN_ENDS or before.rpartition(" ")[2] in _OPEN_WORDS:
        return " "
    return "; "


def _quote_open(text: str) -> bool:
    quote, at = "", 0
    while at < len(text):
        char = text[at]
        if char == "\\" and quote != "'":
            at += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        at += 1
    return bool(quote)


def load(st: State, data: bytes, start: int = 0) -> int:
    """Put the lines of a history file from number ``start`` on into the list; how many lines the file has."""
    lines = data.decode("utf-8", "surrogateescape").splitlines()
    for line in lines[start:]:
        if line:
            store(st, line, saved=True)
    return len(lines)


def begin(st: State) -> None:
    """An interactive shell has its startup file behind it: from now on it remembers, and knows what its file holds."""
    st.set("history", True)
    if st.get("HISTFILE") is None:
        st.assign("HISTFILE", f"{st.get('HOME') or ''}/.bash_history")
    for name in ("HISTSIZE", "HISTFILESIZE"):
        if st.get(name) is None:
            st.assign(name, str(_DEFAULT_SIZE))
    path = _file(st)
    if path and st.fs.is_file(path):
        count = load(st, st.fs.read_bytes(path))
        st.extra["history"] = history(st).changed(read=count)


def save(st: State) -> None:
    """An interactive shell ends: its new lines go to the history file, or all when it has more than it kept."""
    held = history(st)
    path = _file(st)
    if not path or not held.unsaved:
        return
    try:
        write(st, path, new=st.options["histappend"] or held.unsaved <= len(held.lines))
    except OSError:
        # bash says nothing either: the shell is ending.
        return


def cut(st: State) -> None:
    """HISTFILESIZE has a value: the history file keeps no more lines than that, the newest."""
    text, path = st.get("HISTFILESIZE") or "", _file(st)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and path and st.fs.is_file(path)):
        return
    try:
        lines = st.fs.read_bytes(path).splitlines(keepends=True)
        if len(lines) > int(text):
            st.fs.write_bytes(path, b"".join(lines[len(lines) - int(text) :]))
    except OSError:
        # bash says nothing either: the variable has its value, the file is as it was.
        return


def _file(st: State) -> str:
    name = st.get("HISTFILE") or ""
    return name if name.startswith("/") or not name else f"{st.cwd}/{name}"


def write(st: State, path: str, *, new: bool) -> None:
    """Append the lines that no file has yet, or write all of them."""
    held = history(st)
    lines = held.lines[-held.unsaved :] if new and held.unsaved else () if new else held.lines
    handle = st.fs.open(path, _APPEND if new else _REPLACE, 0o600)
    try:
        handle.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    finally:
        handle.close()
    st.extra["history"] = held.changed(unsaved=0, read=held.read + len(lines) if new else len(lines))
