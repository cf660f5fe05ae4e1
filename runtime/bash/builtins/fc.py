"""``fc``: list past command lines, edit them, run them again."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.interp.history import history, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]"
HELP = """Lists past lines, or has an editor change them and runs the result.

FIRST and LAST are numbers, counted from the end when below 0, or the beginnings of lines.

Options:
  -e ENAME\tthe editor; otherwise FCEDIT, EDITOR or vi
  -l\tlist instead of editing
  -n\tlist without numbers
  -r\tnewest first

With -s runs the last line, or the last that begins with COMMAND, again, PAT replaced by REP."""
_PAGE = 16


class _NoCommand(Exception):
    """Nothing in the list is meant."""


def main(st: State, argv: list[str]) -> int:
    """``fc [...]``."""
    # A word such as -3 is a place, not an option.
    words, cut = list(argv), len(argv)
    for at, word in enumerate(argv[1:], 1):
        if word[:1] == "-" and word[1:].isdigit():
            cut = at
            break
    read = options(st, words[:cut], "e:lnrs")
    if read is None:
        return USAGE
    given, words = dict(read[0]), words[read[1] :]
    try:
        if "s" in given or given.get("e") == "-":
            return _again(st, words)
        if "l" in given:
            return _list(st, argv[0], words, numbers="n" not in given, backwards="r" in given)
        return _edit(st, argv[0], words, given)
    except _NoCommand:
        st.complain(f"{argv[0]}: no command found")
        return 1


def _lines(st: State) -> tuple[str, ...]:
    """The past lines without the one that is running."""
    held = history(st)
    return held.lines[:-1] if held.current else held.lines


def _place(st: State, word: str, *, listing: bool, first: bool = False) -> int:
    """The index that a word means; a number beyond the newest is the oldest as FIRST, the newest as LAST."""
    held = history(st)
    lines = _lines(st)
    last = len(lines) - 1
    if word.lstrip("-").isdigit():
        value = int(word) if len(word) < 9 else 0
        if value < 0:
            return max(value + last + 1, 0)
        if value == 0:
            return len(held.lines) - 1 if listing and word.startswith("-") else last
        at = max(0, value - held.first)
        return at if at <= last else 0 if first else last
    for at in range(last, -1, -1):
        if lines[at].startswith(word):
            return at
    raise _NoCommand


def _range(st: State, words: list[str], *, listing: bool) -> tuple[int, int]:
    last = len(_lines(st)) - 1
    if not words:
        return (max(0, last - _PAGE + 1), last) if listing else (last, last)
    first = _place(st, words[0], listing=listing, first=True)
    if len(words) > 1:
        return first, _place(st, words[1], listing=listing)
    return first, max(first, last) if listing else first


def _list(st: State, me: str, words: list[str], *, numbers: bool, backwards: bool) -> int:
    held = history(st)
    if not held.lines:
        return 0
    first, last = _range(st, words, listing=True)
    if last < first:
        first, last, backwards = last, first, True
    order = range(last, first - 1, -1) if backwards else range(first, last + 1)
    return emit(st, me, "".join(f"{held.first + at if numbers else ''}\t {held.lines[at]}\n" for at in order))


def _forget_this(st: State) -> None:
    """A line that runs another is not remembered itself."""
    held = history(st)
    if held.current:
        st.extra["history"] = held.without(len(held.lines) - 1, len(held.lines)).changed(current=False)


def _again(st: State, words: list[str]) -> int:
    changes = []
    while words and "=" in words[0]:
        old, _, new = words[0].partition("=")
        changes.append((old, new))
        words = words[1:]
    lines = _lines(st)
    if not lines:
        raise _NoCommand
    text = lines[_place(st, words[0], listing=False) if words else len(lines) - 1]
    for old, new in changes:
        st.meter.text(len(text) * max(1, len(new)))
        text = text.replace(old, new)
    _forget_this(st)
    return _run(st, text)


def _run(st: State, text: str) -> int:
    from runtime.bash.interp.script import run_text

    st.say(f"{text}\n")
    remember(st, text)
    if not st.options["history"]:
        st.extra["history"] = history(st).changed(current=False)
    return run_text(st, text, name="fc", first_line=st.line)


def _edit(st: State, me: str, words: list[str], given: dict[str, str]) -> int:
    from runtime.bash.interp.script import run_text

    lines = _lines(st)
    if not lines:
        return 0
    first, last = _range(st, words, listing=False)
    chosen = lines[first : last + 1] if first <= last else lines[last : first + 1][::-1]
    if "r" in given:
        chosen = chosen[::-1]
    editor = given.get("e") or st.get("FCEDIT") or st.get("EDITOR") or "vi"
    path = f"{(st.get('TMPDIR') or '/tmp').rstrip('/')}/bash-fc.{st.pid}"  # noqa: S108 - a virtual path
    _forget_this(st)
    try:
        st.fs.write_bytes(path, "".join(f"{line}\n" for line in chosen).encode("utf-8", "surrogateescape"))
        status = run_text(st, f"{editor} {path}", name="fc", first_line=st.line)
        if status:
            return status
        text = st.fs.read_bytes(path).decode("utf-8", "surrogateescape")
        st.fs.unlink(path)
    except OSError as error:
        st.complain(f"{me}: {path}: {error.strerror}")
        return 1
    status = 0
    for line in text.splitlines():
        status = _run(st, line)
    return status
