"""``exec``: the shell gives way to a command, or keeps its redirections (which `interp.general_path` sees to)."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, options
from runtime.bash.errors import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-cl] [-a name] [command [argument ...]] [redirection ...]"
HELP = """Runs COMMAND in place of the shell, or makes redirections of the shell itself.

Options:
  -a NAME\tthe command's own idea of its name
  -c\twith an empty environment
  -l\twith a dash before its name

When COMMAND cannot be run a shell that is not interactive ends, unless `execfail' is on."""
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_X_OK = 1


def main(st: State, argv: list[str]) -> int:
    """``exec [-cl] [-a name] [command [argument ...]]``."""
    read = options(st, argv, "cla:")
    if read is None:
        return USAGE
    words = argv[read[1] :]
    if not words:
        return 0
    given = dict(read[0])
    path = _program(st, argv[0], words[0])
    if isinstance(path, int):
        if st.options["execfail"] or st.options["interactive"]:
            return path
        raise Exit(path)
    from runtime.bash.interp.external_commands import run_program
    from runtime.bash.interp.traps import set_trap

    set_trap(st, "EXIT", None)
    if "c" in given:
        st.vars = {}
    dash = "-" if "l" in given else ""
    raise Exit(run_program(st, path, [f"{dash}{given.get('a', words[0])}", *words[1:]]))


def _program(st: State, me: str, name: str) -> str | int:
    """Where the program is; a status after a message."""
    from runtime.bash.interp.command_search import find_program

    if "/" not in name:
        found = find_program(st, name)
        if found is None:
            st.complain(f"{me}: {name}: not found")
            return _NOT_FOUND
        return found
    path = name if name.startswith("/") else f"{st.cwd.rstrip('/')}/{name.removeprefix('./')}"
    if st.fs.is_dir(path):
        reason = "Is a directory"
    elif not st.fs.exists(path):
        st.complain(f"{path}: No such file or directory")
        return _NOT_FOUND
    elif not st.fs.access(path, _X_OK):
        reason = "Permission denied"
    else:
        return path
    st.complain(f"{path}: {reason}")
    st.complain(f"{me}: {path}: cannot execute: {reason}")
    return _NOT_EXECUTABLE
