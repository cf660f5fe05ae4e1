"""The builtin commands (cd, read, printf, trap...): one module a builtin or family, imported at its first use.

A module has ``main(st, argv) -> int`` (``argv[0]`` is the name it was called by), ``SYNOPSIS`` (what follows the name in
a usage line; a family has a dict by name) and ``HELP`` (what ``help name`` says below it; a family has a dict).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from runtime.bash.state import State

    # An argument is a str; a declaration builtin also gets interp.assign.Assigned.
    Main = Callable[[State, list[Any]], int]

__all__ = ["NAMES", "SPECIAL", "find", "module_of", "synopsis"]

_NAMES = (
    ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo "
    "enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf "
    "pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit "
    "umask unalias unset wait"
)
_SPECIAL = ". : break continue eval exec exit export readonly return set shift source times trap unset"
# In the order in which `enable` prints them.
NAMES = tuple(_NAMES.split())
# POSIX special builtins: assignments before them last, and found before functions in posix mode.
SPECIAL = frozenset(_SPECIAL.split())
# Builtins whose module bears another name.
_MODULES = {
    ".": "source",
    ":": "colon",
    "[": "test",
    "bg": "jobs",
    "break": "loops",
    "compopt": "complete",
    "continue": "loops",
    "disown": "jobs",
    "false": "colon",
    "fg": "jobs",
    "local": "declare",
    "logout": "exit",
    "popd": "dirs",
    "pushd": "dirs",
    "readarray": "mapfile",
    "readonly": "export",
    "return": "exit",
    "suspend": "jobs",
    "true": "colon",
    "typeset": "declare",
    "unalias": "alias",
}
_KNOWN = frozenset(NAMES)
_found: dict[str, Main] = {}


def find(name: str) -> Main | None:
    """The builtin of that name, or None."""
    main = _found.get(name)
    if main is None and name in _KNOWN:
        main = _found[name] = module_of(name).main
    return main


def module_of(name: str) -> ModuleType:
    """The module that holds the builtin ``name``."""
    # Not importlib: importing it costs as much as a small script runs.
    return __import__(f"{__name__}.{_MODULES.get(name, name)}", fromlist=["main"])


def synopsis(name: str) -> str:
    """The usage line of a builtin: ``cd [-L|[-P [-e]] [-@]] [dir]``."""
    text: str | dict[str, str] = module_of(name).SYNOPSIS
    rest = text if isinstance(text, str) else text[name]
    return f"{name} {rest}" if rest else name
