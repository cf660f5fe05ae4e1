"""``enable``: which builtins are awake."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import disabled
from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-a] [-dnps] [-f filename] [name ...]"
HELP = """Wakes builtins, puts them to sleep, and lists them: one asleep gives way to a program of its name.

Options:
  -a\tlist every builtin, with its state
  -n\tput each NAME to sleep, or list those that sleep
  -p\tlist
  -s\tlist the POSIX special builtins only

There are no loadable builtins: -f and -d always fail."""


def main(st: State, argv: list[str]) -> int:
    """``enable [-a] [-dnps] [-f filename] [name ...]``."""
    read = options(st, argv, "adnpsf:")
    if read is None:
        return USAGE
    given, names = dict(read[0]), argv[read[1] :]
    if not names or "p" in given:
        return emit(st, argv[0], _list(st, given))
    if "f" in given:
        file = given["f"]
        st.complain(
            f"{argv[0]}: cannot open shared object {file}: "
            f"{file}: cannot open shared object file: No such file or directory"
        )
        return 1
    if "d" in given:
        for name in names:
            st.complain(f"{argv[0]}: {name}: not dynamically loaded")
        return 1
    return _switch(st, argv[0], names, "n" not in given)


def _list(st: State, given: dict[str, str]) -> str:
    from runtime.bash.builtins import NAMES, SPECIAL

    asleep = disabled(st)
    names = [name for name in NAMES if "s" not in given or name in SPECIAL]
    if "a" not in given:
        names = [name for name in names if (name in asleep) == ("n" in given)]
    return "".join(f"enable {'-n ' if name in asleep else ''}{name}\n" for name in names)


def _switch(st: State, me: str, names: list[str], awake: bool) -> int:
    from runtime.bash.builtins import NAMES

    known = {name for name in names if name in NAMES}
    asleep = disabled(st)
    asleep = asleep - known if awake else asleep | known
    st.extra["disabled"] = asleep
    # Fast paths for builtins ask this one flag before they take themselves for granted.
    st.shadowed = st.shadowed or bool(asleep)
    status = 0
    for name in names:
        if name not in known:
            st.complain(f"{me}: {name}: not a shell builtin")
            status = 1
    return status
