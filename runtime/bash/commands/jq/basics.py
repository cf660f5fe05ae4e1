"""Functions of values: kinds, sizes, keys, order, membership, conversion, and what a run has to say."""

from __future__ import annotations

from itertools import groupby

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.numbers import whole
from runtime.bash.commands.jq.reader import Malformed
from runtime.bash.commands.jq.values import NUMBERS, JqError, brief, compare, equal, kind, order_key
from runtime.bash.commands.jq.writer import compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.run import Run

__all__ = ["FUNCTIONS"]

# Seconds for a character of JSON, at most, in which nothing looks at the clock.
_READING_S = 1e-7


def _type(run: Run, value: Any) -> str:
    del run
    return kind(value)


def _length(run: Run, value: Any) -> Any:
    del run
    if type(value) in (str, list, dict):
        return len(value)
    if value is None:
        return 0
    if type(value) is bool:
        raise JqError(f"{brief(value)} has no length")
    return magnitude(value)


def magnitude(value: Any) -> Any:
    """``abs`` of a number, as spelled."""
    from runtime.bash.commands.jq.operators import negative

    return negative(value) if value < 0 else value


def _abs(run: Run, value: Any) -> Any:
    del run
    if type(value) not in NUMBERS and type(value) is not str:
        raise JqError(f"{brief(value)} has no absolute value")
    return value if type(value) is str else magnitude(value)


def _not(run: Run, value: Any) -> bool:
    del run
    return value is None or value is False


def _keys(run: Run, value: Any) -> list[Any]:
    return sorted(_keys_unsorted(run, value))


def _keys_unsorted(run: Run, value: Any) -> list[Any]:
    if type(value) is dict:
        run.cells(len(value))
        return list(value)
    if type(value) is list:
        run.cells(len(value))
        return list(range(len(value)))
    raise JqError(f"{brief(value)} has no keys")


def _has(run: Run, value: Any, key: Any) -> bool:
    del run
    if value is None:
        return False
    if type(value) is dict and type(key) is str:
        return key in value
    if type(value) is list and type(key) in NUMBERS:
        return bool(0 <= key < len(value))
    raise JqError(
        f"Cannot check whether {kind(value)} has a {'string' if type(key) is str else kind(key)} key"
    )


def contains(run: Run, value: Any, part: Any) -> bool:
    """``contains``: an array contains what all of another's members are contained in, strings by their text."""
    run.tick()
    if type(value) is dict and type(part) is dict:
        return all(name in value and _contained(run, value[name], item) for name, item in part.items())
    if type(value) is list and type(part) is list:
        return all(any(_contained(run, item, wanted) for item in value) for wanted in part)
    if type(value) is str and type(part) is str:
        return part in value
    if kind(value) == kind(part) or (type(value) is bool and type(part) is bool):
        return equal(value, part, run)
    raise JqError(f"{brief(value)} and {brief(part)} cannot have their containment checked")


def _contained(run: Run, value: Any, part: Any) -> bool:
    return kind(value) == kind(part) and contains(run, value, part)


# -- order


def _array(value: Any) -> list[Any]:
    if type(value) is not list:
        raise JqError(f"{brief(value)} cannot be sorted, as it is not an array")
    return value


def _sort(run: Run, value: Any) -> list[Any]:
    items = _array(value)
    run.cells(len(items))
    kinds = set(map(type, items))
    if kinds <= {int} or kinds <= {str}:
        return sorted(items)
    run.reserve(2 * len(items))
    return sorted(items, key=lambda item: order_key(item, run))


def _group(run: Run, value: Any) -> list[list[Any]]:
    return [list(group) for _, group in groupby(_sort(run, value), key=lambda item: order_key(item, run))]


def _unique(run: Run, value: Any) -> list[Any]:
    return [group[0] for group in _group(run, value)]


def _min(run: Run, value: Any) -> Any:
    return min(_array(value), key=lambda item: order_key(item, run), default=None)


def _max(run: Run, value: Any) -> Any:
    return max(reversed(_array(value)), key=lambda item: order_key(item, run), default=None)


