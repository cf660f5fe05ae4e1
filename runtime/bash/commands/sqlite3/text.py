"""SQL as text: where a statement ends, what is a word in it, and where in it a fault lies."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "bare",
    "fault_places",
    "identifier",
    "literal",
    "pointed_out",
    "statement_end",
    "unquoted_end",
    "words",
]

_SPACE = re.compile(r"(?:[ \t\r\n\f;]+|--[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_SKIPPED = re.compile(
    r"[^;'\"`\[\-/]+|'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z)|`[^`]*(?:`|\Z)|\[[^\]]*(?:\]|\Z)|--[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z)|[-/\[]",
    re.DOTALL,
)
_TRIGGER = re.compile(r"(?:explain\s+)?create\s+(?:temp\w*\s+)?trigger\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"--[^\n]*|/\*.*?(?:\*/|\Z)|\s+"
    r"|(?P<token>'(?:[^']|'')*'?|\"(?:[^\"]|\"\")*\"?|`[^`]*`?|\[[^\]]*\]?|[0-9][\w.]*|[\w$\u0080-\U0010ffff]+"
    r"|\|\||<>|<=|>=|==|!=|<<|>>|->>?|.)",
    re.DOTALL,
)
_NEAR = re.compile(r'near "(.*)": syntax error', re.DOTALL)
_UNRECOGNIZED = re.compile(r'unrecognized token: "(.*)"', re.DOTALL)
_NAMED = re.compile(
    r"(?:no such column|ambiguous column name|no such function): (.*)"
    r"|(?:table|view) (?P<made>.*) already exists|(?:wrong number of arguments to function|misuse of (?:aggregate|window) function|misuse of aggregate:) ?(\w+)\(\).*",
    re.DOTALL,
)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Words that are no names without quotes.
_KEYWORDS = frozenset(
    [
        "add",
        "all",
        "alter",
        "and",
        "as",
        "autoincrement",
        "between",
        "case",
        "check",
        "collate",
        "commit",
        "constraint",
        "create",
        "default",
        "deferrable",
        "delete",
        "distinct",
        "drop",
        "else",
        "escape",
        "except",
        "exists",
        "foreign",
        "from",
        "group",
        "having",
        "if",
        "in",
        "index",
        "insert",
        "intersect",
        "into",
        "is",
        "isnull",
        "join",
        "limit",
        "not",
        "nothing",
        "notnull",
        "null",
        "on",
        "or",
        "order",
        "primary",
        "references",
        "returning",
        "select",
        "set",
        "table",
        "then",
        "to",
        "transaction",
        "union",
        "unique",
        "update",
        "using",
        "values",
        "when",
        "where",
    ]
)
_BEFORE, _SHOWN, _POINTED = 50, 78, 25


def bare(text: str) -> str:
    """``text`` without the space, comments and semicolons before its first statement."""
    found = _SPACE.match(text)
    return text[found.end() :] if found else text


def statement_end(text: str, complete: Callable[[str], bool]) -> int:
    """Where the first statement of ``text`` ends, with its semicolon. ``complete`` knows of triggers."""
    at = 0
    trigger = _TRIGGER.match(text) is not None
    while at < len(text):
        if text[at] == ";":
            at += 1
            if not trigger or complete(text[:at]):
                return at
            continue
        found = _SKIPPED.match(text, at)
        at = found.end() if found else at + 1
    return at


def unquoted_end(text: str) -> bool:
    """Whether ``text`` ends with a semicolon outside of quotes and comments (space and comments may follow)."""
    at, ended = 0, False
    while at < len(text):
        if text[at] == ";":
            ended, at = True, at + 1
            continue
        found = _SKIPPED.match(text, at)
        end = found.end() if found else at + 1
        piece = text[at:end]
        if not piece.isspace() and not piece.startswith(("--", "/*")):
            ended = False
        at = end
    return ended


def _tokens(sql: str) -> Iterator[re.Match[str]]:
    return (found for found in _TOKEN.finditer(sql) if found["token"] is not None)


def words(sql: str) -> list[str]:
    """Every token in small letters, names without their quotes (strings too: SQL takes them for names)."""
    return [found[0].strip("\"`[]'").lower() or found[0] for found in _tokens(sql)]


def fault_places(message: str, sql: str) -> Iterator[tuple[int, int | None]]:
    """Where the fault of a message may begin; with an end, the text up to there has to fail in the same words to be it."""
    near = _NEAR.fullmatch(message)
    if near:
        yield from ((found.start(), found.end()) for found in _tokens(sql) if found[0] == near[1])
        return
    unrecognized = _UNRECOGNIZED.fullmatch(message)
    if unrecognized:
        at = sql.find(unrecognized[1])
        if at >= 0:
            yield at, None
        return
    named = _NAMED.fullmatch(message)
    if named:
        # Of a.b the place of a.
        name = (named[1] or named["made"] or named[3]).split(".")[0].strip('"`[]').lower()
        for found in _tokens(sql):
            if found[0].strip('"`[]').lower() == name:
                yield found.start(), None
                return


def pointed_out(sql: str, offset: int) -> str:
    """The lines below a message that show the place, or "" where it is not known."""
    if offset < 0:
        return ""
    data = sql.encode("utf-8", "surrogateescape")
    at = len(sql[:offset].encode("utf-8", "surrogateescape"))
    cut = max(0, at - _BEFORE)
    while cut < len(data) and data[cut] & 0xC0 == 0x80:
        cut += 1
    at -= cut
    end = min(len(data), cut + _SHOWN)
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    shown = re.sub(r"\s", " ", data[cut:end].decode("utf-8", "surrogateescape"))
    mark = " " * at + "^--- error here" if at < _POINTED else " " * (at - 14) + "error here ---^"
    return f"\n  {shown}\n  {mark}"


def identifier(name: str) -> str:
    """A name as SQL reads it, in quotes where it has to be."""
    if _PLAIN.fullmatch(name) and name.lower() not in _KEYWORDS:
        return name
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A string as SQL reads it."""
    return "'" + text.replace("'", "''") + "'"
