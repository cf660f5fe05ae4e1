"""The callbacks that lower layers use to reach higher ones, each imported when it is first called.

Expansions run commands, and running commands needs expansions: lower layers know ``st.callbacks`` alone, so that no import
goes round in a circle.
"""

from __future__ import annotations

from runtime.bash.interp.machine import BUILTIN_PROGRAMS, FIRST_PID
from runtime.bash.state import Callbacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from runtime.bash.interp.machine import Machine
    from runtime.bash.state import State
    from runtime.bash.utility_context import Main
    from runtime.bash.vfs.api import Handle, Stat

__all__ = ["callbacks", "programs"]

_known_programs: list[tuple[str, ...]] = []


def programs() -> tuple[str, ...]:
    """What stands in /bin, without importing any of it."""
    if not _known_programs:
        from runtime.bash.commands import names

        _known_programs.append(tuple(sorted({*names(), *BUILTIN_PROGRAMS, "bash", "sh"})))
    return _known_programs[0]


def _signalled(here: Machine) -> Callable[[], None]:
    def signalled() -> None:
        from runtime.bash.interp.traps import alert

        alert(here.processes[FIRST_PID].state)

    return signalled


def _broken_pipe(here: Machine) -> Callable[[], None]:
    def broken() -> None:
        from runtime.bash.interp.traps import broken_pipe

        broken_pipe(here)

    return broken


def callbacks(here: Machine) -> Callbacks:
    """The callbacks of one shell."""
    here.scheduler.on_alert = _signalled(here)
    here.scheduler.on_broken_pipe = _broken_pipe(here)
    here.opens = _open_special
    table = Callbacks()
    table.evaluate = _evaluate
    extra = table.extra = _CALLBACKS.copy()
    extra["machine"] = here
    extra["scheduler"] = here.scheduler
    extra["clock"] = here.clock
    extra["started"] = here.started
    extra["states"] = here.states
    return table


def _evaluate(st: State, text: str) -> int:
    from runtime.bash.expand.arithmetic import evaluate

    # From now on without the detour: an import statement takes longer than most expressions.
    st.callbacks.evaluate = evaluate
    return evaluate(st, text)


def _open_special(st: State, stat: Stat, flags: int) -> Handle:
    from runtime.bash.interp.files import open_special

    return open_special(st, stat, flags)


def _element(st: State, text: str) -> str | None:
    from runtime.bash.interp.subscript import element

    return element(st, text)


def _assign_element(st: State, text: str, value: str, append: bool = False) -> None:
    from runtime.bash.interp.subscript import assign_element

    assign_element(st, text, value, append)


_find_builtin: list[Callable[[str], Any]] = []


def _builtin(name: str) -> Any:
    # Called for every command without a fast path: an import statement alone would double its cost.
    if not _find_builtin:
        from runtime.bash.builtins import find

        _find_builtin.append(find)
    return _find_builtin[0](name)


def _command(st: State, name: str) -> Main | None:  # noqa: ARG001
    from runtime.bash.commands import utility

    return utility(name)


def _own_command(st: State, name: str) -> Main | None:
    here: Machine = st.callbacks.extra["machine"]  # type: ignore[assignment]
    return here.commands.get(name)


def _run_text(st: State, text: str, **how: Any) -> int:
    from runtime.bash.interp.script import run_text

    return run_text(st, text, **how)


def _home(st: State, user: str) -> str | None:
    here: Machine = st.callbacks.extra["machine"]  # type: ignore[assignment]
    if user in {"", here.username}:
        return here.home
    return "/root" if user == "root" else None


def _path_changed(st: State) -> None:
    """What was found along the old PATH is forgotten."""
    if "hash" in st.extra:
        st.extra["hash"] = {}


def _history_size_changed(st: State) -> None:
    from runtime.bash.interp.history import cut

    cut(st)


def _invoke(st: State, argv: list[str], env: Mapping[str, str] | None) -> int:
    from runtime.bash.interp.execute import invoke

    return invoke(st, argv, env)


_CALLBACKS: dict[str, object] = {
    "assign_element": _assign_element,
    "builtin": _builtin,
    "changed HISTFILESIZE": _history_size_changed,
    "changed PATH": _path_changed,
    "command": _command,
    "element": _element,
    "home": _home,
    "invoke": _invoke,
    "own command": _own_command,
    "run_text": _run_text,
}
