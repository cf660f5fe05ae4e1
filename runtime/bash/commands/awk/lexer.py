"""The words of an awk program (POSIX awk, "Lexical Conventions", and gawk's additions)."""

from __future__ import annotations

import re

from runtime.bash.charset import decoded
from runtime.bash.commands.awk.errors import AwkSyntaxError

__all__ = ["BUILTINS", "KEYWORDS", "Token", "tokens", "unescaped"]

KEYWORDS = frozenset(
    [
        "BEGIN",
        "END",
        "BEGINFILE",
        "ENDFILE",
        "function",
        "func",
        "if",
        "else",
        "while",
        "do",
        "for",
        "in",
        "switch",
        "case",
        "default",
        "break",
        "continue",
        "next",
        "nextfile",
        "exit",
        "return",
        "delete",
        "print",
        "printf",
        "getline",
    ]
)
# Every function: what it takes, and its help.
BUILTINS = {
    "length": ("[(TEXT)]", "how many characters, or elements of an array"),
    "substr": ("(TEXT, FROM[, COUNT])", "part of a text, from 1"),
    "index": ("(TEXT, PART)", "where PART begins in TEXT, 0 where it does not"),
    "split": ("(TEXT, ARRAY[, RE[, SEPARATORS]])", "the parts of TEXT; how many"),
    "patsplit": ("(TEXT, ARRAY[, RE[, SEPARATORS]])", "the parts that match RE; how many"),
    "sub": ("(RE, NEW[, TARGET])", "replace the first match; how many"),
    "gsub": ("(RE, NEW[, TARGET])", "replace every match; how many"),
    "gensub": (
        "(RE, NEW, HOW[, TARGET])",
        "the text with match number HOW, or g for all, replaced; \\1 in NEW are groups",
    ),
    "match": ("(TEXT, RE[, ARRAY])", "where RE matches; sets RSTART and RLENGTH, ARRAY gets groups"),
    "tolower": ("(TEXT)", "in lower case"),
    "toupper": ("(TEXT)", "in upper case"),
    "sprintf": ("(FORMAT, ...)", "a text by FORMAT"),
    "sin": ("(X)", "sine"),
    "cos": ("(X)", "cosine"),
    "atan2": ("(Y, X)", "arc tangent of Y/X"),
    "exp": ("(X)", "e to the power of X"),
    "log": ("(X)", "natural logarithm"),
    "sqrt": ("(X)", "square root"),
    "int": ("(X)", "without what follows the point"),
    "rand": ("()", "a number from 0, below 1; the same sequence every time"),
    "srand": ("([SEED])", "begin another sequence; the last seed"),
    "system": ("(COMMAND)", "run COMMAND in the virtual shell; its status"),
    "close": ("(NAME[, HOW])", "close a file or pipe; its status"),
    "fflush": ("([NAME])", "write what is held back"),
    "strftime": ("([FORMAT[, SECONDS[, UTC]]])", "a time by FORMAT"),
    "systime": ("()", "seconds since 1970"),
    "mktime": ("(TEXT[, UTC])", 'seconds of "YYYY MM DD HH MM SS"'),
    "strtonum": ("(TEXT)", "a number, hexadecimal and octal too"),
    "and": ("(A, B, ...)", "bits in all"),
    "or": ("(A, B, ...)", "bits in any"),
    "xor": ("(A, B, ...)", "bits in an odd number"),
    "lshift": ("(A, N)", "A shifted left"),
    "rshift": ("(A, N)", "A shifted right"),
    "compl": ("(A)", "the other bits"),
    "asort": ("(FROM[, TO[, HOW]])", "sort the values; how many"),
    "asorti": ("(FROM[, TO[, HOW]])", "sort the subscripts; how many"),
    "typeof": ("(X)", "array, number, strnum, string, regexp, unassigned or untyped"),
    "isarray": ("(X)", "whether X is an array"),
    "mkbool": ("(X)", "1 or 0"),
}
_OPERATORS = [
    "**=",
    "&&",
    "||",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "^=",
    "**",
    "==",
    "!=",
    "<=",
    ">=",
    "!~",
    ">>",
    "|&",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "!",
    ">",
    "<",
    "|",
    "?",
    ":",
    "~",
    "$",
    "=",
]
_TOKEN = re.compile(
    r"(?P<blank>(?:[ \t\r]|\\\r?\n|#[^\n]*)+)"
    r"|(?P<newline>\n)"
    r"|(?P<num>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r'|(?P<str>")'
    r"|(?P<op>" + "|".join(map(re.escape, _OPERATORS)) + ")",
    re.ASCII,
)
_STRING = re.compile(r'((?:[^"\\\n]|\\.)*)"', re.DOTALL)
_ESCAPE = re.compile(r"\\(\r?\n|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)", re.DOTALL)
_LETTERS = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    '"': '"',
    "/": "/",
}
# After one of these a slash divides; anywhere else it begins a regular expression.
_OPERANDS = frozenset(["num", "str", "ere", "name", "builtin", ")", "]", "$", "++", "--"])
_SAME = {"**": "^", "**=": "^=", "func": "function"}


