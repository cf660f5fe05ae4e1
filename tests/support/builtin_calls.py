"""Calls of every built-in function and operator that a policy may use, on arguments that have misled engines before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from document_calls import CALLS as ON_DOCUMENTS

from runtime.policy.builtins import PURE
from runtime.policy.signatures import SIGNATURES

POOLS = json.loads((Path(__file__).resolve().parents[1] / "cases" / "opa" / "pools.json").read_text("utf-8"))
TEXTS = POOLS["texts"]
PATTERNS = POOLS["patterns"]
GLOBS = POOLS["globs"]
NUMBERS = POOLS["numbers"]
JSONS = POOLS["jsons"]
ADDRESSES = POOLS["addresses"]
VERSIONS = POOLS["versions"]
QUANTITIES = POOLS["quantities"]
TIMES = POOLS["times"]
POINTERS = POOLS["pointers"]


def value(random: Random, kinds: str, depth: int = 0) -> Any:
    """A value of one of these kinds; a set is ``{"$set": [...]}``."""
    kinds = random.choice(kinds)
    if kinds == "*":
        kinds = random.choice("nb##sssaoS" if depth < 2 else "nb##ss")
    if kinds == "n":
        return None
    if kinds == "b":
        return random.random() < 0.5
    if kinds == "#":
        return random.choice(NUMBERS)
    if kinds == "s":
        return random.choice(TEXTS)
    if kinds == "f":
        return 1
    if kinds == "a":
        return [
            value(random, random.choice(["#", "s", "*"]), depth + 1)
            for _ in range(random.choice([0, 1, 2, 3]))
        ]
    if kinds == "o":
        return {
            random.choice(["a", "b", "", "é", "x/y", "0", "a.b"])
            if random.random() < 0.8
            else random.choice(TEXTS): value(random, "*", depth + 1)
            for _ in range(random.choice([0, 1, 2, 3]))
        }
    if kinds == "S":
        return {
            "$set": [
                value(random, random.choice(["#", "s", "s"]), depth + 1)
                for _ in range(random.choice([0, 1, 2, 3]))
            ]
        }
    return None


def literal(given: Any) -> str:
    """The value as Rego writes it."""
    if isinstance(given, dict):
        if "$set" in given:
            return "set()" if not given["$set"] else "{" + ", ".join(literal(x) for x in given["$set"]) + "}"
        return (
            "{"
            + ", ".join(
                json.dumps(kinds, ensure_ascii=False) + ": " + literal(x) for kinds, x in given.items()
            )
            + "}"
        )
    if isinstance(given, list):
        return "[" + ", ".join(map(literal, given)) + "]"
    return json.dumps(given, ensure_ascii=False)


SPECIAL: dict[str, Any] = {
    **ON_DOCUMENTS,
    "regex.match": lambda random: [random.choice(PATTERNS), random.choice(TEXTS)],
    "regex.is_valid": lambda random: [random.choice(PATTERNS)],
    "regex.replace": lambda random: [
        random.choice(TEXTS),
        random.choice(PATTERNS),
        random.choice(["x", "$1", "${1}x", "$0", "$n", "${n}", "$$", "$1x", "\\1", ""]),
    ],
    "regex.split": lambda random: [random.choice(PATTERNS), random.choice(TEXTS)],
    "regex.find_n": lambda random: [
        random.choice(PATTERNS),
        random.choice(TEXTS),
        random.choice([-1, 0, 1, 2, 1.5]),
    ],
    "regex.find_all_string_submatch_n": lambda random: [
        random.choice(PATTERNS),
        random.choice(TEXTS),
        random.choice([-1, 0, 1, 2]),
    ],
    "glob.match": lambda random: [
        random.choice(GLOBS),
        random.choice([None, [], ["/"], ["."], ["/", "."], [""], ["ab"]]),
        random.choice([*TEXTS, "b", "a/b/c", "a.env", "x/.env", ".env", "äb"]),
    ],
    "sprintf": lambda random: [
        random.choice(
            [
                "%d",
                "%s",
                "%v",
                "%q",
                "%x",
                "%X",
                "%o",
                "%b",
                "%f",
                "%.2f",
                "%e",
                "%g",
                "%t",
                "%c",
                "%U",
                "%5d",
                "%-5s|",
                "%05d",
                "%+d",
                "%%",
                "%",
                "%z",
                "%d %d",
                "%s",
                "no",
                "%*d",
                "%[1]d",
                "%[2]d %[1]d",
                "%T",
                "% d",
                "%#x",
                "%.3s",
                "%6.2f",
                "%p",
                "%O",
                "%w",
            ]
        ),
        [value(random, random.choice(["#", "s", "*"])) for _ in range(random.choice([0, 1, 1, 1, 2]))],
    ],
    "net.cidr_contains": lambda random: [random.choice(ADDRESSES), random.choice(ADDRESSES)],
    "net.cidr_expand": lambda random: [
        random.choice(
            ["10.0.0.0/30", "127.0.0.1/32", "2001:db8::/126", "10.0.0.7/29", "10.0.0.1", "x", "::1/128"]
        )
    ],
    "net.cidr_is_valid": lambda random: [random.choice(ADDRESSES)],
    "semver.is_valid": lambda random: [random.choice(VERSIONS)],
    "semver.compare": lambda random: [random.choice(VERSIONS), random.choice(VERSIONS)],
    "units.parse": lambda random: [random.choice(QUANTITIES)],
    "units.parse_bytes": lambda random: [random.choice(QUANTITIES)],
    "time.parse_rfc3339_ns": lambda random: [random.choice(TIMES)],
    "time.parse_duration_ns": lambda random: [
        random.choice(
            [
                "1h",
                "1h30m",
                "1d",
                "-2.5s",
                "1µs",
                "1us",
                "1ns",
                "",
                "1",
                "0",
                "1.5h",
                ".5s",
                "1.s",
                "+1h",
                "1w",
                "1H",
                "1h 1m",
                "9999999h",
                "-",
                "1e3s",
                "2562047h47m16.854775807s",
            ]
        )
    ],
    "time.parse_ns": lambda random: [
        random.choice(
            [
                "2006-01-02",
                "2006-01-02T15:04:05Z07:00",
                "RFC3339",
                "02 Jan 06 15:04 MST",
                "Mon Jan _2 15:04:05 2006",
                "ANSIC",
                "15:04",
                "x",
            ]
        ),
        random.choice([*TIMES, "2020-01-05", "02 Jan 20 15:04 UTC", "15:04", "x"]),
    ],
    "numbers.range": lambda random: [
        random.randint(-5, 5) if random.random() < 0.9 else 1.5,
        random.randint(-5, 5),
    ],
    "numbers.range_step": lambda random: [
        random.randint(-5, 5),
        random.randint(-5, 5),
        random.choice([1, 2, 0, -1, 1.5]),
    ],
    "substring": lambda random: [
        random.choice(TEXTS),
        random.choice([-1, 0, 1, 2, 5, 1.5]),
        random.choice([-1, 0, 1, 2, 50]),
    ],
    "array.slice": lambda random: [
        value(random, "a"),
        random.choice([-2, -1, 0, 1, 2, 5, 1.5]),
        random.choice([-2, -1, 0, 1, 2, 5]),
    ],
    "format_int": lambda random: [random.choice(NUMBERS), random.choice([2, 8, 10, 16, 10, 3, 1])],
    "json.remove": lambda random: [
        nested(random),
        random.choice(["S", "a"]) and ([random.choice(POINTERS) for _ in range(random.choice([0, 1, 2]))]),
    ],
    "json.filter": lambda random: [
        nested(random),
        [random.choice(POINTERS) for _ in range(random.choice([0, 1, 2]))],
    ],
    "json.patch": lambda random: [
        nested(random),
        [
            {
                "op": random.choice(["add", "remove", "replace", "move", "copy", "test", "bad"]),
                "path": random.choice(POINTERS[:-1]),
                "from": "a",
                "value": 1,
            }
            for _ in range(random.choice([0, 1, 2]))
        ],
    ],
    "object.filter": lambda random: [
        nested(random),
        random.choice([["a"], {"$set": ["a", "b"]}, {"a": 1}, []]),
    ],
    "object.remove": lambda random: [
        nested(random),
        random.choice([["a"], {"$set": ["a", "b"]}, {"a": 1}, []]),
    ],
    "object.get": lambda random: [
        nested(random),
        random.choice(["a", ["a", "b"], ["a", 0], [], "zz", 1, ["c", 1], None]),
        "dflt",
    ],
    "object.subset": lambda random: [
        random.choice([nested(random), value(random, "a"), value(random, "S")]),
        random.choice([nested(random), value(random, "a"), value(random, "S"), {}, []]),
    ],
    "object.union_n": lambda random: [[nested(random) for _ in range(random.choice([0, 1, 2, 3]))]],
    "object.union": lambda random: [nested(random), nested(random)],
    "time.date": lambda random: [instant(random)],
    "time.clock": lambda random: [instant(random)],
    "time.weekday": lambda random: [instant(random)],
    "time.add_date": lambda random: [
        instant(random),
        random.choice([0, 1, -1, 100]),
        random.choice([0, 1, -1, 13]),
        random.choice([0, 1, 31, -1]),
    ],
    "time.diff": lambda random: [instant(random), instant(random)],
    "time.format": lambda random: [
        random.choice(
            [
                instant(random),
                [
                    instant(random) if False else 1577836800000000000,
                    random.choice(["UTC", "Europe/Berlin", "America/New_York", ""]),
                    random.choice(["2006-01-02", "RFC3339", "Mon Jan _2", "15:04:05.000", "x"]),
                ],
            ]
        )
    ],
    "strings.replace_n": lambda random: [
        {
            random.choice(["a", "b", "ab", "ba", "abc", "", "é"]): random.choice(["x", "a", "b", "", "ab"])
            for _ in range(random.choice([0, 1, 2, 3]))
        },
        random.choice([*TEXTS, "abab", "baab", "aaaa"]),
    ],
    "strings.count": lambda random: [
        random.choice([*TEXTS, "aaaa", "abab", "äaä"]),
        random.choice(["a", "aa", "", "ab", "ä"]),
    ],
    "concat": lambda random: [
        random.choice(TEXTS),
        random.choice(
            [
                [random.choice(TEXTS) for _ in range(2)],
                {"$set": [random.choice(TEXTS) for _ in range(3)]},
                [1],
                [],
            ]
        ),
    ],
    "replace": lambda random: [
        random.choice(TEXTS),
        random.choice(["a", "", "b", "/", "ä"]),
        random.choice(["x", "", "aa"]),
    ],
    "split": lambda random: [random.choice(TEXTS), random.choice(["", ",", "a", "/", "..", "ä"])],
    "indexof": lambda random: [random.choice(TEXTS), random.choice(TEXTS)],
    "indexof_n": lambda random: [random.choice([*TEXTS, "aaaa"]), random.choice(["a", "aa", "", "ä"])],
    "contains": lambda random: [random.choice(TEXTS), random.choice(["a", "", ".", "é", "😀", "B"])],
    "graph.reachable": lambda random: [
        {"a": random.choice([["b"], {"$set": ["b", "c"]}, None]), "b": ["a", "c"], "c": []},
        random.choice([["a"], {"$set": ["b"]}, ["zz"], []]),
    ],
    "graph.reachable_paths": lambda random: [
        {
            "a": random.choice([["b"], {"$set": ["b", "c"]}, None]),
            "b": random.choice([["a", "c"], ["c"], ["zz"]]),
            "c": [],
        },
        random.choice([["a"], {"$set": ["b"]}, ["zz"], []]),
    ],
    "bits.lsh": lambda random: [random.choice(NUMBERS), random.choice([0, 1, 5, 63, 64, 100, -1])],
    "bits.rsh": lambda random: [random.choice(NUMBERS), random.choice([0, 1, 5, 63, 64, 100, -1])],
    "json.marshal_with_options": lambda random: [
        value(random, "*"),
        random.choice(
            [{}, {"pretty": True}, {"indent": "  "}, {"prefix": ">"}, {"pretty": False, "indent": " "}]
        ),
    ],
    "json.match_schema": lambda random: [
        nested(random),
        random.choice(
            [
                {"type": "object"},
                {"type": "string"},
                {"required": ["a"]},
                {"properties": {"a": {"type": "number"}}},
            ]
        ),
    ],
    "json.verify_schema": lambda random: [
        random.choice([{"type": "object"}, {"type": "bad"}, {}, "{}", {"properties": {"a": 1}}])
    ],
    "union": lambda random: [{"$set": [{"$set": [1, 2]}, {"$set": [2]}]}],
    "intersection": lambda random: [{"$set": [{"$set": [1, 2]}, {"$set": [2]}][: random.choice([0, 1, 2])]}],
    "json.unmarshal": lambda random: [random.choice(JSONS)],
    "json.is_valid": lambda random: [random.choice(JSONS)],
    "to_number": lambda random: [value(random, random.choice(["s", "s", "*"]))],
    "walk": None,
    "uuid.rfc4122": None,
    "time.now_ns": None,
    "rand.intn": None,
}


def nested(random: Random) -> Any:
    return random.choice(
        [
            {"a": {"b": {"c": 1, "d": 2}, "e": [1, 2]}, "c": [1, {"d": 2, "e": 3}], "x/y": 3},
            {"a": 1, "b": 2},
            {},
            {"a": {"b": 1}, "b": None},
            {"a": [{"b": 1}, {"b": 2}]},
            {"": 1, "a": "s"},
        ]
    )


def instant(random: Random) -> Any:
    return random.choice(
        [
            0,
            1577836800000000000,
            -1,
            1577836800123456789,
            2**63 - 1,
            -(2**63),
            10**19,
            1.5,
            [1577836800000000000, "Europe/Berlin"],
            [1577836800000000000, "UTC"],
            [0, "America/New_York"],
            [1577836800000000000, ""],
            [1577836800000000000, "nowhere"],
        ]
    )


def arguments(random: Random, name: str) -> list[Any]:
    if (
        name in SPECIAL
        and SPECIAL[name]
        and (random.random() < 0.93 or name.startswith(("bits", "numbers.range", "net.cidr_expand")))
    ):
        return SPECIAL[name](random)
    return [value(random, kinds) for kinds in SIGNATURES[name].arguments]


OPERATORS = {
    "+": "##",
    "-": "##",
    "*": "##",
    "/": "##",
    "%": "##",
    "<": "**",
    "<=": "**",
    "==": "**",
    "!=": "**",
    ">": "**",
    ">=": "**",
    "&": "SS",
    "|": "SS",
    "S-": "SS",
    "in": "**",
}


def calls(random: Random, n: int) -> Iterator[tuple[str, str]]:
    """So many calls of each function, and twice as many of each operator: its name and the expression."""
    for name in sorted(PURE):
        for _ in range(n):
            yield name, f"{name}({', '.join(literal(a) for a in arguments(random, name))})"
    for op, kinds in OPERATORS.items():
        for _ in range(n * 2):
            a, b = literal(value(random, kinds[0])), literal(value(random, kinds[1]))
            if random.random() < 0.3:
                b = a if random.random() < 0.5 else b
            yield "operator " + op, f"{a} {op[-1] if op == 'S-' else op} {b}"
