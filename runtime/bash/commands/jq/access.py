"""Into values and back: indexing, slices, and ``getpath setpath delpaths``. A path is a tuple of keys."""

from __future__ import annotations

from math import ceil, floor

from runtime.bash.commands.jq.values import NUMBERS, JqError, brief, equal, kind, order_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget

    Path = tuple[Any, ...]

__all__ = ["Owned", "delete", "each", "get", "index", "indices", "is_path", "put", "slice_of", "store"]

_MOST = (1 << 29) - 1
# Bytes from which on a key is not shown in a message.
_SHOWN_KEY = 30


def index(value: Any, key: Any, budget: Budget) -> Any:
    """``value[key]``"""
    shape, by = type(value), type(key)
    if by is str and shape is dict:
        return value.get(key)
    if by in NUMBERS and shape is list:
        return _element(value, key)
    if by is dict and shape in (list, str, type(None)):
        return slice_of(value, key.get("start"), key.get("end"))
    if value is None and (by is str or by in NUMBERS or key is None):
        return None
    if shape is list and by is list:
        return indices(value, key, budget)
    raise JqError(_unreached(value, key))


def _unreached(value: Any, key: Any) -> str:
    named = type(key) is str and len(key.encode("utf-8", "replace")) < _SHOWN_KEY
    shown = f'string "{key}"' if named else kind(key)
    return f"Cannot index {kind(value)} with {shown}"


def _element(value: list[Any], key: float) -> Any:
    if key != key:
        return None
    at = key if type(key) is int else floor(max(min(key, 1e18), -1e18))
    if at < 0:
        at += len(value)
    return value[at] if 0 <= at < len(value) else None


def _bounds(size: int, low: Any, high: Any) -> tuple[int, int]:
    for bound in (low, high):
        if bound is not None and type(bound) not in NUMBERS:
            raise JqError("Start and end indices of an array slice must be numbers")
    first = 0 if low is None or low != low else floor(max(min(low, 1e18), -1e18))
    last = size if high is None or high != high else ceil(max(min(high, 1e18), -1e18))
    first = min(max(first + size if first < 0 else first, 0), size)
    last = min(max(last + size if last < 0 else last, first), size)
    return first, max(last, first)


def slice_of(value: Any, low: Any, high: Any) -> Any:
    """``value[low:high]``"""
    if value is None:
        return None
    if type(value) not in (list, str):
        raise JqError(f"Cannot index {kind(value)} with object")
    first, last = _bounds(len(value), low, high)
    return value[first:last]


def each(value: Any) -> Iterable[Any]:
    """``value[]``"""
    shape = type(value)
    if shape is list:
        return value  # type: ignore[no-any-return]
    if shape is dict:
        return value.values()  # type: ignore[no-any-return]
    raise JqError(
        f"Cannot iterate over {brief(value)}" if value is not None else "Cannot iterate over null (null)"
    )


def indices(value: Any, wanted: Any, budget: Budget) -> Any:
    """Where ``wanted`` lies in an array (a run of it, when it is an array too) or, in code points, in a string."""
    if value is None:
        return None
    if type(value) is str and type(wanted) is str:
        return _within(value, wanted, budget)
    if type(value) is not list:
        return index(value, wanted, budget)
    run = wanted if type(wanted) is list else [wanted]
    if not run:
        return None
    budget.spend(len(value))
    if len(run) == 1:
        return [at for at, item in enumerate(value) if equal(item, run[0], budget)]
    return [
        at
        for at in range(len(value) - len(run) + 1)
        if all(equal(value[at + number], item, budget) for number, item in enumerate(run))
    ]


def _within(text: str, wanted: str, budget: Budget) -> list[int] | None:
    if not wanted:
        return None
    found = []
    at = text.find(wanted)
    while at >= 0:
        budget.tick()
        found.append(at)
        at = text.find(wanted, at + 1)
    budget.cells(len(found))
    return found


def is_path(value: Any) -> Path:
    """A path that a program made. Raises JqError."""
    if type(value) is not list:
        raise JqError("Path must be specified as an array")
    return tuple(value)


def get(value: Any, path: Path, budget: Budget) -> Any:
    """``getpath``: null where the way ends early."""
    for key in path:
        if value is None:
            return None
        value = index(value, key, budget)
    return value


# -- changing


class Owned:
    """Containers made during one change and seen by nobody yet: they may be changed in place.

    It keeps them alive, so that an ``id`` stands for one of them only.
    """

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: dict[int, Any] = {}

    def own(self, value: Any, budget: Budget) -> Any:
        """``value`` itself where it is owned, else a copy that is."""
        if id(value) in self.kept:
            return value
        budget.cells(len(value))
        made = value.copy()
        self.kept[id(made)] = made
        return made

    def new(self, value: Any) -> Any:
        """Own what has just been made."""
        self.kept[id(value)] = value
        return value

    def release(self, value: Any) -> Any:
        """``value`` goes to the program: from here on nothing that it may reach is ours."""
        if id(value) in self.kept:
            self.kept.clear()
        return value


def put(value: Any, path: Path, new: Any, owned: Owned, budget: Budget) -> Any:
    """``setpath``"""
    if not path:
        return new
    # Down to the container of the last key, then back up, changing what is owned in place.
    way = []
    here = value
    for key in path[:-1]:
        way.append(here)
        here = None if here is None else index(here, key, budget)
    if here is not None and type(path[-1]) is not dict:
        index(here, path[-1], budget)
    made = store(here, path[-1], new, owned, budget)
    for above, key in zip(reversed(way), reversed(path[:-1]), strict=True):
        made = store(above, key, made, owned, budget)
    return made


