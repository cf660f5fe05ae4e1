"""What the grammars of utilities that change files share: the files that they find, and names that lead there or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from drawing import Draw, Options, line
from utility_oracle import Case

NAMES = (
    "f", "g", "d", "d/x", "d/s", "e", "new", "d/new", "missing", "l", "broken", "dl", "d/", "./f", "d/../f", "dl/", "new/", "missing/x", "e/",
)  # fmt: skip
FILES = {"f": "a", "g": "bb", "d/x": "x", "d/s/": "", "e/": ""}
SETUP = "ln -s f l; ln -s nope broken; ln -s d dl; touch -d @1000000000 f g d/x; chmod 640 g"


def changer(
    name: str,
    options: Options,
    most: int = 3,
    names: tuple[str, ...] = NAMES,
    first: Callable[[Draw], list[str]] | None = None,
) -> Callable[[Random], Case]:
    """The grammar of a utility whose operands are such names, behind what ``first`` draws."""

    def draw(r: Random) -> Case:
        d = Draw(r)
        drawn = options.draw(d, 2)
        operands = [*(first(d) if first else []), *dict.fromkeys(d.some(names, most))]
        return Case(line(d, name, drawn, operands), FILES, "", SETUP)

    return draw
