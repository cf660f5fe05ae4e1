"""``EXPLAIN QUERY PLAN`` as the sqlite3 shell draws it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["drawn"]


def drawn(rows: list[tuple[Any, ...]]) -> str:
    """The rows (id, parent, unused, detail) as a tree."""
    children: dict[int, list[tuple[int, str]]] = {}
    for number, parent, _, detail in rows:
        children.setdefault(parent, []).append((number, detail))
    lines = ["QUERY PLAN"]
    # What is still to be drawn, last first: (id, what stands before it, whether it is the last of its kin, its text).
    stack = _pending(children, 0, "")
    while stack:
        number, margin, last, detail = stack.pop()
        lines.append(f"{margin}{'`--' if last else '|--'}{detail}")
        stack += _pending(children, number, margin + ("   " if last else "|  "))
    return "\n".join(lines) + "\n"


def _pending(
    children: dict[int, list[tuple[int, str]]], parent: int, margin: str
) -> list[tuple[int, str, bool, str]]:
    kin = children.get(parent, [])
    made = [(number, margin, at == len(kin) - 1, detail) for at, (number, detail) in enumerate(kin)]
    return made[::-1]
