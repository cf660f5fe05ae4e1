"""Command lines of paste."""

from __future__ import annotations

from drawing import Options, of, reader

_LISTS = (":", ",;", "", "\\n", "\\0", "\\t-", "\\\\", "a\\", "é", "xyz", "\\q")
draw = reader(
    "paste",
    Options(
        ("d", "delimiters", of(*_LISTS, bad=("\\", "ab\\"))),
        ("s", "serial", None),
        ("z", "zero-terminated", None),
    ),
    2,
    3,
)