def _reverse(run: Run, value: Any) -> Any:
    if value is None:
        return []
    if type(value) not in (list, str):
        raise JqError(
            f"Cannot reverse {brief(value)}" if type(value) is not dict else "Cannot index object with number"
        )
    run.cells(len(value))
    return value[::-1]


def _bsearch(run: Run, value: Any, wanted: Any) -> int:
    items = [] if value is None else value
    if type(items) is not list:
        raise JqError(f"{brief(value)} cannot be searched from")
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        found = compare(items[middle], wanted, run)
        if not found:
            return middle
        low, high = (middle + 1, high) if found < 0 else (low, middle)
    return -1 - low


# -- arrays and objects


def _flatten(run: Run, value: Any, depth: Any = 1e9) -> list[Any]:
    if type(depth) not in NUMBERS:
        raise JqError(
            "flatten depth must not be negative"
            if type(depth) is not str
            else f"{brief(depth)} cannot be a depth"
        )
    if depth < 0:
        raise JqError("flatten depth must not be negative")
    made: list[Any] = []
    stack = [iter(access.each(value))]
    while stack:
        for item in stack[-1]:
            run.tick()
            if type(item) is list and len(stack) <= depth:
                stack.append(iter(item))
                break
            made.append(item)
        else:
            stack.pop()
    run.cells(len(made))
    return made


def _transpose(run: Run, value: Any) -> list[Any]:
    rows = list(access.each(value))
    for row in rows:
        if type(row) is not list and row is not None:
            raise JqError(f"Cannot index {kind(row)} with number")
    width = max((len(row or ()) for row in rows), default=0)
    run.cells(width * (len(rows) + 1))
    return [[row[at] if row and at < len(row) else None for row in rows] for at in range(width)]


def _to_entries(run: Run, value: Any) -> list[Any]:
    if type(value) is not dict:
        keys = _keys_unsorted(run, value)
        return [{"key": key, "value": value[key]} for key in keys]
    run.cells(len(value) * 6)
    return [{"key": name, "value": item} for name, item in value.items()]


