"""Command lines of tac."""

from __future__ import annotations

from drawing import Options, of, reader

_SEPARATORS = ("a", "ab", ":", "\n", "", "[ab]", "b\\|a", "\n\n", "a\\(b\\)", "x")
draw = reader(
    "tac",
    Options(("b", "before", None), ("r", "regex", None), ("s", "separator", of(*_SEPARATORS))),
    2,
)
