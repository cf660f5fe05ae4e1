"""``hash``: the paths of commands that the shell remembers."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import hashed, is_builtin, programs
from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-lr] [-p pathname] [-dt] [name ...]"
HELP = """Remembers or shows where each NAME was found along PATH.

Options:
  -d\tforget each NAME
  -l\tshow in a form that can be read back
  -p PATHNAME\tremember PATHNAME for NAME
  -r\tforget everything
  -t\tshow what is remembered for each NAME

Fails when a NAME is not found."""


def main(st: State, argv: list[str]) -> int:
    """``hash [-lr] [-p pathname] [-dt] [name ...]``."""
    if not st.options["hashall"]:
        st.complain(f"{argv[0]}: hashing disabled")
        return 1
    read = options(st, argv, "dlp:rt")
    if read is None:
        return USAGE
    given = dict(read[0])
    names = argv[read[1] :]
    for letter in "td":
        if letter in given and not names:
            st.complain(f"{argv[0]}: -{letter}: option requires an argument")
            return 1
    if not names and "r" not in given:
        return emit(st, argv[0], _table(st, "l" in given))
    if "r" in given:
        st.extra["hash"] = {}
    if "t" in given:
        return _targets(st, argv[0], names, "l" in given)
    return max([_one(st, argv[0], name, given) for name in names], default=0)


def _table(st: State, portable: bool) -> str:
    held = hashed(st)
    if not held:
        return "" if portable else "hash: hash table empty\n"
    if portable:
        return "".join(f"builtin hash -p {path} {name}\n" for name, (path, _) in held.items())
    return "hits\tcommand\n" + "".join(f"{hits:4}\t{path}\n" for path, hits in held.values())


def _targets(st: State, me: str, names: list[str], portable: bool) -> int:
    status, held = 0, hashed(st)
    for name in names:
        if name not in held:
            st.complain(f"{me}: {name}: not found")
            status = 1
            continue
        path, hits = held[name]
        held = {**held, name: (path, hits + 1)}
        lead = f"builtin hash -p {path} {name}" if portable else f"{name}\t{path}" if names[1:] else path
        status = emit(st, me, f"{lead}\n") or status
    # Being asked for counts as a hit.
    if "hash" in st.extra:
        st.extra["hash"] = held
    return status


def _one(st: State, me: str, name: str, given: dict[str, str]) -> int:
    held = hashed(st)
    rest = {other: entry for other, entry in held.items() if other != name}
    if "p" in given:
        path = given["p"]
        if st.fs.is_dir(path if path.startswith("/") else f"{st.cwd}/{path}"):
            st.complain(f"{me}: {path}: Is a directory")
            return 1
        st.hold(len(name) + len(path))
        st.extra["hash"] = {**rest, name: (path, 0)}
        return 0
    if "d" in given:
        # Before anything was remembered there is no table to miss it in.
        if "hash" not in st.extra:
            return 0
        st.extra["hash"] = rest
        return 0 if name in held else _missing(st, me, name)
    if "/" in name or name in st.functions or is_builtin(st, name):
        return 0
    found = programs(st, name)
    if found:
        st.extra["hash"] = {**rest, name: (found[0], 0)}
        return 0
    if name in held:
        st.extra["hash"] = rest
    return _missing(st, me, name)


def _missing(st: State, me: str, name: str) -> int:
    st.complain(f"{me}: {name}: not found")
    return 1
