"""How make runs a command: itself where no shell is needed, else through one."""

from __future__ import annotations

import re

from runtime.bash.commands.make.words import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.variables import Scope

__all__ = ["captured", "ran", "words_of"]

_SPECIAL = re.compile(r"[#;\"*?\[\]&|<>(){}$`^~!\\'\n]")
_OF_THE_SHELL = frozenset(
    (
        ".",
        ":",
        "alias",
        "bg",
        "break",
        "case",
        "cd",
        "command",
        "continue",
        "eval",
        "exec",
        "exit",
        "export",
        "fc",
        "fg",
        "for",
        "getopts",
        "hash",
        "if",
        "jobs",
        "login",
        "logout",
        "read",
        "readonly",
        "return",
        "set",
        "shift",
        "test",
        "times",
        "trap",
        "type",
        "ulimit",
        "umask",
        "unalias",
        "unset",
        "wait",
        "while",
    )
)
_SHELLS = frozenset(("sh", "bash", "dash", "rbash"))
_DEFAULT = "/bin/sh"


def words_of(line: str, shell: str, flags: str) -> list[str] | None:
    """The words of a command that needs no shell, else None."""
    if shell != _DEFAULT or flags not in ("-c", "-ec") or _SPECIAL.search(line):
        return None
    words = line.split()
    if not words or "=" in words[0] or words[0] in _OF_THE_SHELL:
        return None
    return words


def shell_of(ex: Expander, scope: Scope) -> tuple[str, str]:
    """The shell and its flags; what is no shell is not asked to be one."""
    shell = ex.value("SHELL", scope).strip()
    if name_of(shell) not in _SHELLS:
        shell = _DEFAULT
    return shell, ex.value(".SHELLFLAGS", scope).strip() or "-c"


def ran(ex: Expander, scope: Scope, line: str, env: Mapping[str, str]) -> int:
    """Run one command; its exit status."""
    shell, flags = shell_of(ex, scope)
    words = words_of(line, shell, flags)
    if words is not None and env.get("PATH") == ex.cx.env.get("PATH"):
        missing = _missing(ex, words[0])
        return 127 if missing else ex.cx.launch.run(words, env=env)
    return ex.cx.launch.run([shell, *flags.split(), line], env=env)


def _missing(ex: Expander, name: str) -> bool:
    status = ex.cx.launch.missing(name)
    if status:
        why = "Permission denied" if status == 126 else "No such file or directory"
        ex.cx.complain(f"{name}: {why}")
    return bool(status)


def captured(ex: Expander, text: str, scope: Scope) -> str:
    """``$(shell)``: what a command writes, its lines joined by blanks."""
    shell, flags = shell_of(ex, scope)
    text = text.lstrip(" \t\n")
    words = words_of(text, shell, flags)
    status, data = 127, b""
    if text and (words is None or not _missing(ex, words[0])):
        status, data = _output(ex, text if words else f"exec {shell} {flags} {_quoted(text)}")
    ex.variables.preset(".SHELLSTATUS", str(status if text else 0), "override")
    shown = data.decode("utf-8", "surrogateescape").rstrip("\n")
    return shown.replace("\n", " ")


def _output(ex: Expander, text: str) -> tuple[int, bytes]:
    stream, wait = ex.cx.launch.begin(text, writes=False)
    pieces: list[bytes] = []
    size = 0
    try:
        while data := stream.read(65_536):
            size += len(data)
            ex.bounds.meter.text(size)
            ex.bounds.meter.check()
            pieces.append(data)
    finally:
        stream.release()
    return wait(), b"".join(pieces)


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
