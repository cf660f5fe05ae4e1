"""Go's regular expressions and OPA's globs in the engine's dialect.

Go's ``\\w``, ``\\d``, ``\\s`` and ``\\b`` know ASCII only; in its classes ``&&``, ``--``, ``~~`` and ``[`` stand for
themselves. What is not known to mean the same in both is an error. Imports nothing of the runtime: the policy worker
loads this file by its path.
"""

from __future__ import annotations

import re

MAX_REPEAT = 1000
_PERL = {"w": "0-9A-Za-z_", "d": "0-9", "s": r"\t\n\f\r "}
_CONTROL = "tnrfva"
_NAME = re.compile(r"\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>")
_FLAGS = re.compile(r"\(\?([imsU]*)(?:-([imsU]+))?(:|\))")
_REPEAT = re.compile(r"\{(\d{1,4})(,(\d{0,4}))?\}")
_HEX = re.compile(r"\\x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})")
_CATEGORIES = (
    "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Co"
)
_SCRIPTS = "Arabic Armenian Bengali Cyrillic Devanagari Georgian Greek Han Hangul Hebrew Hiragana Katakana Latin Tamil Thai"
_PROPERTY = re.compile(rf"\\[pP](?:[LMNPSZC]|\{{\^?(?:{'|'.join(f'{_CATEGORIES} {_SCRIPTS}'.split())})\}})")
"""Spelled as Go has them; the engine takes more names, and other spellings."""
_POSIX = re.compile(
    r"\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]"
)


class Unsupported(ValueError):
    """The pattern is invalid, or does not surely mean the same to OPA and to the engine."""


def go_pattern(pattern: str) -> tuple[str, bool]:
    """The pattern for the engine, and whether it matches the empty text."""
    reader = _Reader(pattern)
    written, empty = reader.alternatives()
    if reader.at < len(pattern):
        raise Unsupported(f"a parenthesis too many in {pattern!r}")
    return written, empty


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self.at = 0

    def alternatives(self) -> tuple[str, bool]:
        written, empty = self._sequence()
        while self._text[self.at : self.at + 1] == "|":
            self.at += 1
            other, other_empty = self._sequence()
            written, empty = f"{written}|{other}", empty or other_empty
        return written, empty

    def _sequence(self) -> tuple[str, bool]:
        parts: list[str] = []
        empty = True
        while self.at < len(self._text) and self._text[self.at] not in "|)":
            part, part_empty, repeatable = self._atom()
            repeat, at_least = self._repeat(repeatable)
            parts.append(part + repeat)
            empty = empty and (part_empty or at_least == 0)
        return "".join(parts), empty

    def _repeat(self, repeatable: bool) -> tuple[str, int]:
        sign = self._text[self.at : self.at + 1]
        if sign not in ("*", "+", "?", "{") or not sign:
            return "", 1
        if sign == "{":
            found = _REPEAT.match(self._text, self.at)
            if not found:
                raise Unsupported("write a brace that stands for itself as \\{")
            most = int(found[3] or found[1])
            if most > MAX_REPEAT or most < int(found[1]):
                raise Unsupported(f"at most {MAX_REPEAT} repetitions")
            written, at_least = found[0], int(found[1])
        else:
            written, at_least = sign, 1 if sign == "+" else 0
        if not repeatable:
            raise Unsupported(f"{written} repeats nothing")
        self.at += len(written)
        if self._text[self.at : self.at + 1] == "?":
            written += "?"
            self.at += 1
        if self._text[self.at : self.at + 1] in ("*", "+", "?") and self.at < len(self._text):
            raise Unsupported("a repetition of a repetition")
        return written, at_least

    def _atom(self) -> tuple[str, bool, bool]:
        """What stands for one thing: its text, whether it may be empty, whether it can be repeated."""
        sign = self._text[self.at]
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class(), False, True
        if sign == "\\":
            return self._escape()
        if sign in "*+?{":
            raise Unsupported(f"{sign} repeats nothing")
        self.at += 1
        if sign in "^$":
            return sign, True, False
        return ("\\" + sign if sign in "]}#&~-" else sign), False, True

    def _group(self) -> tuple[str, bool, bool]:
        if flags := _FLAGS.match(self._text, self.at):
            self.at = flags.end()
            if flags[3] == ")":
                return flags[0], True, False
            opened = flags[0]
        elif name := _NAME.match(self._text, self.at):
            self.at, opened = name.end(), f"(?P<{name[1]}>"
        elif self._text.startswith("(?", self.at):
            raise Unsupported("a group of an unknown kind")
        else:
            self.at, opened = self.at + 1, "("
        inside, empty = self.alternatives()
        if self._text[self.at : self.at + 1] != ")":
            raise Unsupported("a parenthesis is never closed")
        self.at += 1
        return f"{opened}{inside})", empty, True

    def _escape(self) -> tuple[str, bool, bool]:
        for known in (_HEX, _PROPERTY):
            if found := known.match(self._text, self.at):
                self.at = found.end()
                return found[0], False, True
        sign = self._text[self.at + 1 : self.at + 2]
        self.at += 2
        if sign.lower() in _PERL and sign:
            return f"[{'^' if sign.isupper() else ''}{_PERL[sign.lower()]}]", False, True
        if sign == "b":
            return r"(?-u:\b)", True, False
        if sign in ("A", "z"):
            return "\\" + sign, True, False
        if sign and (sign in _CONTROL or (sign.isascii() and not sign.isalnum() and sign.isprintable())):
            return "\\" + sign if sign not in "<>" else sign, False, True
        raise Unsupported(f"\\{sign} is no escape here")

    def _class(self) -> str:
        self.at += 1
        parts = ["["]
        if self._text[self.at : self.at + 1] == "^":
            parts.append("^")
            self.at += 1
        first = True
        while first or self._text[self.at : self.at + 1] != "]":
            if self.at >= len(self._text):
                raise Unsupported("a bracket is never closed")
            parts.append(self._member())
            first = False
        self.at += 1
        return "".join([*parts, "]"])

    def _member(self) -> str:
        if posix := _POSIX.match(self._text, self.at):
            self.at = posix.end()
            return posix[0]
        if self._text.startswith("[:", self.at):
            raise Unsupported("write a bracket that stands for itself as \\[")
        low, is_set = self._one()
        if (
            is_set
            or self._text[self.at : self.at + 1] != "-"
            or self._text[self.at + 1 : self.at + 2] in ("]", "")
        ):
            return low
        self.at += 1
        high, is_set = self._one()
        if is_set or _value(low) > _value(high):
            raise Unsupported("a range whose end comes before its begin")
        return f"{low}-{high}"

    def _one(self) -> tuple[str, bool]:
        """One member of a class, and whether it is several characters."""
        if self._text[self.at] != "\\":
            sign = self._text[self.at]
            self.at += 1
            return ("\\" + sign if sign in "[]&~-^" else sign), False
        for known in (_HEX, _PROPERTY):
            if found := known.match(self._text, self.at):
                self.at = found.end()
                return found[0], known is _PROPERTY
        sign = self._text[self.at + 1 : self.at + 2]
        self.at += 2
        if sign in _PERL:
            return _PERL[sign], True
        if sign and (sign in _CONTROL or (sign.isascii() and not sign.isalnum() and sign.isprintable())):
            return "\\" + sign if sign not in "<>" else sign, False
        raise Unsupported(f"\\{sign} is no escape in brackets")


