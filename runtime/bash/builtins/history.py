"""``history``: the list of past command lines."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, number, options
from runtime.bash.errors import ExpansionError
from runtime.bash.interp.history import History, history, load, store, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]"
HELP = """Shows the past command lines with their numbers, or the last N of them.

Options:
  -c\tforget all
  -d OFFSET\tforget the line with that number, or lines START-END; below 0 from the end
  -a\tappend this session's new lines to FILENAME
  -n\tread the lines of FILENAME that have not been read
  -r\tread all lines of FILENAME
  -w\twrite all lines to FILENAME
  -p\tshow what history expansion makes of each ARG
  -s\tput the ARGs into the list as one line

FILENAME is $HISTFILE unless given; HISTTIMEFORMAT puts a time before each line."""


def main(st: State, argv: list[str]) -> int:
    """``history [...]``."""
    read = options(st, argv, "acd:npsrw")
    if read is None:
        return USAGE
    given, words = dict(read[0]), argv[read[1] :]
    files = [letter for letter in "anrw" if letter in given]
    if len(files) > 1:
        st.complain(f"{argv[0]}: cannot use more than one of -anrw")
        return 1
    if "c" in given:
        st.extra["history"] = History()
    if "s" in given:
        if words:
            store(st, " ".join(words))
        return 0
    if "p" in given:
        return _expand(st, argv[0], words)
    if "d" in given:
        return _delete(st, argv[0], given["d"])
    if files:
        return _file(st, files[0], words)
    return 0 if "c" in given else _show(st, argv[0], words)


def _show(st: State, me: str, words: list[str]) -> int:
    held = history(st)
    count = len(held.lines)
    if len(words) > 1:
        st.complain(f"{me}: too many arguments")
        raise ExpansionError("")
    if words:
        asked = number(words[0])
        if asked is None:
            st.complain(f"{me}: {words[0]}: numeric argument required")
            return 1
        count = min(abs(asked), count)
    form = st.get("HISTTIMEFORMAT")
    start = len(held.lines) - count
    shown = []
    for at in range(start, len(held.lines)):
        stamp = _stamp(st, form, held.times[at]) if form else ""
        shown.append(f"{held.first + at:5}  {stamp}{held.lines[at]}\n")
    return emit(st, me, "".join(shown))


def _stamp(st: State, form: str, when: float) -> str:
    from time import gmtime, strftime

    st.meter.text(len(form))
    return strftime(form, gmtime(when))


def _expand(st: State, me: str, words: list[str]) -> int:
    from runtime.bash.interp.history_expansion import NoEvent, expanded

    status = 0
    for word in words:
        try:
            text, _ = expanded(word, history(st).lines)
        except NoEvent:
            st.complain(f"{me}: {word}: history expansion failed")
            status = 1
        else:
            status = emit(st, me, f"{text}\n") or status
    return status


def _delete(st: State, me: str, asked: str) -> int:
    held = history(st)
    start, dash, end = asked[1:].partition("-")
    start = asked[:1] + start
    numbers = number(start) is not None and (not dash or number(end) is not None)
    first = _index(held, start)
    last = _index(held, end) if dash else first
    if first is None or last is None or last < first:
        st.complain(f"{me}: {start if numbers else asked}: history position out of range")
        return 1
    st.extra["history"] = held.without(first, last + 1)
    return 0


def _index(held: History, text: str) -> int | None:
    """The place of the line with that number; below 0 from the end."""
    value = number(text)
    if value is None:
        return None
    at = value - held.first if value > 0 else len(held.lines) + value
    return at if 0 <= at < len(held.lines) and value else None


def _file(st: State, act: str, words: list[str]) -> int:
    """``-a``, ``-n``, ``-r`` or ``-w``; a failure is silent, as bash's is."""
    name = words[0] if words else st.get("HISTFILE")
    if act == "a" and not history(st).unsaved:
        return 0
    if not name:
        if act == "a":
            return 1
        name = f"{st.get('HOME') or ''}/.history"
    path = name if name.startswith("/") else f"{st.cwd}/{name}"
    try:
        if act in "rn":
            return _read(st, path, new="n" in act)
        write(st, path, new=act == "a")
        return 0
    except OSError:
        return 1


def _read(st: State, path: str, *, new: bool) -> int:
    held = history(st)
    count = load(st, st.fs.read_bytes(path), held.read if new else 0)
    st.extra["history"] = history(st).changed(read=count)
    return 0
