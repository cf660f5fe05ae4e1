"""Functions of SQL that would ask the machine, or that take long within one step of the library: ours instead."""

from __future__ import annotations

import re
from time import gmtime, strftime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.utility_context import Context

    # Computes one row of an expression, as the library does.
    Compute = Callable[[str, list[Any]], Any]

__all__ = ["install"]

_DATES = ("date", "time", "datetime", "julianday", "strftime", "unixepoch")
# The virtual machine lives in UTC: these modifiers would ask where the real one does.
_ZONES = frozenset({"localtime", "utc"})
_WORDS = {"current_date": "%Y-%m-%d", "current_time": "%H:%M:%S", "current_timestamp": "%Y-%m-%d %H:%M:%S"}
_MOST_BYTES = 1_000_000
_NUMBER = re.compile(r"[0-9]{7,}")
_TRIMS = {"trim": str.strip, "ltrim": str.lstrip, "rtrim": str.rstrip}


class _Bounds:
    """Refuses a value before it is made, and tells the engine why: the library forgets exceptions."""

    def __init__(self, cx: Context, end: Callable[[BaseException], None]) -> None:
        self.meter = cx.meter
        self.end = end

    def refuse(self, size: int) -> None:
        """A value of ``size`` bytes."""
        if size <= min(_MOST_BYTES, self.meter.limits.max_variable_bytes):
            return
        try:
            self.meter.exceeded("variable_bytes", f"sqlite3: a value of more than {_MOST_BYTES} bytes")
        except BaseException as error:
            self.end(error)
            raise


def install(connection: Any, cx: Context, end: Callable[[BaseException], None], compute: Compute) -> None:
    """Put them in the place of the library's. ``end`` is told what ended one of them."""
    bounds = _Bounds(cx, end)
    named: dict[tuple[str, int], Callable[..., Any]] = {
        ("printf", -1): _formatting(bounds, compute),
        ("format", -1): _formatting(bounds, compute),
        ("replace", 3): _replacing(bounds, compute),
        ("instr", 2): lambda whole, part: _instr(whole, part, compute),
        ("sqlite_source_id", 0): lambda: "virtual",
        **{(name, 2): _trimming(trim, compute) for name, trim in _TRIMS.items()},
        **{(name, -1): _dating(cx, name, compute) for name in _DATES},
    }
    for (name, count), function in named.items():
        connection.create_function(name, count, function, deterministic=True)
    for name, form in _WORDS.items():
        connection.create_function(name, 0, _now(cx, form))
    connection.create_function("random", 0, lambda: cx.random.getrandbits(64) - (1 << 63))
    connection.create_function("randomblob", 1, _chance(cx, bounds))


def _chance(cx: Context, bounds: _Bounds) -> Callable[[Any], bytes]:
    def randomblob(count: Any) -> bytes:
        size = max(1, count if type(count) is int else 1)
        bounds.refuse(size)
        return cx.random.randbytes(size)

    return randomblob


def _replacing(bounds: _Bounds, compute: Compute) -> Callable[..., Any]:
    def replace(whole: Any, part: Any, by: Any) -> Any:
        if whole is None or part is None or by is None:
            return None
        text, old, new = (_spelled(value, compute) for value in (whole, part, by))
        if not old:
            return whole
        bounds.refuse(len(text) + text.count(old) * (len(new) - len(old)))
        return text.replace(old, new)

    return replace


def _formatting(bounds: _Bounds, compute: Compute) -> Callable[..., Any]:
    def printf(*args: Any) -> Any:
        """Widths and precisions are bounded before anything is filled up to them."""
        form = _spelled(args[0], compute) if args and args[0] is not None else ""
        wide = [int(number[-18:]) for number in _NUMBER.findall(form)]
        wide += [abs(value) for value in args[1:] if type(value) is int] if "*" in form else []
        bounds.refuse(max(wide, default=0))
        return compute(f"printf({','.join('?' * len(args))})", list(args))

    return printf


def _now(cx: Context, form: str) -> Callable[[], str]:
    return lambda: strftime(form, gmtime(cx.clock.now()))


def _dating(cx: Context, name: str, compute: Compute) -> Callable[..., Any]:
    """One function of dates, which takes the time from the shell's clock."""
    leading = 1 if name == "strftime" else 0

    def dated(*args: Any) -> Any:
        given = list(args)
        if len(given) == leading:
            given.append("now")
        given = [
            f"{cx.clock.now() / 86400 + 2440587.5!r}" if _is_word(item, "now") else item
            for item in given
            if not (isinstance(item, str) and item.strip().lower() in _ZONES)
        ]
        marks = ",".join("?" * len(given))
        return compute(f"{name}({marks})", given)

    return dated


def _is_word(value: Any, word: str) -> bool:
    return isinstance(value, str) and value.lower() == word


# The library's own `instr`, `replace` and `trim` compare everything at every place: minutes within one opcode.


def _trimming(trim: Callable[[str, str], str], compute: Compute) -> Callable[[Any, Any], str | None]:
    def trimmed(whole: Any, marks: Any) -> str | None:
        if whole is None or marks is None:
            return None
        return trim(_spelled(whole, compute), _spelled(marks, compute))

    return trimmed


def _instr(whole: Any, part: Any, compute: Compute) -> int | None:
    if whole is None or part is None:
        return None
    if isinstance(whole, bytes) and isinstance(part, bytes):
        return whole.find(part) + 1
    return _spelled(whole, compute).find(_spelled(part, compute)) + 1


def _spelled(value: Any, compute: Compute) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, float):
        return str(compute("CAST(? AS TEXT)", [value]))
    return str(value)
