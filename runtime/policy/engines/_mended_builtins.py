"""Built-in functions with OPA's answers, and guards around those of the engine.

`runtime.policy.mended` says which are called where. What is not known to be what OPA answers is an error, and an error
denies. Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable
from typing import Any


class Unanswerable(ValueError):
    """OPA's answer to this is not known here."""


# Text.


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unanswerable(f"{_kind(value)} where a string is needed")
    return value


def lower(value: Any) -> str:
    """One character for one, as Go does."""
    text = _text(value)
    return text.lower() if text.isascii() else "".join(_SMALL.get(c) or c.lower() for c in text)


def upper(value: Any) -> str:
    text = _text(value)
    return text.upper() if text.isascii() else "".join(map(_capital, text))


_SMALL = {"\u0130": "i"}


def _capital(character: str) -> str:
    for spelled in (character.upper(), character.title()):
        if len(spelled) == 1:
            return spelled
    return character


def count(text: Any, part: Any) -> int:
    return _text(text).count(_text(part))


def indexof_n(text: Any, part: Any) -> list[int]:
    if not _text(part):
        raise Unanswerable("an empty string is everywhere")
    found, at = [], _text(text).find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + 1)
    return found


def replace_n(pairs: Any, text: Any) -> str:
    """Each place is replaced once, by the first of the sorted keys that stands there."""
    if not all(isinstance(k, str) and k and isinstance(v, str) for k, v in pairs.items()):
        raise Unanswerable("a pattern that is empty, or no string")
    if not pairs:
        return _text(text)
    keys = "|".join(re.escape(key) for key in sorted(pairs))
    return re.sub(keys, lambda found: pairs[found[0]], _text(text))


_VERB = re.compile(
    r"%(?P<flags>[-+0#]*)(?P<width>\d{1,3})?(?:\.(?P<precision>\d{1,2}))?(?P<verb>.)", re.DOTALL
)


def sprintf(pattern: Any, values: Any) -> str:
    """The verbs d s v q t x f c and %%, each with the kind of value that it is for."""
    if not isinstance(values, list):
        raise Unanswerable("the values of sprintf are an array")
    left = list(values)
    parts: list[str] = []
    at = 0
    for found in _VERB.finditer(_text(pattern)):
        parts.append(pattern[at : found.start()])
        at = found.end()
        if found[0] == "%%":
            parts.append("%")
            continue
        if not left:
            raise Unanswerable("more verbs than values")
        parts.append(_formatted(found, left.pop(0)))
    if "%" in pattern[at:] or left:
        raise Unanswerable("a verb that does not end, or more values than verbs")
    return "".join([*parts, pattern[at:]])


def _formatted(found: re.Match[str], value: Any) -> str:
    verb, flags = found["verb"], found["flags"]
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if verb in ("s", "v") and not flags and not found["precision"] and not found["width"]:
        if verb == "s" and isinstance(value, int | float) and not isinstance(value, bool):
            raise Unanswerable("%s of a number; write %v")
        if isinstance(value, float):
            raise Unanswerable("%v of a fraction; write %.2f")
        return value if isinstance(value, str) else written(value)
    if verb == "q" and found[0] == "%q" and isinstance(value, str):
        return _quoted(value)
    if verb == "d" and is_whole and flags in ("", "0") and not found["precision"]:
        return f"{value:{flags}{found['width'] or ''}d}"
    if verb in ("x", "X") and is_whole and flags in ("", "0") and not found["precision"] and value >= 0:
        return f"{value:{flags}{found['width'] or ''}{verb}}"
    if verb == "f" and isinstance(value, float) and not flags and not found["width"]:
        return f"{value:.{found['precision'] or 6}f}"
    if verb == "s" and isinstance(value, str) and flags in ("", "-") and not found["precision"]:
        return f"{value:{'<' if flags else '>'}{found['width'] or ''}}"
    raise Unanswerable(f"{found[0]} of {_kind(value)}")


def template(parts: Any) -> str:
    """Texts and, each in a set of its own, the values between them; an empty set is a value that is undefined."""
    return "".join(map(_template_part, parts))


def _template_part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, set | frozenset) or len(part) > 1:
        raise Unanswerable("several values for one place of a template")
    value = next(iter(part), "<undefined>")
    if isinstance(value, float):
        raise Unanswerable("a fraction in a template; write sprintf with %.2f")
    return value if isinstance(value, str) else written(value)


