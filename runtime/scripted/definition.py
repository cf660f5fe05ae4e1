"""What an embedder gives for one command: its definition, and a callback that gets its arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.manifest import NAME, Risk


class ToolDef(msgspec.Struct, frozen=True):
    """One command: ``ToolDef("get_user", "Fetch user by ID", input_schema={"type": "object", "properties": {...}})``."""

    name: str
    description: str
    input_schema: dict[str, Any] = {}
    """JSON Schema of an object; its properties are the command's flags."""
    risk: Risk = "safe_write"
    """What policy is told of the callback where the command is a governed call; ``dangerous`` is asked about by default."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise ManifestInvalid(
                f"tool {str(self.name)[:64]!r}: name must be letters, digits, _ and -, at most 64, not starting with a digit"
            )
        if not isinstance(self.description, str) or not self.description.strip():
            raise ManifestInvalid(
                f"tool {self.name!r}: description must be a sentence that says what it does"
            )
        if not isinstance(self.input_schema, dict):
            raise ManifestInvalid(f"tool {self.name!r}: input_schema must be a JSON Schema of an object")


class ToolFailure(Exception):  # what an embedder raises, in the words of the specification
    """The command failed; the script sees the message on standard error, and exit status 1."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ToolArgs:
    """What a callback gets."""

    __slots__ = ("params", "stdin")

    def __init__(self, params: dict[str, Any], stdin: str | None = None) -> None:
        """Keep them.

        Args:
            params: From the flags, typed as the schema says.
            stdin: What was piped into the command; None where nothing was.
        """
        self.params = params
        self.stdin = stdin

    def param_str(self, key: str) -> str | None:
        """The text of this name; None where there is none."""
        value = self.params.get(key)
        return value if isinstance(value, str) else None

    def param_int(self, key: str) -> int | None:
        """The whole number of this name; None where there is none."""
        value = self.params.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def param_float(self, key: str) -> float | None:
        """The number of this name; None where there is none."""
        value = self.params.get(key)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def param_bool(self, key: str) -> bool | None:
        """The truth value of this name; None where there is none."""
        value = self.params.get(key)
        return value if isinstance(value, bool) else None

    def __repr__(self) -> str:
        return f"ToolArgs({self.params!r})"


Callback = Callable[[ToolArgs], str | Awaitable[str]]
