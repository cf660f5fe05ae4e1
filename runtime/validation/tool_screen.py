"""Looks through the definition of a stranger's tool for what a person would not see, and for words that are meant for a model alone.

A description is read by the model that chooses tools: text in it is a message to that model. What cannot be seen is never acceptable. What reads like an
instruction about other tools, secrets or the person is shown to whoever accepts the tool, who decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Literal

import msgspec

MAX_TEXT = 20_000
"""Characters of one text."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINED = re.compile("(?<![\u0600-\U0010ffff])[\u200c\u200d]|[\u200c\u200d]{2}")
_PADDING = re.compile(r"[^\S\n]{80}|(?:[^\S\n]*\n){12}")
_MIXED = re.compile(r"[a-zA-Z][\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][a-zA-Z]")
_HIDDEN = (
    (_CONTROL, "a control character"),
    (_DIRECTION, "a character that turns the direction of text"),
    (_UNSEEN, "a character that cannot be seen"),
    (_JOINED, "a joiner that joins nothing"),
    (_PADDING, "a gap that moves what follows out of sight"),
)
_INSTRUCTIONS = (
    (r"<\s*/?\s*(?:important|system|instructions?|secret|assistant|hidden|critical|admin)\b", "a tag that speaks to a model"),
    (r"<!--|\[//\]:\s*#", "a comment, which a rendered text does not show"),
    (r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|other|all|your)\b", "an order to ignore something"),
    (r"\b(?:system|developer)\s+(?:prompt|message|instructions?)\b", "the model's own instructions"),
    (r"\b(?:do\s+not|don'?t|never|without)\s+(?:tell|mention|inform|show|reveal|notify|telling|mentioning|informing|asking|alert)\b", "an order to keep something from the person"),
    (r"\b(?:before|after|instead\s+of|prior\s+to|whenever|every\s+time)\b.{0,30}\b(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?)\b.{0,40}\b(?:tool|any|other|all)\b", "an order about other tools"),
    (r"\b(?:you\s+must|always|must\s+first|mandatory|required\s+to)\b.{0,60}\b(?:call|use|invoke|run|read|send|pass|include|provide)\b", "an order to a model"),
    (r"(?:~|\$HOME|/home/\w+|/root)/\.|\bid_(?:rsa|ed25519|ecdsa)\b|\.ssh\b|\.aws/|\.env\b|/etc/(?:passwd|shadow)|mcp\.json|\bprivate\s+key\b", "a place where credentials lie"),
    (r"\b(?:api[\s_-]?keys?|passwords?|credentials?|access\s+tokens?|conversation\s+history|chat\s+history|previous\s+messages)\b.{0,80}\b(?:include|pass|send|provide|put|append|forward|copy|parameter|argument)|\b(?:include|pass|send|provide|put|append|forward|copy)\b.{0,80}\b(?:api[\s_-]?keys?|passwords?|credentials?|access\s+tokens?|conversation\s+history|chat\s+history|previous\s+messages)\b", "an order to hand secrets on"),
    (r"[A-Za-z0-9+/]{120,}={0,2}|(?:\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}){16,}", "an encoded text"),
    (r"!\[[^\]]*\]\(\s*https?:|\bjavascript:|\bdata:text/html", "a link that is followed by showing it"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE | re.DOTALL), what) for pattern, what in _INSTRUCTIONS)
_SHOWN = 60


class ScreenFinding(msgspec.Struct, frozen=True):
    """Something in a definition."""

    severity: Literal["refused", "suspicious"]
    """``refused``: nobody can accept it. ``suspicious``: whoever accepts it is told."""
    where: str
    """A JSON Pointer into the definition."""
    what: str
    excerpt: str
    """The text around it, with hidden characters written out."""


def screen(definition: dict[str, Any], other_tools: Collection[str] = ()) -> list[ScreenFinding]:
    """What is found in a definition, the worst first.

    Args:
        definition: The fields that are pinned.
        other_tools: The names of all other tools: one that is mentioned is a tool that this one wants to speak about.
    """
    named = _names(other_tools, str(definition.get("name", "")))
    found: list[ScreenFinding] = []
    for where, text in _texts(definition, ""):
        found += _in_text(where, text, named)
    return sorted(found, key=lambda one: one.severity)


def _in_text(where: str, text: str, named: re.Pattern[str] | None) -> Iterator[ScreenFinding]:
    if len(text) > MAX_TEXT:
        yield ScreenFinding("refused", where, f"a text of more than {MAX_TEXT:,} characters", "")
        return
    for pattern, what in _HIDDEN:
        if match := pattern.search(text):
            yield ScreenFinding("refused", where, what, _excerpt(text, match))
    for pattern, what in _COMPILED:
        if match := pattern.search(text):
            yield ScreenFinding("suspicious", where, what, _excerpt(text, match))
    if match := _MIXED.search(text):
        yield ScreenFinding(
            "suspicious", where, "letters of two alphabets in one word", _excerpt(text, match)
        )
    if named is not None and where != "/name" and (match := named.search(text)):
        yield ScreenFinding("suspicious", where, "the name of another tool", _excerpt(text, match))


def _names(tools: Collection[str], own: str) -> re.Pattern[str] | None:
    """Finds names that are no ordinary words: those with a dot, a digit, ``_`` or ``-`` in them."""
    wanted = sorted(
        {name for name in tools if name.rpartition(".")[2] != own and re.search(r"[._\d-]", name)}
    )
    return (
        re.compile(r"(?<![\w.-])(?:" + "|".join(map(re.escape, wanted)) + r")(?![\w-])") if wanted else None
    )


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every text in a definition, names of fields included; the depth is bounded by whoever read it."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _texts(item, f"{where}/{place}")
    elif isinstance(value, dict):
        for key, item in value.items():
            at = f"{where}/{_token(key)}"
            yield at, key
            yield from _texts(item, at)


def _token(key: str) -> str:
    return _visible(key.replace("~", "~0").replace("/", "~1")[:_SHOWN])


def _excerpt(text: str, match: re.Match[str]) -> str:
    start, end = max(0, match.start() - _SHOWN // 2), min(len(text), match.end() + _SHOWN // 2)
    return _visible(text[start : min(end, start + 4 * _SHOWN)])


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