def _from_entries(run: Run, value: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for entry in access.each(value):
        run.cells(1)
        key = _first_of(run, entry, ("key", "k", "name", "Name", "Key", "K"))
        if type(key) is not str:
            if key is not None and type(key) is not bool and type(key) not in NUMBERS:
                raise JqError(f"Cannot use {brief(key)} as object key")
            key = "null" if key is None else compact(key, run)
        made[key] = _value_of(run, entry)
    return made


def _first_of(run: Run, entry: Any, names: tuple[str, ...]) -> Any:
    """The first that is neither null nor false; false where one is."""
    found = None
    for name in names:
        item = access.index(entry, name, run)
        if item is not None and item is not False:
            return item
        found = found if item is None else item
    return found


def _value_of(run: Run, entry: Any) -> Any:
    found = None
    for name in ("value", "v", "Value", "V"):
        item = access.index(entry, name, run)
        if item is not None and item is not False:
            return item
        found = found if item is None else item
    return found


def _toarray(run: Run, value: Any) -> Any:
    del run
    return value if type(value) is list else [value]


# -- paths


def _getpath(run: Run, value: Any, path: Any) -> Any:
    return access.get(value, access.is_path(path), run)


def _setpath(run: Run, value: Any, path: Any, new: Any) -> Any:
    return access.put(value, access.is_path(path), new, access.Owned(), run)


def _delpaths(run: Run, value: Any, paths: Any) -> Any:
    if type(paths) is not list:
        raise JqError("Paths must be specified as an array")
    for path in paths:
        if type(path) is not list:
            raise JqError(f"Path must be specified as array, not {kind(path)}")
    return access.delete(value, [tuple(path) for path in paths], run)


def _indices(run: Run, value: Any, wanted: Any) -> Any:
    return access.indices(value, wanted, run)


# -- conversion


def tostring(run: Run, value: Any) -> str:
    """``tostring``"""
    return value if type(value) is str else compact(value, run)


def _tonumber(run: Run, value: Any) -> Any:
    del run
    if type(value) in NUMBERS:
        return value
    if type(value) is not str:
        raise JqError(f"{brief(value)} cannot be parsed as a number")
    from runtime.bash.commands.jq.reader import Reader

    try:
        made = Reader(value).next() if value.strip(" \t\r\n") == value else None
    except (Malformed, EOFError):
        made = None
    if type(made) not in NUMBERS or made != made:
        raise JqError(f"{brief(value)} cannot be parsed as a number")
    return made


def _toboolean(run: Run, value: Any) -> bool:
    del run
    if type(value) is bool:
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise JqError(f"{brief(value)} cannot be parsed as a boolean")


def _tojson(run: Run, value: Any) -> str:
    return compact(value, run)


def _fromjson(run: Run, value: Any) -> Any:
    from runtime.bash.commands.jq.input_values import loads

    if type(value) is not str:
        raise JqError(f"{brief(value)} only strings can be parsed")
    run.meter.afford(_READING_S * len(value))
    try:
        return loads(value)
    except Malformed as bad:
        raise JqError(bad.message) from None


# -- the run


def _input(run: Run, value: Any) -> Any:
    del value
    for item in run.inputs:
        return item
    raise JqError("No more inputs")


def _stderr(run: Run, value: Any) -> Any:
    run.say(compact(value, run))
    return value


def _input_filename(run: Run, value: Any) -> Any:
    del value
    return run.filename


def _input_line_number(run: Run, value: Any) -> int:
    del value
    return run.line


def _halt(run: Run, value: Any) -> Any:
    del run, value
    from runtime.bash.commands.jq.run import Halt

    raise Halt(0)


def _halt_error(run: Run, value: Any, status: Any) -> Any:
    from runtime.bash.commands.jq.run import Halt

    if type(status) not in NUMBERS:
        raise JqError(f"{brief(value)} halt_error/1: number required")
    text = value if type(value) is str else compact(value, run) + "\n"
    run.say(text)
    raise Halt(int(status) & 0xFF)


def _modulemeta(run: Run, value: Any) -> Any:
    if type(value) is not str:
        raise JqError("modulemeta input module name must be a string")
    return run.modulemeta(value)


FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("type", 0): _type,
    ("length", 0): _length,
    ("abs", 0): _abs,
    ("not", 0): _not,
    ("keys", 0): _keys,
    ("keys_unsorted", 0): _keys_unsorted,
    ("has", 1): _has,
    ("contains", 1): contains,
    ("sort", 0): _sort,
    ("unique", 0): _unique,
    ("min", 0): _min,
    ("max", 0): _max,
    ("reverse", 0): _reverse,
    ("bsearch", 1): _bsearch,
    ("flatten", 0): _flatten,
    ("flatten", 1): _flatten,
    ("transpose", 0): _transpose,
    ("to_entries", 0): _to_entries,
    ("from_entries", 0): _from_entries,
    ("toarray", 0): _toarray,
    ("getpath", 1): _getpath,
    ("setpath", 2): _setpath,
    ("delpaths", 1): _delpaths,
    ("indices", 1): _indices,
    ("_indices", 1): _indices,
    ("tostring", 0): tostring,
    ("tonumber", 0): _tonumber,
    ("toboolean", 0): _toboolean,
    ("tojson", 0): _tojson,
    ("fromjson", 0): _fromjson,
    ("input", 0): _input,
    ("stderr", 0): _stderr,
    ("input_filename", 0): _input_filename,
    ("input_line_number", 0): _input_line_number,
    ("halt", 0): _halt,
    ("halt_error", 1): _halt_error,
    ("modulemeta", 0): _modulemeta,
    ("now", 0): lambda run, value: whole(run.now()),  # noqa: ARG005
    ("have_literal_numbers", 0): lambda run, value: True,  # noqa: ARG005
    ("have_decnum", 0): lambda run, value: True,  # noqa: ARG005
}
