"""The reader of components' outer layer: imports, exports, and the modules and components inside.

Types are kept as short text, as far as the imports and exports of the outermost component need them; what the text does
not tell (a type from an instance made inside) is "?", and is the engine's to hold.

Source: the component model's Binary.md, without the features that its text marks with emoji.
"""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from runtime.backends._wasm.binary import CORE_VERSION, MAGIC, CoreReader, Item, number
from runtime.backends._wasm.cursor import (
    Cursor,
    ModuleLimits,
    ModuleTotals,
    feature,
    sections,
    shown,
    too_many,
)

COMPONENT_VERSION: Final = b"\x0d\0\x01\0"
UNKNOWN: Final = "?"

_MODULE, _COMPONENT = 1, 4
_NESTED: Final = frozenset({0, _MODULE, _COMPONENT})
_LONGEST_TYPE: Final = 300
_SORTS: Final = {1: "func", 3: "type", 4: "component", 5: "instance"}
_PRIMITIVES: Final = {
    0x7F: "bool", 0x7E: "s8", 0x7D: "u8", 0x7C: "s16", 0x7B: "u16", 0x7A: "s32", 0x79: "u32", 0x78: "s64", 0x77: "u64",
    0x76: "f32", 0x75: "f64", 0x74: "char", 0x73: "string",
}  # fmt: skip
_FOREIGN_TYPES: Final = {
    0x43: "async functions", 0x66: "streams", 0x65: "futures", 0x64: "error contexts", 0x63: "maps",
    0x67: "lists of fixed length", 0x3E: "async resources",
}  # fmt: skip
_CALLED = "component model "

Functions = dict[str, str]
"""The functions of an instance's type, with their signatures."""


class Space:
    """What a component, or a type that describes one, has declared so far: texts of types, signatures of functions."""

    __slots__ = ("exports", "funcs", "imports", "instances", "types")

    def __init__(self) -> None:
        self.types: list[str | Functions] = []
        self.funcs: list[str] = []
        self.instances: list[Functions | None] = []
        self.imports: list[tuple[str, str, str | Functions | None]] = []
        self.exports: list[tuple[str, str, str | Functions | None]] = []

    def type(self, index: int) -> str | Functions:
        """A type, "?" where it was not followed."""
        return self.types[index] if index < len(self.types) else UNKNOWN

    def text(self, index: int) -> str:
        """A type's text."""
        found = self.type(index)
        return found if isinstance(found, str) else UNKNOWN

    def func(self, index: int) -> str:
        """A function's signature."""
        return self.funcs[index] if index < len(self.funcs) else UNKNOWN

    def instance(self, index: int) -> Functions | None:
        """An instance's functions; None where they were not followed."""
        return self.instances[index] if index < len(self.instances) else None

    def add(self, kind: str, what: str | Functions | None) -> None:
        """The next number of a kind."""
        if kind == "func":
            self.funcs.append(what if isinstance(what, str) else UNKNOWN)
        elif kind == "type":
            self.types.append(UNKNOWN if what is None else what)
        elif kind == "instance":
            self.instances.append(what if isinstance(what, dict) else None)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TYPE else UNKNOWN


