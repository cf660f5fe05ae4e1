"""``dirs``, ``pushd`` and ``popd``: a stack of folders whose top is the working folder.

The folders below the top are ``st.extra["dirs"]``, a tuple; +N counts from the top, -N from the bottom.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, show_help, usage
from runtime.bash.builtins.cd import change
from runtime.bash.syntax.lazy_regex import LazyRegex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

    Stack = tuple[str, ...]

__all__ = ["stack"]

SYNOPSIS = {"dirs": "[-clpv] [+N] [-N]", "pushd": "[-n] [+N | -N | dir]", "popd": "[-n] [+N | -N]"}
HELP = {
    "dirs": """Show the stack of folders.

Options:
  -c   forget all but the working folder
  -l   write the home folder in full
  -p   one a line
  -v   one a line with its place
  +N   the Nth from the left, -N from the right, counting from 0""",
    "pushd": """Put dir on the stack of folders and go there; without arguments exchange the two topmost.

  -n   do not go anywhere
  +N   bring the Nth from the left to the top, -N from the right, counting from 0""",
    "popd": """Take the top off the stack of folders and go to what is the new top.

  -n   do not go anywhere
  +N   take out the Nth from the left, -N from the right, counting from 0""",
}

_ROTATION = LazyRegex(r"[-+][0-9]+\Z")


def main(st: State, argv: list[str]) -> int:
    """Which of the three."""
    if argv[1:2] == ["--help"]:
        show_help(st, argv[0])
        return USAGE
    return {"dirs": _dirs, "pushd": _pushd, "popd": _popd}[argv[0]](st, argv[1:])


def stack(st: State) -> Stack:
    """The whole stack, top first."""
    return (st.cwd, *_below(st))


def _below(st: State) -> Stack:
    return st.extra.get("dirs", ())  # type: ignore[return-value]


def _place(word: str, size: int) -> int:
    """The index from the top that +N or -N means; it may lie outside."""
    count = int(word[1:][:9])
    return count if word[0] == "+" else size - 1 - count


def _out_of_range(st: State, name: str, word: str) -> int:
    if len(stack(st)) < 2:
        st.complain(f"{name}: directory stack empty")
    else:
        st.complain(
            f"{name}: {word.lstrip('+') if name == 'dirs' else word}: directory stack index out of range"
        )
    return 1


def _misused(st: State, name: str, word: str, what: str) -> int:
    st.complain(f"{name}: {word}: {what}")
    return usage(st, name)


def _abbreviated(st: State, path: str) -> str:
    home = st.get("HOME")
    if home and home != "/" and (path == home or path.startswith(f"{home}/")):
        return f"~{path[len(home) :]}"
    return path


def _dirs(st: State, words: list[str]) -> int:
    full = lines = numbered = False
    chosen = None
    for word in words:
        if word == "--":
            break
        if word == "-c":
            st.extra["dirs"] = ()
            return 0
        if word in ("-l", "-p", "-v"):
            full, lines, numbered = full or word == "-l", lines or word != "-l", numbered or word == "-v"
        elif _ROTATION.match(word):
            chosen = word
        else:
            return _misused(
                st, "dirs", word, "invalid number" if word[:1] in "-+" and word else "invalid option"
            )
    shown = [path if full else _abbreviated(st, path) for path in stack(st)]
    if chosen is not None:
        at = _place(chosen, len(shown))
        if not 0 <= at < len(shown):
            return _out_of_range(st, "dirs", chosen)
        return emit(st, "dirs", f"{at:2d}  {shown[at]}\n" if numbered else f"{shown[at]}\n")
    if numbered:
        return emit(st, "dirs", "".join(f"{at:2d}  {path}\n" for at, path in enumerate(shown)))
    return emit(st, "dirs", ("\n" if lines else " ").join(shown) + "\n")


def _options(st: State, name: str, words: list[str]) -> tuple[bool, list[str]] | None:
    """Whether -n was given, and the operands; None after a message."""
    stay = False
    for at, word in enumerate(words):
        if word == "-n":
            stay = True
        elif word == "--":
            return stay, words[at + 1 :]
        elif word == "-" or _ROTATION.match(word) or word[:1] not in ("-", "+"):
            return stay, words[at:]
        else:
            _misused(st, name, word, "invalid number")
            return None
    return stay, []


def _pushd(st: State, words: list[str]) -> int:
    given = _options(st, "pushd", words)
    if given is None:
        return USAGE
    stay, rest = given
    if len(rest) > 1:
        st.complain("pushd: too many arguments")
        return 1
    below = _below(st)
    if not rest:
        if not below:
            st.complain("pushd: no other directory")
            return 1
        return _arranged(st, "pushd", (below[0], st.cwd, *below[1:]), stay=stay)
    if _ROTATION.match(rest[0]):
        whole = stack(st)
        at = _place(rest[0], len(whole))
        if not 0 <= at < len(whole):
            return _out_of_range(st, "pushd", rest[0])
        return _arranged(st, "pushd", whole[at:] + whole[:at], stay=stay)
    if stay:
        st.hold(len(rest[0]))
        st.extra["dirs"] = (rest[0], *below)
        return _dirs(st, [])
    before = st.cwd
    if rest[0] == "-":
        from runtime.bash.builtins.cd import main as cd

        status = cd(st, ["cd", "-"])
    else:
        status = change(st, "pushd", rest[0], physical=st.options["physical"])
    if status:
        return status
    st.extra["dirs"] = (before, *below)
    return _dirs(st, [])


def _popd(st: State, words: list[str]) -> int:
    given = _options(st, "popd", words)
    if given is None:
        return USAGE
    stay, rest = given
    if rest and not _ROTATION.match(rest[0]):
        return _misused(st, "popd", rest[0], "invalid argument")
    whole = stack(st)
    at = _place(rest[0], len(whole)) if rest else 0
    if len(whole) < 2 or not 0 <= at < len(whole):
        return _out_of_range(st, "popd", rest[0] if rest else "")
    if at or stay:
        at = at or 1
        st.extra["dirs"] = whole[1:at] + whole[at + 1 :]
        return _dirs(st, [])
    return _arranged(st, "popd", whole[1:], stay=False)


def _arranged(st: State, name: str, whole: Stack, *, stay: bool) -> int:
    """The stack in its new order, the working folder following its top unless it is to stay."""
    if stay:
        st.extra["dirs"] = whole[1:]
        return 0
    status = change(st, name, whole[0], physical=st.options["physical"])
    if status:
        return status
    st.extra["dirs"] = whole[1:]
    return _dirs(st, [])
