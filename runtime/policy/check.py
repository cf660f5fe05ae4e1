"""Everything that is refused before a bundle takes effect. Pure: the engine's syntax trees come as data.

1. Data that overlaps a package would replace rules by values: ``{"runtime": {"authz": {"decision": ...}}}``.
2. The entry is one complete rule.
3. Every call is to a function of the bundle or a built-in that may be called.
4. No rule or function needs itself; no chain of rules is too deep.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from runtime.contracts.decision import CONTEXT_PARTS
from runtime.policy.builtins import IMPURE, is_known, objection
from runtime.policy.bundle import DATA, Bundle, RegoFile
from runtime.policy.emit import Marker, emit
from runtime.policy.facts import Facts, Mark, TestRule
from runtime.policy.graph import MAX_DEPTH, Graph
from runtime.policy.lexical import scan
from runtime.policy.meaning.judge import JudgedSource
from runtime.policy.problem import PolicyProblem, problem_at, refuse
from runtime.policy.syntax import Path, RuleDefinition, Syntax, read
from runtime.policy.tool_index import is_worthwhile
from runtime.policy.wide_negation import parsable

MarkerFactory = Callable[[RegoFile, Path], Marker]
"""The marker of a module of this package."""


def check_source(modules: Iterable[RegoFile]) -> None:
    """Raise BundleInvalid for text that a parser must not be given."""
    if problems := [found for module in modules if (found := scan(module))]:
        raise refuse(problems)


def check(
    bundle: Bundle,
    trees: Sequence[dict[str, Any]],
    *,
    entry: str,
    allowed: frozenset[str] = frozenset(),
    with_tests: bool = False,
    closed: bool = True,
    marker: MarkerFactory | None = None,
) -> Facts:
    """Check a bundle whose modules parse, one tree for each, policies before tests.

    Unless it is ``closed``, references may name data and input that nobody knows, as in OPA. A ``marker`` of each module has
    its statements in what the engine evaluates.

    Raises:
        BundleInvalid: naming every problem with file, line and column.
    """
    modules = [*bundle.policies, *(bundle.tests if with_tests else ())]
    parsed = _parsed(modules, trees)
    readable = [RegoFile(m.path, parsable(m.text)) for m in modules]
    texts = {m.path: m.text for m in modules}
    tests = {m.path for m in bundle.tests}
    graph = Graph(rule for syntax in parsed for rule in syntax.rules)
    problems = [
        *_overlaps(bundle.data, parsed),
        *_entry(graph, entry, texts),
        *_calls(graph, texts, tests, allowed),
        *_loops(graph, texts),
        *_stray_rules(graph, texts, tests),
    ]
    if problems:
        raise refuse(problems)
    if problems := JudgedSource(readable, trees, parsed, bundle.data, tests).judge(entry, closed=closed):
        raise refuse(problems)
    named = frozenset(
        reference.path
        for rule in _definitions(graph)
        if rule.file not in tests
        for reference in rule.references
        if reference.path[:1] == ("input",)
    )
    called = {call.name for rule in _definitions(graph) for call in rule.calls}
    sources = list(_sources(modules, trees, parsed, marker))
    marks = [found for _, found in sources]
    # A rule that replaces the input, under whatever name it imports it, would ask other rules for another tool's sake.
    replaces = any(r.target_path[:1] == ("input",) for rule in _definitions(graph) for r in rule.replacements)
    helps = is_worthwhile([s.text for s, _ in sources], marks, len(json.dumps(bundle.data)))
    return Facts(
        deterministic=called.isdisjoint(IMPURE),
        sources=tuple(source for source, _ in sources),
        tests=tuple(_test_rules(graph, texts, tests)),
        reads=_context_parts(named),
        members=None if replaces else _members(named),
        input_paths=named,
        marks=tuple(marks) if helps and not replaces else (),
    )


def _context_parts(named: Iterable[Path]) -> frozenset[str]:
    """What of the context is read: all of it where any part may be."""
    parts: set[str] = set()
    for path in named:
        whole, part = path[:2], path[2:3]
        if whole in (("input",), ("input", "context")) and not part:
            return CONTEXT_PARTS
        if whole == ("input", "context"):
            parts.update(part)
    return CONTEXT_PARTS & parts


def _members(named: Iterable[Path]) -> frozenset[str] | None:
    """The members of a question that an engine is given: what rules read, by which they are chosen, and always what a model wrote, since text
    that the engine cannot read is denied. None where any may be read."""
    paths = set(named)
    return (
        None
        if any(len(path) < 2 for path in paths)
        else frozenset({path[1] for path in paths} | {"arguments", "tool"})
    )


def _sources(
    modules: Sequence[RegoFile],
    trees: Sequence[dict[str, Any]],
    parsed: Sequence[Syntax],
    marker: MarkerFactory | None,
) -> Iterable[tuple[RegoFile, list[Mark]]]:
    for module, tree, syntax in zip(modules, trees, parsed, strict=True):
        beside = (rule.path for other in parsed if other.package == syntax.package for rule in other.rules)
        names = {path[len(syntax.package)] for path in beside if len(path) > len(syntax.package)}
        traced = None if marker is None else marker(module, syntax.package)
        text, marks = emit(parsable(module.text), tree, names | set(syntax.imports), traced)
        yield RegoFile(module.path, text), marks


def _parsed(modules: Sequence[RegoFile], trees: Sequence[dict[str, Any]]) -> list[Syntax]:
    try:
        return [read(m.path, parsable(m.text), tree) for m, tree in zip(modules, trees, strict=True)]
    except RecursionError:
        raise refuse([PolicyProblem("bundle", 0, 0, "an expression is nested too deeply")]) from None
    except (KeyError, TypeError, AttributeError, IndexError, StopIteration) as error:
        # What this reader does not understand it has not checked.
        raise refuse(
            [PolicyProblem("bundle", 0, 0, f"the syntax tree holds an unknown node: {error!r}")]
        ) from None


def _overlaps(data: dict[str, Any], parsed: Iterable[Syntax]) -> Iterable[PolicyProblem]:
    for package in sorted({syntax.package for syntax in parsed}):
        value: Any = data
        for part in package[1:]:
            if not isinstance(value, dict) or part not in value:
                break
            value = value[part]
        else:
            yield PolicyProblem(
                DATA, 0, 0, f"overlaps package {_dotted(package[1:])}: data would replace its rules"
            )
            continue
        if not isinstance(value, dict):
            yield PolicyProblem(DATA, 0, 0, f"holds a value where package {_dotted(package[1:])} lies")


def _entry(graph: Graph, entry: str, texts: dict[str, str]) -> Iterable[PolicyProblem]:
    path = tuple(entry.split("."))
    if any(len(other) > len(path) and other[: len(path)] == path for other in graph.rules):
        yield PolicyProblem("bundle", 0, 0, f"{entry} is defined in parts; define it as one object")
    elif path not in graph.rules:
        yield PolicyProblem("bundle", 0, 0, f"defines no rule {entry}, which every call is put to")
    for rule in graph.rules.get(path, ()):
        if rule.is_function or not rule.is_complete:
            yield _at(
                rule, texts, rule.offset, f"{entry} must be one complete rule with an object as its value"
            )


def _calls(
    graph: Graph, texts: dict[str, str], tests: set[str], allowed: frozenset[str]
) -> Iterable[PolicyProblem]:
    for rule in _definitions(graph):
        in_test = rule.file in tests
        for call in rule.calls:
            why = objection(call.name, allowed=allowed, in_test=in_test)
            if why is None and not is_known(call.name) and call.path not in graph.rules:
                why = f"no function is named {call.name}"
            if why:
                yield _at(rule, texts, call.offset, why)
        for mock in rule.replacements:
            if not in_test and (why := objection(mock.value, allowed=allowed)):
                yield _at(rule, texts, rule.offset, why)


def _loops(graph: Graph, texts: dict[str, str]) -> Iterable[PolicyProblem]:
    if circle := graph.cycle():
        first = next(rules[0] for path in circle if (rules := graph.rules.get(path)))
        yield _at(first, texts, first.offset, "needs itself: " + " -> ".join(map(_dotted, circle)))
        return
    depth, path = graph.deepest()
    if depth > MAX_DEPTH:
        first = graph.rules[path][0]
        yield _at(
            first, texts, first.offset, f"begins a chain of {depth} rules, at most {MAX_DEPTH} are evaluated"
        )


def _test_rules(graph: Graph, texts: dict[str, str], tests: set[str]) -> Iterable[TestRule]:
    for path, (rule, *_) in graph.rules.items():
        if rule.file in tests and path[-1].startswith(("test_", "todo_test_")):
            yield TestRule(_dotted(path), rule.file, _at(rule, texts, rule.offset, "").line)


def _stray_rules(graph: Graph, texts: dict[str, str], tests: set[str]) -> Iterable[PolicyProblem]:
    """A rule in a test file that policies refer to, or that stands in a package of theirs: it would not be loaded."""
    packages = {rule.path[:-1] for rule in _definitions(graph) if rule.file not in tests}
    for rule in _definitions(graph):
        if (
            rule.file in tests
            and rule.path[:-1] in packages
            and not rule.path[-1].startswith(("test_", "todo_test_"))
        ):
            yield _at(
                rule, texts, rule.offset, "a test file holds tests; put this rule into a file that is loaded"
            )


def _definitions(graph: Graph) -> Iterable[RuleDefinition]:
    return (rule for rules in graph.rules.values() for rule in rules)


def _at(rule: RuleDefinition, texts: dict[str, str], offset: int, message: str) -> PolicyProblem:
    text = texts[rule.file]
    return problem_at(rule.file, text, len(text.encode()[:offset].decode()), message)


def _dotted(path: Path) -> str:
    return ".".join(path)
