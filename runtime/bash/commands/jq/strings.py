"""Functions of strings."""

from __future__ import annotations

from runtime.bash.commands.jq import access, formats
from runtime.bash.commands.jq.basics import tostring
from runtime.bash.commands.jq.numbers import as_int
from runtime.bash.commands.jq.values import NUMBERS, JqError, brief
from runtime.bash.commands.jq.values import split as divided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.run import Run

__all__ = ["FUNCTIONS"]

_SPACE = " \t\n\r\f\v"
_UPPER = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def _text(value: Any, what: str) -> str:
    if type(value) is not str:
        raise JqError(what.format(brief(value)))
    return value


def _split(run: Run, value: Any, separator: Any) -> list[str]:
    if type(value) is not str or type(separator) is not str:
        raise JqError("split input and separator must be strings")
    return divided(value, separator, run)


def _join(run: Run, value: Any, separator: Any) -> str:
    between = separator if type(separator) is str else ""
    parts: list[str] = []
    size = 0
    for number, item in enumerate(access.each(value)):
        if number and type(separator) is not str:
            raise JqError(f"{brief(between.join(parts))} and {brief(separator)} cannot be added")
        if type(item) is list or type(item) is dict:
            held = between.join([*parts, ""])
            raise JqError(f"{brief(held)} and {brief(item)} cannot be added")
        parts.append("" if item is None else tostring(run, item))
        size += len(parts[-1]) + len(between)
        if not number & 1023:
            run.meter.text(size)
            run.check()
    run.text(size)
    return between.join(parts)


def _startswith(run: Run, value: Any, head: Any) -> bool:
    del run
    if type(value) is not str or type(head) is not str:
        raise JqError("startswith() requires string inputs")
    return value.startswith(head)


def _endswith(run: Run, value: Any, tail: Any) -> bool:
    del run
    if type(value) is not str or type(tail) is not str:
        raise JqError("endswith() requires string inputs")
    return value.endswith(tail)


def _ltrimstr(run: Run, value: Any, head: Any) -> Any:
    del run
    return value.removeprefix(head) if type(value) is str and type(head) is str else value


def _rtrimstr(run: Run, value: Any, tail: Any) -> Any:
    del run
    return value.removesuffix(tail) if type(value) is str and type(tail) is str else value


def _trimstr(run: Run, value: Any, both: Any) -> Any:
    return _rtrimstr(run, _ltrimstr(run, value, both), both)


def _trimmed(strip: Callable[[str, str], str]) -> Callable[[Run, Any], str]:
    def trim(run: Run, value: Any) -> str:
        del run
        return strip(_text(value, "{} cannot be trimmed"), _SPACE)

    return trim


def _explode(run: Run, value: Any) -> list[int]:
    if type(value) is not str:
        raise JqError("explode input must be a string")
    run.cells(len(value))
    return list(map(ord, value))


def _implode(run: Run, value: Any) -> str:
    if type(value) is not list:
        raise JqError("implode input must be an array")
    run.spend(len(value))
    made = []
    for code in value:
        run.tick()
        if type(code) not in NUMBERS or code != code:
            raise JqError("Unicode codepoint must be numeric")
        point = as_int(code)
        surrogate = 0xD800 <= point < 0xE000
        made.append("\ufffd" if surrogate or not 0 <= point < 0x110000 else chr(point))
    return "".join(made)


def _ascii_downcase(run: Run, value: Any) -> str:
    del run
    if type(value) is not str:
        raise JqError("ascii_downcase input must be a string")
    return value.translate(_LOWER)


def _ascii_upcase(run: Run, value: Any) -> str:
    del run
    if type(value) is not str:
        raise JqError("ascii_upcase input must be a string")
    return value.translate(_UPPER)


def _utf8bytelength(run: Run, value: Any) -> int:
    del run
    return len(_text(value, "{} only strings have UTF-8 byte length").encode("utf-8", "replace"))


def _format(run: Run, value: Any, name: Any) -> str:
    if type(name) is not str:
        raise JqError(f"{brief(name)} is not a valid format")
    return formats.written(name)(value, run)


FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("split", 1): _split,
    ("join", 1): _join,
    ("startswith", 1): _startswith,
    ("endswith", 1): _endswith,
    ("ltrimstr", 1): _ltrimstr,
    ("rtrimstr", 1): _rtrimstr,
    ("trimstr", 1): _trimstr,
    ("trim", 0): _trimmed(str.strip),
    ("ltrim", 0): _trimmed(str.lstrip),
    ("rtrim", 0): _trimmed(str.rstrip),
    ("explode", 0): _explode,
    ("implode", 0): _implode,
    ("ascii_downcase", 0): _ascii_downcase,
    ("ascii_upcase", 0): _ascii_upcase,
    ("utf8bytelength", 0): _utf8bytelength,
    ("format", 1): _format,
}
