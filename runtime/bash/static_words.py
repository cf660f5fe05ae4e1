"""What a word of a script says before anything is expanded."""

from __future__ import annotations

import re

from runtime.bash.syntax.tree import Assignment, DoubleQuoted, Literal, Quoted, Word

__all__ = ["Pattern", "known_word", "plain_word", "told_word"]

# What makes a word stand for others; braces do with a comma or two dots in them, a tilde at the beginning.
_PATTERNS = frozenset("*?[(")
# Whatever files the pattern behind it may fit, the server stays.
_ADDRESS = re.compile(r"https?://[^/?*\[{]+[/?]").match


class Pattern(str):
    """A word as it is written, of which unquoted characters mean something: it stands for other words."""

    __slots__ = ()


def plain_word(word: Word | Assignment) -> str | None:
    """What a word says without any expansion but of patterns; None where it is computed."""
    if isinstance(word, Assignment):
        return None
    texts = [_text(part) for part in word.parts]
    known = [text for text in texts if text is not None]
    return "".join(known) if len(known) == len(texts) else None


def told_word(word: Word) -> str | None:
    """`plain_word`, marked where unquoted characters of it mean something."""
    plain = plain_word(word)
    if plain is None:
        return None
    literals = [part.text for part in word.parts if isinstance(part, Literal)]
    is_pattern = any(not _PATTERNS.isdisjoint(text) for text in literals)
    is_pattern |= any("{" in text for text in literals) and ("," in plain or ".." in plain)
    is_pattern |= isinstance(word.parts[0], Literal) and plain.startswith("~") if word.parts else False
    return Pattern(plain) if is_pattern else plain


def known_word(word: str | None) -> str | None:
    """The word, if it stands for itself or for a path beneath the home folder."""
    if isinstance(word, Pattern) and _ADDRESS(word):
        return str(word)
    if isinstance(word, Pattern) and not (word[:1] == "~" and (_PATTERNS | {"{"}).isdisjoint(word[1:])):
        return None
    return word


def _text(part: object) -> str | None:
    if isinstance(part, Literal | Quoted):
        return part.text
    if isinstance(part, DoubleQuoted):
        texts = [_text(inner) for inner in part.parts]
        known = [text for text in texts if text is not None]
        return "".join(known) if len(known) == len(texts) else None
    return None
