"""How a command's name is looked up: keyword, function, builtin, remembered path, PATH."""

from __future__ import annotations

from runtime.bash.interp.command_search import folders_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["KEYWORDS", "disabled", "executable", "hashed", "is_builtin", "programs"]

_KEYWORDS = (
    "if then else elif fi case esac for select while until do done in function time { } ! [[ ]] coproc"
)
# In bash's own order, which `compgen -k` shows.
KEYWORDS = tuple(_KEYWORDS.split())
_STANDARD_PATH = "/bin:/usr/bin"
_X_OK = 1


def disabled(st: State) -> frozenset[str]:
    """The builtins that ``enable -n`` put to sleep."""
    return st.extra.get("disabled", frozenset())  # type: ignore[return-value]


def is_builtin(st: State, name: str) -> bool:
    """Whether ``name`` is a builtin that is awake."""
    from runtime.bash.builtins import NAMES

    return name in NAMES and name not in disabled(st)


def hashed(st: State) -> dict[str, tuple[str, int]]:
    """Remembered commands: name to (path, hits). Never changed in place: subshells share it."""
    return st.extra.get("hash", {})  # type: ignore[return-value]


def executable(st: State, path: str) -> bool:
    """Whether ``path`` (maybe relative) is a file that the shell's user may execute."""
    absolute = path if path.startswith("/") else f"{st.cwd}/{path}"
    return st.fs.is_file(absolute) and st.fs.access(absolute, _X_OK)


def programs(st: State, name: str, *, standard: bool = False) -> list[str]:
    """Every program called ``name`` along PATH (or, with ``standard``, along the path that has all standard utilities)."""
    if not name:
        return []
    if "/" in name:
        return [name] if executable(st, name) else []
    folders = _STANDARD_PATH if standard else st.get("PATH") or ""
    looked = folders_for(st, name, folders.split(":"))
    found = (f"{folder or '.'}/{name}".replace("//", "/") for folder in looked)
    return [path for path in dict.fromkeys(found) if executable(st, path)]