def written(value: Any) -> str:
    """A value as Rego writes it."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise Unanswerable("an object whose keys are no strings")
        return "{" + ", ".join(f"{_quoted(k)}: {written(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, set | frozenset):
        if not all(isinstance(item, str) for item in value) and not all(type(item) is int for item in value):
            raise Unanswerable("a set of several kinds")
        return "{" + ", ".join(map(written, sorted(value))) + "}" if value else "set()"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(printable(value))


def _quoted(text: str) -> str:
    """As Go quotes."""
    return '"' + "".join(map(_quoted_character, text)) + '"'


_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
}


def _quoted_character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# Documents.


def _paths(given: Any) -> dict[str, Any]:
    """The paths as a tree; None is a leaf."""
    tree: dict[str, Any] = {}
    for path in given:
        keys = path.lstrip("/").split("/") if isinstance(path, str) else path
        keys = [key.replace("~1", "/").replace("~0", "~") if isinstance(path, str) else key for key in keys]
        if not keys or not all(isinstance(key, str) for key in keys) or path == "":
            raise Unanswerable("a path that is empty, or has keys that are no strings")
        place: dict[str, Any] | None = tree
        for key in keys[:-1]:
            place = place.setdefault(key, {}) if place is not None else None
        if place is not None:
            place[keys[-1]] = None
    return tree


def json_remove(document: Any, paths: Any) -> Any:
    _require_document(document, paths)
    return _removed(_plain(document), _paths(paths))


def _removed(value: Any, tree: Any) -> Any:
    if isinstance(value, dict):
        return {
            k: _removed(v, tree[k]) if k in tree else v
            for k, v in value.items()
            if tree.get(k, 0) is not None
        }
    if isinstance(value, list):
        named = [(str(n), item) for n, item in enumerate(value)]
        return [
            _removed(item, tree[n]) if n in tree else item for n, item in named if tree.get(n, 0) is not None
        ]
    return value


def _require_document(document: Any, paths: Any) -> None:
    if not isinstance(document, dict) or not isinstance(paths, list | set | frozenset):
        raise Unanswerable("an object and an array or set of paths are needed")
    if not all(isinstance(path, str | list) for path in paths):
        raise Unanswerable("a path is a string or an array")


def json_filter(document: Any, paths: Any) -> Any:
    _require_document(document, paths)
    return _filtered(_plain(document), _paths(paths))


def _filtered(value: Any, tree: Any) -> Any:
    if tree is None:
        return value
    if isinstance(value, dict):
        return {k: _filtered(v, tree[k]) for k, v in value.items() if k in tree}
    if isinstance(value, list):
        return [_filtered(item, tree[str(n)]) for n, item in enumerate(value) if str(n) in tree]
    return value


def _plain(value: Any) -> Any:
    """A document of JSON's own kinds: a set that came back would be a list."""
    for part in _parts(value):
        if isinstance(part, set | frozenset) or (
            isinstance(part, dict) and not all(isinstance(k, str) for k in part)
        ):
            raise Unanswerable("a set, or an object whose keys are no strings, inside the document")
    return value


def _parts(value: Any) -> list[Any]:
    found, stack = [], [value]
    while stack:
        last = stack.pop()
        found.append(last)
        stack += (
            last.values()
            if isinstance(last, dict)
            else last
            if isinstance(last, list | set | frozenset)
            else ()
        )
    return found


def subset(whole: Any, part: Any) -> bool:
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(k in whole and _covers(whole[k], v) for k, v in part.items())
    if isinstance(whole, list) and isinstance(part, list):
        return _runs(whole, part)
    if isinstance(whole, list) and isinstance(part, set | frozenset):
        if not part:
            raise Unanswerable("an empty set as part of an array")
        return all(item in whole for item in part)
    if isinstance(whole, set | frozenset) and isinstance(part, set | frozenset):
        return part <= whole
    raise Unanswerable(f"{_kind(part)} as part of {_kind(whole)}")


def _covers(whole: Any, part: Any) -> bool:
    kinds = (dict, list, set | frozenset)
    if any(isinstance(whole, kind) and isinstance(part, kind) for kind in kinds):
        return subset(whole, part)
    return type(whole) is type(part) and bool(whole == part)


def _runs(whole: list[Any], part: list[Any]) -> bool:
    _same_kinds([*whole, *part])
    return any(whole[n : n + len(part)] == part for n in range(len(whole) - len(part) + 1))


