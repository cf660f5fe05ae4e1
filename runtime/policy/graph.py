"""What depends on what. The engine overflows its stack on a recursive function and on very long chains of
rules, so a bundle with either never reaches it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from runtime.policy.builtins import is_known
from runtime.policy.syntax import Path, RuleDefinition

MAX_DEPTH = 200
"""Rules in a chain: the engine's stack holds about 2,000 on a thread of 8 MB."""


class Graph:
    """Rules by path, and the paths that each one's value needs."""

    def __init__(self, rules: Iterable[RuleDefinition]) -> None:
        self.rules: dict[Path, list[RuleDefinition]] = defaultdict(list)
        self._beneath: dict[Path, set[Path]] = defaultdict(set)
        for rule in rules:
            self.rules[rule.path].append(rule)
            for length in range(1, len(rule.path) + 1):
                self._beneath[rule.path[:length]].add(rule.path)
        self.needs: dict[Path, set[Path]] = defaultdict(set)
        for definitions in list(self.rules.values()):
            for rule in definitions:
                self._connect(rule)

    def resolve(self, path: Path) -> set[Path]:
        """The rules that a reference may reach: those above it, the one it names, and all beneath it."""
        above = {path[:n] for n in range(1, len(path)) if path[:n] in self.rules}
        return above | self._beneath.get(path, set())

    def cycle(self) -> list[Path] | None:
        """Rules that need each other in a circle, or None."""
        for event, path, trail in self._walk():
            if event == "again":
                return [*trail[trail.index(path) :], path]
        return None

    def deepest(self) -> tuple[int, Path]:
        """The longest chain of rules, and where it begins. Only for graphs without a cycle."""
        depth: dict[Path, int] = {}
        for event, path, _ in self._walk():
            if event == "done":
                depth[path] = 1 + max((depth[n] for n in self.needs[path]), default=0)
        path = max(depth, key=depth.__getitem__, default=())
        return depth.get(path, 0), path

    def _connect(self, rule: RuleDefinition) -> None:
        for path in [r.path for r in rule.references] + [c.path for c in rule.calls]:
            self.needs[rule.path] |= self.resolve(path)
        self.needs[rule.path] |= {_builtin(c.name) for c in rule.calls if is_known(c.name)}
        for mock in rule.replacements:
            # Sound and simple: from now on anyone who calls the target may call the value.
            values = self.resolve(mock.value_path) | (
                {_builtin(mock.value)} if is_known(mock.value) else set()
            )
            targets = self.resolve(mock.target_path)
            for target in targets | ({_builtin(mock.target)} if is_known(mock.target) else set()):
                self.needs[target] |= values

    def _walk(self) -> Iterator[tuple[str, Path, list[Path]]]:
        """Depth first without recursion: ("again", path) closes a circle, ("done", path) leaves a node."""
        finished: set[Path] = set()
        for start in list(self.rules):
            trail: list[Path] = []
            on_trail: set[Path] = set()
            steps: list[Iterator[Path]] = [iter((start,))]
            while steps:
                path = next(steps[-1], None)
                if path is None:
                    steps.pop()
                    if trail:
                        left = trail.pop()
                        on_trail.discard(left)
                        finished.add(left)
                        yield "done", left, trail
                elif path in on_trail:
                    yield "again", path, trail
                elif path not in finished:
                    trail.append(path)
                    on_trail.add(path)
                    steps.append(iter(sorted(self.needs[path])))


def _builtin(name: str) -> Path:
    return ("builtin", name)
