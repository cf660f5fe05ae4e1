"""``trap``: what runs at a signal or an event."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options, usage
from runtime.bash.signals import EXIT, listing, name_of, number_of, titled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-lp] [[arg] signal_spec ...]"
HELP = """Has ARG run when the shell gets one of the signals, or at an event.

An empty ARG ignores the signals, `-' (or no ARG before a single signal) gives back what they do by themselves. EXIT (0)
is the end of the shell, DEBUG the moment before a command, RETURN the end of a function or sourced file, ERR a failure
that `set -e' would leave the shell for.

Options:
  -l\tlist the names and numbers of signals
  -p\tshow the actions of the signals, or all, in a form that can be read back

Fails when a signal is not known."""


def main(st: State, argv: list[str]) -> int:
    """``trap [-lp] [[arg] signal ...]``."""
    read = options(st, argv, "lp")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    words = argv[read[1] :]
    if "l" in letters:
        return emit(st, argv[0], listing())
    if "p" in letters or not words:
        return _show(st, argv[0], words)
    action: str | None = None
    if not (_is_number(words[0]) or (len(words) == 1 and number_of(words[0]) is not None)):
        if len(words) == 1:
            return usage(st, argv[0])
        action = None if words[0] == "-" else words[0]
        words = words[1:]
    return max([_set(st, argv[0], word, action) for word in words])


def _is_number(word: str) -> bool:
    """A first word of digits is a signal to be reset, not an action."""
    return word.isascii() and word.isdigit() and number_of(word) is not None


def _set(st: State, me: str, word: str, action: str | None) -> int:
    from runtime.bash.interp.traps import set_trap

    number = number_of(word)
    if number is None:
        return _unknown(st, me, word)
    set_trap(st, name_of(number), action)
    return 0


def _unknown(st: State, me: str, word: str) -> int:
    st.complain(f"{me}: {word}: invalid signal specification")
    return 1


def _show(st: State, me: str, words: list[str]) -> int:
    from runtime.bash.expand.quote import single
    from runtime.bash.interp.traps import listed

    table = listed(st)
    status = 0
    if words:
        wanted = []
        for word in words:
            number = number_of(word)
            if number is None:
                status = _unknown(st, me, word)
            else:
                wanted.append(number)
    else:
        wanted = sorted(number_of(name) or EXIT for name in table)
    title = name_of if st.options["posix"] else titled
    lines = [
        f"trap -- {single(table[name_of(number)])} {title(number)}\n"
        for number in wanted
        if name_of(number) in table
    ]
    return emit(st, me, "".join(lines)) or status
