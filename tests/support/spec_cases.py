r"""Chapters of the shell's behaviour: a file is a valid script in which each case shows what GNU bash made of it.

    ### Single quotes keep every character
    echo 'a$b'
    #| a$b

``### `` begins a case and names it with a sentence. Behind its script stands what happened: ``#| `` a line of standard
output, ``#! `` one of standard error, ``#? `` the exit status unless it is 0. A line that plain text does not show
(control characters, blanks at its end, no newline) is a Python literal behind ``#|= `` or ``#!= ``. Where the virtual shell
differs on purpose, ``#~ `` says why, and ``#~|``, ``#~!``, ``#~?`` say what it does instead.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

from gnu_bash import Said

CHAPTERS = Path(__file__).resolve().parents[1] / "spec" / "chapters"
_TITLE = "### "
_EXPECTED = re.compile(r"#(~?)([|!?])(=?) ?(.*)", re.DOTALL)
_REASON = "#~ "
# Not str.splitlines, which knows more line ends than a shell.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Case(NamedTuple):
    """One behaviour."""

    name: str
    script: str
    expected: Said
    reason: str = ""
    virtual: Said | None = None

    def wanted(self) -> Said:
        """What the virtual shell must say."""
        return self.expected if self.virtual is None else self.virtual


class Chapter(NamedTuple):
    """A file: what it says above its first case, and the cases."""

    name: str
    preface: str
    cases: list[Case]


def chapters() -> list[Chapter]:
    """Every chapter by name."""
    return [read(path) for path in sorted(CHAPTERS.glob("*.sh"))]


def read(path: Path) -> Chapter:
    """One file."""
    preface, *parts = re.split(rf"^{_TITLE}", path.read_text("utf-8"), flags=re.MULTILINE)
    return Chapter(path.stem, preface, [_case(part) for part in parts])


def _case(text: str) -> Case:
    """A case's text without its ``### ``: the script ends where only expectations follow."""
    name, *lines = text.rstrip("\n").split("\n")
    end = len(lines)
    while end and (lines[end - 1].startswith(_REASON) or _EXPECTED.fullmatch(lines[end - 1])):
        end -= 1
    behind = lines[end:]
    reason = " ".join(line[len(_REASON) :] for line in behind if line.startswith(_REASON))
    said = [_EXPECTED.fullmatch(line) for line in behind if not line.startswith(_REASON)]
    mine = [line for line in said if line and line[1]]
    theirs = [line for line in said if line and not line[1]]
    return Case(name, "\n".join(lines[:end]) + "\n", _said(theirs), reason, _said(mine) if reason else None)


def _said(lines: list[re.Match[str]]) -> Said:
    text = {"|": "", "!": "", "?": ""}
    for line in lines:
        text[line[2]] += ast.literal_eval(line[4]) if line[3] else f"{line[4]}\n"
    return Said(text["|"], text["!"], int(text["?"] or 0))


def written(chapter: Chapter) -> str:
    """The chapter as its file holds it."""
    return chapter.preface + "\n".join(map(_written, chapter.cases))


def _written(case: Case) -> str:
    lines = [f"{_TITLE}{case.name}\n", case.script, *_shown("", case.expected)]
    if case.virtual is not None:
        lines += [f"{_REASON}{case.reason}\n", *_shown("~", case.virtual)]
    return "".join(lines)


def _shown(whose: str, said: Said) -> list[str]:
    lines = [f"#{whose}|{_line(line)}\n" for line in _LINE.findall(said.stdout)]
    lines += [f"#{whose}!{_line(line)}\n" for line in _LINE.findall(said.stderr)]
    return [*lines, f"#{whose}? {said.status}\n"] if said.status else lines


def _line(line: str) -> str:
    text = line[:-1]
    if line == "\n":
        return ""
    plain = line.endswith("\n") and text == text.rstrip() and text.replace("\t", "").isprintable()
    return f" {text}" if plain else f"= {line!a}"
