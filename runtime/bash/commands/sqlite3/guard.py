"""How much a statement grows before it runs: the library copies the body of a view or of a WITH at every reference, and
nothing ends it while it does; n definitions that each name the last one twice take 2ⁿ copies."""

from __future__ import annotations

from runtime.bash.commands.sqlite3.text import words

__all__ = ["overgrown"]

_MOST = 5_000
_FROM = frozenset({"from", "join"})
_ENDS_FROM = frozenset({"where", "group", "order", "limit", "having", "window", "select", "union", "except", "intersect", "set", "values"})  # fmt: skip
_BODY = frozenset({"select", "with", "values"})
_BEFORE_NAME = frozenset({"from", "join", ",", "("})


def overgrown(sql: str, views: list[tuple[str, str]]) -> str:
    """The name with too many references in ``sql``, or "". ``views`` are names with the text that made them."""
    if not views and "with" not in sql.lower():
        return ""
    bodies: dict[str, list[list[str]]] = {}
    for name, made in views:
        bodies.setdefault(name.lower(), []).append(words(made))
    statement = words(sql)
    for text in [statement, *(body for held in bodies.values() for body in held)]:
        for name, body in _defined(text):
            bodies.setdefault(name, []).append(body)
    if not bodies:
        return ""
    references = {
        name: [found for body in held for found in _referred(body, bodies)] for name, held in bodies.items()
    }
    sizes: dict[str, int] = {}
    for name in _inwards(_referred(statement, bodies), references):
        sizes[name] = 1 + sum(sizes.get(inner, 0) for inner in references[name])
        if sizes[name] > _MOST:
            return name
    return ""


def _inwards(names: list[str], references: dict[str, list[str]]) -> list[str]:
    """All that is reached, what is referred to before what refers to it."""
    ordered: list[str] = []
    seen: set[str] = set()
    stack = [(name, False) for name in names]
    while stack:
        name, done = stack.pop()
        if done:
            ordered.append(name)
        elif name not in seen:
            seen.add(name)
            stack.append((name, True))
            stack += [(inner, False) for inner in references[name]]
    return ordered


def _defined(text: list[str]) -> list[tuple[str, list[str]]]:
    """``name AS (SELECT …)`` with the words between the parentheses."""
    found = []
    closing = _closing(text)
    for at, word in enumerate(text):
        if word != "as":
            continue
        opening = at + 1
        while opening < len(text) and text[opening] in {"not", "materialized"}:
            opening += 1
        if (
            text[opening : opening + 1] != ["("]
            or text[opening + 1 : opening + 2][:1] == []
            or text[opening + 1] not in _BODY
        ):
            continue
        name = at - 1
        if text[name] == ")":
            name = next((begin for begin, end in closing.items() if end == name), 1) - 1
        found.append((text[name], text[opening + 1 : closing.get(opening, len(text))]))
    return found


def _closing(text: list[str]) -> dict[int, int]:
    """Where every parenthesis is closed."""
    closing: dict[int, int] = {}
    stack: list[int] = []
    for at, word in enumerate(text):
        if word == "(":
            stack.append(at)
        elif word == ")" and stack:
            closing[stack.pop()] = at
    return closing


def _referred(text: list[str], names: dict[str, list[list[str]]]) -> list[str]:
    """The names that stand where a table does."""
    found: list[str] = []
    # Of every open parenthesis: whether it is within a FROM.
    inside = [False]
    before = ""
    for at, word in enumerate(text):
        if word in _FROM:
            inside[-1] = True
        elif word in _ENDS_FROM:
            inside[-1] = False
        elif word == "(":
            inside.append(inside[-1])
        elif word == ")":
            if len(inside) > 1:
                inside.pop()
        elif word in names and inside[-1] and before in _BEFORE_NAME and text[at + 1 : at + 2] != ["."]:
            found.append(word)
        before = word
    return found
