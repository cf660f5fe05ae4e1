"""Every check of what a bundle means, in one pass over its resolved rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from runtime.policy.bundle import RegoFile
from runtime.policy.meaning import answers
from runtime.policy.meaning.definitions import conflicts
from runtime.policy.meaning.imports import check_imports
from runtime.policy.meaning.kinds import Kinds
from runtime.policy.meaning.references import Known, unresolved
from runtime.policy.meaning.replacements import misplaced
from runtime.policy.meaning.resolve import NameResolver
from runtime.policy.meaning.safety import unsafe
from runtime.policy.meaning.terms import Complaint, Path, Rule
from runtime.policy.problem import PolicyProblem, problem_at
from runtime.policy.syntax import Syntax, has_wide_negation


class JudgedSource:
    """The modules of a bundle and what is wrong with them."""

    def __init__(
        self,
        modules: Sequence[RegoFile],
        trees: Sequence[dict[str, Any]],
        parsed: Sequence[Syntax],
        data: dict[str, Any],
        tests: Collection[str] = (),
    ) -> None:
        """Take the modules with their trees; ``tests`` are the files that make their input up."""
        self._texts = {module.path: module.text for module in modules}
        self.problems: list[PolicyProblem] = []
        self.rules: list[Rule] = []
        for module, tree, syntax in zip(modules, trees, parsed, strict=True):
            self._resolve(module, tree, syntax, _names(syntax.package, parsed))
        self._data = data
        self._tests = tests

    def _resolve(self, module: RegoFile, tree: dict[str, Any], syntax: Syntax, beside: set[str]) -> None:
        names: dict[str, Path] = {name: (*syntax.package, name) for name in beside}
        names.update(syntax.imports)
        resolver = NameResolver(module.path, module.text, syntax.package, names, wide=has_wide_negation(tree))
        self.rules += [resolver.rule(node) for node in tree["rules"]]
        self._say(module.path, check_imports(tree, module.text.encode(), beside))
        self._say(module.path, resolver.complaints)

    def judge(self, entry: str, *, closed: bool) -> list[PolicyProblem]:
        """Every problem, those that resolving found among them; unless ``closed``, references may lead nowhere."""
        known = Known(self._data, (rule.path for rule in self.rules))
        kinds = Kinds(self.rules)
        for rule, complaint in conflicts(self.rules):
            self._say(rule.file, [complaint])
        for rule in self.rules:
            self._say(rule.file, unsafe(rule))
            self._say(rule.file, misplaced(rule, kinds))
        if self.problems:
            return self.problems  # types of what is not bound would only repeat it
        for rule in self.rules:
            self._say(rule.file, kinds.check(rule))
            roots = ("data",) if rule.file in self._tests else ("data", "input")
            self._say(rule.file, unresolved(rule, known, roots if closed else ()))
        self._answers(kinds, tuple(entry.split(".")))
        return list(dict.fromkeys(self.problems))

    def _answers(self, kinds: Kinds, entry: Path) -> None:
        for rule in self.rules:
            if rule.path == entry and rule.kind == "value":
                for place in answers.misspelt(kinds.given(rule), rule.file, rule.offset):
                    self._say(place.file, [place])

    def _say(self, file: str, complaints: Iterable[Complaint]) -> None:
        text = self._texts[file]
        for complaint in complaints:
            offset = len(text.encode()[: complaint.offset].decode(errors="ignore"))
            self.problems.append(problem_at(file, text, offset, complaint.message))


def _names(package: Path, parsed: Sequence[Syntax]) -> set[str]:
    """The first parts of the names of a package's rules."""
    beside = (rule.path for syntax in parsed if syntax.package == package for rule in syntax.rules)
    return {path[len(package)] for path in beside if len(path) > len(package)}
