"""What each action of ``compgen -A`` lists, for words that begin with a given text."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import KEYWORDS, disabled
from runtime.bash.shell_options import SET_NAMES, SHOPT_NAMES
from runtime.bash.variables import EXPORT, Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.state import State

    Action = Callable[[State, str], list[str]]

__all__ = ["ACTIONS", "ORDER", "files"]


def _beginning(names: Callable[[State], Iterable[str]]) -> Action:
    """An action that lists those of ``names`` that begin with the word."""
    return lambda st, word: [name for name in names(st) if name.startswith(word)]


def files(st: State, word: str, *, folders: bool = False) -> list[str]:
    """The paths that begin with ``word``; only folders with ``folders``."""
    folder, slash, start = word.rpartition("/")
    where = folder + slash
    path = where
    if where.startswith("~"):
        from runtime.bash.expand.tilde import home

        user, _, rest = where[1:].partition("/")
        own = home(st, user)
        path = where if own is None else f"{own}/{rest}"
    if not path.startswith("/"):
        path = f"{st.cwd.rstrip('/')}/{path}"
    try:
        names = [name for name in st.fs.listdir(path) if name.startswith(start)]
    except OSError:
        return []
    return [f"{where}{name}" for name in names if not folders or st.fs.is_dir(f"{path}/{name}")]


def _variables(st: State, *, flags: int = 0, arrays: bool = False) -> list[str]:
    """The set variables, those with ``flags``, or the arrays."""
    found = []
    for name, held in st.vars.items():
        if isinstance(held, str):
            if not flags and not arrays:
                found.append(name)
            continue
        shown = st.variable(name)
        value = None if shown is None or held.flags & flags != flags else shown.value
        if value is not None and (not arrays or isinstance(value, Indexed | dict)):
            found.append(name)
    return sorted(found)


def _commands(st: State, word: str) -> list[str]:
    """Everything that could stand as a command."""
    from runtime.bash.builtins import NAMES

    known = [*sorted(st.aliases), *KEYWORDS, *sorted(st.functions), *_enabled(NAMES, st)]
    found = [name for name in known if name.startswith(word)]
    for folder in (st.get("PATH") or "").split(":"):
        path = folder or st.cwd
        try:
            names = st.fs.listdir(path)
        except OSError:
            continue
        found += [name for name in names if name.startswith(word) and st.fs.access(f"{path}/{name}", 1)]
    return found


def _enabled(names: tuple[str, ...], st: State) -> list[str]:
    asleep = disabled(st)
    return [name for name in names if name not in asleep]


def _builtins(_st: State) -> Iterable[str]:
    from runtime.bash.builtins import NAMES

    return NAMES


def _awake(st: State) -> Iterable[str]:
    from runtime.bash.builtins import NAMES

    return _enabled(NAMES, st)


def _topics(_st: State) -> Iterable[str]:
    from runtime.bash.builtins import NAMES
    from runtime.bash.builtins._keyword_help import TOPICS

    return sorted({*NAMES, *TOPICS})


def _key_functions(_st: State) -> Iterable[str]:
    from runtime.bash.builtins._readline import FUNCTIONS

    return FUNCTIONS


def _signals(_st: State, word: str) -> list[str]:
    """Names as `trap` lists them."""
    from runtime.bash.signals import LAST, RETURN, titled

    names = [titled(number) for number in range(RETURN + 1) if number <= LAST or number]
    return [name for name in names if name.startswith(word) and not name.isdigit()]


def _jobs(st: State, *, running: bool = True) -> list[str]:
    from runtime.bash.interp.jobs import table

    return [job.text.split()[0] for job in table(st).jobs.values() if running or not job.running]


def _hosts(st: State) -> Iterable[str]:
    from runtime.bash.interp.machine import machine

    return dict.fromkeys(["localhost", machine(st).hostname])


def _users(st: State) -> Iterable[str]:
    from runtime.bash.interp.machine import machine

    return dict.fromkeys(["root", machine(st).username])


ACTIONS: dict[str, Action] = {
    "alias": _beginning(lambda st: sorted(st.aliases)),
    "arrayvar": _beginning(lambda st: _variables(st, arrays=True)),
    "binding": _beginning(_key_functions),
    "builtin": _beginning(_builtins),
    "disabled": _beginning(lambda st: sorted(disabled(st))),
    "enabled": _beginning(_awake),
    "export": _beginning(lambda st: _variables(st, flags=EXPORT)),
    "function": _beginning(lambda st: sorted(st.functions)),
    "helptopic": _beginning(_topics),
    "hostname": _beginning(_hosts),
    "job": _beginning(_jobs),
    "keyword": _beginning(lambda _st: KEYWORDS),
    "running": _beginning(_jobs),
    "setopt": _beginning(lambda _st: SET_NAMES),
    "shopt": _beginning(lambda _st: SHOPT_NAMES),
    "signal": _signals,
    "stopped": lambda _st, _word: [],
    "variable": _beginning(_variables),
    "command": _commands,
    "file": files,
    "user": _beginning(_users),
    "group": _beginning(_users),
    "service": lambda _st, _word: [],
    "directory": lambda st, word: files(st, word, folders=True),
}
# bash goes through the actions in this order, whatever that of the options.
ORDER = tuple(ACTIONS)
