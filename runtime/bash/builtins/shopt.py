"""``shopt``: the options that have no letter."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.builtins.set import listing as set_listing
from runtime.bash.builtins.set import switch
from runtime.bash.shell_options import SET_NAMES, SHOPT_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-pqsu] [-o] [optname ...]"
HELP = """Show or throw options of the shell.

Options:
  -o   only options of set -o
  -p   show them as commands
  -q   show nothing: the status is 0 if all of them are on
  -s   switch on
  -u   switch off

Showing options that are named fails if one of them is off."""


def main(st: State, argv: list[str]) -> int:
    """Show or throw."""
    read = options(st, argv, "psuoq")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    names = argv[read[1] :]
    if {"s", "u"} <= letters:
        st.complain("shopt: cannot set and unset shell options simultaneously")
        return 1
    if names and letters & {"s", "u"}:
        return _throw(st, names, "s" in letters, set_names="o" in letters)
    return _show(st, letters, names)


def _throw(st: State, names: list[str], on: bool, *, set_names: bool) -> int:
    status = 0
    for name in names:
        if set_names:
            if not switch(st, name, on):
                # bash says so and succeeds.
                st.complain(f"shopt: {name}: invalid option name")
        elif name not in SHOPT_NAMES:
            st.complain(f"shopt: {name}: invalid shell option name")
            status = 1
        else:
            _switch(st, name, on)
    return status


def _switch(st: State, name: str, on: bool) -> None:
    if on and name.startswith("compat"):
        # One level at a time.
        for other in SHOPT_NAMES:
            if other.startswith("compat"):
                st.set(other, False)
        st.assign("BASH_COMPAT", name.removeprefix("compat"))
    if name not in ("login_shell", "restricted_shell"):
        st.set(name, on)


def _show(st: State, letters: set[str], names: list[str]) -> int:
    known = SET_NAMES if "o" in letters else SHOPT_NAMES
    kind = "invalid option name" if "o" in letters else "invalid shell option name"
    status = 0
    shown = []
    for name in names:
        if name not in known:
            st.complain(f"shopt: {name}: {kind}")
            status = 1
        else:
            shown.append(name)
            status = status if st.options[name] else 1
    if not names:
        wanted = "s" in letters
        shown = [name for name in known if not letters & {"s", "u"} or st.options[name] == wanted]
    if "q" in letters:
        return status
    commands = "p" in letters
    if "o" in letters:
        text = set_listing(st, commands=commands, names=shown)
    else:
        text = "".join(_line(name, st.options[name], commands=commands) for name in shown)
    return emit(st, "shopt", text) or status


def _line(name: str, on: bool, *, commands: bool) -> str:
    if commands:
        return f"shopt -{'s' if on else 'u'} {name}\n"
    return f"{name:<15}\t{'on' if on else 'off'}\n"
