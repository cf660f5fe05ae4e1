"""Bundles drawn from a grammar of what authors write, mistakes among it, with questions to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from opa_server import OpaError, OpaServer

HEAD = """package runtime.authz

import data.lists as settings

default decision := {"allow": false}

decision := {"allow": true} if held

limit := 3

secret(path) if endswith(lower(path), ".env")

size(thing) := n if {
	n := count(thing)
	n > 0
}

kind(path) := "hidden" if startswith(path, ".") else := "source" if endswith(path, ".py") else := "other"

closed contains name if some name in input.arguments.names

by_name[name] := n if some n, name in input.arguments.names

level := "high" if input.arguments.size > 10 else := "low" if input.arguments.size >= 0

"""

DATA: dict[str, Any] = {
    "lists": {
        "closed": [".env", "id_rsa"],
        "sizes": {"a": 1, ".env": 2, "b": 0},
        "teams": {"x": ["a", "b"], "y": []},
        "strict": True,
        "off": False,
    }
}

TEXTS = [
    "input.arguments.path", "input.arguments.other", '".env"', '"a"', "lower(input.arguments.path)", "input.tool.name",
    'concat("/", [input.arguments.path, "x"])', "kind(input.arguments.path)", "level", 'object.get(input.arguments, "path", "")',
    "trim(input.arguments.path, \".\")", "input.arguments.names[0]", "input.arguments.names[input.arguments.size]",
    "settings.closed[0]", "split(input.arguments.path, \"/\")[0]", "replace(input.arguments.path, \".\", \"\")",
    "sprintf(\"%v\", [input.arguments.path])", "input.arguments.options.mode", "upper(input.arguments.path)",
]  # fmt: skip
NUMBERS = [
    "input.arguments.size", "count(input.arguments.names)", "limit", "0", "1", "3", "settings.sizes[input.arguments.path]",
    "size(input.arguments.names)", "input.arguments.size + 1", "count(closed)", "input.arguments.size * 2", "count(input.arguments.path)",
    "sum([1, input.arguments.size])", "max(input.arguments.numbers)", "input.arguments.numbers[0] - 1", "input.arguments.size / 2",
    "input.arguments.size % 2", "by_name.a", "to_number(input.arguments.text)", "abs(input.arguments.size)", "2.5",
]  # fmt: skip
LISTS = [
    "input.arguments.names", "settings.closed", "closed", '{"a", ".env"}', '["a", "b"]', "input.arguments.numbers",
    "[n | some n in input.arguments.names]", "{n | some n in settings.closed; n != input.arguments.path}", "settings.teams.x",
    "settings.teams[input.arguments.path]", "split(input.arguments.path, \"/\")", "object.keys(input.arguments.options)",
    "[lower(n) | some n in input.arguments.names]", "input.arguments.options", "closed | {\"z\"}", "{input.arguments.path}",
    "sort(input.arguments.names)", "array.concat(input.arguments.names, [\"z\"])",
]  # fmt: skip
FLAGS = [
    "input.arguments.options.force", "settings.strict", "settings.off", "secret(input.arguments.path)",
    "is_string(input.arguments.path)", "true", "false", "held_by_rule", "input.arguments.missing",
    'object.get(input.arguments, "force", false)', "closed[input.arguments.path]", "input.arguments.path in settings.closed",
]  # fmt: skip
MISTAKES = [
    ("input.arguments", "input.argument"), ("settings.closed", "settings.closd"), ("settings.sizes", "settings.size"),
    ("lower(", "lowr("), ("count(", "count(1, "), ("secret(", "secrets("), ("size(", "sizes("), ("limit", "limits"),
    ("endswith(", "endswith(1, "), ("held", "hold"), ('"allow": true', '"alow": true'), ("some n in", "some m in"),
    ("import data.lists as settings", "import data.lists as setings"), ("closed contains name if", "closed contains nam if"),
    (":= n if", ":= m if"), ("input.arguments.size", "input.arguments.size + \"a\""), ("if {", "if { x == 1;"),
    ("level", "levels"), ("settings.strict", "settings.strikt"), ("default decision", "default decison"),
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, 2, 3, 11, -1, 2.5, "", "a", "b", ".env", ".ENV", "a/.env", "x.py", "x", "y", "3", "12",
    "é", "ß", "K", [], ["a"], ["a", ".env"], [".env", "b", "b"], [1, 2], [3], {}, {"force": True}, {"force": False, "mode": "a"},
    {"a": 1, "b": 2}, [None], [[]], "a b", "İ.ENV", 9007199254740991,
]  # fmt: skip
GLOBS = ["*.env", "**", "a", "*", "{a,b}"]
DELIMITERS = ["[]", "null", '["/"]']
FIELDS = ("path", "other", "size", "names", "numbers", "options", "text", "force")
SENSIBLE: dict[str, list[Any]] = {
    "path": [".env", "a", "b", "x.py", "src/.env", "", ".ENV"],
    "size": [0, 1, 3, 11, -2],
    "names": [[], ["a"], ["a", ".env"], [".env", "b"]],
    "numbers": [[1, 2], [3], []],
    "options": [{"force": True}, {"force": False, "mode": "a"}, {}],
}


class GeneratedBundle(msgspec.Struct):
    """One bundle and the arguments that it is asked about."""

    text: str
    data: dict[str, Any]
    inputs: list[dict[str, Any]]


def bundles(random: Random, count: int, inputs: int) -> Iterator[GeneratedBundle]:
    """So many bundles; a quarter of them has a mistake in it."""
    for _ in range(count):
        text = _text(random)
        if random.random() < 0.25:
            fitting = [(wrong, right) for wrong, right in MISTAKES if wrong in text]
            old, new = random.choice(fitting)
            places = [found.start() for found in re.finditer(re.escape(old), text)]
            at = random.choice(places)
            text = text[:at] + new + text[at + len(old) :]
        yield GeneratedBundle(text, DATA, [_arguments(random) for _ in range(inputs)])


def asked(server: OpaServer, bundle: GeneratedBundle) -> Any:
    """OPA's answers to the inputs, or why it refuses the bundle."""
    if refused := server.put_bundle({"a": bundle.text}, bundle.data):
        return refused
    answers: list[Any] = []
    for arguments in bundle.inputs:
        try:
            found, value = server.value("runtime.authz.decision", question(arguments))
            answers.append(["value", value] if found else ["undefined"])
        except OpaError:
            answers.append(["error"])
    return answers


