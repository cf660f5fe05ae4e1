"""The variables that a new shell has: what bash sets itself, and what is computed at each read.

None of them holds anything of a shell, so one template serves all shells; a shell copies the dict. The order of the
template is that of their kinds; ``declare -p`` sorts.
"""

from __future__ import annotations

from runtime.bash.interp.machine import PARENT_PID, USER_ID, machine
from runtime.bash.variables import ASSOCIATIVE, EXPORT, INDEXED, INTEGER, READONLY, Dynamic, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runtime.bash.interp.machine import Machine
    from runtime.bash.state import Frame, State

__all__ = ["PATH", "dynamic", "variables"]

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_VERSION = ("5", "2", "15", "1", "release", "x86_64-pc-linux-gnu")


# Computed at each read


def _read_line(st: State) -> str:
    return str(st.line)


def _read_random(st: State) -> str:
    """bash's own generator: Park and Miller's minimal standard (brand() and intrand32() of lib/sh/random.c)."""
    pid, seed = _seed(st)
    high, low = divmod(seed or 123_456_789, 127_773)
    seed = 16_807 * low - 2_836 * high
    if seed < 0:
        seed += 0x7FFF_FFFF
    st.extra["random"] = (pid, seed)
    return str((seed >> 16 ^ seed & 0xFFFF) & 0x7FFF)


def _seed(st: State) -> tuple[int, int]:
    """A process that nobody gave a seed draws one from the machine: a subshell's numbers are not its parent's."""
    held = st.extra.get("random")
    if isinstance(held, tuple) and held[0] == st.pid:
        return held
    return st.pid, machine(st).draw() & 0x7FFF_FFFF


def _assign_random(st: State, text: str) -> None:
    st.extra["random"] = (st.pid, st.callbacks.evaluate(st, text) & 0xFFFF_FFFF)


def _read_srandom(st: State) -> str:
    return str(machine(st).draw() & 0xFFFF_FFFF)


def _read_seconds(st: State) -> str:
    here = machine(st)
    began = st.extra.get("seconds")
    return str(int(here.clock.now()) - int(began if isinstance(began, int | float) else here.started))


def _assign_seconds(st: State, text: str) -> None:
    digits = text.strip()
    value = int(digits) if digits.lstrip("+-").isdecimal() and len(digits) < 19 else 0
    st.extra["seconds"] = int(machine(st).clock.now()) - value


def _read_epoch(st: State) -> str:
    return str(int(machine(st).clock.now()))


def _read_real_time(st: State) -> str:
    return f"{machine(st).clock.now():.6f}"


def _read_pid(st: State) -> str:
    return str(st.pid)


def _read_subshell(st: State) -> str:
    return str(st.subshell)


def _read_pipestatus(st: State) -> Indexed:
    return Indexed(map(str, (st.status,) if st.pipestatus is None else st.pipestatus))


def _read_groups(st: State) -> Indexed:
    return Indexed([st.get("EUID") or "0"])


def _read_dirs(st: State) -> Indexed:
    return Indexed([st.cwd, *st.extra.get("dirs", ())])  # type: ignore[misc]


def _read_command(st: State) -> str | None:
    # A trap's action sees the command that it interrupted.
    command = st.extra.get("command before trap", st.command)
    if command is None:
        return ""
    from runtime.bash.interp.command_hooks import shown

    return shown(command)  # type: ignore[arg-type]


def _read_name0(st: State) -> str:
    return st.name0


def _assign_name0(st: State, text: str) -> None:
    st.name0 = text


def _read_switches(names: str) -> Callable[[State], str]:
    def read(st: State) -> str:
        from runtime.bash import shell_options

        known = getattr(shell_options, names)
        return ":".join(sorted(name for name in known if name in st.options.on))

    return read


def _read_aliases(st: State) -> dict[str, str]:
    return st.aliases.copy()


def _read_hashed(st: State) -> dict[str, str]:
    table: Mapping[str, tuple[str, int]] = st.extra.get("hash", {})  # type: ignore[assignment]
    return {name: path for name, (path, _) in table.items()}


# The stack of calls


def _calls(st: State) -> list[Frame]:
    """Functions and sourced files, the innermost first."""
    return [frame for frame in reversed(st.frames) if frame.kind != "environment"]


def _script(st: State) -> str | None:
    """The file that the shell was started to run."""
    script = st.extra.get("script")
    return script if isinstance(script, str) else None


def _read_functions(st: State) -> Indexed | None:
    names = [frame.name if frame.kind == "function" else "source" for frame in _calls(st)]
    if not any(frame.kind == "function" for frame in st.frames):
        return None
    return Indexed([*names, "main"] if _script(st) is not None else names)