class Token:
    """A word: its kind (an operator or keyword is its own kind), its text or value, and its line."""

    __slots__ = ("called", "kind", "line", "value")

    def __init__(self, kind: str, value: str, line: int, *, called: bool = False) -> None:
        self.kind = kind
        self.value = value
        self.line = line
        # A name with "(" right behind it, which is how a function of the program is called.
        self.called = called


def unescaped(text: str) -> str:
    """What stands between the quotes of a string."""
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    if code in _LETTERS:
        return _LETTERS[code]
    if code[-1] == "\n":
        return ""
    if code[0] in "01234567":
        return _character(int(code, 8) & 255)
    if code[0] == "x" and len(code) > 1:
        return _character(int(code[1:], 16))
    return found[0]


def _character(byte: int) -> str:
    """A byte as text holds it: by itself, a byte beyond ASCII is no character."""
    return chr(byte) if byte < 128 else chr(0xDC00 + byte)


def tokens(text: str) -> list[Token]:
    """The words of a program, the last one of kind ``eof``.

    Raises:
        AwkSyntaxError: a character that begins no word, or a string or expression without its end.
    """
    out: list[Token] = []
    at, line, size = 0, 1, len(text)
    while at < size:
        if text[at] == "/" and (not out or out[-1].kind not in _OPERANDS):
            end = _expression_end(text, at + 1, line)
            out.append(Token("ere", text[at + 1 : end], line))
            at = end + 1
            continue
        found = _TOKEN.match(text, at)
        if found is None:
            raise AwkSyntaxError(f"syntax error: unexpected character '{text[at]}'", line)
        kind, value = found.lastgroup, found[0]
        at = found.end()
        if kind == "str":
            string = _STRING.match(text, at)
            if string is None:
                raise AwkSyntaxError("syntax error: unterminated string", line)
            out.append(Token("str", _joined(unescaped(string[1])), line))
            at = string.end()
            value = string[0]
        elif kind != "blank":
            out.append(_token(str(kind), value, line, text, at))
        line += value.count("\n")
    out.append(Token("newline", "\n", line))
    out.append(Token("eof", "end of file", line))
    return out


def _joined(text: str) -> str:
    """Bytes that escapes gave one by one may make characters together."""
    if text.isascii():
        return text
    return decoded(text.encode("utf-8", "surrogateescape"))


def _token(kind: str, value: str, line: int, text: str, end: int) -> Token:
    if kind == "word":
        if value in KEYWORDS:
            return Token(_SAME.get(value, value), value, line)
        if value in BUILTINS:
            return Token("builtin", value, line)
        return Token("name", value, line, called=text[end : end + 1] == "(")
    if kind == "op":
        return Token(_SAME.get(value, value), value, line)
    return Token(kind, value, line)


def _expression_end(text: str, at: int, line: int) -> int:
    """Where a regular expression ends: at a slash that is neither escaped nor inside brackets."""
    inside = False
    while at < len(text) and text[at] != "\n":
        char = text[at]
        if char == "\\":
            at += 1
        elif inside:
            inside = char != "]"
        elif char == "[":
            at, inside = _past_bracket(text, at)
        elif char == "/":
            return at
        at += 1
    raise AwkSyntaxError("syntax error: unterminated regexp", line)


def _past_bracket(text: str, at: int) -> tuple[int, bool]:
    """The last character that opens a bracket expression (``[``, ``[^``, ``[]``), and whether one begins at all.

    A bracket that is never closed on its line is left for the compiler of expressions to refuse.
    """
    if text[at + 1 : at + 2] == "^":
        at += 1
    if text[at + 1 : at + 2] == "]":
        at += 1
    end = text.find("\n", at)
    return at, "]" in text[at + 1 : end if end >= 0 else len(text)]