class TypeReader:
    """Reads what a type section holds."""

    def __init__(self, limits: ModuleLimits, tally: ModuleTotals) -> None:
        self.limits = limits
        self.tally = tally

    def read(self, part: Cursor, space: Space, depth: int = 0) -> str | Functions:
        """The next type."""
        self.tally.types += 1
        if self.tally.types > self.limits.types:
            raise too_many("types", self.tally.types, self.limits.types)
        code = part.byte()
        if code in _PRIMITIVES:
            return _PRIMITIVES[code]
        if code in _FOREIGN_TYPES:
            raise feature(_CALLED + _FOREIGN_TYPES[code], f"type {code:#04x}")
        if code in (0x41, 0x42):
            return self._describe(part, depth + 1)
        read = self._FORMS.get(code)
        if read is None:
            raise part.malformed(f"{code:#04x} is no type of a component")
        return _short(read(self, part, space))

    def value(self, part: Cursor, space: Space) -> str:
        """The next type of a value: a primitive one, or the number of another."""
        start = part.pos
        index = part.s33()
        if index >= 0:
            return space.text(index)
        code = index & 0x7F
        if index < -64 or part.pos != start + 1:
            raise part.malformed("no type of a value")
        if code in _FOREIGN_TYPES:
            raise feature(_CALLED + _FOREIGN_TYPES[code], f"type {code:#04x}")
        if code not in _PRIMITIVES:
            raise part.malformed(f"{code:#04x} is no type of a value")
        return _PRIMITIVES[code]

    def optional(self, part: Cursor, space: Space) -> str | None:
        """The next type of a value, if there is one."""
        present = part.byte()
        if present > 1:
            raise part.malformed("neither a type nor none")
        return self.value(part, space) if present else None

    def fields(self, part: Cursor, space: Space) -> str:
        """Names with types, as records and functions have them; the names are left out."""
        found = []
        for _ in range(part.count("fields", self.limits.parameters)):
            part.name()
            found.append(self.value(part, space))
        return _short(",".join(found))

    def _record(self, part: Cursor, space: Space) -> str:
        return f"record<{self.fields(part, space)}>"

    def _variant(self, part: Cursor, space: Space) -> str:
        found = []
        for _ in range(part.count("cases", self.limits.parameters)):
            name = shown(part.name())
            value = self.optional(part, space)
            if part.byte():
                raise part.malformed("a case that refines another")
            found.append(name if value is None else f"{name}({value})")
        return f"variant<{_short(','.join(found))}>"

    def _list(self, part: Cursor, space: Space) -> str:
        return f"list<{self.value(part, space)}>"

    def _tuple(self, part: Cursor, space: Space) -> str:
        values = [self.value(part, space) for _ in range(part.count("fields", self.limits.parameters))]
        return f"tuple<{_short(','.join(values))}>"

    def _names(self, part: Cursor, _space: Space) -> str:
        names = [shown(part.name()) for _ in range(part.count("names", self.limits.parameters))]
        return f"names<{_short(','.join(names))}>"

    def _option(self, part: Cursor, space: Space) -> str:
        return f"option<{self.value(part, space)}>"

    def _result(self, part: Cursor, space: Space) -> str:
        good, bad = self.optional(part, space), self.optional(part, space)
        return f"result<{good or '_'},{bad or '_'}>"

    def _handle(self, part: Cursor, _space: Space) -> str:
        part.u32()
        return "handle"

    def _func(self, part: Cursor, space: Space) -> str:
        parameters = self.fields(part, space)
        form = part.byte()
        if form == 0:
            return f"({parameters})->{self.value(part, space)}"
        if form != 1 or part.byte() != 0:
            raise part.malformed("no result of a function")
        return f"({parameters})->()"

    def _resource(self, part: Cursor, _space: Space) -> str:
        if part.byte() != 0x7F:
            raise part.malformed("no representation of a resource")
        if (present := part.byte()) > 1:
            raise part.malformed("neither a destructor nor none")
        if present:
            part.u32()
        return "resource"

    def _describe(self, part: Cursor, depth: int) -> Functions:
        """The functions that an instance of this type exports."""
        if depth > self.limits.nesting:
            raise too_many("levels of types in types", depth, self.limits.nesting)
        space = Space()
        for _ in range(part.count("declarations", self.limits.exports)):
            code = part.byte()
            if code == 0:
                raise feature(_CALLED + "core types", "in a type")
            if code == 1:
                space.add("type", self.read(part, space, depth))
            elif code == 2:
                read_alias(part, space)
            elif code in (3, 4):
                self.declare(part, space, space.exports if code == 4 else space.imports)
            else:
                raise part.malformed(f"{code:#04x} is no declaration of a type")
        return {name: what for name, kind, what in space.exports if kind == "func" and isinstance(what, str)}

    def declare(self, part: Cursor, space: Space, to: list[tuple[str, str, str | Functions | None]]) -> None:
        """Read the next name and what it stands for, as imports and the exports of types have them."""
        name = read_name(part)
        kind, what = self.description(part, space)
        space.add(kind, what)
        to.append((name, kind, what))

    def description(self, part: Cursor, space: Space) -> tuple[str, str | Functions | None]:
        """What the next import is, or what an export is declared to be."""
        sort = part.byte()
        if sort == 3:  # bounds of a type: equal to another, or a new resource
            if (bound := part.byte()) > 1:
                raise part.malformed("no bound of a type")
            return "type", "resource" if bound else space.type(part.u32())
        if sort == 0:
            if part.byte() != 0x11:
                raise part.malformed("a core sort that is no module")
            part.u32()
            return "module", None
        if sort not in _SORTS:
            raise feature(_CALLED + "values", f"sort {sort:#04x}")
        index = part.u32()
        if sort == 4:
            return "component", None
        return _SORTS[sort], space.type(index)

    _FORMS: ClassVar = {
        0x72: _record,
        0x71: _variant,
        0x70: _list,
        0x6F: _tuple,
        0x6E: _names,
        0x6D: _names,
        0x6B: _option,
        0x6A: _result,
        0x69: _handle,
        0x68: _handle,
        0x40: _func,
        0x3F: _resource,
    }


