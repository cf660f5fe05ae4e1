"""Which rules of a bundle can hold for one tool only: ``input.tool.name == "read_file"`` stands in their body.

For any other tool such a rule is not evaluated, as in OPA, which indexes rules likewise: the policy worker keeps an engine without them for each
tool that is named, and one for all others.
"""

from __future__ import annotations

from typing import Any

from runtime.policy.facts import Mark
from runtime.policy.syntax import flat

MIN_RULES = 32
"""With fewer, an engine for each tool costs more than it saves."""
MAX_OTHER_CHARS = 64 * 1024
MAX_DATA_CHARS = 256 * 1024
"""Each engine reads the other rules and the data when its tool is asked for first, within the deadline."""

_TOOL_NAME = ("input", "tool", "name")


def only_tool(rule: dict[str, Any], source: bytes) -> str:
    """The one tool that a definition can hold for; empty where there is no such."""
    tag, inner = next(iter(rule.items()))
    if tag != "Spec" or "Func" in inner["head"] or len(inner["bodies"]) != 1 or inner["bodies"][0]["is_else"]:
        return ""
    for statement in inner["bodies"][0]["query"]["stmts"]:
        kind, literal = next(iter(statement["literal"].items()))
        comparison = (
            literal["expr"].get("BoolExpr") if kind == "Expr" and not statement.get("with_mods") else None
        )
        if comparison is not None and comparison["op"] == "Eq":
            for one, other in (("lhs", "rhs"), ("rhs", "lhs")):
                if flat(comparison[one]) == (True, _TOOL_NAME) and "String" in comparison[other]:
                    span = comparison[other]["String"]["span"]
                    name = source[span["start"] : span["end"]].decode()
                    return "" if "\\" in name else name
    return ""


def is_worthwhile(texts: list[str], marks: list[list[Mark]], data_chars: int) -> bool:
    """Whether an engine for each tool is quicker than one for all."""
    count = sum(map(len, marks))
    dropped = sum(end - start for found in marks for start, end, _ in found)
    other = sum(map(len, texts)) - dropped
    return count >= MIN_RULES and other <= MAX_OTHER_CHARS and data_chars <= MAX_DATA_CHARS
