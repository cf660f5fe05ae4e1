"""Mistakes that are no errors: each has cost somebody a door that stood open, or a rule that never held.

| rule | finds |
|---|---|
| ``default-allow`` | a default that allows: what no rule thought of goes ahead |
| ``undefined-denial`` | a denial whose head reads a part of the question that a call may lack: it has no value then, and the next ``else`` answers |
| ``unanchored-pattern`` | a pattern for ``regex.match`` on an argument that may match in the middle |
| ``raw-path`` | an argument compared with ``startswith`` or ``endswith`` as it was written: case, ``./`` and ``//`` spell the same file |
| ``unused-import`` | an import that nothing reads |
| ``unused-rule`` | a rule that the entry does not lead to |
| ``untested`` | a file whose package no test imports |
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from runtime.policy.bundle import Bundle, RegoFile
from runtime.policy.engines import ENTRY, EngineOptions
from runtime.policy.engines.rego import WorkerSession
from runtime.policy.problem import PolicyProblem, problem_at
from runtime.policy.syntax import Path, Syntax, flat, read
from runtime.policy.wide_negation import parsable

_LOOSE = ("arguments", "attributes")
"""What of the question a call may lack."""
_PATTERN = re.compile(r"regex\.match\(\s*(?:`([^`]*)`|\"((?:[^\"\\]|\\.)*)\")\s*,\s*input\.arguments")
_RAW_PATH = re.compile(r"\b(?:startswith|endswith)\(\s*input\.arguments\.\w*(?:path|file|dir|folder)\w*\s*,")
Node = dict[str, Any]


def lint(
    bundle: Bundle, *, entry: str = ENTRY, allow_builtins: frozenset[str] = frozenset()
) -> list[PolicyProblem]:
    """What is suspicious in a bundle that is sound, in file order.

    Raises:
        BundleInvalid: it is not sound.
    """
    options = EngineOptions(
        isolation="worker",
        deadline_s=10.0,
        cache_size=0,
        entry=entry,
        max_stale_s=0.0,
        allow_builtins=allow_builtins,
    )
    with WorkerSession(bundle, options, with_tests=True) as session:
        session.check()
        trees = json.loads(session.ask(b"A"))
    modules = [*bundle.policies, *bundle.tests]
    readable = [RegoFile(m.path, parsable(m.text)) for m in modules]
    parsed = [read(m.path, m.text, tree) for m, tree in zip(readable, trees, strict=True)]
    policies = list(zip(readable, trees, parsed, strict=True))[: len(bundle.policies)]
    found = [
        *_unused_rules([syntax for _, _, syntax in policies], {m.path: m.text for m in readable}, entry),
        *_untested(bundle, parsed),
    ]
    for module, tree, syntax in policies:
        found += [*_heads(module, tree, syntax, entry), *_texts(module), *_unused_imports(module, tree)]
    return sorted(set(found))


def _heads(module: RegoFile, tree: Node, syntax: Syntax, entry: str) -> Iterator[PolicyProblem]:
    path = tuple(entry.split("."))
    for rule, defined in zip(tree["rules"], syntax.rules, strict=True):
        if defined.path != path:
            continue
        tag, inner = next(iter(rule.items()))
        if tag == "Default":
            if _allows(inner["value"]):
                yield _at(module, inner["span"]["start"], "default-allow: what no rule thought of goes ahead")
            continue
        head = next(iter(inner["head"].values()))
        bodies = inner["bodies"]
        for number, body in enumerate(bodies[:-1]):
            given = body["assign"] if number and body["is_else"] else head.get("assign")
            if given and bodies[number + 1]["is_else"] and not _allows(given["value"]):
                for node in _loose_references(given["value"]):
                    yield _at(
                        module,
                        next(iter(node.values()))["span"]["start"],
                        "undefined-denial: where a call lacks this, the head has no value and the next else answers",
                    )


def _allows(value: Node) -> bool:
    fields = value.get("Object", {}).get("fields", ())
    return any(
        key.get("String", {}).get("value") == "allow" and given.get("Bool", {}).get("value") is True
        for _, key, given in fields
    )


def _loose_references(node: Any) -> Iterator[Node]:
    """References into what a call may lack; those in a comprehension are only left out of it."""
    if isinstance(node, list):
        for item in node:
            yield from _loose_references(item)
    elif isinstance(node, dict):
        for tag, inner in node.items():
            if tag in ("ArrayCompr", "SetCompr", "ObjectCompr"):
                continue
            if tag in ("RefDot", "RefBrack"):
                _, path = flat({tag: inner})
                if path[:1] == ("input",) and len(path) > 2 and path[-2] in _LOOSE:
                    yield {tag: inner}
                    continue
            yield from _loose_references(inner)


def _texts(module: RegoFile) -> Iterator[PolicyProblem]:
    for found in _PATTERN.finditer(module.text):
        pattern = found[1] or found[2] or ""
        bare = re.sub(r"^\(\?\w+\)", "", pattern)
        if not (bare.startswith(("^", "\\A")) and bare.endswith(("$", "\\z"))):
            message = "unanchored-pattern: it may match in the middle; begin it with ^ and end it with $"
            yield problem_at(module.path, module.text, found.start(), message)
    for found in _RAW_PATH.finditer(module.text):
        message = "raw-path: case, ./ and // spell the same file; compare lower-case segments"
        yield problem_at(module.path, module.text, found.start(), message)


def _unused_imports(module: RegoFile, tree: Node) -> Iterator[PolicyProblem]:
    source = module.text.encode()
    body = source[max((i["span"]["end"] for i in tree["imports"]), default=0) :].decode()
    for imported in tree["imports"]:
        _, path = flat(imported["refr"])
        if path[:1] not in (("data",), ("input",)):
            continue
        span = imported.get("as")
        name = source[span["start"] : span["end"]].decode() if span else path[-1]
        if not re.search(rf"\b{re.escape(name)}\b", body):
            yield _at(module, imported["span"]["start"], f"unused-import: nothing reads {name}")


def _unused_rules(parsed: list[Syntax], texts: dict[str, str], entry: str) -> Iterator[PolicyProblem]:
    by_path: dict[Path, list[Any]] = {}
    for syntax in parsed:
        for rule in syntax.rules:
            by_path.setdefault(rule.path, []).append(rule)
    reached: set[Path] = set()
    waiting = [tuple(entry.split("."))]
    while waiting:
        path = waiting.pop()
        for known in by_path:
            if known not in reached and (known[: len(path)] == path or path[: len(known)] == known):
                reached.add(known)
                for rule in by_path[known]:
                    waiting += [r.path for r in rule.references] + [c.path for c in rule.calls]
    for path, rules in by_path.items():
        if path not in reached:
            text = texts[rules[0].file]
            offset = len(text.encode()[: rules[0].offset].decode())
            message = f"unused-rule: {entry} does not lead to {'.'.join(path)}"
            yield problem_at(rules[0].file, text, offset, message)


def _untested(bundle: Bundle, parsed: list[Syntax]) -> Iterator[PolicyProblem]:
    tests = {module.path for module in bundle.tests}
    named = {
        reference.path
        for syntax in parsed
        if syntax.file in tests
        for rule in syntax.rules
        for reference in rule.references
    }
    for syntax in parsed:
        is_named = any(path[: len(syntax.package)] == syntax.package for path in named)
        if syntax.file not in tests and not is_named:
            yield PolicyProblem(syntax.file, 0, 0, f"untested: no test names {'.'.join(syntax.package)}")


def _at(module: RegoFile, offset: int, message: str) -> PolicyProblem:
    return problem_at(module.path, module.text, len(module.text.encode()[:offset].decode()), message)
