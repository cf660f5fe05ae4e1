"""``@text @json @csv @tsv @html @uri @sh @base64 @base32`` and the way back."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.values import JqError, brief
from runtime.bash.commands.jq.writer import compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Written = Callable[[Any, Any], str]

__all__ = ["names", "written"]

_HTML = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", "'": "&#39;", '"': "&quot;"})
_TSV = str.maketrans({"\\": "\\\\", "\t": "\\t", "\r": "\\r", "\n": "\\n"})
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
_CODED = re.compile(rb"%([0-9a-fA-F]{2})")
_BAD_URI = re.compile(r"%(?![0-9a-fA-F]{2})")
_URI = tuple(chr(code) if code in _UNRESERVED else f"%{code:02X}" for code in range(256))


def _text(value: Any, run: Any) -> str:
    return value if type(value) is str else compact(value, run)


def _row(value: Any, run: Any, name: str, field: Callable[[str], str]) -> list[str]:
    if type(value) is not list:
        raise JqError(f"{brief(value)} cannot be {name}-formatted, only array")
    made = []
    for item in value:
        if type(item) is list or type(item) is dict:
            raise JqError(f"{brief(item)} is not valid in a csv row")
        if item is None or item != item:
            made.append("")
        else:
            made.append(field(item) if type(item) is str else compact(item, run))
    run.spend(len(made))
    return made


def _csv(value: Any, run: Any) -> str:
    return ",".join(_row(value, run, "csv", lambda text: '"' + text.replace('"', '""') + '"'))


def _tsv(value: Any, run: Any) -> str:
    return "\t".join(_row(value, run, "tsv", lambda text: text.translate(_TSV)))


def _html(value: Any, run: Any) -> str:
    return _text(value, run).translate(_HTML)


def _uri(value: Any, run: Any) -> str:
    data = _text(value, run).encode("utf-8", "replace")
    run.text(len(data) * 3)
    return "".join([_URI[code] for code in data])


def _urid(value: Any, run: Any) -> str:
    text = _text(value, run)
    data = text.encode("utf-8", "replace")
    try:
        if not _BAD_URI.search(text):
            return _CODED.sub(lambda found: bytes((int(found[1], 16),)), data).decode("utf-8")
    except UnicodeDecodeError:
        pass
    raise JqError(f"{brief(text)} is not a valid uri encoding")


def _sh(value: Any, run: Any) -> str:
    words = []
    for item in value if type(value) is list else [value]:
        if type(item) is list or type(item) is dict:
            raise JqError(f"{brief(item)} can not be escaped for shell")
        words.append("'" + item.replace("'", "'\\''") + "'" if type(item) is str else compact(item, run))
    return " ".join(words)


def _base64(value: Any, run: Any) -> str:
    from binascii import b2a_base64

    return b2a_base64(_text(value, run).encode("utf-8", "replace"), newline=False).decode()


def _base64d(value: Any, run: Any) -> str:
    from binascii import Error, a2b_base64

    text = _text(value, run)
    body = text.rstrip("=")
    # A lone last character holds no whole byte.
    whole = body[: len(body) - (len(body) % 4 == 1)]
    try:
        if body.isascii() and (whole or not body):
            made = a2b_base64(whole + "=" * (-len(whole) % 4), strict_mode=True)
            return made.decode("utf-8", "replace")
    except Error:
        pass
    raise JqError(f"{brief(text)} is not valid base64 data")


def _base32(value: Any, run: Any) -> str:
    from base64 import b32encode

    return b32encode(_text(value, run).encode("utf-8", "replace")).decode()


def _base32d(value: Any, run: Any) -> str:
    from base64 import b32decode

    text = _text(value, run)
    body = text.rstrip("=")
    try:
        return b32decode(body + "=" * (-len(body) % 8)).decode("utf-8", "replace")
    except ValueError:
        raise JqError(f"{brief(text)} is not valid base32 data") from None


# How a format writes a value, and its help.
_FORMATS: dict[str, tuple[Written, str]] = {
    "text": (_text, "as tostring"),
    "json": (compact, "as JSON"),
    "csv": (_csv, "an array as a line of CSV"),
    "tsv": (_tsv, "an array as a line of TSV"),
    "html": (_html, "with &lt; &gt; &amp; &#39; &quot;"),
    "uri": (_uri, "percent-encoded"),
    "urid": (_urid, "percent-decoded"),
    "sh": (_sh, "quoted for a shell"),
    "base64": (_base64, "as base64"),
    "base64d": (_base64d, "from base64"),
    "base32": (_base32, "as base32"),
    "base32d": (_base32d, "from base32"),
}


def names() -> list[tuple[str, str]]:
    """Every format and its help."""
    return [(name, text) for name, (_, text) in _FORMATS.items()]


def written(name: str) -> Written:
    """How ``@name`` writes a value; a name that is none fails when it is used."""
    found = _FORMATS.get(name)
    if found is not None:
        return found[0]

    def unknown(value: Any, run: Any) -> str:
        del value, run
        raise JqError(f"{name} is not a valid format")

    return unknown
