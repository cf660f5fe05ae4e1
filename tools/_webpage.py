"""The text of an answer of the web: its characters by whatever says how they are encoded."""

from __future__ import annotations

import codecs
import re

from ._html import words

_TEXTUAL = re.compile(
    r"text/|application/(?:json|xml|xhtml\+xml|javascript|ecmascript|x-javascript|yaml|x-yaml|toml|sql|graphql|ld\+json"
    r"|x-ndjson|x-sh|rtf|[a-z0-9.+-]+\+(?:json|xml|yaml))$|image/svg\+xml$",
    re.IGNORECASE,
)
_HTML = re.compile(r"(?:text/html|application/xhtml\+xml)$", re.IGNORECASE)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_SNIFFED = 1024
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The Encoding standard: pages that say Latin-1 or ASCII mean Windows' code page.
_MEANT = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "ascii": "cp1252",
    "us-ascii": "cp1252",
}


def is_text(kind: str, body: bytes) -> bool:
    """Whether people could read it: by its declared type, or without one by the absence of NUL bytes."""
    media = kind.partition(";")[0].strip()
    return bool(_TEXTUAL.match(media)) if media else b"\0" not in body[:_SNIFFED]


def to_text(kind: str, body: bytes) -> str:
    """What there is to read; nothing of binary content."""
    if not is_text(kind, body):
        return ""
    media = kind.partition(";")[0].strip()
    html = bool(_HTML.match(media)) or (not media and b"<html" in body[:_SNIFFED].lower())
    text = _decoded(kind, body, html=html)
    return words(text) if html else text


def _decoded(kind: str, body: bytes, *, html: bool) -> str:
    """By the mark at its beginning, else by what was said of it, else as UTF-8; whatever was said, it is decoded."""
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return body.decode(encoding, "replace")
    said = _CHARSET.search(kind)
    if said is None and html:
        said = _CHARSET.search(body[:_SNIFFED].decode("latin-1"))
    name = said[1].lower() if said else "utf-8"
    try:
        # `bytes.decode` takes no codec that is none of text, such as zlib, which could be a bomb.
        return body.decode(_MEANT.get(name, name), "replace")
    except (LookupError, UnicodeError):
        return body.decode("utf-8", "replace")