def _same_kinds(values: list[Any]) -> None:
    if any(isinstance(v, bool) for v in _parts(values)) and any(type(v) is int for v in _parts(values)):
        raise Unanswerable("booleans beside numbers")


# Addresses and versions.

_VERSION = re.compile(
    r"(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})(-(?:0|[1-9]\d{0,17}|\d*[A-Za-z-][0-9A-Za-z-]*)"
    r"(?:\.(?:0|[1-9]\d{0,17}|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?",
    re.ASCII,
)


def version(value: Any) -> str:
    if not _VERSION.fullmatch(_text(value)):
        raise Unanswerable("this is no semantic version")
    return str(value)


def is_version(value: Any) -> bool:
    if isinstance(value, str) and (value.startswith(("v", "V")) or re.search(r"\d{18}", value)):
        raise Unanswerable("a version with a v, or with large numbers")
    return isinstance(value, str) and _VERSION.fullmatch(value) is not None


_ADDRESS = re.compile(r"[0-9A-Fa-f:.]+(?P<prefix>/(?:0|[1-9]\d{0,2}))?", re.ASCII)


def network(value: Any) -> Any:
    """A network, or an address as the network of one; IPv4 inside IPv6 means different things to different readers."""
    import ipaddress

    found = _ADDRESS.fullmatch(_text(value))
    try:
        network = ipaddress.ip_network(value, strict=False) if found else None
    except ValueError:
        network = None
    if network is None or (network.version == 6 and ("." in value or _holds_mapped(network))):
        raise Unanswerable(f"{value!r} is no plain address or network")
    return network


def _holds_mapped(network: Any) -> bool:
    import ipaddress

    return bool(network.overlaps(ipaddress.IPv6Network("::ffff:0:0/96")) and network.prefixlen > 0)


def cidr_contains(cidr: Any, part: Any) -> bool:
    if "/" not in _text(cidr):
        raise Unanswerable("an address where a network is needed")
    whole, inner = network(cidr), network(part)
    return whole.version == inner.version and bool(inner.subnet_of(whole))


def cidr_is_valid(value: Any) -> bool:
    if not isinstance(value, str) or "/" not in value:
        return False
    network(value)
    return True


# Guards.


_PATTERNS: Any = None


@functools.lru_cache(maxsize=1024)
def _translated(value: str) -> tuple[str, bool]:
    translated: tuple[str, bool] = _PATTERNS.go_pattern(value)
    return translated


def pattern(value: Any) -> str:
    return _translated(_text(value))[0]


def separator(value: Any) -> str:
    translated, empty = _translated(_text(value))
    if empty:
        raise Unanswerable("a separator that may be empty")
    return translated


def is_pattern(value: Any) -> bool:
    if isinstance(value, str):
        pattern(value)
    return isinstance(value, str)


@functools.lru_cache(maxsize=1024)
def _glob(pattern: str, delimiters: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS.glob_expression(pattern, delimiters), re.DOTALL)


def glob_match(pattern: Any, delimiters: Any, text: Any) -> bool:
    """``null`` delimits nothing, the empty array means dots."""
    if delimiters is not None and not (
        isinstance(delimiters, list) and all(isinstance(d, str) and len(d) == 1 for d in delimiters)
    ):
        raise Unanswerable("delimiters are single characters")
    separators = "" if delimiters is None else "".join(delimiters) or "."
    return _glob(_text(pattern), separators).fullmatch(_text(text)) is not None


_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?")


