"""Values on their way to and from a server: as text, by the few types that a tool has."""

from __future__ import annotations

import binascii
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from runtime.contracts.database import QueryFailed, Value

MAX_PARAMETERS = 1_000
_BOOL, _BYTEA, _INT2, _INT4, _INT8, _NUMERIC, _FLOAT8 = 16, 17, 21, 23, 20, 1700, 701
_UNKNOWN = 0
"""The server takes the type that the place in the statement has."""


class Parameter(NamedTuple):
    """A value as it is sent."""

    data: bytes | None
    oid: int
    form: int
    """0 as text, 1 as bytes."""


def parameters_of(given: Any) -> list[Parameter]:
    """The values of ``$1`` and on.

    Raises:
        QueryFailed: one has a type that is not sent.
    """
    if isinstance(given, (Mapping, str | bytes)):
        raise QueryFailed("the parameters of a connection are a list, in the order of $1 and on")
    if len(given) > MAX_PARAMETERS:
        raise QueryFailed(f"there are more than {MAX_PARAMETERS} parameters")
    return [_parameter(value) for value in given]


def _parameter(value: Any) -> Parameter:
    if value is None:
        return Parameter(None, _UNKNOWN, 0)
    if isinstance(value, bool):
        return Parameter(b"true" if value else b"false", _BOOL, 0)
    if isinstance(value, int):
        return Parameter(b"%d" % value, _integer_type(value), 0)
    if isinstance(value, float):
        return Parameter(repr(value).encode(), _FLOAT8, 0)
    if isinstance(value, bytes):
        return Parameter(value, _BYTEA, 1)
    if isinstance(value, str):
        if "\0" in value:
            raise QueryFailed("a text with a NUL cannot be sent")
        try:
            return Parameter(value.encode(), _UNKNOWN, 0)
        except UnicodeEncodeError:
            raise QueryFailed("a text that is no Unicode cannot be sent") from None
    raise QueryFailed(f"a parameter is a {type(value).__name__[:64]}, which cannot be sent")


def _integer_type(value: int) -> int:
    """The smallest: the server widens a type by itself, and narrows none."""
    bits = value.bit_length() if value >= 0 else (value + 1).bit_length()
    return _INT2 if bits < 16 else _INT4 if bits < 32 else _INT8 if bits < 64 else _NUMERIC


def _bytes(data: bytes) -> bytes:
    return binascii.unhexlify(data[2:])


_READERS: dict[int, Callable[[bytes], Value]] = {
    _BOOL: lambda data: data == b"t",
    _BYTEA: _bytes,
    _INT2: int,
    _INT4: int,
    _INT8: int,
    26: int,  # oid
    700: float,
    _FLOAT8: float,
}


def columns_of(result: Any) -> tuple[str, ...]:
    """The names of an answer's columns."""
    return tuple((result.fname(i) or b"").decode("utf-8", "replace") for i in range(result.nfields))


def rows_of(result: Any) -> list[tuple[Value, ...]]:
    """The rows: numbers, booleans, bytes and texts; of every other type the server's own text.

    Raises:
        QueryFailed: a value is none of its type, which a server would have to do on purpose.
    """
    readers = [_READERS.get(result.ftype(i), _text) for i in range(result.nfields)]
    try:
        return [
            tuple(
                None if (data := result.get_value(row, i)) is None else read(data)
                for i, read in enumerate(readers)
            )
            for row in range(result.ntuples)
        ]
    except ValueError:
        raise QueryFailed("the answer cannot be read") from None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
