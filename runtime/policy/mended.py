"""Where the engine's built-in functions and operators differ from OPA's, and what is called in their place.

Three tables, held by a differential fuzz against OPA (``tests/conformance/test_opa_builtins.py``):

* `REPLACED`: functions that the evaluator brings itself, under their own names.
* `GUARDED`: arguments that pass a guard first. A guard hands its value on, rewritten where the engine reads it otherwise
  than OPA (a regular expression), or fails: the evaluation ends with an error, which denies.
* `REFUSED`: functions that no bundle may call, with the way round.

The implementations are in `runtime.policy.engines._mended_builtins`, which runs inside the policy worker.
"""

from __future__ import annotations

REPLACED = frozenset(
    [
        "base64.is_valid",
        "bits.and",
        "bits.lsh",
        "bits.negate",
        "bits.or",
        "bits.rsh",
        "bits.xor",
        "glob.match",
        "indexof_n",
        "json.filter",
        "json.is_valid",
        "json.remove",
        "lower",
        "net.cidr_contains",
        "net.cidr_is_valid",
        "object.subset",
        "product",
        "regex.is_valid",
        "semver.is_valid",
        "sprintf",
        "strings.count",
        "strings.replace_n",
        "sum",
        "units.parse",
        "units.parse_bytes",
        "upper",
    ]
)

_WHOLE, _PATTERN, _ORDERED = "guards.number", "guards.pattern", "guards.ordered"

GUARDED: dict[str, dict[int, str]] = {
    "abs": {0: _WHOLE},
    "base64.decode": {0: "guards.base64_of_text"},
    "base64url.decode": {0: "guards.base64_of_text"},
    "ceil": {0: "guards.raised"},
    "floor": {0: "guards.raised"},
    "round": {0: _WHOLE},
    "format_int": {0: "guards.truncated"},
    "hex.decode": {0: "guards.hex_of_text"},
    "indexof": {1: "guards.something"},
    "json.marshal": {0: "guards.printable"},
    "json.patch": {1: "guards.patches"},
    "json.unmarshal": {0: "guards.json_text"},
    "max": {0: _ORDERED},
    "min": {0: _ORDERED},
    "regex.find_all_string_submatch_n": {0: _PATTERN, 2: "guards.integer"},
    "regex.find_n": {0: _PATTERN, 2: "guards.integer"},
    "regex.match": {0: _PATTERN},
    "regex.replace": {1: _PATTERN},
    "regex.split": {0: "guards.separator"},
    "replace": {1: "guards.something"},
    "semver.compare": {0: "guards.version", 1: "guards.version"},
    "sort": {0: _ORDERED},
    "substring": {1: "guards.integer", 2: "guards.integer"},
    "time.format": {0: "guards.whole_second"},
    "time.parse_rfc3339_ns": {0: "guards.moment"},
    "to_number": {0: "guards.numeral"},
    "urlquery.decode": {0: "guards.escaped_text"},
    "urlquery.decode_object": {0: "guards.escaped"},
}

REFUSED = {
    "regex.template_match": "use regex.match",
    "time.diff": "compare the parts that time.date and time.clock give",
    "time.parse_ns": "use time.parse_rfc3339_ns",
    "yaml.is_valid": "use json.is_valid",
    "yaml.marshal": "use json.marshal",
    "yaml.unmarshal": "use json.unmarshal",
}
"""The engine's answers differ from OPA's; the way round."""

ARITHMETIC = {"Add": "guards.plus", "Sub": "guards.minus", "Mul": "guards.times", "Div": "guards.divided"}
"""Exact, or an error: the engine computes with 64 bits where OPA has as many as it takes."""

ORDER = frozenset({"Lt", "Le", "Ge", "Gt"})
"""Of objects and sets the two have different orders."""


def mended_call(name: str, function: str, arguments: list[str]) -> str:
    """The source of a call, its arguments guarded."""
    guards = GUARDED.get(name, {})
    guarded = [f"{guards[n]}({a})" if n in guards else a for n, a in enumerate(arguments)]
    return f"{function}({', '.join(guarded)})"


def mended_operator(name: str, sign: str, left: str, right: str, *, is_plain: bool) -> str:
    """The source of an infix operation.

    Args:
        name: The operator, as the syntax tree calls it.
        sign: The operator, as it is written.
        left: The source of one operand.
        right: The source of the other.
        is_plain: Whether one operand is a scalar, so that there is one order only.
    """
    if name in ARITHMETIC:
        return f"{ARITHMETIC[name]}({left}, {right})"
    if name in ORDER and not is_plain:
        left = f"guards.ranked({left})"
    return f"{left} {sign} {right}"