def _read_sources(st: State) -> Indexed:
    script = _script(st)
    names = [frame.source for frame in _calls(st)]
    return Indexed(names if script is None else [*names, script])


def _read_lines(st: State) -> Indexed:
    lines = [str(frame.line) for frame in _calls(st)]
    return Indexed(lines if _script(st) is None else [*lines, "0"])


def _empty(_st: State) -> Indexed:
    return Indexed()


_DYNAMIC: dict[str, Dynamic] = {
    "BASHOPTS": Dynamic(_read_switches("SHOPT_NAMES"), flags=READONLY),
    "BASHPID": Dynamic(_read_pid, flags=INTEGER),
    "BASH_ALIASES": Dynamic(_read_aliases, flags=ASSOCIATIVE),
    "BASH_ARGC": Dynamic(_empty, flags=INDEXED),
    "BASH_ARGV": Dynamic(_empty, flags=INDEXED),
    "BASH_ARGV0": Dynamic(_read_name0, _assign_name0),
    "BASH_CMDS": Dynamic(_read_hashed, flags=ASSOCIATIVE),
    "BASH_COMMAND": Dynamic(_read_command),
    "BASH_LINENO": Dynamic(_read_lines, flags=INDEXED),
    "BASH_SOURCE": Dynamic(_read_sources, flags=INDEXED),
    "BASH_SUBSHELL": Dynamic(_read_subshell),
    "DIRSTACK": Dynamic(_read_dirs, flags=INDEXED),
    "EPOCHREALTIME": Dynamic(_read_real_time),
    "EPOCHSECONDS": Dynamic(_read_epoch),
    "FUNCNAME": Dynamic(_read_functions, flags=INDEXED),
    "GROUPS": Dynamic(_read_groups, flags=INDEXED),
    "LINENO": Dynamic(_read_line),
    "PIPESTATUS": Dynamic(_read_pipestatus, flags=INDEXED),
    "RANDOM": Dynamic(_read_random, _assign_random, INTEGER),
    "SECONDS": Dynamic(_read_seconds, _assign_seconds),
    "SHELLOPTS": Dynamic(_read_switches("SET_NAMES"), flags=READONLY),
    "SRANDOM": Dynamic(_read_srandom, flags=INTEGER),
}
_CONSTANT: dict[str, str | Variable] = {
    "BASH": "/usr/bin/bash",
    "BASH_LOADABLES_PATH": "/usr/local/lib/bash:/usr/lib/bash",
    "BASH_VERSINFO": Variable(Indexed(_VERSION), INDEXED | READONLY),
    "BASH_VERSION": "5.2.15(1)-release",
    "EUID": Variable(str(USER_ID), INTEGER | READONLY),
    "HOSTTYPE": "x86_64",
    "IFS": Variable(" \t\n"),
    "LANG": Variable("C.UTF-8", EXPORT),
    "MACHTYPE": "x86_64-pc-linux-gnu",
    "OLDPWD": Variable(None, EXPORT),
    "OPTERR": "1",
    "OPTIND": Variable("1", INTEGER),
    "OSTYPE": "linux-gnu",
    "PATH": Variable(PATH, EXPORT),
    "PPID": Variable(str(PARENT_PID), INTEGER | READONLY),
    "PS4": "+ ",
    "SHELL": Variable("/bin/bash", EXPORT),
    "SHLVL": Variable("1", EXPORT),
    "TERM": Variable("dumb", EXPORT),
    "UID": Variable(str(USER_ID), INTEGER | READONLY),
}
_TEMPLATE: dict[str, str | Variable] = {**_CONSTANT, **_DYNAMIC}


def dynamic(name: str) -> Dynamic:
    """The variable of that name that is computed at each read. Raises KeyError."""
    return _DYNAMIC[name]


def variables(here: Machine, cwd: str, env: Mapping[str, str]) -> dict[str, str | Variable]:
    """The variables of a new shell; ``env`` is exported and goes over what is usual."""
    made = _TEMPLATE.copy()
    if here.uid != USER_ID:
        made["UID"] = made["EUID"] = Variable(str(here.uid), INTEGER | READONLY)
    made["HOME"] = Variable(here.home, EXPORT)
    made["HOSTNAME"] = here.hostname
    made["LOGNAME"] = made["USER"] = Variable(here.username, EXPORT)
    made["PWD"] = Variable(cwd, EXPORT)
    for name, text in env.items():
        if name not in _DYNAMIC:
            made[name] = Variable(text, EXPORT)
    return made
