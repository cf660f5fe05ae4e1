"""Takes secrets out of what a server answered.

A server may send back what it was sent: an echo, an error page, a redirection. Found are the secret itself and the forms in which servers echo
one: percent-encoded, as JSON and HTML escape it, in hexadecimal, and in base64 at each of its three alignments. A server that
changes it in any other way (reverses, splits, hashes or encrypts it) cannot be caught: it has been told the secret.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, quote_plus

MIN_SECRET = 8
"""A shorter one would be guessed, and taking it out would shred the text."""
_LEAST_TAIL = 4
"""How much of a secret at a cut is too much."""


class Redaction:
    """The secrets of one request, in every form that is looked for."""

    def __init__(self, secrets: dict[str, str]) -> None:
        """Keep the forms, the longest first, so that no form hides in another's remains."""
        found = {
            form: name for name, value in secrets.items() for form in _forms(value) if len(form) >= MIN_SECRET
        }
        self._forms = sorted(found.items(), key=lambda item: -len(item[0]))

    def text(self, text: str, *, cut: bool = False) -> str:
        """The text without them; ``cut``: it ends in the middle, perhaps of a secret."""
        for form, name in self._forms:
            if form in text:
                text = text.replace(form, f"[secret {name}]")
        return self._without_tail(text) if cut else text

    def value(self, value: Any) -> Any:
        """The JSON value without them, in texts and names."""
        if not self._forms:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.value(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.text(str(value)) != str(value)
        ):
            return None  # a number of many digits
        return value

    def _without_tail(self, text: str) -> str:
        for form, name in self._forms:
            for size in range(min(len(form) - 1, len(text)), _LEAST_TAIL - 1, -1):
                if text.endswith(form[:size]):
                    return f"{text[:-size]}[secret {name}]"
        return text


def _forms(secret: str) -> Iterable[str]:
    data = secret.encode("utf-8")
    lower, upper = data.hex(), data.hex().upper()
    yield from (secret, secret.strip(), secret.upper(), secret.lower(), lower, upper)
    for encoded in (quote(secret, safe=""), quote(secret), quote_plus(secret)):
        yield from (encoded, encoded.lower(), quote(encoded, safe=""))
    for escaped in (
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        json.dumps(json.dumps(secret)[1:-1])[1:-1],
        json.dumps(secret)[1:-1].translate(_AS_GO),
        html.escape(secret),
        html.escape(secret).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
    ):
        yield from (escaped, escaped.replace("/", "\\/"))
    yield from ("".join(f"%{byte:02X}" for byte in data), "".join(f"&#{ord(c)};" for c in secret))
    if not secret.isascii():
        yield data.decode("latin-1")
    for form in _base64_forms(data):
        yield from (form, quote(form, safe=""), form.translate(_URL_SAFE))


_AS_GO = str.maketrans({c: f"\\u{ord(c):04x}" for c in "&<>"})
"""What the JSON of Go escapes besides, and of servers that follow it."""
_URL_SAFE = str.maketrans("+/", "-_")


def _base64_forms(data: bytes) -> Iterator[str]:
    """What the middle of a base64 text shows of the data, whatever stands around it."""
    yield base64.b64encode(data).decode()
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + data).decode()
        # The first characters mix in what stands before, the last ones what comes after: six bits each.
        yield encoded[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
