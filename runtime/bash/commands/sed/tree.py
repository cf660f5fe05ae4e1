"""What a sed script is made of: addresses and commands, and the text that they hold."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.posix.regex import Pattern
    from runtime.bash.streams import Stream

__all__ = ["Address", "Command", "Replacement", "ScriptError", "Substitution"]

INACTIVE, ACTIVE, CLOSED = 0, 1, 2


class ScriptError(Exception):
    """The script is none, or asks for what there is not; the message is complete but for ``sed: ``."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Address:
    """One address. ``kind``: ``line`` N, ``step`` N~STEP, ``last``, ``regex``, and as a second one ``plus`` N or
    ``multiple`` N. A regex whose pattern is None means the last one that was used."""

    __slots__ = ("kind", "number", "pattern", "step")

    def __init__(self, kind: str, number: int = 0, step: int = 0, pattern: Pattern | None = None) -> None:
        self.kind = kind
        self.number = number
        self.step = step
        self.pattern = pattern


class Replacement:
    """The right side of ``s``: literal bytes, group numbers (0 is the match) and changes of case (one letter)."""

    __slots__ = ("beyond_ascii", "cases", "parts", "template")

    def __init__(self, parts: list[bytes | int | str]) -> None:
        self.parts = parts
        self.cases = any(isinstance(part, str) for part in parts)
        # Letters whose case changes by more than a bit.
        self.beyond_ascii = self.cases and not all(
            part.isascii() for part in parts if isinstance(part, bytes)
        )
        self.template = b"".join(_template(part) for part in parts if not isinstance(part, str))

    def most(self, size: int) -> int:
        """How long a text of ``size`` can become: each of its characters is replaced, or is part of a group that comes
        as often as the replacement names one."""
        literal = sum(len(part) for part in self.parts if isinstance(part, bytes))
        return size * (1 + literal + sum(isinstance(part, int) for part in self.parts))

    def highest(self) -> int:
        """The highest group that it refers to."""
        return max((part for part in self.parts if isinstance(part, int)), default=0)


def _template(part: bytes | int) -> bytes:
    return b"\\g<%d>" % part if isinstance(part, int) else part.replace(b"\\", b"\\\\")


class Substitution:
    """All that ``s`` says."""

    __slots__ = ("count", "every", "execute", "output", "pattern", "print", "replacement")

    def __init__(self, pattern: Pattern | None, replacement: Replacement) -> None:
        self.pattern = pattern
        self.replacement = replacement
        self.every = False
        self.count = 1
        self.print = 0
        self.execute = False
        self.output: Stream | None = None


class Command:
    """One command of the script; ``target`` is where a branch (or a block whose address does not match) goes on."""

    __slots__ = (
        "end",
        "first",
        "name",
        "negated",
        "number",
        "output",
        "second",
        "state",
        "substitution",
        "table",
        "target",
        "text",
    )

    def __init__(self, name: str, first: Address | None, second: Address | None, negated: bool) -> None:
        self.name = name
        self.first = first
        self.second = second
        self.negated = negated
        self.state = INACTIVE
        self.end = 0  # the line that an active range ends with
        self.text = ""
        self.number = -1
        self.target = 0
        self.output: Stream | None = None
        self.substitution: Substitution | None = None
        self.table: Callable[[bytes], bytes] | None = None
        self.restart()

    def restart(self) -> None:
        """Before the first line: a range that begins with 0 is under way, any other is not."""
        begun = self.first is not None and self.first.kind == "line" and self.first.number == 0
        self.state = ACTIVE if begun else INACTIVE
