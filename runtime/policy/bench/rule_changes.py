"""What differs between two bundles, told in rules and values: layout, comments, order and the file that a rule stands in decide nothing.

Rules are compared as syntax trees. An import is compared like a rule, since it says what names mean.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from runtime.policy.bundle import Bundle
from runtime.policy.engines import ENTRY, EngineOptions
from runtime.policy.engines.rego import WorkerSession
from runtime.policy.syntax import flat, has_wide_negation, read
from runtime.policy.wide_negation import parsable

Change = Literal["added", "removed", "changed"]
_PLACE = frozenset({"line", "col", "start", "end"})
_NUMBERING = frozenset({"span", "eidx", "sidx", "qidx"})


class Definition(msgspec.Struct, frozen=True):
    """One definition of a rule as its author wrote it."""

    file: str
    line: int
    text: str


class RuleChange(msgspec.Struct, frozen=True):
    """A rule whose definitions are others; of those that both bundles have, none is named."""

    rule: str
    change: Change
    before: tuple[Definition, ...]
    after: tuple[Definition, ...]


class ValueChange(msgspec.Struct, frozen=True):
    """A value of the data that is another one. Of two lists, only the items that one of them lacks are named."""

    place: str
    change: Change
    before: Any
    after: Any


class PolicyChange(msgspec.Struct, frozen=True):
    """All that differs and can decide."""

    rules: tuple[RuleChange, ...]
    values: tuple[ValueChange, ...]


def compare(old: Bundle, new: Bundle) -> PolicyChange:
    """What differs. Both are parsed in a worker.

    Raises:
        BundleInvalid: one cannot be parsed.
    """
    return PolicyChange(tuple(_rules(_written(old), _written(new))), tuple(value_changes(old.data, new.data)))


_Written = dict[str, dict[str, list[Definition]]]
"""By rule: by what it says, where."""


def _written(bundle: Bundle) -> _Written:
    options = EngineOptions(
        isolation="worker",
        deadline_s=1.0,
        cache_size=0,
        entry=ENTRY,
        max_stale_s=0.0,
        allow_builtins=frozenset(),
    )
    with WorkerSession(bundle, options) as session:
        trees = json.loads(session.ask(b"A"))
    found: _Written = {}
    for module, tree in zip(bundle.policies, trees, strict=True):
        text = parsable(module.text)
        source, imports = text.encode(), read(module.path, text, tree).imports
        package = ".".join(("data", *flat(tree["package"]["refr"])[1]))
        nodes = [(f"{package}: import", node) for node in tree["imports"]]
        nodes += [(_name(package, node), node) for node in tree["rules"]]
        for name, node in nodes:
            span = node["span"] if "span" in node else next(iter(node.values()))["span"]
            written = module.text.encode()[span["start"] : span["end"]].decode()
            # What a name means depends on the file: a rule that moves to one with other imports is another rule.
            named = {alias: imports[alias] for alias in sorted(_names(node)) if alias in imports}
            said = json.dumps([_plain(node, source), named, has_wide_negation(tree)], sort_keys=True)
            places = found.setdefault(name, {}).setdefault(said, [])
            places.append(Definition(module.path, int(span["line"]), written))
    return found


def _names(node: Any) -> set[str]:
    """The variables and the roots of references in a tree."""
    if isinstance(node, list):
        return set().union(*map(_names, node))
    if not isinstance(node, dict):
        return set()
    return set().union(*({i["value"]} if n == "Var" else _names(i) for n, i in node.items()))


def _name(package: str, rule: dict[str, Any]) -> str:
    tag, inner = next(iter(rule.items()))
    head = inner if tag == "Default" else next(iter(inner["head"].values()))
    return ".".join((package, *flat(head["refr"])[1]))


def _plain(node: Any, source: bytes) -> Any:
    """A tree without the places of its nodes; where the tree names a text by its place alone, the text."""
    if isinstance(node, list):
        return [_plain(item, source) for item in node]
    if not isinstance(node, dict):
        return node
    if node.keys() == _PLACE:
        return source[node["start"] : node["end"]].decode()
    return {
        name: _plain(inner["span"], source) if name == "Number" else _plain(inner, source)
        for name, inner in node.items()
        if name not in _NUMBERING
    }


def _rules(old: _Written, new: _Written) -> Iterator[RuleChange]:
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name, {}), new.get(name, {})
        gone = _missing(before, after)
        come = _missing(after, before)
        if name.endswith(
            ": import"
        ):  # of each file its own: the same one in another file changes names there
            gone, come = (
                _missing(_by_file(before), _by_file(after)),
                _missing(_by_file(after), _by_file(before)),
            )
        if gone or come:
            change: Change = "changed" if before and after else "removed" if before else "added"
            yield RuleChange(name, change, gone, come)


def _by_file(said: dict[str, list[Definition]]) -> dict[str, list[Definition]]:
    found: dict[str, list[Definition]] = {}
    for text, places in said.items():
        for place in places:
            found.setdefault(f"{place.file}\n{text}", []).append(place)
    return found


def _missing(
    among: dict[str, list[Definition]], other: dict[str, list[Definition]]
) -> tuple[Definition, ...]:
    """The definitions that the other one does not have, in the order of their places."""
    found = [place for said, places in among.items() if said not in other for place in places]
    return tuple(sorted(found, key=lambda place: (place.file, place.line)))


def value_changes(old: Any, new: Any, place: str = "data") -> Iterator[ValueChange]:
    """Where two values differ, as deep as it can be said."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            below = f"{place}.{name}" if name.isidentifier() else f"{place}[{json.dumps(name)}]"
            if name not in old:
                yield ValueChange(below, "added", None, new[name])
            elif name not in new:
                yield ValueChange(below, "removed", old[name], None)
            else:
                yield from value_changes(old[name], new[name], below)
    elif isinstance(old, list) and isinstance(new, list):
        before, after = Counter(map(_text, old)), Counter(map(_text, new))
        gone, come = before - after, after - before
        if gone or come:
            items = (
                [json.loads(item) for item in gone.elements()],
                [json.loads(item) for item in come.elements()],
            )
            yield ValueChange(place, "changed", *items)
        elif list(map(_text, old)) != list(map(_text, new)):
            yield ValueChange(place, "changed", old, new)  # another order
    elif _text(old) != _text(new):
        yield ValueChange(place, "changed", old, new)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
