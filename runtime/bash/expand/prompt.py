"""Prompts (PS0 to PS4, ``${x@P}``): backslash escapes first, then parameters, commands and arithmetic."""

from __future__ import annotations

import re

from runtime.bash.expand.late_expansion import expanded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from time import struct_time

    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State

__all__ = ["decoded", "expand_prompt"]

VERSION = "5.2"
RELEASE = "5.2.15"
_ESCAPE = re.compile(r"\\(?:([0-7]{3})|D\{([^}]*)\}|(.))", re.DOTALL)
_FIXED = {
    "a": "\a",
    "e": "\033",
    "n": "\n",
    "r": "\r",
    "[": "",
    "]": "",
    "v": VERSION,
    "V": RELEASE,
    "\\": "\\",
}
_TIMES = {"d": "%a %b %d", "t": "%H:%M:%S", "T": "%I:%M:%S", "@": "%I:%M %p", "A": "%H:%M"}
# What an escape's text may hold that the expansion behind it would take for its own.
_ACTIVE = re.compile(r"[$`\\]")


def expand_prompt(st: State, text: str) -> str:
    """A prompt's text; one that cannot be expanded is shown as its escapes leave it."""
    return decoded(st, text)


def decoded(st: State, text: str, words: WordCompilerPort | None = None) -> str:
    """``text`` with its escapes decoded and, under ``promptvars``, expanded."""
    expanding = "promptvars" in st.options.on

    def escape(found: re.Match[str]) -> str:
        made = _escape(st, found)
        # A folder named $(rm -rf x) is shown, not run. What the script wrote as a character is its own.
        written = found[1] is not None or found[3] == "\\"
        return made if written or not expanding else _ACTIVE.sub(r"\\\g<0>", made)

    text = _ESCAPE.sub(escape, text)
    return expanded(st, text, words) if expanding else text


def _escape(st: State, found: re.Match[str]) -> str:
    octal, form, letter = found.groups()
    if octal is not None:
        return bytes([int(octal, 8) & 255]).decode("utf-8", "surrogateescape")
    if form is not None:
        return _time(st, form or "%X")
    if letter in _FIXED:
        return _FIXED[letter]
    if letter in _TIMES:
        return _time(st, _TIMES[letter])
    asked = _ASKED.get(letter)
    return asked(st) if asked is not None else f"\\{letter}"


def _time(st: State, form: str) -> str:
    from time import gmtime, strftime

    machine = st.callbacks.extra.get("machine")
    now: struct_time = gmtime(machine.clock.now() if machine is not None else 0)  # type: ignore[attr-defined]
    return strftime(form, now)


def _of_machine(what: str, otherwise: str) -> Callable[[State], str]:
    def read(st: State) -> str:
        return str(getattr(st.callbacks.extra.get("machine"), what, otherwise))

    return read


def _folder(st: State) -> str:
    folder, home = st.cwd, st.get("HOME")
    if home and home != "/" and (folder == home or folder.startswith(f"{home}/")):
        return f"~{folder[len(home) :]}"
    return folder


def _last_folder(st: State) -> str:
    folder = _folder(st)
    return folder.rpartition("/")[2] or folder


def _jobs(st: State) -> str:
    jobs = st.extra.get("jobs")
    return str(len(jobs)) if hasattr(jobs, "__len__") else "0"


_user = _of_machine("username", "user")
_host = _of_machine("hostname", "localhost")
_ASKED: dict[str, Callable[[State], str]] = {
    "u": _user,
    "h": lambda st: _host(st).partition(".")[0],
    "H": _host,
    "j": _jobs,
    "l": lambda st: "pts",  # noqa: ARG005
    "s": lambda st: st.name0.rpartition("/")[2],
    "w": _folder,
    "W": _last_folder,
    "$": lambda st: "#" if _user(st) == "root" else "$",
    "!": lambda st: "1",  # noqa: ARG005
    # Commands are counted by a shell that asks for them.
    "#": lambda st: str(st.extra.get("command number", 0)),
}
