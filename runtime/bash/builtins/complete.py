"""``complete`` and ``compopt``: the table of completion specifications."""

from __future__ import annotations

from runtime.bash.builtins._completions import NAMED, OPTIONS, Spec, key_shown, read, table
from runtime.bash.builtins._hash_order import walked
from runtime.bash.builtins._options import USAGE, emit, options, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {
    "complete": "[-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] "
    "[-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
    "compopt": "[-o|+o option] [-DEI] [name ...]",
}
HELP = {
    "complete": """Says how the arguments of each command NAME are to be completed.

Options:
  -p\tprint the specification of each NAME, or all of them
  -r\tremove the specification of each NAME, or all of them
  -D\tfor commands that have none of their own
  -E\tfor an empty line
  -I\tfor the first word of a line

The other options are those of `compgen'. Fails when a NAME has no specification to print or remove.""",
    "compopt": """Changes the options of the completion of each command NAME: -o switches one on, +o off.

Without options prints those of NAME. Outside of a completion function a NAME is needed.""",
}
_BUCKETS = 512


def main(st: State, argv: list[str]) -> int:
    """Both."""
    return _compopt(st, argv) if argv[0] == "compopt" else _complete(st, argv)


def _complete(st: State, argv: list[str]) -> int:
    given = read(st, argv, "prDEI")
    if isinstance(given, int):
        return given
    spec, letters, names = given
    names = [key for letter, key in NAMED.items() if letter in letters] or names
    if "r" in letters:
        return _remove(st, argv[0], names)
    if "p" in letters or (not names and not _says_something(spec)):
        return _print(st, argv[0], names)
    if not names:
        return usage(st, argv[0])
    held = dict(table(st))
    st.hold(sum(map(len, names)) + sum(map(len, spec.texts.values())))
    for name in names:
        held[name] = spec
    st.extra["completions"] = held
    return 0


def _says_something(spec: Spec) -> bool:
    return bool(spec.actions or spec.texts or spec.options)


def _remove(st: State, me: str, names: list[str]) -> int:
    held, status = dict(table(st)) if names else {}, 0
    for name in names:
        if held.pop(name, None) is None:
            status = _missing(st, me, name)
    st.extra["completions"] = held
    return status


def _print(st: State, me: str, names: list[str]) -> int:
    held, status, lines = table(st), 0, []
    for name in names or walked(held, _BUCKETS):
        if name in held:
            lines.append(f"complete {held[name].shown()}{key_shown(name)}\n")
        else:
            status = _missing(st, me, name)
    return emit(st, me, "".join(lines)) or status


def _missing(st: State, me: str, name: str) -> int:
    st.complain(f"{me}: {name}: no completion specification")
    return 1


def _compopt(st: State, argv: list[str]) -> int:
    given = options(st, argv, "o:DEI", plus=True)
    if given is None:
        return USAGE
    on: set[str] = set()
    off: set[str] = set()
    for letter, value in given[0]:
        if letter[-1] == "o" and value not in OPTIONS:
            st.complain(f"{argv[0]}: {value}: invalid option name")
            return USAGE
        if letter[-1] == "o":
            (off if letter[0] == "+" else on).add(value)
    named = [NAMED[letter] for letter, _ in given[0] if letter in NAMED]
    names = named or argv[given[1] :]
    if not names:
        st.complain(f"{argv[0]}: not currently executing completion function")
        return 1
    return max([_change(st, argv[0], name, on, off) for name in names])


def _change(st: State, me: str, name: str, on: set[str], off: set[str]) -> int:
    spec = table(st).get(name)
    if spec is None:
        return _missing(st, me, name)
    if not on and not off:
        switches = " ".join(f"{'-' if option in spec.options else '+'}o {option}" for option in OPTIONS)
        return emit(st, me, f"compopt {switches} {key_shown(name)}\n")
    changed = Spec(spec.actions, spec.texts, spec.options - off | on)
    st.extra["completions"] = {**table(st), name: changed}
    return 0
