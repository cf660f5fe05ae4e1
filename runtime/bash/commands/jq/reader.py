"""JSON texts as jq's own parser reads them, token by token: the judge of what the fast scanner of `input_values` doubts.

It is more lenient than JSON (``01``, ``nan``, raw newlines in strings, texts without space between) and words its refusals
by position: bytes read so far in the line, lines read so far.
"""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["DEEPEST", "Incomplete", "Malformed", "Reader", "from_json", "place"]

DEEPEST = 10_000
_SPACE = re.compile(r"[ \t\r\n]*")
_LITERAL = re.compile(r'[^ \t\r\n\[\]{}:,"\x1e]+')
# Those that jq refuses within a string: neither the first nor the last of them.
_CONTROL = re.compile("[\x01-\x1e]")
_STRING = re.compile(r'[^"\\]*')
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": None,
    "nan": float("nan"),
    "NaN": float("nan"),
    "-NaN": float("nan"),
    "-nan": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
    "infinity": float("inf"),
    "-infinity": float("-inf"),
}
_LETTERS = {"t": "true", "f": "false", "n": "null"}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|([\"\\/bfnrt])|(.?))", re.DOTALL
)
_NOTHING: Any = object()


class Malformed(Exception):
    """No JSON; ``at`` is the offset just behind what showed it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class Incomplete(Exception):
    """More text is needed."""


class Reader:
    """Reads the values of ``text`` one by one.

    Args:
        text: what is there so far.
        at: where to begin.
        ended: whether nothing follows.
    """

    __slots__ = ("_keys", "_stack", "_value", "at", "ended", "text")

    def __init__(self, text: str, at: int = 0, *, ended: bool = True) -> None:
        self.text = text
        self.at = at
        self.ended = ended
        # Open containers; of an object the key that waits for its value; the value that was last read.
        self._stack: list[Any] = []
        self._keys: list[Any] = []
        self._value: Any = _NOTHING

    def next(self) -> Any:
        """The next value; raises EOFError at the end, Malformed, or Incomplete."""
        text = self.text
        while True:
            self.at = _SPACE.match(text, self.at).end()  # type: ignore[union-attr]
            if self.at >= len(text):
                return self._end()
            letter = text[self.at]
            mark = _MARKS.get(letter)
            if mark is None:
                if self._value is not _NOTHING and not self._stack:
                    return self._done()
                self._scalar(letter)
            else:
                if letter in "[{" and self._value is not _NOTHING and not self._stack:
                    return self._done()
                self.at += 1
                mark(self)
            if self._value is not _NOTHING and not self._stack and letter in ']}"':
                return self._done()

    def _done(self) -> Any:
        value, self._value = self._value, _NOTHING
        return value

    def _end(self) -> Any:
        if not self.ended:
            raise Incomplete
        if self._stack:
            raise self._bad("Unfinished JSON term at EOF")
        if self._value is _NOTHING:
            raise EOFError
        return self._done()

    def _bad(self, message: str) -> Malformed:
        return Malformed(message, self.at)

    def _put(self, value: Any) -> None:
        if self._value is not _NOTHING:
            raise self._bad("Expected separator between values")
        self._value = value

    def _scalar(self, letter: str) -> None:
        if letter == '"':
            self._put(self._string())
            return
        if letter == "\x1e":
            self.at += 1
            return
        start = self.at
        found = _LITERAL.match(self.text, start)
        word = found[0] if found else letter
        self.at = start + len(word)
        if self.at >= len(self.text) and not self.ended:
            raise Incomplete
        # jq judges a word when it meets what ends it.
        behind = self.at + (self.at < len(self.text))
        ending = " at EOF" if self.at >= len(self.text) else ""
        if word in _WORDS:
            value = _WORDS[word]
        elif _NUMBER.fullmatch(word):
            value = number(word.removeprefix("+"))
        else:
            which = "literal" if word[0] in _LETTERS else "numeric literal"
            raise Malformed(f"Invalid {which}{ending}", behind if not ending else self.at)
        self.at, before = behind, self.at
        self._put(value)
        self.at = before

    def _string(self) -> str:
        text, start = self.text, self.at + 1
        at = start
        while True:
            at = _STRING.match(text, at).end()  # type: ignore[union-attr]
            if at >= len(text):
                if not self.ended:
                    raise Incomplete
                self.at = len(text)
                raise self._bad("Unfinished string at EOF")
            if text[at] == '"':
                break
            at += 2
        self.at = at + 1
        body = text[start:at]
        if not body.isprintable() and _CONTROL.search(body):
            raise self._bad("Invalid string: control characters from U+0000 through U+001F must be escaped")
        return _ESCAPE.sub(self._unescape, body) if "\\" in body else body

    def _unescape(self, found: re.Match[str]) -> str:
        code, low, letter, _ = found.groups()
        if letter:
            return _ESCAPES[letter]
        if code is None:
            raise self._bad("Invalid \\uXXXX escape" if found[0] == "\\u" else "Invalid escape")
        point = int(code, 16)
        if 0xD800 <= point < 0xDC00 and low:
            return chr(0x10000 + ((point - 0xD800) << 10) + int(low, 16) - 0xDC00)
        first = "\ufffd" if 0xD800 <= point < 0xE000 else chr(point)
        return first + ("\ufffd" if low else "")

    # -- marks

    def _open_array(self) -> None:
        self._deeper()
        self._stack.append([])
        self._keys.append(_NOTHING)

    def _open_object(self) -> None:
        self._deeper()
        self._stack.append({})
        self._keys.append(_NOTHING)

    def _deeper(self) -> None:
        if len(self._stack) >= DEEPEST:
            raise self._bad("Exceeds depth limit for parsing")
        if self._value is not _NOTHING:
            raise self._bad("Expected separator between values")

    def _colon(self) -> None:
        stack = self._stack
        if not stack:
            raise self._bad(
                "':' not as part of an object"
                if self._value is not _NOTHING
                else "Expected string key before ':'"
            )
        if self._value is _NOTHING:
            raise self._bad("Expected string key before ':'")
        if type(stack[-1]) is not dict or self._keys[-1] not in (_NOTHING, _COMMA):
            raise self._bad("':' not as part of an object")
        if type(self._value) is not str:
            raise self._bad("Object keys must be strings")
        self._keys[-1] = self._done()

    def _comma(self) -> None:
        if self._value is _NOTHING:
            raise self._bad("Expected value before ','")
        stack = self._stack
        if not stack:
            raise self._bad("Expected value before ','")
        top = stack[-1]
        if type(top) is list:
            top.append(self._done())
            return
        key = self._keys[-1]
        if key is _NOTHING:
            raise self._bad("Objects must consist of key:value pairs")
        top[key] = self._done()
        self._keys[-1] = _COMMA

    def _close_array(self) -> None:
        stack = self._stack
        if not stack or type(stack[-1]) is not list:
            raise self._bad("Unmatched ']'")
        top = stack[-1]
        if self._value is not _NOTHING:
            top.append(self._done())
        elif top:
            raise self._bad("Expected another array element")
        stack.pop()
        self._keys.pop()
        self._value = top

    def _close_object(self) -> None:
        stack = self._stack
        if not stack:
            raise self._bad("Unmatched '}'")
        top, key = stack[-1], self._keys[-1]
        if self._value is not _NOTHING:
            if type(top) is not dict or key is _NOTHING or key is _COMMA:
                raise self._bad("Objects must consist of key:value pairs")
            top[key] = self._done()
        elif type(top) is not dict or key not in (_NOTHING, _COMMA):
            raise self._bad("Unmatched '}'")
        elif key is _COMMA:
            raise self._bad("Expected another key-value pair")
        stack.pop()
        self._keys.pop()
        self._value = top


# The key of an object that waits for one behind a comma.
_COMMA: Any = object()
_MARKS = {
    "[": Reader._open_array,  # noqa: SLF001
    "{": Reader._open_object,  # noqa: SLF001
    ":": Reader._colon,  # noqa: SLF001
    ",": Reader._comma,  # noqa: SLF001
    "]": Reader._close_array,  # noqa: SLF001
    "}": Reader._close_object,  # noqa: SLF001
}


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column (in bytes) of an offset, as jq counts them: a newline that was read begins a line."""
    line = text.count("\n", 0, at) + 1
    begin = text.rfind("\n", 0, at) + 1
    return line, len(text[begin:at].encode("utf-8", "replace"))


def from_json(text: str) -> Any:
    """The one value of ``text``, null where there is none. Raises Malformed with the wording of ``fromjson``."""
    reader = Reader(text)
    try:
        value = reader.next()
    except EOFError:
        return None
    except Malformed as bad:
        raise _while_parsing(bad, text) from None
    try:
        reader.next()
    except EOFError:
        return value
    except Malformed as bad:
        raise _while_parsing(bad, text) from None
    raise Malformed(f"Unexpected extra JSON values (while parsing '{text}')", reader.at)


def _while_parsing(bad: Malformed, text: str) -> Malformed:
    line, column = place(text, bad.at)
    return Malformed(f"{bad.message} at line {line}, column {column} (while parsing '{text}')", bad.at)