def _value(member: str) -> int:
    if member.startswith("\\x"):
        return int(member[2:].strip("{}"), 16)
    if member.startswith("\\"):
        return ord("\t\n\r\f\v\a"[_CONTROL.index(member[1])]) if member[1] in _CONTROL else ord(member[1])
    return ord(member)


_GLOB_CLASS = re.compile(r"\[(!?)([A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9._ ]+)\]")


def glob_expression(pattern: str, delimiters: str) -> str:
    """OPA's glob as an expression of Python's: ``*`` and ``?`` stop at delimiters, ``**`` does not."""
    one = f"[^{re.escape(delimiters)}]" if delimiters else "."
    parts: list[str] = []
    at, opened = 0, False
    while at < len(pattern):
        sign = pattern[at]
        if found := _GLOB_CLASS.match(pattern, at):
            parts.append(f"[{'^' if found[1] else ''}{found[2]}]")
            at = found.end()
        elif pattern.startswith("**", at):
            if pattern.startswith("***", at):
                raise Unsupported("three stars")
            parts.append(".*")
            at += 2
        elif sign == "\\":
            parts.append(_glob_escape(pattern[at + 1 : at + 2]))
            at += 2
        else:
            opened = _braces(pattern, at, opened=opened)
            parts.append(
                {"*": one + "*", "?": one, "{": "(?:", "}": ")"}.get(sign, _alternative(sign, opened=opened))
            )
            at += 1
    if opened:
        raise Unsupported("a brace is never closed")
    return "".join(parts)


def _glob_escape(sign: str) -> str:
    if not sign or sign not in "*?{}[]\\,":
        raise Unsupported("a backslash stands before a character that means something else without it")
    return re.escape(sign)


def _alternative(sign: str, *, opened: bool) -> str:
    if sign in "[]":
        raise Unsupported("brackets hold letters and digits, or one range of them; they negate with !")
    return "|" if sign == "," and opened else re.escape(sign)


def _braces(pattern: str, at: int, *, opened: bool) -> bool:
    sign, following = pattern[at], pattern[at + 1 : at + 2]
    if (sign == "{" or (sign == "," and opened)) and following in (",", "}", ""):
        raise Unsupported("an empty alternative")
    if (sign == "{") is opened and sign in "{}":
        raise Unsupported("braces hold no braces")
    return sign == "{" if sign in "{}" else opened