def question(arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        "arguments": arguments,
        "tool": {"name": "example", "side_effects": ["fs_read"], "risk": "read_only"},
    }


def _text(random: Random) -> str:
    rules = [HEAD]
    if random.random() < 0.3:
        rules[0] = HEAD.replace("import data", "import future.keywords.not\nimport data", 1)
    names = ("held", *(["held_by_rule"] * random.randint(1, 2)), *(["held"] * random.randint(0, 1)))
    rules += [f"{name} if {{\n{_body(random, 1, name)}}}\n\n" for name in names]
    return "".join(rules)


def _body(random: Random, depth: int, name: str) -> str:
    lines = [_condition(random, depth, name) for _ in range(random.choice([1, 1, 2, 2, 3]))]
    return "".join("\t" * depth + line + "\n" for line in lines)


def _condition(random: Random, depth: int, name: str) -> str:
    shape = random.random()
    if shape < 0.35:
        negated = random.choice(["not ", "not ", ""])
        return negated + _test(random, name)
    if shape < 0.6:
        return _test(random, name)
    new = f"v{random.randint(1, 99)}"
    if shape < 0.7:
        return f"{new} := {random.choice(TEXTS + NUMBERS)}; {random.choice(['', 'not '])}{new} {_compared(random)}"
    if shape < 0.8:
        return (
            f"some {new} in {random.choice(LISTS)}; {random.choice(['', 'not '])}{_test(random, name, new)}"
        )
    if shape < 0.87 and depth < 3:
        return f"every {new} in {random.choice(LISTS)} {{ {random.choice(['', 'not '])}{_test(random, name, new)} }}"
    if shape < 0.93:
        return f"count([{new} | some {new} in {random.choice(LISTS)}; {random.choice(['', 'not '])}{_test(random, name, new)}]) {_sign(random)} {random.choice('012')}"
    if shape < 0.97:
        target = random.choice(
            ["input.arguments.path", "input.arguments.size", "data.lists.closed", "data.lists.strict"]
        )
        return f"{random.choice(['', 'not '])}{_test(random, name)} with {target} as {random.choice(TEXTS + NUMBERS + LISTS)}"
    return f"input.arguments.names[{new}] == {random.choice(TEXTS)}; {new} {_sign(random)} 0"


def _test(random: Random, name: str, local: str = "") -> str:
    texts = TEXTS + [local] * 12 if local else TEXTS
    flags = FLAGS if name != "held_by_rule" else [f for f in FLAGS if f != "held_by_rule"]
    made = [
        lambda: random.choice(flags),
        lambda: f"{random.choice(texts)} == {random.choice(texts)}",
        lambda: f"{random.choice(texts)} != {random.choice(texts)}",
        lambda: f"{random.choice(NUMBERS)} {_sign(random)} {random.choice(NUMBERS)}",
        lambda: f"{random.choice(texts)} in {random.choice(LISTS)}",
        lambda: (
            f"{random.choice(['endswith', 'startswith', 'contains'])}({random.choice(texts)}, {random.choice(texts)})"
        ),
        lambda: (
            f"regex.match(`{random.choice(['env$', '^[a-z]+$', '(?i)ENV', 'w', '^.$'])}`, {random.choice(texts)})"
        ),
        lambda: f'glob.match("{random.choice(GLOBS)}", {random.choice(DELIMITERS)}, {random.choice(texts)})',
        lambda: f"{random.choice(LISTS)} == {random.choice(LISTS)}",
        lambda: f"secret({random.choice(texts)})",
        lambda: f"is_string({random.choice(texts)})",
        lambda: f"{random.choice(texts)}",
        lambda: f"settings.sizes[{random.choice(texts)}]",
        lambda: f"by_name[{random.choice(texts)}] {_sign(random)} {random.choice(NUMBERS)}",
        lambda: (
            f"object.get(settings.sizes, {random.choice(texts)}, 0) {_sign(random)} {random.choice(NUMBERS)}"
        ),
    ]
    return random.choice(made)()


def _compared(random: Random) -> str:
    return f"{_sign(random)} {random.choice(TEXTS + NUMBERS)}"


def _sign(random: Random) -> str:
    return random.choice(["==", "!=", "<", "<=", ">", ">="])


def _arguments(random: Random) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for field in FIELDS:
        chance = random.random()
        if chance < 0.45 and field in SENSIBLE:
            arguments[field] = random.choice(SENSIBLE[field])
        elif chance < 0.7:
            arguments[field] = random.choice(VALUES)
    return json.loads(json.dumps(arguments))
