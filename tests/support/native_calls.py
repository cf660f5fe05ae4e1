"""Calls of every built-in function and operator that OPA compiles into its Wasm modules, on arguments that have misled them before.

One module has a rule for each; a call is a number of a rule and arguments as Rego writes them.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from builtin_calls import TEXTS, arguments, nested, value
from opa_oracle import FAILED, UNDEFINED, Answer, compiled
from opa_server import OpaError, OpaServer

from runtime.policy.engines import _evaluator, wasm
from runtime.policy.signatures import SIGNATURES

MODULE = Path(__file__).resolve().parents[1] / "cases" / "opa" / "natives.tar.gz"
"""What OPA makes of the quick ones, recorded."""

_NAMED = [
    "abs",
    "array.concat",
    "array.flatten",
    "array.reverse",
    "array.slice",
    "base64.decode",
    "base64.encode",
    "base64.is_valid",
    "base64url.decode",
    "base64url.encode",
    "bits.and",
    "bits.lsh",
    "bits.negate",
    "bits.or",
    "bits.rsh",
    "bits.xor",
    "ceil",
    "concat",
    "contains",
    "count",
    "endswith",
    "floor",
    "format_int",
    "glob.match",
    "graph.reachable",
    "indexof",
    "intersection",
    "is_array",
    "is_boolean",
    "is_null",
    "is_number",
    "is_object",
    "is_set",
    "is_string",
    "json.filter",
    "json.is_valid",
    "json.marshal",
    "json.remove",
    "json.unmarshal",
    "lower",
    "max",
    "min",
    "net.cidr_contains",
    "net.cidr_intersects",
    "numbers.range",
    "object.filter",
    "object.get",
    "object.keys",
    "object.remove",
    "object.union",
    "object.union_n",
    "product",
    "regex.find_all_string_submatch_n",
    "regex.is_valid",
    "regex.match",
    "replace",
    "round",
    "sort",
    "split",
    "startswith",
    "strings.replace_n",
    "strings.reverse",
    "substring",
    "sum",
    "to_number",
    "trim",
    "trim_left",
    "trim_prefix",
    "trim_right",
    "trim_space",
    "trim_suffix",
    "type_name",
    "union",
    "upper",
]
_WRITTEN = {
    "plus": ("{} + {}", "##"),
    "minus": ("{} - {}", "##"),
    "set minus": ("{} - {}", "SS"),
    "times": ("{} * {}", "##"),
    "divided": ("{} / {}", "##"),
    "remainder": ("{} % {}", "##"),
    "intersection of two": ("{} & {}", "SS"),
    "union of two": ("{} | {}", "SS"),
    "equal": ("{} == {}", "**"),
    "unequal": ("{} != {}", "**"),
    "less": ("{} < {}", "**"),
    "at most": ("{} <= {}", "**"),
    "more": ("{} > {}", "**"),
    "at least": ("{} >= {}", "**"),
    "template": ('$"<{{{}}}>"', "*"),
    "member": ("{} in {}", ["*", "aoS"]),
    "member with key": ("{}, {} in {}", ["*", "*", "aoS"]),
    "walk": ("{{[path, part] | walk({}, [path, part])}}", "*"),
}
NAMES = [*_NAMED, *_WRITTEN]
QUICK = [name for name in NAMES if not name.startswith(("glob.", "regex."))]
"""Those without the library for patterns, which takes seconds to compile. Patterns are the host's in every module."""
_COSTLY = frozenset({"bits.lsh", "bits.rsh", "numbers.range", "product", "times"})
"""OPA takes all memory for large operands."""
_SIGNS = (
    "aAzZ09 ._-/+=\\\"'$%{}[]()*?^|,:;~#@!&<>\t\n\r\0\x0b\x0c\x7f\x85\xa0\u2028\u2003\u3000\u200b\ufeff"
    "äÄßİ\u0131\u017f\u212aς\u03a3é\u0301😀\U0001d7d8\u0663ẞDŽDžfi\ud7ff\ue000\ufffd\uffff"
)
_URL = str.maketrans("+/", "-_")
_BASE64 = "ABCDabcd0129+/=-_ \n\r\t"
_NUMBERS = [
    0,
    1.5,
    2.5,
    -2.5,
    0.5,
    -0.5,
    0.1,
    3,
    -1,
    2**31,
    -(2**31),
    2**32,
    2**53 + 1,
    2**63,
    2**64,
    10**21,
    1e-7,
    1e300,
]
_SPELLED = [
    "1.0",
    "1e3",
    "2.50",
    "1e21",
    "1E-7",
    "-0",
    "0.10",
    "0.1e1",
    "100e-2",
    "9223372036854775808",
    "-9223372036854775809",
    "1e300",
    "4.9e-324",
    "3.0",
    "1e2",
]


class _Spelled(str):
    """A number as somebody may write it."""


