"""Command lines of cat."""

from __future__ import annotations

from drawing import Options, reader

draw = reader(
    "cat",
    Options(
        ("A", "show-all", None),
        ("b", "number-nonblank", None),
        *"etu",
        ("E", "show-ends", None),
        ("n", "number", None),
        ("s", "squeeze-blank", None),
        ("T", "show-tabs", None),
        ("v", "show-nonprinting", None),
    ),
    3,
    3,
)
