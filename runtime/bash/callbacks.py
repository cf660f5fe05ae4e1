"""The tying of the parts: what lower layers ask of higher ones, imported when it is first asked for.

The cycle "an expansion runs commands, running needs expansions" is cut here: lower layers know ``st.world`` alone.
"""

from __future__ import annotations

from runtime.bash.interp.machine import BUILTIN_PROGRAMS, FIRST_PID
from runtime.bash.state import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from runtime.bash.command import Main
    from runtime.bash.interp.machine import Machine
    from runtime.bash.state import State
    from runtime.bash.vfs.api import Handle, Stat

__all__ = ["made", "programs"]

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


def made(here: Machine) -> World:
    """The world of one shell."""
    here.scheduler.on_alert = _signalled(here)
    here.scheduler.on_broken_pipe = _broken_pipe(here)
    here.opens = _open_special
    world = World()
    world.evaluate = _evaluate
    extra = world.extra = _CALLBACKS.copy()
    extra["machine"] = here
    extra["scheduler"] = here.scheduler
    extra["clock"] = here.clock
    extra["started"] = here.started
    extra["states"] = here.states
    return world


def _evaluate(st: State, text: str) -> int:
    from runtime.bash.expand.arithmetic import evaluate

    # From now on without the detour: an import statement takes longer than most expressions.
    st.world.evaluate = evaluate
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
    # Asked by every command that has no direct path: an import statement alone would double its price.
    if not _find_builtin:
        from runtime.bash.builtins import find

        _find_builtin.append(find)
    return _find_builtin[0](name)


def _command(st: State, name: str) -> Main | None:  # noqa: ARG001
    from runtime.bash.commands import utility

    return utility(name)


def _own_command(st: State, name: str) -> Main | None:
    here: Machine = st.world.extra["machine"]  # type: ignore[assignment]
    return here.commands.get(name)


def _run_text(st: State, text: str, **how: Any) -> int:
    from runtime.bash.interp.script import run_text

    return run_text(st, text, **how)


def _home(st: State, user: str) -> str | None:
    here: Machine = st.world.extra["machine"]  # type: ignore[assignment]
    if user in {"", here.username}:
        return f"/home/{here.username}"
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
