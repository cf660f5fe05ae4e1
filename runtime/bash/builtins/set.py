"""``set``: options of the shell and the positional parameters; alone it lists the variables."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, show_help, usage
from runtime.bash.shell_options import LETTERS, SET_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]"
HELP = """Set options (+ instead of - switches one off) and positional parameters; alone: list variables and functions.

  -a allexport   -b notify      -e errexit    -f noglob     -h hashall    -k keyword    -m monitor   -n noexec
  -p privileged  -t onecmd      -u nounset    -v verbose    -x xtrace     -B braceexpand -C noclobber -E errtrace
  -H histexpand  -P physical    -T functrace
  -o name   the option of that name; without a name the options are listed, with +o as commands
  --        what follows are the positional parameters, even if nothing follows
  -         the same, but nothing changes if nothing follows; -x and -v are switched off"""

# Of these two one is on at most.
_EDITORS = {"vi": "emacs", "emacs": "vi"}


def main(st: State, argv: list[str]) -> int:
    """Set or list."""
    words = argv[1:]
    if not words:
        from runtime.bash.builtins._listing import assignments, functions

        text = assignments(st)
        return emit(st, "set", text if st.options["posix"] else text + functions(st, attributes=False))
    if words[0] == "--help":
        show_help(st, "set")
        return USAGE
    # Nothing is set if one of the letters is wrong.
    return _checked(st, words) or _set(st, words)


def listing(st: State, *, commands: bool, names: list[str] = SET_NAMES) -> str:
    """The options as ``set -o`` lists them, or as ``set +o`` does."""
    if commands:
        return "".join(f"set {'-' if st.options[name] else '+'}o {name}\n" for name in names)
    return "".join(f"{name:<15}\t{'on' if st.options[name] else 'off'}\n" for name in names)


def switch(st: State, name: str, on: bool) -> bool:
    """Throw the option ``name``; whether there is one of that name."""
    if name not in SET_NAMES:
        return False
    st.set(name, on)
    if on and name in _EDITORS:
        st.set(_EDITORS[name], False)
    if name == "posix":
        _follow_posix(st, on)
    return True


def _follow_posix(st: State, on: bool) -> None:
    """POSIXLY_CORRECT goes with the option."""
    if on and st.get("POSIXLY_CORRECT") is None:
        st.assign("POSIXLY_CORRECT", "y")
    elif not on:
        st.unset("POSIXLY_CORRECT")


def _checked(st: State, words: list[str]) -> int:
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "+":
            continue
        if len(word) < 2 or word[0] not in "-+" or word == "--":
            return 0
        for letter in word[1:]:
            if letter == "o":
                at += at < len(words)
            elif letter not in LETTERS:
                st.complain(f"set: {word[0]}{letter}: invalid option")
                return usage(st, "set")
    return 0


def _set(st: State, words: list[str]) -> int:
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            return _positional(st, words[at + 1 :])
        if word == "-":
            st.set("xtrace", False)
            st.set("verbose", False)
            if at + 1 < len(words):
                return _positional(st, words[at + 1 :])
        if word[:1] not in ("-", "+"):
            return _positional(st, words[at:])
        at += 1
        taken = _cluster(st, word, words[at:])
        if taken < 0:
            return USAGE
        at += taken
    return 0


def _positional(st: State, words: list[str]) -> int:
    st.hold(sum(map(len, words)))
    st.args = words
    return 0


def _cluster(st: State, word: str, rest: list[str]) -> int:
    """One word of letters; how many words after it were names of options, -1 after a message."""
    on = word[0] == "-"
    taken = 0
    for letter in word[1:]:
        if letter != "o":
            switch(st, LETTERS[letter], on)
        elif taken >= len(rest):
            emit(st, "set", listing(st, commands=not on))
        else:
            if not switch(st, rest[taken], on):
                st.complain(f"set: {rest[taken]}: invalid option name")
                return -1
            taken += 1
    return taken
