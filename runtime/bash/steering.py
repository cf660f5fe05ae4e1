"""Which commands change what later words mean: which command a name stands for, or where a relative path leads."""

from __future__ import annotations

import re

from runtime.bash.interp.command_search import SHELLS
from runtime.bash.interp.initial_variables import PATH
from runtime.bash.interp.machine import BUILTIN_PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "is_name_of_names",
    "is_name_of_places",
    "runs_what_it_wrote",
    "steers_names",
    "steers_places",
    "variables_set",
]

# Their value decides which command runs, is itself expanded or run, or says where a command writes.
_NAMES = frozenset(
    {"BASHOPTS", "BASH_ALIASES", "BASH_CMDS", "BASH_ENV", "ENV", "HISTFILE", "PATH", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "SHELLOPTS", "TMPDIR"}
)  # fmt: skip
_PLACES = frozenset({"CDPATH", "DIRSTACK", "HOME", "OLDPWD", "PWD"})
_PROGRAM_FOLDERS = tuple(f"{folder}/" for folder in PATH.split(":"))
_LEADING_OPTIONS = frozenset({"autocd", "cdable_vars", "cdspell"})
_SETTERS = frozenset(
    {"declare", "env", "export", "getopts", "local", "mapfile", "printf", "read", "readarray", "readonly", "typeset", "unset", "wait"}
)  # fmt: skip
_DECLARE = frozenset({"declare", "local", "typeset"})
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Options by which a builtin names what it runs or expands.
_RUNS = {"compgen": "CFW", "complete": "CFW", "hash": "p", "mapfile": "C", "readarray": "C"}


def variables_set(name: str, arguments: Sequence[str | None]) -> list[str | None]:
    """The variables that the arguments of a builtin may set, and more; None for one that is computed."""
    if name not in _SETTERS:
        return []
    if name == "printf":
        first = arguments[0] if arguments else ""
        if first is None or not first.startswith("-v"):
            return [first] if first is None else []
        return [first[2:]] if first != "-v" else list(arguments[1:2])
    if name == "wait":
        arguments = [word for word in arguments if word is not None]
    found: list[str | None] = []
    for word in arguments:
        # ``-aPATH``: any letter may be the one that takes the rest.
        starts = [] if word is None or not word.startswith("-") else range(1, len(word))
        found += [word[at:] for at in starts] if word is not None and starts else [word]
    return [None if word is None else _variable(word) for word in found]


def _variable(word: str) -> str:
    found = _VARIABLE.match(word)
    return found[0] if found else ""


def steers_names(name: str, arguments: Sequence[str | None]) -> bool:
    """Whether a command may change what a name stands for, or have text run later on."""
    if name in {"alias", "bind", "enable"}:
        return bool(arguments)
    if name in _RUNS:
        pattern = f"-[A-Za-z]*[{_RUNS[name]}]"
        if any(word is None or re.match(pattern, word) for word in arguments):
            return True
    if name in _DECLARE and any(word is not None and re.match("-[A-Za-z]*n", word) for word in arguments):
        return True  # a reference has any other name
    set_here = variables_set(name, arguments)
    return not _NAMES.isdisjoint(word for word in set_here if word) or (None in set_here and name != "env")


def steers_places(name: str, arguments: Sequence[str | None]) -> bool:
    """Whether a command may change where ``~`` or a relative path leads; `cd` itself aside."""
    if name in {"set", "shopt"}:
        return any(word is None or word in _LEADING_OPTIONS for word in arguments)
    return not _PLACES.isdisjoint(word for word in variables_set(name, arguments) if word)


def runs_what_it_wrote(commands: Iterable[str], writes: Iterable[str], *, is_settled: bool) -> bool:
    """Whether a command may be a file that the script itself put where commands are looked for.

    Args:
        commands: Names of commands. One of the shell's own means that, whatever was written.
        writes: The absolute paths that the script writes.
        is_settled: Whether those are all.
    """
    from runtime.bash.builtins import NAMES
    from runtime.bash.commands import names

    own = {*NAMES, *names(), *BUILTIN_PROGRAMS, *SHELLS}
    if all(name in own for name in commands if "/" not in name):
        return False
    return not is_settled or any(_meets_programs(path) for path in writes)


def _meets_programs(path: str) -> bool:
    """Whether a path is, holds or lies in a folder of the usual PATH."""
    inside = f"{path.rstrip('/')}/"
    return any(inside.startswith(folder) or folder.startswith(inside) for folder in _PROGRAM_FOLDERS)


def is_name_of_names(variable: str) -> bool:
    """Whether its value decides which command runs."""
    return variable in _NAMES


def is_name_of_places(variable: str) -> bool:
    """Whether its value decides where ``~`` or a relative path leads."""
    return variable in _PLACES
