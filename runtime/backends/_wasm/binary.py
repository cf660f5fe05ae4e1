"""The reader of core modules: structure, counts and signatures, never a function's instructions.

What it accepts the engine still validates. What it hands back is the module without its custom sections: they mean
nothing to the machine, and are where names lie that take seconds to demangle.

Source: WebAssembly core specification 2.0, 5.3 to 5.5, with tail calls and extended constant expressions.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from runtime.backends._wasm.cursor import (
    Cursor,
    ModuleLimits,
    ModuleRefused,
    ModuleTotals,
    feature,
    sections,
    too_many,
)

MAGIC: Final = b"\0asm"
CORE_VERSION: Final = b"\x01\0\0\0"
_PAGES: Final = 65_536

_UNBOUNDED: Final = frozenset({0, 10, 11})

_VALUES: Final = {
    0x7F: "i32",
    0x7E: "i64",
    0x7D: "f32",
    0x7C: "f64",
    0x7B: "v128",
    0x70: "funcref",
    0x6F: "externref",
}
_VALUE_BYTES: Final = bytes(_VALUES)
_REFERENCES: Final = {0x70: "funcref", 0x6F: "externref"}
# What stands where a type is expected, and belongs to a proposal that tools may not use.
_FOREIGN_TYPES: Final = (
    dict.fromkeys((0x63, 0x64, 0x73, 0x72), "typed function references")
    | dict.fromkeys((0x50, 0x4F, 0x4E, 0x5F, 0x5E, 0x6E, 0x6D, 0x6C, 0x6B, 0x6A, 0x71, 0x78, 0x77), "garbage-collected types")
    | dict.fromkeys((0x69, 0x74), "exceptions")
    | dict.fromkeys((0x5D, 0x68, 0x75), "stack switching")
    | {0x65: "shared-everything threads"}
)  # fmt: skip

_KINDS: Final = ("func", "table", "memory", "global", "tag")
# Constant expressions: how many bytes an operand has, or the most that its number may have.
_FIXED: Final = {0x43: 4, 0x44: 8}
_NUMBERS: Final = {0x41: 5, 0x42: 10, 0x23: 5, 0xD2: 5}
_EXTENDED: Final = {0x6A, 0x6B, 0x6C, 0x7C, 0x7D, 0x7E}


class Item(NamedTuple):
    """An import (with its module) or an export."""

    module: str
    name: str
    kind: str
    signature: str


def number(value: int) -> bytes:
    """A number in LEB128, as short as it gets."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class CoreReader:
    """Reads one module, from its magic number to its last byte."""

    def __init__(self, data: bytes, start: int, end: int, limits: ModuleLimits, tally: ModuleTotals) -> None:
        self.limits = limits
        self.tally = tally
        self.kept: list[tuple[int, int]] = [(start, start + 8)]
        self.imports: list[Item] = []
        self.exports: list[Item] = []
        self.customs: list[str] = []
        self.features: set[str] = set()
        self.functions = 0
        self.memory: tuple[int, int | None] | None = None
        self.has_start = False
        self._cursor = Cursor(data, start + 8, end, limits)
        self._types: list[tuple[bytes, bytes]] = []
        # The index spaces, imports first: the type's number of a function, the signature of the others.
        self._funcs: list[int] = []
        self._others: dict[str, list[str]] = {"table": [], "memory": [], "global": []}
        self._bodies = 0
        self._data_count: int | None = None
        self._segments = 0

    def read(self) -> CoreReader:
        """Read all of it.

        Raises:
            Refused: it is malformed, too large in some way, or uses what tools may not.
        """
        last = 0
        for kind, start, part in sections(self._cursor, _UNBOUNDED, self.tally):
            if kind == 0:
                self.customs.append(part.name())
                continue
            order, read = self._SECTIONS.get(kind, (0, None))
            if read is None:
                raise part.malformed(f"a section of the unknown kind {kind}")
            if order <= last:
                raise part.malformed(f"section {kind} is out of order or there twice")
            last = order
            read(self, part)
            part.finish(f"section {kind}")
            self._keep(start, part.end)
        if self._bodies != self.functions:
            raise self._cursor.malformed(
                f"{self.functions:,} functions are declared, {self._bodies:,} have a body"
            )
        if self._data_count not in (None, self._segments):
            raise self._cursor.malformed("the count of data segments is not their number")
        return self

    def _keep(self, start: int, end: int) -> None:
        before, last = self.kept[-1]
        if last == start:
            self.kept[-1] = (before, end)
        else:
            self.kept.append((start, end))

    # 5.3: types

    def _value_type(self, part: Cursor) -> str:
        byte = part.byte()
        name = _VALUES.get(byte)
        if name is None:
            raise self._foreign(part, byte)
        if byte == 0x7B:
            self.features.add("simd")
        elif byte < 0x7B:
            self.features.add("reference-types")
        return name

    def _foreign(self, part: Cursor, byte: int) -> ModuleRefused:
        proposal = _FOREIGN_TYPES.get(byte)
        if proposal is None:
            return part.malformed(f"{byte:#04x} is no type")
        return feature(proposal, f"type {byte:#04x}")

    def _value_types(self, part: Cursor, what: str) -> bytes:
        size = part.count(what, self.limits.parameters)
        part.skip(size)
        values = part.data[part.pos - size : part.pos]
        if unknown := values.translate(None, _VALUE_BYTES):
            raise self._foreign(part, unknown[0])
        if b"\x7b" in values:
            self.features.add("simd")
        if b"\x6f" in values or b"\x70" in values:
            self.features.add("reference-types")
        return values

    def _read_types(self, part: Cursor) -> None:
        count = part.count("types", self.limits.types, self.tally.types)
        self.tally.types += count
        for _ in range(count):
            if (form := part.byte()) != 0x60:
                raise self._foreign(part, form)
            parameters = self._value_types(part, "parameters")
            results = self._value_types(part, "results")
            if len(results) > 1:
                self.features.add("multi-value")
            self._types.append((parameters, results))

    def _type_index(self, part: Cursor) -> int:
        index = part.u32()
        if index >= len(self._types):
            raise part.malformed(f"type {index:,} of {len(self._types):,}")
        return index

    def _signature(self, index: int) -> str:
        parameters, results = (",".join(_VALUES[value] for value in values) for values in self._types[index])
        return (
            f"({parameters})->{results}" if results and "," not in results else f"({parameters})->({results})"
        )

    def _table(self, part: Cursor) -> str:
        byte = part.byte()
        if byte == 0x40:
            raise feature("typed function references", "a table with an initial value")
        reference = _REFERENCES.get(byte)
        if reference is None:
            raise self._foreign(part, byte)
        least, most = self._bounds(part, "table")
        if least > self.limits.table_elements:
            raise too_many("elements in a table", least, self.limits.table_elements)
        if byte == 0x6F or self._others["table"]:
            self.features.add("reference-types")
        return f"{reference} {least}..{'' if most is None else most}"

    def _memory(self, part: Cursor) -> str:
        least, most = self._bounds(part, "memory")
        if least > _PAGES or (most or 0) > _PAGES:
            raise part.malformed("a memory of more than 65,536 pages")
        self.memory = least, most
        return f"{least}..{'' if most is None else most}"

    def _bounds(self, part: Cursor, what: str) -> tuple[int, int | None]:
        flags = part.byte()
        for bit, proposal in ((8, "custom page sizes"), (4, "memory64"), (2, "threads")):
            if flags & bit and flags < 16:
                raise feature(proposal, f"the flags of a {what}")
        if flags > 1:
            raise part.malformed(f"flags {flags:#04x} of a {what}")
        least = part.u32()
        most = part.u32() if flags else None
        if most is not None and most < least:
            raise part.malformed(f"a {what} of at least {least:,} and at most {most:,}")
        return least, most

    def _global(self, part: Cursor) -> str:
        name = self._value_type(part)
        mutable = part.byte()
        if mutable > 1:
            raise (
                feature("threads", "a shared global")
                if mutable < 4
                else part.malformed("no flag of a global")
            )
        return f"mut {name}" if mutable else name

    # 5.5: sections

    def _read_imports(self, part: Cursor) -> None:
        for _ in range(part.count("imports", self.limits.imports)):
            module, name, kind = part.name(), part.name(), part.byte()
            signature = self._import_type(part, kind)
            self.imports.append(Item(module, name, _KINDS[kind], signature))

    def _import_type(self, part: Cursor, kind: int) -> str:
        if kind == 0:
            self._funcs.append(index := self._type_index(part))
            return self._signature(index)
        return self._declare(part, kind)

    def _declare(self, part: Cursor, kind: int) -> str:
        """Read the type of a table, memory or global, which gets the next number of its kind."""
        if kind == 4:
            raise feature("exceptions", "a tag")
        if kind > 4:
            raise part.malformed(f"{kind:#04x} is no kind of import")
        signature = self._DECLARATIONS[kind](self, part)
        name = _KINDS[kind]
        same = self._others[name]
        same.append(signature)
        limit = {"table": self.limits.tables, "memory": self.limits.memories, "global": self.limits.globals}[
            name
        ]
        if len(same) > limit:
            if name == "memory":
                raise feature("multi-memory", f"{len(same)} memories")
            raise too_many(f"{name}s", len(same), limit)
        return signature

    def _read_functions(self, part: Cursor) -> None:
        self.functions = part.count("functions", self.limits.functions, self.tally.functions)
        self.tally.functions += self.functions
        for _ in range(self.functions):
            self._funcs.append(index := self._type_index(part))
            self.tally.locals += len(self._types[index][0])

    def _read_tables(self, part: Cursor) -> None:
        for _ in range(part.count("tables", self.limits.tables)):
            self._declare(part, 1)

    def _read_memories(self, part: Cursor) -> None:
        for _ in range(part.u32()):
            self._declare(part, 2)

    def _read_globals(self, part: Cursor) -> None:
        for _ in range(part.count("globals", self.limits.globals)):
            self._declare(part, 3)
            self._constant(part)

    def _refuse_tags(self, part: Cursor) -> None:
        raise feature("exceptions", f"{part.u32():,} tags")

    def _read_exports(self, part: Cursor) -> None:
        names = set()
        for _ in range(part.count("exports", self.limits.exports)):
            name, kind, index = part.name(), part.byte(), part.u32()
            if name in names:
                raise part.malformed("two exports have one name")
            names.add(name)
            self.exports.append(Item("", name, *self._exported(part, kind, index)))

    def _exported(self, part: Cursor, kind: int, index: int) -> tuple[str, str]:
        if kind == 4:
            raise feature("exceptions", "a tag")
        if kind > 4:
            raise part.malformed(f"{kind:#04x} is no kind of export")
        name = _KINDS[kind]
        known = len(self._funcs) if kind == 0 else len(self._others[name])
        if index >= known:
            raise part.malformed(f"an export of {name} {index:,} of {known:,}")
        return name, self._signature(self._funcs[index]) if kind == 0 else self._others[name][index]

    def _read_start(self, part: Cursor) -> None:
        if (index := part.u32()) >= len(self._funcs):
            raise part.malformed(f"function {index:,} of {len(self._funcs):,} is the start")
        self.has_start = True

    def _constant(self, part: Cursor) -> None:
        """Step over a constant expression."""
        for _ in range(self.limits.constant_steps):
            if (code := part.byte()) == 0x0B:
                return
            self._operand(part, code)
        raise too_many(
            "instructions in a constant expression",
            self.limits.constant_steps + 1,
            self.limits.constant_steps,
        )

    def _operand(self, part: Cursor, code: int) -> None:
        if code in _NUMBERS:
            part.pass_number(_NUMBERS[code])
        elif code in _FIXED:
            part.skip(_FIXED[code])
        elif code in _EXTENDED:
            self.features.add("extended-const")
        elif code == 0xD0:
            if (byte := part.byte()) not in _REFERENCES:
                raise self._foreign(part, byte)
        elif code == 0xFD:
            if part.u32() != 12:
                raise part.malformed("a vector instruction that is not constant")
            part.skip(16)
            self.features.add("simd")
        elif code == 0xFB:
            raise feature("garbage-collected types", "an instruction of a constant expression")
        else:
            raise part.malformed(f"instruction {code:#04x} is not constant")

    def _read_elements(self, part: Cursor) -> None:
        for _ in range(part.count("element segments", self.limits.segments)):
            if (flags := part.u32()) > 7:
                raise part.malformed(f"flags {flags:#x} of an element segment")
            if flags & 1 == 0:  # active: the table, the offset
                if flags & 2:
                    part.u32()
                self._constant(part)
            if flags & 3:
                self._element_kind(part, flags)
                self.features.add("bulk-memory")
            count = part.count("elements of segments", self.limits.segment_elements, self.tally.elements)
            self.tally.elements += count
            for _ in range(count):
                if flags & 4:
                    self._constant(part)
                else:
                    part.u32()

    def _element_kind(self, part: Cursor, flags: int) -> None:
        byte = part.byte()
        if flags & 4 and byte not in _REFERENCES:
            raise self._foreign(part, byte)
        if not flags & 4 and byte != 0:
            raise part.malformed(f"{byte:#04x} is no kind of element")

    def _read_data_count(self, part: Cursor) -> None:
        self._data_count = part.u32()
        self.features.add("bulk-memory")

    def _read_code(self, part: Cursor) -> None:
        self.tally.code_bytes += part.end - part.pos
        if self.tally.code_bytes > self.limits.code_bytes:
            raise too_many("bytes of code", self.tally.code_bytes, self.limits.code_bytes)
        self._bodies = part.count("functions", self.limits.functions)
        for _ in range(self._bodies):
            size = part.u32()
            if size > self.limits.body_bytes:
                raise too_many("bytes in one function", size, self.limits.body_bytes)
            body = part.part(size)
            self._read_locals(body)
            if body.pos == body.end or body.data[body.end - 1] != 0x0B:
                raise body.malformed("a function without an end")

    def _read_locals(self, body: Cursor) -> None:
        groups = body.count("groups of locals", self.limits.local_groups, self.tally.groups)
        self.tally.groups += groups
        own = 0
        for _ in range(groups):
            own += body.u32()
            self._value_type(body)
            if own > self.limits.locals:
                raise too_many("locals in one function", own, self.limits.locals)
        self.tally.locals += own
        if self.tally.locals > self.limits.total_locals:
            raise too_many("locals", self.tally.locals, self.limits.total_locals)

    def _read_data(self, part: Cursor) -> None:
        for _ in range(part.count("data segments", self.limits.segments)):
            self._segments += 1
            flags = part.u32()
            if flags > 2:
                raise part.malformed(f"flags {flags:#x} of a data segment")
            if flags == 2 and (index := part.u32()):
                raise feature("multi-memory", f"data for memory {index:,}")
            if flags == 1:
                self.features.add("bulk-memory")
            else:
                self._constant(part)
            size = part.u32()
            part.skip(size)
            self.tally.data_bytes += size

    _DECLARATIONS: ClassVar = {1: _table, 2: _memory, 3: _global}
    # By their kinds: the place in the order of sections, and who reads them.
    _SECTIONS: ClassVar = {
        1: (1, _read_types),
        2: (2, _read_imports),
        3: (3, _read_functions),
        4: (4, _read_tables),
        5: (5, _read_memories),
        13: (6, _refuse_tags),
        6: (7, _read_globals),
        7: (8, _read_exports),
        8: (9, _read_start),
        9: (10, _read_elements),
        12: (11, _read_data_count),
        10: (12, _read_code),
        11: (13, _read_data),
    }
