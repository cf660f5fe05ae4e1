"""Command lines of rev."""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case


def draw(r: Random) -> Case:
    """One case; text alone, which is what it reads."""
    d = Draw(r)
    files = {
        name: text
        for name, text in d.files().items()
        if not any(char == "\0" or char >= "\udc80" for char in text)
    }
    stdin = "".join(char for char in d.text() if char < "\udc80" and char != "\0")
    return Case(("rev", *(name for name in d.names() if name in files)), files, stdin)
