"""Regular expressions: Oniguruma's syntax in the words of `regex`, which stops at the deadline of the run."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.values import JqError, add, brief
from runtime.bash.posix.bounded import COMPILING_S, TooBig, begun, compiled, late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.run import Run
    from runtime.bash.commands.jq.scope import Env, Many

__all__ = ["FUNCTIONS", "substituted"]

_KEPT = 64
_compiled: dict[tuple[str, str], Any] = {}
# What the two spell differently: (inside a class, outside).
_ESCAPES = {
    "h": ("0-9a-fA-F", "[0-9a-fA-F]"),
    "H": ("", "[^0-9a-fA-F]"),
    "z": ("z", r"\Z"),
    "Z": ("Z", r"(?=\n?\Z)"),
    "e": (r"\x1b", r"\x1b"),
    "O": ("O", r"(?s:.)"),
}
_CALL = re.compile(r"\\([gk])(?:<([^>]*)>|'([^']*)')")
_FAULTS = (
    ("unterminated character set", "premature end of char-class"),
    ("missing ), unterminated", "end pattern with unmatched parenthesis"),
    ("missing )", "end pattern with unmatched parenthesis"),
    ("unbalanced parenthesis", "unmatched close parenthesis"),
    ("trailing characters", "unmatched close parenthesis"),
    ("nothing to repeat", "target of repeat operator is not specified"),
    ("bad escape", "end pattern at escape"),
    ("bad character range", "empty range in char class"),
    ("unknown group", "undefined name reference"),
    ("multiple repeat", "target of repeat operator is invalid"),
    ("lookbehind", "invalid pattern in look-behind"),
)


def _rewritten(source: str) -> str:
    made = []
    at, within = 0, 0
    while at < len(source):
        letter = source[at]
        if letter == "\\":
            call = _CALL.match(source, at)
            if call and not within:
                name = call[2] or call[3] or ""
                made.append(f"(?&{name})" if call[1] == "g" else _reference(name))
                at = call.end()
                continue
            follows = source[at + 1 : at + 2]
            made.append(_ESCAPES[follows][not within] if follows in _ESCAPES else letter + follows)
            at += 2
            continue
        if letter == "[":
            within += not within or source.startswith("[:", at)
        elif letter == "]" and within:
            within -= 1
        made.append(letter)
        at += 1
    return "".join(made)


def _reference(name: str) -> str:
    return f"(?:\\{name})" if name.isdecimal() else f"(?P={name})"


def _compile(run: Run, pattern: str, flags: str) -> Any:
    key = pattern, flags
    found = _compiled.get(key)
    if found is None:
        import regex

        wanted = regex.VERSION1 if "&&" in pattern else regex.VERSION0
        wanted |= regex.IGNORECASE if "i" in flags else 0
        wanted |= regex.VERBOSE if "x" in flags else 0
        wanted |= regex.DOTALL if "p" in flags else 0
        run.meter.afford(COMPILING_S * len(pattern))
        try:
            found = compiled(_rewritten(pattern), wanted, regex.compile)
        except TooBig:
            raise JqError(f"{pattern} (at offset 0) is not a valid regex: too big") from None
        except (regex.error, ValueError) as error:
            text = str(error)
            reason = next(
                (words for mark, words in _FAULTS if mark in text), text.partition(" at position")[0]
            )
            raise JqError(f"{pattern} (at offset 0) is not a valid regex: {reason}") from None
        if len(_compiled) >= _KEPT:
            _compiled.clear()
        _compiled[key] = found
    return found


def _flags(given: Any) -> str:
    if given is None:
        return ""
    if type(given) is not str:
        raise JqError(f"{brief(given)} is not a string")
    if given.strip("gimnpslx"):
        raise JqError(f"{given} is not a valid modifier string")
    return given


def _found(run: Run, value: Any, pattern: Any, given: Any) -> Iterator[Any]:
    """Every match, or the first without ``g``."""
    if type(value) is not str:
        raise JqError(f"{brief(value)} cannot be matched, as it is not a string")
    if type(pattern) is not str:
        raise JqError(f"{brief(pattern)} cannot be matched, as it is not a string")
    flags = _flags(given)
    search = _compile(run, pattern, flags).search
    meter = run.meter
    at, size = 0, len(value)
    while at <= size:
        try:
            match = search(value, at, timeout=begun(meter))
        except TimeoutError:
            late(meter)
            raise
        if match is None:
            return
        run.tick()
        # After an empty match the next begins one further on, as in Oniguruma's loop over a text.
        at = match.end() + (match.end() == match.start())
        if "n" in flags and not match[0]:
            continue
        yield match
        if "g" not in flags:
            return


def _captures(match: Any) -> list[dict[str, Any]]:
    names = {number: name for name, number in match.re.groupindex.items()}
    return [_capture(match, number, names.get(number)) for number in range(1, match.re.groups + 1)]


def _capture(match: Any, number: int, name: str | None) -> dict[str, Any]:
    text = match[number]
    if text is None:
        return {"offset": -1, "string": None, "length": 0, "name": name}
    return {"offset": match.start(number), "length": len(text), "string": text, "name": name}


def _matches(run: Run, value: Any, pattern: Any, flags: Any) -> list[Any]:
    made = []
    for match in _found(run, value, pattern, flags):
        run.cells(6 + 6 * match.re.groups)
        made.append(
            {
                "offset": match.start(),
                "length": len(match[0]),
                "string": match[0],
                "captures": _captures(match),
            }
        )
    return made


def _test(run: Run, value: Any, pattern: Any, flags: Any) -> bool:
    return any(True for _ in _found(run, value, pattern, flags))


def _pattern(run: Run, value: Any, given: Any) -> list[Any]:
    """``[pattern, flags]`` of the one argument that ``test("a")`` and ``test(["a", "i"])`` have."""
    del run, value
    if type(given) is str:
        return [given, None]
    if type(given) is list and given:
        return [given[0], given[1] if len(given) > 1 else None]
    from runtime.bash.commands.jq.values import kind

    raise JqError(f"{kind(given)} not a string or array")


def _split(run: Run, value: Any, pattern: Any, flags: Any) -> list[str]:
    made = []
    begin = 0
    for match in _found(run, value, pattern, "g" + _flags(flags)):
        made.append(value[begin : match.start()])
        begin = match.end()
    run.cells(len(made) + 1)
    return [*made, value[begin:]]


def substituted(env: Env, value: Any, pattern: Any, flags: str, replacement: Many) -> Iterable[Any]:
    """``sub``: the n-th output takes the n-th replacement of every match."""
    run = env[0]
    results: list[list[str]] = []
    begin = 0
    for match in _found(run, value, pattern, flags):
        gap = value[begin : match.start()]
        named = {name: match[name] for name in match.re.groupindex}
        for number, insert in enumerate(replacement(env, named)):
            if type(insert) is not str:
                add(gap, insert, run)
                raise JqError(f"{brief(gap)} and {brief(insert)} cannot be added")
            if number == len(results):
                results.append([])
            results[number] += (gap, insert)
            run.text(len(insert) + len(gap))
        begin = match.end()
    if not results:
        return (value,)
    rest = value[begin:]
    run.text(sum(len(part) for parts in results for part in parts))
    return ["".join(parts) + rest for parts in results]


FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("_matches", 2): _matches,
    ("_pattern", 1): _pattern,
    ("test", 2): _test,
    ("split", 2): _split,
}