def build(program: str, names: list[str]) -> bytes:
    """What OPA makes of a module with a rule for each name, an array with the answer. Raises OpaError."""
    rules = (
        f"f{NAMES.index(name)} := [answer] if {{ answer := {_written(name, [f'input[{i}]' for i in range(_arity(name))])} }}"
        for name in names
    )
    entries = [f"data.natives.f{NAMES.index(name)}" for name in names]
    return compiled(program, {"natives.rego": "package natives\n\n" + "\n".join(rules)}, {}, *entries)


def calls(random: Random, names: list[str], n: int) -> Iterator[tuple[str, list[str]]]:
    """So many calls of each: the name and the arguments."""
    for name in names:
        for _ in range(n):
            yield name, [_literal(given) for given in _drawn(random, name)]


def opas(server: OpaServer, name: str, given: list[str]) -> Answer:
    """What OPA answers. The kinds of the arguments are hidden from its compiler, as those of an input are."""
    hidden = [f'object.get({{}}, "", {text})' for text in given]
    try:
        found = server.query(f"x := [answer | answer := {_written(name, hidden)}]")[0]["x"]
    except OpaError:
        return [FAILED]
    return ["value", found[0]] if found else [UNDEFINED]


class Natives:
    """The module in the engine for such modules."""

    def __init__(self, bundle: bytes) -> None:
        """Load it as the engine does."""
        self._program = _evaluator.CompiledProgram(wasm._loadable(wasm.unpack(bundle), "data.natives.f0"))

    def answer(self, name: str, given: list[str]) -> Answer:
        """What it answers."""
        self._program._evaluator._entry = f"natives/f{NAMES.index(name)}"
        try:
            found = self._program.evaluate(f"[{', '.join(given)}]".encode())
        except _evaluator.EngineError:
            return [FAILED]
        return ["value", json.loads(found)[0]] if found else [UNDEFINED]


def _written(name: str, given: list[str]) -> str:
    return _WRITTEN[name][0].format(*given) if name in _WRITTEN else f"{name}({', '.join(given)})"


def _arity(name: str) -> int:
    return len(_WRITTEN[name][1] if name in _WRITTEN else SIGNATURES[name].arguments)


def _drawn(random: Random, name: str) -> list[Any]:
    if random.random() < 0.1 and name not in _COSTLY:
        return [value(random, "*") for _ in range(_arity(name))]
    if name == "json.unmarshal" and random.random() < 0.5:
        return [json.dumps(nested(random))]
    if name.endswith("decode") and random.random() < 0.5:
        encoded = base64.b64encode(random.choice(TEXTS).encode()).decode()
        return [encoded if name == "base64.decode" else encoded.translate(_URL)]
    if name in _WRITTEN:
        given = [value(random, kinds) for kinds in _WRITTEN[name][1]]
        if len(given) == 2 and random.random() < 0.2:
            given[1] = given[0]
    else:
        given = list(arguments(random, name))
    return given if name in _COSTLY or random.random() < 0.3 else [_shaken(random, part) for part in given]


def _shaken(random: Random, given: Any) -> Any:
    """The value with some of its texts and numbers changed."""
    if isinstance(given, str):
        chance = random.random()
        if chance < 0.55:
            return given
        if chance < 0.65:
            return "".join(random.choice(_BASE64) for _ in range(random.randint(0, 9)))
        return _misspelt(random, given)
    if isinstance(given, int | float) and not isinstance(given, bool):
        chance = random.random()
        return (
            given
            if chance < 0.7
            else random.choice(_NUMBERS)
            if chance < 0.8
            else _Spelled(random.choice(_SPELLED))
        )
    if isinstance(given, list):
        return [_shaken(random, part) for part in given]
    if isinstance(given, dict):
        return {
            k if k == "$set" or random.random() < 0.8 else _misspelt(random, k): _shaken(random, part)
            for k, part in given.items()
        }
    return given


def _misspelt(random: Random, text: str) -> str:
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randint(0, len(text))
        inserted = random.choice([random.choice(_SIGNS), random.choice(TEXTS), ""])
        text = text[:at] + inserted + text[at + random.choice([0, 1]) :]
    return text


def _literal(given: Any) -> str:
    if isinstance(given, _Spelled):
        return str(given)
    if isinstance(given, dict) and "$set" in given:
        return "{" + ", ".join(map(_literal, given["$set"])) + "}" if given["$set"] else "set()"
    if isinstance(given, dict):
        pairs = (f"{json.dumps(key, ensure_ascii=False)}: {_literal(part)}" for key, part in given.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(given, list):
        return "[" + ", ".join(map(_literal, given)) + "]"
    return json.dumps(given, ensure_ascii=False)


_REFUSED_NUMBER = re.compile(r"-?[\d.]+[eE][-+]?\d+|-0(?![.\d])")


def is_refused(given: list[str]) -> bool:
    """Whether an argument holds a number that no module in force has, and no question."""
    return any(_REFUSED_NUMBER.search(re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)) for text in given)
