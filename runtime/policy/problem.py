"""What is wrong with a bundle, and where: ``authz.rego:21:6: error`` with the line and a caret."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from runtime.contracts.errors import BundleInvalid

MAX_SHOWN = 10
_MAX_LINE_CHARS = 200


class PolicyProblem(msgspec.Struct, frozen=True, order=True):
    """One thing to correct. Line and column count from 1; 0 means the file as a whole."""

    file: str
    line: int
    column: int
    message: str
    source: str = ""
    """The line of source, for the caret."""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        head = _printable(f"{where}: {self.message}")
        if not self.source or len(self.source) > _MAX_LINE_CHARS:
            return head
        # Tabs stay tabs before the caret, so that both lines shift alike in any editor.
        indent = "".join("\t" if c == "\t" else " " for c in self.source[: self.column - 1])
        return f"{head}\n  | {_printable(self.source)}\n  | {indent}^"

    def to_data(self) -> dict[str, Any]:
        """The problem as JSON data: ``{"file", "line", "column", "message"}``."""
        return {"file": self.file, "line": self.line, "column": self.column, "message": self.message}


def _printable(text: str) -> str:
    """One replacement character for each that does not print: a policy's source must not steer the terminal."""
    return "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in text)


def problem_at(file: str, text: str, offset: int, message: str) -> PolicyProblem:
    """The problem at a character offset of a file's text."""
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[begin : len(text) if end < 0 else end]
    return PolicyProblem(
        file, text.count("\n", 0, offset) + 1, offset - begin + 1, message, line.rstrip("\r")
    )


def refuse(problems: Iterable[PolicyProblem]) -> BundleInvalid:
    """The error that names the problems, in file order."""
    ordered = sorted(problems)
    shown = "\n".join(str(p) for p in ordered[:MAX_SHOWN])
    if len(ordered) > MAX_SHOWN:
        shown += f"\n... and {len(ordered) - MAX_SHOWN} more"
    return BundleInvalid(shown, problems=[p.to_data() for p in ordered])