def store(value: Any, key: Any, new: Any, owned: Owned, budget: Budget) -> Any:
    """``value`` with ``new`` at one key."""
    shape, by = type(value), type(key)
    if by is str and (shape is dict or value is None):
        made = owned.new({}) if value is None else owned.own(value, budget)
        made[key] = new
        return made
    if by in NUMBERS and (shape is list or value is None):
        return _store_element(value, key, new, owned, budget)
    if by is dict and (shape is list or value is None):
        return _store_slice(value or [], key, new, owned, budget)
    if by is dict and shape is str:
        raise JqError("Cannot update string slices")
    if shape is list:
        raise JqError(
            f"Cannot update field at {'object' if by is str or by is dict else kind(key)} index of array"
        )
    index(value, key, budget)
    raise JqError(f"Cannot index {kind(value)} with {kind(key)}")


def _store_element(value: list[Any] | None, key: float, new: Any, owned: Owned, budget: Budget) -> Any:
    if key != key:
        raise JqError("Cannot set array element at NaN index")
    at = key if type(key) is int else floor(max(min(key, 1e18), -1e18))
    size = len(value) if value is not None else 0
    if at < 0:
        at += size
        if at < 0:
            raise JqError("Out of bounds negative array index")
    if at >= _MOST:
        raise JqError("Array index too large")
    made = owned.new([]) if value is None else owned.own(value, budget)
    if at >= size:
        budget.cells(at + 1 - size)
        made.extend([None] * (at + 1 - size))
    made[at] = new
    return made


def _store_slice(value: list[Any], key: dict[str, Any], new: Any, owned: Owned, budget: Budget) -> Any:
    first, last = _bounds(len(value), key.get("start"), key.get("end"))
    if type(new) is not list:
        raise JqError("A slice of an array can only be assigned another array")
    budget.cells(len(value) + len(new))
    return owned.new(value[:first] + new + value[last:])


# -- deleting


def delete(value: Any, paths: list[Path], budget: Budget, depth: int = 0) -> Any:
    """``delpaths``: every container is rebuilt once. ``depth`` elements of each path lead here."""
    if not paths:
        return value
    if any(len(path) == depth for path in paths):
        return None
    if value is None:
        return None
    shape = type(value)
    if shape is dict:
        return _delete_fields(value, paths, budget, depth)
    if shape is list:
        if any(type(path[depth]) is dict and len(path) > depth + 1 for path in paths):
            return _one_by_one(value, [path[depth:] for path in paths], budget)
        return _delete_elements(value, paths, budget, depth)
    raise JqError(
        f"Cannot delete fields from {kind(value)}"
        if len(paths[0]) == depth + 1
        else _unreached(value, paths[0][depth])
    )


def _grouped(
    paths: list[Path], depth: int, key_of: Callable[[Any], Any]
) -> tuple[set[Any], dict[Any, list[Path]]]:
    """Keys that go, and by key what goes within."""
    gone: set[Any] = set()
    within: dict[Any, list[Path]] = {}
    for path in paths:
        key = key_of(path[depth])
        if len(path) == depth + 1:
            gone.add(key)
        else:
            within.setdefault(key, []).append(path)
    return gone, within


def _delete_fields(value: dict[str, Any], paths: list[Path], budget: Budget, depth: int) -> Any:
    for path in paths:
        if type(path[depth]) is not str:
            raise JqError(
                "Cannot delete field at array index of object"
                if len(path) == depth + 1
                else _unreached(value, path[depth])
            )
    gone, within = _grouped(paths, depth, lambda key: key)
    budget.cells(len(value))
    made = {key: item for key, item in value.items() if key not in gone}
    for key, rest in within.items():
        if key in made:
            made[key] = delete(made[key], rest, budget, depth + 1)
    return made


def _delete_elements(value: list[Any], paths: list[Path], budget: Budget, depth: int) -> Any:
    size = len(value)

    def at(key: Any) -> int:
        if type(key) not in NUMBERS:
            raise JqError(
                f"Cannot delete field at {'object' if type(key) is str else kind(key)} index of array"
            )
        place = floor(max(min(key, 1e18), -1e18)) if key == key else size
        return place + size if place < 0 else place

    plain = [path for path in paths if type(path[depth]) is not dict]
    gone, within = _grouped(plain, depth, at)
    for path in paths:
        if type(path[depth]) is dict:
            first, last = _bounds(size, path[depth].get("start"), path[depth].get("end"))
            budget.cells(last - first)
            gone.update(range(first, last))
    budget.cells(size)
    made = list(value)
    for place, rest in within.items():
        if 0 <= place < size:
            made[place] = delete(made[place], rest, budget, depth + 1)
    return [item for place, item in enumerate(made) if place not in gone]


def _one_by_one(value: Any, paths: list[Path], budget: Budget) -> Any:
    """Last path first: what lies within a slice moves what lies behind it."""
    for path in sorted(paths, key=lambda path: order_key(list(path), budget), reverse=True):
        if len(path) == 1:
            value = delete(value, [path], budget)
            continue
        inner = index(value, path[0], budget)
        if inner is not None:
            value = store(value, path[0], delete(inner, [path[1:]], budget), Owned(), budget)
    return value