def read_name(part: Cursor) -> str:
    """The next name of an import or export, which has two old forms that mean the same."""
    if (form := part.byte()) > 1:
        raise feature(_CALLED + "annotated names", f"form {form:#04x}")
    return part.name()


def read_sort(part: Cursor) -> str:
    """The kind that the next alias or export is of; what is not followed is told as "core" or "module"."""
    sort = part.byte()
    if sort == 0:
        return "module" if part.byte() == 0x11 else "core"
    if sort not in _SORTS:
        raise feature(_CALLED + "values", f"sort {sort:#04x}")
    return _SORTS[sort]


def read_alias(part: Cursor, space: Space) -> None:
    """Read the next alias, which gets the next number of its kind."""
    kind = read_sort(part)
    target = part.byte()
    if target > 2:
        raise part.malformed(f"{target:#04x} is no target of an alias")
    index = part.u32()
    what: str | None = None
    if target == 2:
        part.u32()
    else:
        name = part.name()
        if target == 0 and kind == "func":
            what = (space.instance(index) or {}).get(name)
    space.add(kind, what)


class ComponentReader:
    """Reads one component, and those inside it."""

    def __init__(
        self, data: bytes, start: int, end: int, limits: ModuleLimits, tally: ModuleTotals, depth: int = 0
    ) -> None:
        self.limits = limits
        self.tally = tally
        self._inner = msgspec.structs.replace(limits, imports=limits.inner_imports)
        self.kept: list[bytes | memoryview] = [memoryview(data)[start : start + 8]]
        self.features: set[str] = set()
        self.has_start = False
        self.customs: list[str] = []
        self.space = Space()
        self._data = data
        self._cursor = Cursor(data, start + 8, end, limits)
        self._depth = depth
        self._types = TypeReader(limits, tally)
        self._skipped = 0

    def read(self) -> ComponentReader:
        """Read all of it.

        Raises:
            Refused: it is malformed, too large in some way, or uses what tools may not.
        """
        for kind, start, part in sections(self._cursor, _NESTED, self.tally):
            if kind == 0:
                self.customs.append(part.name())
            elif kind in (_MODULE, _COMPONENT):
                self._keep_nested(kind, part)
            else:
                read = self._SECTIONS.get(kind)
                if read is None:
                    raise part.malformed(f"a section of the unknown kind {kind}")
                read(self, part)
                part.finish(f"section {kind}")
                self.kept.append(memoryview(self._data)[start : part.end])
        return self

    def _keep_nested(self, kind: int, part: Cursor) -> None:
        version = CORE_VERSION if kind == _MODULE else COMPONENT_VERSION
        if part.data[part.pos : part.pos + 8] != MAGIC + version or part.end - part.pos < 8:
            raise part.malformed("what is inside does not begin as its section says")
        if kind == _MODULE:
            module = CoreReader(part.data, part.pos, part.end, self._inner, self.tally).read()
            self.features |= module.features
            self.has_start |= module.has_start
            self.customs += module.customs
            kept: list[bytes | memoryview] = [memoryview(part.data)[a:b] for a, b in module.kept]
        else:
            if self._depth >= self.limits.nesting:
                raise too_many("levels of components", self._depth + 2, self.limits.nesting + 1)
            inner = ComponentReader(
                part.data, part.pos, part.end, self.limits, self.tally, self._depth + 1
            ).read()
            self.customs += inner.customs
            self.features |= inner.features
            self.has_start |= inner.has_start
            kept = inner.kept
        self.kept += (bytes([kind]) + number(sum(map(len, kept))), *kept)

    def _pass_over(self, part: Cursor) -> None:
        """Core instances: wiring inside the component, which the engine holds."""
        self._skipped += part.count("instances", self.limits.imports, self._skipped)
        part.pos = part.end

    def _read_instances(self, part: Cursor) -> None:
        count = part.count("instances", self.limits.imports, len(self.space.instances))
        self.space.instances += [None] * count
        part.pos = part.end

    def _read_aliases(self, part: Cursor) -> None:
        for _ in range(part.count("aliases", self.limits.types)):
            read_alias(part, self.space)

    def _read_types(self, part: Cursor) -> None:
        for _ in range(part.count("types", self.limits.types)):
            self.space.add("type", self._types.read(part, self.space))

    def _read_canons(self, part: Cursor) -> None:
        for _ in range(part.count("functions", self.limits.functions)):
            code = part.byte()
            if code in (0, 1):  # lift, lower
                if part.byte():
                    raise part.malformed("no kind of function")
                part.u32()
                self._pass_options(part)
                if code == 0:
                    self.space.add("func", self.space.text(part.u32()))
            elif code in (2, 3, 4):  # resource.new, resource.drop, resource.rep
                part.u32()
            else:
                raise feature(_CALLED + "async functions and threads", f"built-in {code:#04x}")

    def _pass_options(self, part: Cursor) -> None:
        for _ in range(part.count("options", 16)):
            code = part.byte()
            if code > 5:
                raise feature(_CALLED + "async functions", f"option {code:#04x}")
            if code > 2:  # memory, realloc, post-return
                part.u32()

    def _read_imports(self, part: Cursor) -> None:
        for _ in range(part.count("imports", self.limits.imports, len(self.space.imports))):
            self._types.declare(part, self.space, self.space.imports)

    def _read_exports(self, part: Cursor) -> None:
        space = self.space
        for _ in range(part.count("exports", self.limits.exports, len(space.exports))):
            name = read_name(part)
            kind, index = read_sort(part), part.u32()
            what = {"func": space.func, "type": space.type, "instance": space.instance}.get(kind, _nothing)(
                index
            )
            if (ascribed := part.byte()) > 1:
                raise part.malformed("neither a type nor none")
            if ascribed:
                kind, what = self._types.description(part, space)
            space.add(kind, what)
            space.exports.append((name, kind, what))

    def _refuse(self, part: Cursor) -> None:
        raise feature(_CALLED + "core types, start functions or values", f"at byte {part.pos:#x}")

    _SECTIONS: ClassVar = {
        2: _pass_over,
        3: _refuse,
        5: _read_instances,
        6: _read_aliases,
        7: _read_types,
        8: _read_canons,
        9: _refuse,
        10: _read_imports,
        11: _read_exports,
        12: _refuse,
    }

    def imports(self) -> list[Item]:
        """What it asks for: a function of an interface a line, or the interface where it has none."""
        found = []
        for name, kind, what in self.space.imports:
            if kind == "instance" and isinstance(what, dict) and what:
                found += [Item(name, function, "func", signature) for function, signature in what.items()]
            elif kind != "type":
                found.append(Item(name, "", kind, "" if isinstance(what, dict) else what or UNKNOWN))
        return found

    def exports(self) -> list[Item]:
        """What it offers."""
        return [
            Item("", name, kind, what if isinstance(what, str) else "")
            for name, kind, what in self.space.exports
        ]


def _nothing(_index: int) -> None:
    return None
