"""Further functions on text, documents and times, with OPA's answers. What is not surely OPA's answer is an error.

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from typing import Any

MAX_CHARS = 1 << 18


class UnknownText(ValueError):
    """OPA's answer to this is an error, or not known here."""


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_CHARS:
        raise UnknownText("a string is needed")
    return value


def quote_meta(pattern: Any) -> str:
    return re.sub(r"[*?\\\[\]{}]", r"\\\g<0>", _text(pattern))


# Templates.

_FIELD = re.compile(r"\{\{ ?\.(?P<name>[A-Za-z_][A-Za-z0-9_]*) ?\}\}", re.ASCII)


def render_template(template: Any, values: Any) -> str:
    """A text with fields, ``{{.name}}``, and nothing else of Go's templates."""
    if not isinstance(values, dict) or any(
        isinstance(v, dict | list | set | frozenset) for v in values.values()
    ):
        raise UnknownText("an object of scalars is needed")
    # Go takes the first two of three braces for the begin of a field.
    if "{{{" in _text(template) or re.search(r"\{\{|\}\}", _FIELD.sub("", template)):
        raise UnknownText("a template with other things than fields, such as {{.name}}")
    filled: str = _FIELD.sub(lambda found: _shown(values.get(found["name"])), template)
    return str(filled).replace("<no value>", "<undefined>")


def _shown(value: Any) -> str:
    if value is None:
        return "<no value>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str | int):
        raise UnknownText("a field that is no string, whole number or boolean")
    return str(value)


# Documents.


def marshal_with_options(value: Any, options: Any) -> str:
    """JSON, on one line or on many."""
    kinds = {"pretty": bool, "indent": str, "prefix": str}
    if not isinstance(options, dict) or not all(
        name in kinds and isinstance(given, kinds[name]) for name, given in options.items()
    ):
        raise UnknownText("the options are pretty, indent and prefix")
    plain = _plain(value)
    if not options.get("pretty", "indent" in options or "prefix" in options):
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    indent, prefix = options.get("indent", "\t"), str(options.get("prefix", ""))
    written = json.dumps(plain, sort_keys=True, indent=indent, separators=(",", ": "), ensure_ascii=False)
    lines: str = written.replace("\n", f"\n{prefix}")
    return f"{prefix}{lines}"


def _plain(value: Any) -> Any:
    """The value of JSON's own kinds, where everybody writes it alike."""
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise UnknownText("an object whose keys are no strings")
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        if not all(isinstance(item, str) for item in value) and not all(type(item) is int for item in value):
            raise UnknownText("a set of several kinds")
        return [_plain(item) for item in sorted(value)]
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, str) and re.search("[\u2028\u2029\u007f<>&\x00-\x1f]", value):
        raise UnknownText("a character that is written in several ways")
    if isinstance(value, float):
        raise UnknownText("a number that is written in several ways")
    return value


# Identifiers and times.

_HEX = re.compile(r"[0-9a-f]{32}", re.IGNORECASE)
_UUID = re.compile(r"(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_BEFORE_UNIX = 122_192_928_000_000_000
"""From 15 October 1582 to 1970, in units of 100 ns."""
_DOMAINS = ("Person", "Group", "Org")


def uuid_parse(value: Any) -> dict[str, Any]:
    """What a UUID says of itself. OPA's answer to other text is undefined."""
    text = _text(value)
    if not _HEX.fullmatch(text) and not _UUID.fullmatch(text):
        raise UnknownText("this is no UUID")
    content = bytes.fromhex(re.sub(r"^urn:uuid:", "", text, flags=re.IGNORECASE).replace("-", ""))
    version, second = content[6] >> 4, content[8] >> 4
    kinds = ("RFC4122" if second & 8 else "Reserved", "Microsoft", "Future")
    variant = kinds[0] if second < 12 else kinds[1] if second < 14 else kinds[2]
    found: dict[str, Any] = {"version": version, "variant": variant}
    if version in (1, 2):
        found |= _of_a_place(content)
    if version == 2:
        if content[9] >= len(_DOMAINS):
            raise UnknownText("an unknown domain")
        found |= {"id": int.from_bytes(content[:4], "big"), "domain": _DOMAINS[content[9]]}
    return found


def _of_a_place(content: bytes) -> dict[str, Any]:
    """Time and node of versions 1 and 2."""
    low, middle, high = (int.from_bytes(content[a:b], "big") for a, b in ((0, 4), (4, 6), (6, 8)))
    moment_ns = ((low | middle << 32 | (high & 0xFFF) << 48) - _BEFORE_UNIX) * 100
    if not 0 <= moment_ns < 2**63:
        raise UnknownText("a time before 1970 or after 2262")
    node = content[10:]
    scope = "local" if node[0] & 2 else "global"
    return {
        "time": moment_ns,
        "nodeid": node.hex("-"),
        "macvariables": f"{scope}:{'multicast' if node[0] & 1 else 'unicast'}",
        "clocksequence": int.from_bytes(content[8:10], "big") & 0x3FFF,
    }


_EPOCH = datetime.datetime(1970, 1, 1)  # noqa: DTZ001  # UTC throughout
_DAY_NS = 86_400_000_000_000
MAX_STEP = 10_000


def add_date(moment_ns: Any, years: Any, months: Any, days: Any) -> int:
    """A moment in UTC so many years, months and days on; a day that the month lacks is one of the next month."""
    if not all(type(part) is int for part in (moment_ns, years, months, days)):
        raise UnknownText("whole numbers are needed, and a moment in UTC")
    if max(abs(years), abs(months), abs(days)) > MAX_STEP:
        raise UnknownText("a step of more than 10,000")
    day, rest = divmod(moment_ns, _DAY_NS)
    try:
        date = _EPOCH + datetime.timedelta(days=day)
        year, month = divmod((date.year + years) * 12 + date.month - 1 + months, 12)
        moved = datetime.datetime(year, month + 1, 1) + datetime.timedelta(days=date.day - 1 + days)  # noqa: DTZ001  # as above
    except (ValueError, OverflowError):
        raise UnknownText("a time beyond the calendar") from None
    found = (moved - _EPOCH).days * _DAY_NS + rest
    if abs(found) >= 2**63:
        raise UnknownText("a time before 1678 or after 2261")
    return int(found)


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "glob.quote_meta": (1, quote_meta),
    "json.marshal_with_options": (2, marshal_with_options),
    "strings.render_template": (2, render_template),
    "time.add_date": (4, add_date),
    "uuid.parse": (1, uuid_parse),
}