def json_text(value: Any) -> str:
    """Text whose numbers every reader takes for the same."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', _text(value))
    if (
        "\ufeff" in bare
        or "\\u" in value
        or not all(_JSON_NUMBER.fullmatch(n) for n in re.findall(r"[-+\d][-+.\deE]*", bare))
    ):
        raise Unanswerable("JSON with numbers or escapes that readers differ on")
    json.loads(value, object_pairs_hook=_once)
    return str(value)


def json_is_valid(value: Any) -> bool:
    """Whether a text is JSON of any kind; what is no text is none."""
    try:
        json.loads(
            value if isinstance(value, str) else "", parse_int=str, parse_float=str, parse_constant=_constant
        )
    except ValueError:
        return False
    return True


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise Unanswerable("a name occurs twice in one object")
    return dict(pairs)


def printable(value: Any) -> Any:
    """A value that everybody writes alike."""
    for part in _parts(value):
        if isinstance(part, float) and not (1e-4 <= abs(part) < 1e15 and math.isfinite(part)):
            raise Unanswerable("a number that is written in several ways")
        if isinstance(part, dict) and not all(isinstance(key, str) for key in part):
            raise Unanswerable("an object whose keys are no strings")
        for text in part if isinstance(part, dict) else [part] if isinstance(part, str) else ():
            if re.search("[\u2028\u2029\u007f<>&]", text):
                raise Unanswerable("a character that is written in several ways")
    return value


def ordered(value: Any) -> Any:
    """A value without objects and sets, whose order differs; the set that is given to ``sort`` itself is in order."""
    inner = value if isinstance(value, set | frozenset) else [value]
    if any(isinstance(part, dict | set | frozenset) for item in inner for part in _parts(item)):
        raise Unanswerable("an order of objects or sets")
    return value


def ranked(value: Any) -> Any:
    """One side of a comparison; where it is no collection, the other may be any."""
    if isinstance(value, set | frozenset):
        raise Unanswerable("an order of sets")
    return ordered(value)


def keyed(value: Any) -> Any:
    """A collection whose members have keys."""
    if isinstance(value, set | frozenset):
        raise Unanswerable("a set has no keys")
    return value


_NUMERAL = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,13}[1-9])?", re.ASCII)


def numeral(value: Any) -> Any:
    """What becomes a number: blanks around it are an error in OPA, and ``1.0`` stays as it is written."""
    if isinstance(value, str) and not _NUMERAL.fullmatch(value):
        raise Unanswerable("text that is no plain number")
    return value


def patches(value: Any) -> Any:
    """Changes to parts of a document: to remove the whole is an error in OPA."""
    for change in value if isinstance(value, list) else ():
        if isinstance(change, dict) and change.get("op") == "remove" and change.get("path") in ("", []):
            raise Unanswerable("a change that removes the whole document")
    return value


def characters(value: Any) -> list[str]:
    return list(_text(value))


def something(value: Any) -> str:
    if not _text(value):
        raise Unanswerable("an empty string is everywhere")
    return str(value)


_MOMENT = re.compile(
    r"(\d{4})-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


def moment(value: Any) -> str:
    found = _MOMENT.fullmatch(_text(value))
    if not found or not 1678 <= int(found[1]) <= 2261:
        raise Unanswerable("this is no time of RFC 3339 between 1678 and 2261")
    return str(value)


def whole_second(value: Any) -> Any:
    """A time without a fraction of a second, whose zeros are written in two ways."""
    moment_ns = value[0] if isinstance(value, list) and value else value
    if not isinstance(moment_ns, int) or moment_ns % 1_000_000_000:
        raise Unanswerable("a time with a fraction of a second")
    return value


def _kind(value: Any) -> str:
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return "null" if value is None else names.get(type(value), "a set")


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "glob.match": (3, glob_match),
    "indexof_n": (2, indexof_n),
    "internal.template_string": (1, template),
    "json.filter": (2, json_filter),
    "json.is_valid": (1, json_is_valid),
    "json.remove": (2, json_remove),
    "lower": (1, lower),
    "net.cidr_contains": (2, cidr_contains),
    "net.cidr_is_valid": (1, cidr_is_valid),
    "object.subset": (2, subset),
    "regex.is_valid": (1, is_pattern),
    "semver.is_valid": (1, is_version),
    "sprintf": (2, sprintf),
    "strings.count": (2, count),
    "strings.replace_n": (2, replace_n),
    "upper": (1, upper),
    **{
        f"guards.{name}": (1, guard)
        for name, guard in (
            ("characters", characters), ("json_text", json_text), ("keyed", keyed), ("moment", moment), ("numeral", numeral), ("patches", patches),
            ("ordered", ordered), ("pattern", pattern), ("printable", printable),
            ("ranked", ranked), ("separator", separator), ("something", something),
            ("version", version), ("whole_second", whole_second),
        )
    },
}  # fmt: skip


def install(engine: Any) -> None:
    """Give an engine these functions."""
    for name, (arity, function) in EXTENSIONS.items():
        engine.add_extension(name, arity, function)


def use(patterns: Any) -> None:
    """Take the module that translates patterns: loaded by path, this one cannot import it."""
    global _PATTERNS  # noqa: PLW0603  # as said
    _PATTERNS = patterns
