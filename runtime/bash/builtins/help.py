"""``help``: what the shell's own commands are for."""

from __future__ import annotations

import re

from runtime.bash.builtins._command_lookup import disabled
from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

    # (name, usage, text)
    Topic = tuple[str, str, str]

SYNOPSIS = "[-dms] [pattern ...]"
HELP = """Says what builtins do: all in a table, or each that PATTERN names.

Options:
  -d\tone line for each
  -m\tas a manual page
  -s\tthe usage only

Fails when no PATTERN names anything."""
_COLUMNS = 80
_GLOB = re.compile(r"[*?]|\[.*\]").search
_RELEASE = "bash 5.2, virtual"


def main(st: State, argv: list[str]) -> int:
    """``help [-dms] [pattern ...]``."""
    read = options(st, argv, "dms")
    if read is None:
        return USAGE
    patterns = argv[read[1] :]
    if not patterns:
        return emit(st, argv[0], _table(st))
    form = _FORMS[read[0][-1][0] if read[0] else ""]
    shown = []
    if _GLOB(patterns[0]):
        plural = "s" if len(patterns) > 1 else ""
        shown.append(f"Shell commands matching keyword{plural} `{', '.join(patterns)}'\n\n")
    found = [form(*_topic(name)) for pattern in patterns for name in _matching(pattern)]
    shown += found
    if not found:
        last = patterns[-1]
        st.complain(
            f"{argv[0]}: no help topics match `{last}'.  Try `help help' or `man -k {last}' or `info {last}'."
        )
        return 1
    return emit(st, argv[0], "".join(shown))


def _names() -> list[str]:
    from runtime.bash.builtins import NAMES
    from runtime.bash.builtins._keyword_help import TOPICS

    return sorted({*NAMES, *TOPICS})


def _topic(name: str) -> Topic:
    from runtime.bash.builtins import NAMES, module_of, synopsis
    from runtime.bash.builtins._keyword_help import TOPICS

    if name not in NAMES:
        return (name, *TOPICS[name])
    text: str | dict[str, str] = module_of(name).HELP
    return name, synopsis(name), text if isinstance(text, str) else text[name]


def _matching(pattern: str) -> list[str]:
    """Topics that the pattern matches whole, or else those that begin with it."""
    from runtime.bash.expand.pattern import compiled

    if pattern in _names():
        return [pattern]
    whole = compiled(pattern)
    return [name for name in _names() if whole(name)] or [n for n in _names() if n.startswith(pattern)]


def _full(name: str, usage: str, text: str) -> str:
    return f"{name}: {usage}\n{_indented(text)}\n"


def _summary(name: str, _usage: str, text: str) -> str:
    return f"{name} - {text.partition(chr(10))[0]}\n"


def _usage_only(name: str, usage: str, _text: str) -> str:
    return f"{name}: {usage}\n"


def _manual(name: str, usage: str, text: str) -> str:
    summary = text.partition("\n")[0]
    return (
        f"NAME\n    {name} - {summary}\n\nSYNOPSIS\n    {usage}\n\nDESCRIPTION\n{_indented(text)}\n\n"
        f"SEE ALSO\n    bash(1)\n\nIMPLEMENTATION\n    {_RELEASE}\n\n"
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


_FORMS = {"": _full, "d": _summary, "s": _usage_only, "m": _manual}


def _table(st: State) -> str:
    """Every usage in two columns, cut to half the width of a line; a star for what sleeps."""
    asleep = disabled(st)
    half = _width(st) // 2
    cells = [f"{'*' if name in asleep else ' '}{_topic(name)[1]}" for name in _names()]
    height = (len(cells) + 1) // 2
    lines = [
        f"{_RELEASE}. These commands are part of the shell; `help name' tells more of one.",
        "A star (*) next to a name means that the command is disabled.",
        "",
    ]
    for left, right in zip(cells[:height], [*cells[height:], ""], strict=False):
        lines.append((_cut(left, half - 1).ljust(half) + _cut(right, half - 2)).rstrip())
    return "\n".join(lines) + "\n"


def _width(st: State) -> int:
    columns = st.get("COLUMNS") or ""
    width = int(columns) if columns.isascii() and columns.isdigit() and len(columns) < 5 else _COLUMNS
    return min(width, 256) if width > 7 else _COLUMNS


def _cut(text: str, width: int) -> str:
    return text if len(text) < width else f"{text[: width - 1]}>"
