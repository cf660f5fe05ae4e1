"""A cursor over the bytes of a module nobody trusts: it reads forward, inside its bounds, and refuses with a code.

Source: WebAssembly core specification, 5.2 (values) and 5.5.2 (sections).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

_SHOWN: Final = 64


class ModuleRefused(Exception):
    """A module that is not admitted: why, and what its author can change."""

    def __init__(self, code: str, message: str, suggestion: str) -> None:
        """Keep the three; no text of the module stands unescaped or at length in any of them."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.suggestion = suggestion


class ModuleLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a module may hold at most. The engine's own limits are wide enough for modules that take minutes to compile."""

    size_bytes: int = 64 << 20
    declared_bytes: int = 1 << 20  # of all sections but code and data: these are read item by item
    sections: int = 5_000
    types: int = 50_000
    parameters: int = 1_000
    imports: int = 1_000
    inner_imports: int = 10_000  # of a module inside a component, where most are of its siblings
    functions: int = 50_000
    tables: int = 16
    table_elements: int = 100_000
    memories: int = 1
    globals: int = 10_000
    exports: int = 10_000
    segments: int = 50_000
    segment_elements: int = 200_000
    constant_steps: int = 64
    locals: int = (
        5_000  # ten times what real programs were seen to have; compilers need memory for locals times blocks
    )
    total_locals: int = 1_000_000  # parameters of functions included
    local_groups: int = 500_000
    body_bytes: int = 512 << 10
    code_bytes: int = 32 << 20
    name_bytes: int = 256
    nesting: int = 4  # components in components, and types in types


DEFAULT: Final = ModuleLimits()


def shown(text: str) -> str:
    """Text of the module as a message may hold it: one line, ASCII, short."""
    plain = ascii(text[:_SHOWN])[1:-1]
    return f"'{plain}'" if len(text) <= _SHOWN else f"'{plain}...'"


def too_many(what: str, count: int, limit: int) -> ModuleRefused:
    """The refusal of a count."""
    return ModuleRefused(
        "wasm.count",
        f"The module has {count:,} {what}; at most {limit:,} are admitted.",
        "Build a smaller module, or split the tool in two.",
    )


def feature(name: str, detail: str) -> ModuleRefused:
    """The refusal of a proposal that tools may not use."""
    return ModuleRefused(
        "wasm.feature",
        f"The module uses {name} ({detail}), which tools may not.",
        f"Build it without {name}: for C and Zig the target wasm32-wasi with its default features will do.",
    )


class ModuleTotals:
    """What was read so far of a file: the modules inside a component share one, so that many small ones pass no limit."""

    __slots__ = (
        "code_bytes",
        "data_bytes",
        "declared_bytes",
        "elements",
        "functions",
        "groups",
        "locals",
        "sections",
        "types",
    )

    def __init__(self) -> None:
        self.sections = 0
        self.declared_bytes = 0  # of sections that are read item by item
        self.types = 0
        self.functions = 0
        self.elements = 0
        self.locals = 0
        self.groups = 0
        self.code_bytes = 0
        self.data_bytes = 0


class Cursor:
    """A place in the bytes, and the end that reading may not pass."""

    __slots__ = ("data", "end", "limits", "pos")

    def __init__(self, data: bytes, pos: int, end: int, limits: ModuleLimits) -> None:
        self.data = data
        self.pos = pos
        self.end = end
        self.limits = limits

    def malformed(self, reason: str) -> ModuleRefused:
        """The refusal of what is no module, with the place."""
        return ModuleRefused(
            "wasm.malformed",
            f"Malformed at byte {self.pos:#x}: {reason}.",
            "Build the module again: it is damaged, or was not written by a WebAssembly toolchain.",
        )

    def byte(self) -> int:
        """The next byte."""
        if self.pos >= self.end:
            raise self.malformed("the section ends too early")
        value = self.data[self.pos]
        self.pos += 1
        return value

    def u32(self) -> int:
        """The next number in LEB128: at most five bytes, no bit beyond the thirty-second."""
        pos = self.pos
        if pos < self.end and (first := self.data[pos]) < 0x80:
            self.pos = pos + 1
            return first
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if value > 0xFFFFFFFF:
                    raise self.malformed("a number beyond 32 bits")
                return value
        raise self.malformed("a number of more than five bytes")

    def s33(self) -> int:
        """The next signed number in LEB128, as indices of component types have it: at most five bytes."""
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value - (1 << shift + 7) if byte & 0x40 else value
        raise self.malformed("a number of more than five bytes")

    def pass_number(self, most: int) -> None:
        """Step over a number of at most so many bytes, whatever it is."""
        for _ in range(most):
            if self.byte() < 0x80:
                return
        raise self.malformed(f"a number of more than {most} bytes")

    def skip(self, size: int) -> None:
        """Step over bytes."""
        if size > self.end - self.pos:
            raise self.malformed("the section ends too early")
        self.pos += size

    def count(self, what: str, limit: int, so_far: int = 0) -> int:
        """The next number as the length of a vector: within its limit, and no longer than the bytes that are left.

        Raises:
            Refused: before anything is read or reserved for the items.
        """
        number = self.u32()
        if so_far + number > limit:
            raise too_many(what, so_far + number, limit)
        if number > self.end - self.pos:
            raise self.malformed(f"{number:,} {what} in {self.end - self.pos:,} bytes")
        return number

    def name(self) -> str:
        """The next name."""
        size = self.u32()
        if size > self.limits.name_bytes:
            raise ModuleRefused(
                "wasm.count",
                f"A name of {size:,} bytes at byte {self.pos:#x}; at most {self.limits.name_bytes} are admitted.",
                "Shorten the names of imports, exports and sections.",
            )
        self.skip(size)
        try:
            return self.data[self.pos - size : self.pos].decode()
        except UnicodeDecodeError:
            raise self.malformed("a name that is not UTF-8") from None

    def part(self, size: int) -> Cursor:
        """A cursor over the next bytes alone; this one steps over them."""
        start = self.pos
        self.skip(size)
        return Cursor(self.data, start, self.pos, self.limits)

    def finish(self, what: str) -> None:
        """Hold that everything was read."""
        if self.pos != self.end:
            raise self.malformed(f"{self.end - self.pos:,} bytes too many at the end of the {what}")


def sections(
    cursor: Cursor, unbounded: frozenset[int], tally: ModuleTotals
) -> Iterator[tuple[int, int, Cursor]]:
    """Each section: its kind, where it starts, a cursor over its content, which is small unless its kind is unbounded."""
    limits = cursor.limits
    while cursor.pos < cursor.end:
        tally.sections += 1
        if tally.sections > limits.sections:
            raise ModuleRefused(
                "wasm.section",
                f"The module has more than {limits.sections:,} sections.",
                "Strip its custom sections (`-Wl,--strip-all`).",
            )
        start = cursor.pos
        kind = cursor.byte()
        size = cursor.u32()
        part = cursor.part(size)
        if kind not in unbounded:
            tally.declared_bytes += size
            if tally.declared_bytes > limits.declared_bytes:
                raise too_many("bytes of declarations", tally.declared_bytes, limits.declared_bytes)
        yield kind, start, part
