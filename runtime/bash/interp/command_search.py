"""Where programs are: PATH, the utilities that stand in /bin and /usr/bin, the embedder's commands."""

from __future__ import annotations

from runtime.bash.interp.machine import BUILTIN_PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State
    from runtime.bash.utility_context import Main

__all__ = [
    "NOT_EXECUTABLE",
    "NOT_FOUND",
    "SHELLS",
    "STANDARD",
    "absolute",
    "embedded",
    "find_program",
    "folders_for",
    "is_executable",
    "is_known",
    "status_of",
    "utility",
]

NOT_FOUND, NOT_EXECUTABLE = 127, 126
STANDARD = frozenset({"/bin", "/usr/bin"})
# They stand before the standard folders in the usual PATH, and a script may write there. A utility's name means the
# utility all the same: what a text says that it runs is judged by names (ADR 0175).
_LOCAL = frozenset({"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/sbin"})
SHELLS = frozenset({"bash", "sh"})
_TYPE, _REGULAR = 0o170000, 0o100000
_X_OK = 1


def find_program(st: State, name: str) -> str | None:
    """Where PATH has ``name``: a path, or the bare name for a command of the embedder's."""
    if not name:
        return None
    remembered: dict[str, tuple[str, int]] = st.extra.get("hash", {})  # type: ignore[assignment]
    if name in remembered and not st.options["checkhash"]:
        path, hits = remembered[name]
        st.extra["hash"] = {**remembered, name: (path, hits + 1)}
        return path
    if embedded(st, name) is not None:
        return name
    for folder in folders_for(st, name, (st.get("PATH") or "").split(":")):
        path = f"{folder.rstrip('/')}/{name}" if folder else f"./{name}"
        if (folder in STANDARD and is_known(st, name)) or is_executable(st, path):
            if st.options["hashall"]:
                st.extra["hash"] = {**remembered, name: (path, 1)}
            return path
    return None


def folders_for(st: State, name: str, folders: list[str]) -> list[str]:
    """The folders in which ``name`` is looked for: of a utility not those in which something else could bear its name."""
    if _LOCAL.isdisjoint(folders) or STANDARD.isdisjoint(folders) or not is_known(st, name):
        return folders
    return [folder for folder in folders if folder not in _LOCAL]


def embedded(st: State, name: str) -> Main | None:
    """The embedder's command of that name."""
    own: Callable[[State, str], Main | None] | None = st.callbacks.extra.get("own command")  # type: ignore[assignment]
    return None if own is None else own(st, name)


def utility(st: State, name: str) -> Main | None:
    """The utility of that name; imported for it."""
    find: Callable[[State, str], Main | None] = st.callbacks.extra["command"]  # type: ignore[assignment]
    return find(st, name)


def is_known(st: State, name: str) -> bool:
    """Whether /bin and /usr/bin have a program of that name."""
    return name in SHELLS or name in BUILTIN_PROGRAMS or utility(st, name) is not None


def absolute(st: State, path: str) -> str:
    """``path`` as the file system wants it."""
    if path.startswith("/"):
        return path
    return f"{st.cwd}/{path}" if st.cwd != "/" else f"/{path}"


def is_executable(st: State, path: str) -> bool:
    """Whether a file is there that may be run."""
    full = absolute(st, path)
    try:
        return st.fs.stat(full).mode & _TYPE == _REGULAR and st.fs.access(full, _X_OK)
    except (OSError, ValueError):
        return False


def status_of(st: State, path: str) -> int:
    """0 when there is a program at ``path``, else the status of an attempt to run it."""
    folder, _, base = path.rpartition("/")
    if (folder in STANDARD and is_known(st, base)) or is_executable(st, path):
        return 0
    return NOT_EXECUTABLE if st.fs.exists(absolute(st, path)) else NOT_FOUND
