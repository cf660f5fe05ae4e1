"""Exchanges built-in functions that OPA compiles into its Wasm modules: those that answer otherwise there than in OPA's server.

Of the functions of Rego a module asks its host for some and carries the others, written in C. `opa build` keeps their names, and of the functions that a policy
does not need only bodies that trap. So the names say what a policy uses, and a body can be replaced by a call of the host, which has the same form:

    i32.const NUMBER   i32.const 0   local.get 0 ...   call $opa_builtin1

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_ARITHMETIC = {"plus": "plus", "minus": "minus", "multiply": "times", "divide": "divided"}
EXCHANGED = {
    **{f"opa_arith_{native}": (f"guards.{name}", 2) for native, name in _ARITHMETIC.items()},
    **{f"opa_arith_{name}": (name, 1) for name in ("abs", "ceil", "floor", "round")},
    **{f"opa_bits_{name}": (f"bits.{name}", 2) for name in ("and", "or", "xor")},
    "opa_bits_negate": ("bits.negate", 1),
    "opa_bits_shiftleft": ("bits.lsh", 2),
    "opa_bits_shiftright": ("bits.rsh", 2),
    "builtin_json_filter": ("json.filter", 2),
    "builtin_json_remove": ("json.remove", 2),
    "builtin_object_union_n": ("object.union_n", 1),
    "opa_agg_product": ("product", 1),
    "opa_agg_sum": ("sum", 1),
    "opa_array_slice": ("array.slice", 3),
    "opa_base64_decode": ("base64.decode", 1),
    "opa_base64_is_valid": ("base64.is_valid", 1),
    "opa_base64_url_decode": ("base64url.decode", 1),
    "opa_cidr_contains": ("net.cidr_contains", 2),
    "opa_cidr_intersects": ("net.cidr_intersects", 2),
    "opa_glob_match": ("glob.match", 3),
    "opa_json_is_valid": ("json.is_valid", 1),
    "opa_json_marshal": ("json.marshal", 1),
    "opa_json_unmarshal": ("json.unmarshal", 1),
    "opa_regex_find_all_string_submatch": ("regex.find_all_string_submatch_n", 3),
    "opa_regex_is_valid": ("regex.is_valid", 1),
    "opa_regex_match": ("regex.match", 2),
    "opa_strings_concat": ("concat", 2),
    "opa_strings_format_int": ("format_int", 2),
    "opa_strings_indexof": ("indexof", 2),
    "opa_strings_replace": ("replace", 3),
    "opa_strings_replace_n": ("strings.replace_n", 2),
    "opa_strings_substring": ("substring", 3),
    "opa_template_string": ("internal.template_string", 1),
    "opa_to_number": ("to_number", 1),
}
"""Functions of a module, the host's in their place, and how many arguments they have. Measured by `tests/support/native_calls.py`."""
REFUSED = {"opa_agg_all": "all", "opa_agg_any": "any"}
"""Functions that Rego has given up, which nobody has compared."""
_MAKES_NUMBER = "opa_number_ref"
FIRST_NUMBER = 1 << 20
"""Of the exchanged functions: far from the numbers that a module itself gives to those of its host."""
_UNEQUAL = re.compile(rb"\d[\d.]*[eE][-+]?\d+(?=\0)|0?\.000000\d+(?=\0)")
"""Constants that a module hashes otherwise than equal numbers in another spelling, as ``100e-2`` and ``1``."""
_HEAD = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _EXPORT, _CODE, _DATA = 0, 2, 7, 10, 11
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)
_FUNCTION_NAMES = 1
_TRAPPING = b"\0\0\x0b"
"""No locals, `unreachable`, `end`: what `opa build` leaves of a function that nothing needs."""
_I32_CONST, _LOCAL_GET, _CALL, _END = b"\x41", b"\x20", b"\x10", b"\x0b"


class NotOpas(Exception):
    """The module is not as `opa build` leaves it, so nothing tells which functions it carries."""


