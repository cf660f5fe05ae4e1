"""yq's expressions in jq's words: what yq spells in its own way is rewritten, or defined here."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["DEFINITIONS", "rewritten"]

DEFINITIONS = """\
def with(p; f): p |= f;
def omit($keys): with_entries(select(.key as $k | any($keys[]; . == $k) | not));
def pick($keys): . as $d | reduce ($keys[] | select(. as $k | $d | has($k))) as $k (if type == "array" then [] else {} end; . + (if type == "array" then [$d[$k]] else {($k): $d[$k]} end));
def sort_keys(p): p |= (if type == "object" then to_entries | sort_by(.key) | from_entries else . end);
def keys: keys_unsorted;
def explode(p): .;
def upcase: ascii_upcase;
def downcase: ascii_downcase;
def to_number: tonumber;
def to_string: tostring;
def to_json: tojson;
def from_json: fromjson;
def tag: {"object": "!!map", "array": "!!seq", "string": "!!str", "boolean": "!!bool", "null": "!!null"}[type] // (if . == floor then "!!int" else "!!float" end);
"""
# A string, or a run of anything else.
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|#[^\n]*|[^"#]+', re.DOTALL)
_LOAD = re.compile(r'\bload\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
_ENV = re.compile(r"\b(strenv|env)\(\s*([A-Za-z_]\w*)\s*\)")
_DASHED = re.compile(r"\.([A-Za-z_]\w*(?:-[A-Za-z_]\w*)+)")
_FILE = re.compile(
    r"\bselect\(\s*(?:fileIndex|file_index|fi|documentIndex|document_index|di)\s*==\s*(\d{1,6})\s*\)"
)
_REDUCE = re.compile(r"(\S+)\s+as\s+(\$\w+)\s+ireduce\b")
_MERGE = re.compile(r"\*(?:[+?nd]{1,4})(?=[\s(.$])")


def rewritten(
    text: str, value_of: Callable[[str, str], Any], *, all_at_once: bool
) -> tuple[str, dict[str, Any]]:
    """The expression for jq, and the variables it needs. ``value_of`` gives what ``env``, ``strenv`` or ``load`` names."""
    named: dict[str, Any] = {}

    def bound(kind: str, name: str) -> str:
        variable = f"__yq{len(named)}"
        named[variable] = value_of(kind, name)
        return f"${variable}"

    text = _LOAD.sub(lambda found: bound("load", found[1]), text.strip())
    pieces = [_piece(found[0], bound, all_at_once) for found in _PIECE.finditer(text)]
    made = "".join(pieces)
    if all_at_once:
        # All documents are the one input, an array.
        made = _REDUCE.sub(
            lambda found: f"reduce {'.[]' if found[1] == '.' else found[1]} as {found[2]}", made
        )
        whole = "__of(" in made or "reduce .[]" in made or made == "[.]"
        made = "." if made == "[.]" else made if whole else f".[] | ({made or '.'})"
    else:
        made = _REDUCE.sub(r"reduce \1 as \2", made)
    return DEFINITIONS + "def __of($n): $__files[$n][];\n" + (made or "."), named


def _piece(text: str, bound: Callable[[str, str], str], all_at_once: bool) -> str:
    if text[0] in '"#':
        return text
    text = _ENV.sub(lambda found: bound(found[1], found[2]), text)
    if all_at_once:
        text = _FILE.sub(r"__of(\1)", text)
    text = _MERGE.sub("*", text)
    return _DASHED.sub(r'."\1"', text)
