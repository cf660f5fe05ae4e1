"""``alias`` and ``unalias``."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options, usage
from runtime.bash.expand.quote import single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {"alias": "[-p] [name[=value] ... ]", "unalias": "[-a] name [name ...]"}
HELP = {
    "alias": """Defines an alias for each NAME=VALUE, shows the one called NAME, or (alone or with -p) shows all.

A VALUE that ends in a blank has the next word looked up as an alias too. Fails when a NAME is no alias.""",
    "unalias": """Forgets each alias NAME; with -a, all. Fails when a NAME is no alias.""",
}
# What would end a word, quote, or expand.
_FORBIDDEN = frozenset(" \t\n/\\'\"`$&;|<>()")


def main(st: State, argv: list[str]) -> int:
    """Both."""
    forget = argv[0] == "unalias"
    read = options(st, argv, "a" if forget else "p")
    if read is None:
        return USAGE
    words = argv[read[1] :]
    if forget:
        return _unalias(st, argv[0], words, bool(read[0]))
    if read[0] or not words:
        status = emit(st, argv[0], "".join(_shown(st, name) for name in sorted(st.aliases, key=_order)))
        if status or not words:
            return status
    return max([_one(st, argv[0], word) for word in words], default=0)


def _one(st: State, me: str, word: str) -> int:
    name, equals, value = word.partition("=")
    if not equals or not name:
        if word in st.aliases:
            return emit(st, me, _shown(st, word))
        st.complain(f"{me}: {word}: not found")
        return 1
    if not _FORBIDDEN.isdisjoint(name):
        st.complain(f"{me}: `{name}': invalid alias name")
        return 1
    before = st.aliases.get(name)
    st.hold(len(word) if before is None else len(value))
    st.aliases[name] = value
    return 0


def _order(name: str) -> tuple[int, bytes]:
    """bash compares the first characters as signed: what is not ASCII comes first."""
    data = name.encode("utf-8", "surrogateescape")
    return (data[0] + 128) % 256, data


def _shown(st: State, name: str) -> str:
    lead = "alias -- " if name.startswith("-") else "alias "
    return f"{lead}{name}={single(st.aliases[name])}\n"


def _unalias(st: State, me: str, names: list[str], every: bool) -> int:
    if every:
        st.aliases.clear()
        return 0
    if not names:
        return usage(st, me)
    status = 0
    for name in names:
        if st.aliases.pop(name, None) is None:
            st.complain(f"{me}: {name}: not found")
            status = 1
    return status