class Carrier:
    """A module, and the functions that it carries and needs."""

    def __init__(self, content: bytes) -> None:
        """Read it. Raises NotOpas."""
        self._content = content
        self._imported: dict[str, int] = {}
        self._imports = 0
        self._exported: set[int] = set()
        self._code: tuple[int, int, int] = (0, 0, 0)
        self._names: dict[int, str] = {}
        self._constants = b""
        try:
            self._read()
            bodies = list(self._bodies())
        except (IndexError, UnicodeDecodeError, ValueError) as error:
            raise NotOpas(f"the module cannot be read: {error}") from None
        is_opas = _TRAPPING in bodies and self._exported <= self._names.keys()
        if not is_opas:
            raise NotOpas(
                "the module does not say which functions it carries: take it as opa build -t wasm makes it, without EXPERIMENTAL_WASM_OPT"
            )

    def objections(self) -> list[str]:
        """What would not surely mean what it means in OPA's server, and cannot be exchanged."""
        return [
            f"calls {REFUSED[name]}, which is deprecated: write every or some"
            for name in self._names.values()
            if name in REFUSED
        ]

    def unequal_numbers(self) -> list[str]:
        """Constants that may be numbers, and which sets of the module do not find by their other spellings."""
        _, start, end = self._code
        makers = [index for index, name in self._names.items() if name == _MAKES_NUMBER]
        made = [_CALL + _written(index) for index in makers]
        return sorted(
            text.decode()
            for text in set(_UNEQUAL.findall(self._constants))
            # i32.const LENGTH, call: a text in quotes is made otherwise
            if not made
            or any(
                self._content.find(_I32_CONST + _written_signed(size) + call, start, end) > 0
                for call in made
                for size in (len(text), len(text) + 1)
            )
        )

    def exchanged(self) -> tuple[bytes, list[list[Any]]]:
        """The module with calls of the host in place of functions of its own, and ``[number, name]`` of the host's. Raises NotOpas."""
        bodies, hosts = {}, []
        for number, (native, (host, arity)) in enumerate(EXCHANGED.items(), FIRST_NUMBER):
            for index in [index for index, name in self._names.items() if name == native]:
                bodies[index] = self._call_of_host(number, arity)
                hosts.append([number, host])
        return self._with_bodies(bodies), hosts

    def _call_of_host(self, number: int, arity: int) -> bytes:
        """A body that hands its arguments to the host."""
        called = self._imported.get(f"opa_builtin{arity}")
        if called is None:
            raise NotOpas(f"the module does not import opa_builtin{arity}")
        given = b"".join(_LOCAL_GET + _written(place) for place in range(arity))
        return (
            _written(0)
            + _I32_CONST + _written_signed(number)
            + _I32_CONST + _written_signed(0)
            + given
            + _CALL + _written(called)
            + _END
        )  # fmt: skip

    def _with_bodies(self, changed: dict[int, bytes]) -> bytes:
        """The module with other bodies for functions, by their index."""
        bodies = [changed.get(self._imports + n, body) for n, body in enumerate(self._bodies())]
        code = _written(len(bodies)) + b"".join(_written(len(body)) + body for body in bodies)
        before, _, after = self._code
        return self._content[:before] + bytes([_CODE]) + _written(len(code)) + code + self._content[after:]

    def _read(self) -> None:
        if not self._content.startswith(_HEAD):
            raise ValueError("it is none")
        reader = _Reader(self._content, len(_HEAD))
        while reader.at < len(self._content):
            before, kind = reader.at, reader.byte()
            size = reader.number()
            start = reader.at
            if kind == _IMPORT:
                self._read_imports(reader)
            elif kind == _EXPORT:
                self._exported = set(_exported(reader))
            elif kind == _DATA:
                self._constants = self._content[start : start + size]
            elif kind == _CODE:
                self._code = before, start, start + size
            elif kind == _CUSTOM and reader.text() == "name":
                self._names = dict(_function_names(reader, start + size))
            reader.at = start + size
        if reader.at != len(self._content):
            raise ValueError("it ends too soon")

    def _read_imports(self, reader: _Reader) -> None:
        for _ in range(reader.number()):
            _, name, kind = reader.text(), reader.text(), reader.byte()
            if kind == _FUNCTION:
                reader.number()
                self._imported[name] = self._imports
                self._imports += 1
            elif kind == _GLOBAL:
                reader.at += 2
            elif kind in (_TABLE, _MEMORY):
                reader.at += kind == _TABLE
                has_maximum = reader.byte() & 1
                reader.number()
                if has_maximum:
                    reader.number()
            else:
                raise ValueError(f"an import of the kind {kind}")

    def _bodies(self) -> Iterator[bytes]:
        _, start, end = self._code
        reader = _Reader(self._content, start)
        for _ in range(reader.number() if start else 0):
            size = reader.number()
            yield self._content[reader.at : reader.at + size]
            reader.at += size
        if reader.at != end:
            raise ValueError("its code does not end where it should")


def _exported(reader: _Reader) -> Iterator[int]:
    for _ in range(reader.number()):
        reader.text()
        kind, index = reader.byte(), reader.number()
        if kind == _FUNCTION:
            yield index


def _function_names(reader: _Reader, end: int) -> Iterator[tuple[int, str]]:
    while reader.at < end:
        kind, size = reader.byte(), reader.number()
        after = reader.at + size
        if kind == _FUNCTION_NAMES:
            for _ in range(reader.number()):
                yield reader.number(), reader.text()
        reader.at = after


class _Reader:
    def __init__(self, content: bytes, at: int) -> None:
        self._content = content
        self.at = at

    def byte(self) -> int:
        self.at += 1
        return self._content[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 28:
                raise ValueError("a number of more than 32 bits")

    def text(self) -> str:
        size = self.number()
        self.at += size
        if self.at > len(self._content):
            raise ValueError("a name that does not end")
        return self._content[self.at - size : self.at].decode()


def _written(number: int) -> bytes:
    """An unsigned number, LEB128."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def _written_signed(number: int) -> bytes:
    """A number that is not negative, as a signed one: its last byte leaves the sign's bit free."""
    written = bytearray()
    while number > 0x3F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)
