"""History expansion: ``!!``, ``!-2:$``, ``!echo``, ``^old^new``, with word designators and modifiers (manual, 9.3)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["NoEvent", "expanded"]

# A word of a past line: quotes hold, operators stand alone.
_WORD = re.compile(r"""(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|<>()'"\\]|['"\\])+|[;&|<>()]+""")
_EVENT = re.compile(
    r"!(?:(?P<number>-?\d+)|(?P<last>!)|(?P<line>\#)|\?(?P<within>[^?\n]*)\??|(?P<start>[^\s:^$*\-!?\#\"=]"
    r"[^\s:^$*?\";&|<>()]*)|(?=[:^$*]))"
)
_POSITION = r"\d+|[\^$%]"
_WORDS = re.compile(
    rf":?(?P<every>\*)|:?(?P<only>[$%])|:?(?P<from>\^|(?<=:)\d+)(?:(?P<rest>\*)|-(?P<to>{_POSITION})?|(?![\w-]))?|:?-(?P<upto>{_POSITION})"
)
_MODIFIER = re.compile(r":([ga]*)([htrepqx&]|s(.)((?:\\.|(?!\3).)*)\3((?:\\.|(?!\3).)*)(?:\3|$))")
_QUICK = re.compile(r"\^([^^]+)\^([^^]*)(?:\^(.*))?", re.DOTALL)


class NoEvent(Exception):
    """There is no such line or word; ``message`` says which was asked for."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked)
        self.message = asked


class _Changed:
    """What an expansion is being turned into."""

    __slots__ = ("print_only", "substitution", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.print_only = False
        self.substitution = ("", "")


def expanded(text: str, lines: Sequence[str]) -> tuple[str, bool]:
    """``text`` with its history expansions made from ``lines``, and whether it is only to be shown (``:p``).

    Raises:
        NoEvent: nothing in ``lines`` is meant.
    """
    quick = _QUICK.fullmatch(text)
    if quick is not None:
        text = f"!!:s^{quick[1]}^{quick[2]}^{quick[3] or ''}"
    out: list[str] = []
    at, quoted, shown = 0, False, False
    while at < len(text):
        char = text[at]
        if char == "\\":
            out.append(text[at : at + 2])
            at += 2
        elif char == "'" and not quoted:
            end = text.find("'", at + 1) + 1 or len(text)
            out.append(text[at:end])
            at = end
        elif char == "!" and (event := _EVENT.match(text, at)) is not None:
            made, at = _event(text, event, lines, "".join(out))
            out.append(made.text)
            shown = shown or made.print_only
        else:
            quoted ^= char == '"'
            out.append(char)
            at += 1
    return "".join(out), shown


def _event(text: str, event: re.Match[str], lines: Sequence[str], before: str) -> tuple[_Changed, int]:
    """The expansion that begins at ``event``, and where it ends."""
    line = _line(event, lines, before)
    at = event.end()
    made = _Changed(line)
    chosen = _WORDS.match(text, at)
    if chosen is not None and chosen.end() > at:
        at = chosen.end()
        made.text = " ".join(_chosen(_WORD.findall(line), chosen, text[event.start() : at]))
    while (modifier := _MODIFIER.match(text, at)) is not None:
        at = modifier.end()
        _modify(made, modifier, text[event.start() : at])
    return made, at


def _line(event: re.Match[str], lines: Sequence[str], before: str) -> str:
    """The past line that is meant."""
    if event["line"]:
        return before
    found: str | None = None
    if event["number"]:
        number = int(event["number"]) if len(event["number"]) < 9 else 0
        index = number - 1 if number > 0 else len(lines) + number
        found = lines[index] if number and 0 <= index < len(lines) else None
    elif event["within"] is not None:
        found = next((line for line in reversed(lines) if event["within"] in line), None)
    elif event["start"]:
        found = next((line for line in reversed(lines) if line.startswith(event["start"])), None)
    elif lines:
        found = lines[-1]
    if found is None:
        raise NoEvent(event[0])
    return found


def _chosen(words: list[str], chosen: re.Match[str], asked: str) -> list[str]:
    """The words that a designator means."""
    last = len(words) - 1

    def place(text: str) -> int:
        return {"^": 1, "$": last, "%": last}.get(text) or (int(text) if text.isdigit() else last)

    if chosen["every"]:
        return words[1:]
    if chosen["upto"]:
        start, stop = 0, place(chosen["upto"])
    else:
        start = place(chosen["only"] or chosen["from"])
        if chosen["rest"]:
            return words[start:]
        open_end = chosen[0].endswith("-")
        stop = place(chosen["to"]) if chosen["to"] else last - 1 if open_end else start
    if not 0 <= start <= last or stop > last:
        raise NoEvent(asked)
    return words[start : stop + 1]


def _modify(made: _Changed, modifier: re.Match[str], asked: str) -> None:
    kind = modifier[2][0]
    text = made.text
    if kind == "p":
        made.print_only = True
    elif kind in "s&":
        if kind == "s":
            old = modifier[4].replace("\\" + modifier[3], modifier[3])
            new = modifier[5].replace("\\" + modifier[3], modifier[3])
            made.substitution = (old, re.sub(r"\\?&", lambda found: "&" if found[0] == "\\&" else old, new))
        old, new = made.substitution
        if not old or old not in text:
            raise NoEvent(asked)
        made.text = text.replace(old, new) if modifier[1] else text.replace(old, new, 1)
    else:
        made.text = _SIMPLE[kind](text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


_SIMPLE: dict[str, Callable[[str], str]] = {
    "h": lambda text: text.rpartition("/")[0] if "/" in text else text,
    "t": lambda text: text.rpartition("/")[2],
    "r": lambda text: text.rpartition(".")[0] if "." in text else text,
    "e": lambda text: f".{text.rpartition('.')[2]}" if "." in text else text,
    "q": _quoted,
    "x": lambda text: " ".join(map(_quoted, text.split())),
}
