"""Rules as they are written: targets, prerequisites, static patterns, variables of targets, recipes."""

from __future__ import annotations

import re

from runtime.bash.commands.make.budget import Stop
from runtime.bash.commands.make.lines import split_definition
from runtime.bash.commands.make.rules import Dep, Entry, PatternRule, Recipe
from runtime.bash.commands.make.variables import Scope
from runtime.bash.commands.make.words import Pattern, globbed, mended, scan, stripped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.rules import Book, File

__all__ = ["RuleLines"]

_MODIFIER = re.compile(r"[ \t]*(export|unexport|override|private)[ \t]+(?![:?+!]?=)")


class _Pending:
    """A rule whose recipe may still be read."""

    __slots__ = ("deps", "double", "grouped", "pattern", "recipe", "second", "targets")

    def __init__(self, targets: list[str], double: bool, grouped: bool, recipe: Recipe) -> None:
        self.targets = targets
        self.double = double
        self.grouped = grouped
        self.recipe = recipe
        self.pattern: str = ""
        self.deps: list[Dep] = []
        self.second: list[tuple[str, bool, str]] = []


class RuleLines:
    """Takes rules and the lines of their recipes; what it gathered goes into the book at the next statement."""

    def __init__(self, ex: Expander, book: Book) -> None:
        self.ex = ex
        self.book = book
        self.pending: _Pending | None = None
        # Lines that begin with a tab are of a recipe, of a rule that may have been nothing.
        self.active = False
        self.has_recipe = False
        self.second_expansion = False

    def rule(self, text: str, source: str, where: str) -> None:
        """A line that is no definition and no directive."""
        self.flush()
        colon = scan(text, ":;")
        if colon < 0 or text[colon] == ";":
            expanded = self.ex.expand(text)
            if not stripped(expanded):
                return
            colon = scan(expanded, ":")
            if colon < 0:
                hint = " (did you mean TAB instead of 8 spaces?)" if text.startswith("        ") else ""
                raise Stop(f"missing separator{hint}", where)
            text = expanded
        head, rest = text[:colon], text[colon + 1 :]
        double = rest.startswith(":")
        rest = rest[1:] if double else rest
        head = self.ex.expand(head)
        grouped = head.rstrip().endswith("&")
        targets = self._targets(head.rstrip().removesuffix("&") if grouped else head)
        self.active = True
        if not targets:
            return
        if self._variable(targets, rest, where):
            return
        self._begin(targets, rest, double, grouped, source)

    def _targets(self, head: str) -> list[str]:
        names: list[str] = []
        for word in head.split():
            found = globbed(self.ex.cx, word) if any(char in word for char in "*?[") else []
            names += [mended(name) for name in found or [word.replace("\\:", ":").replace("\\#", "#")]]
        return names

    def _variable(self, targets: list[str], rest: str, where: str) -> bool:
        """``target: NAME = value``."""
        given: set[str] = set()
        text = rest
        while found := _MODIFIER.match(text):
            given.add(found[1])
            text = text[found.end() :]
        definition = split_definition(text)
        if definition is None:
            return False
        self.active = False
        for target in targets:
            scope = self._scope_of(target)
            name, operator, value = definition
            origin = "override" if "override" in given else "file"
            if operator == "!=":
                operator, value = ":=", f"$(shell {value})"
            held = self.ex.variables.define(
                stripped(self.ex.expand(name)),
                operator,
                value,
                origin,
                expand=lambda text, scope=scope: self.ex.expand(text, scope),  # type: ignore[misc]
                scope=scope,
                where=where,
            )
            held.private = "private" in given
            if given & {"export", "unexport"}:
                held.export = "export" in given
        return True

    def _scope_of(self, target: str) -> Scope:
        top = self.ex.variables.top
        if "%" in target:
            scope = Scope(top)
            self.book.pattern_scopes.append((Pattern(target), scope))
            return scope
        file = self.book.file(target)
        if file.variables is None:
            file.variables = Scope(top)
        return file.variables

    def _begin(self, targets: list[str], rest: str, double: bool, grouped: bool, source: str) -> None:
        line = int(self.ex.where.rpartition(":")[2] or 0)
        pending = _Pending(targets, double, grouped, Recipe(source, line))
        semicolon = scan(rest, ";")
        if semicolon >= 0:
            self.has_recipe = True
            pending.recipe.lines.append((rest[semicolon + 1 :].lstrip(" \t"), line))
            rest = rest[:semicolon]
        raw = rest
        rest = self.ex.expand(rest)
        colon = scan(rest, ":")
        if colon >= 0:
            pattern = rest[:colon].split()
            rest = rest[colon + 1 :]
            raw = raw.partition(":")[2]
            if len(pattern) != 1:
                raise Stop(
                    "missing target pattern" if not pattern else "multiple target patterns", self.ex.where
                )
            if Pattern(pattern[0]).whole:
                raise Stop("target pattern contains no '%'", self.ex.where)
            pending.pattern = pattern[0]
        self._prerequisites(pending, raw, rest)
        self.pending = pending
        self._goal(targets)

    def _prerequisites(self, pending: _Pending, raw: str, rest: str) -> None:
        if self.second_expansion and "$$" in raw:
            normal, _, ordered = rest.partition("|")
            pending.second = [(part, late, "") for part, late in ((normal, False), (ordered, True)) if part]
            return
        self.book.bounds.keep(len(rest) + 100 * rest.count(" "))
        late = False
        for word in rest.replace("|", " | ").split():
            if word == "|":
                late = True
                continue
            names = globbed(self.ex.cx, word) if any(char in word for char in "*?[") else []
            pending.deps += [
                Dep(mended(name), late) for name in names or [word.replace("\\:", ":").replace("\\#", "#")]
            ]

    def _goal(self, targets: list[str]) -> None:
        """The first target that is meant for people is what make makes."""
        if self.ex.value(".DEFAULT_GOAL"):
            return
        for target in targets:
            if "%" not in target and (not target.startswith(".") or "/" in target):
                self.ex.variables.preset(".DEFAULT_GOAL", target, "file")
                return

    def recipe_line(self, text: str, number: int) -> None:
        """One more line of the recipe that is being read."""
        if self.pending is not None:
            self.has_recipe = True
            self.pending.recipe.lines.append((text, number))

    def flush(self) -> None:
        """Put the rule that was read into the book."""
        pending, self.pending = self.pending, None
        has_recipe, self.has_recipe = self.has_recipe, False
        self.active = False
        if pending is None:
            return
        recipe = pending.recipe if has_recipe else None
        implicit = ["%" in target for target in pending.targets]
        where = f"{pending.recipe.source}:{pending.recipe.start}"
        if not pending.pattern and any(implicit):
            if not all(implicit):
                self._say(where, "*** mixed implicit and normal rules: deprecated syntax")
            rule = PatternRule(pending.targets, pending.deps, recipe, pending.double)
            rule.second = pending.second
            self.book.add_pattern(rule)
            return
        for target in pending.targets:
            self._record(target, pending, recipe, where)
            if pending.grouped:
                self.book.file(target).also = [name for name in pending.targets if name != target]

    def _record(self, target: str, pending: _Pending, recipe: Recipe | None, where: str) -> None:
        deps, stem = pending.deps, ""
        if pending.pattern:
            fitting = Pattern(pending.pattern).stem(target)
            if fitting is None:
                self._say(where, f"target '{target}' doesn't match the target pattern")
            stem = fitting or ""
            deps = [Dep(mended(Pattern(dep.name).filled(stem)), dep.ordered) for dep in deps]
        if self._special(target, [dep.name for dep in deps]):
            return
        file = self.book.file(target)
        self.book.bounds.keep(60 * len(deps))
        if file.double is not None and file.double != pending.double:
            raise Stop(f"target file '{target}' has both : and :: entries", where)
        fresh = not file.is_target
        file.double, file.is_target = pending.double, True
        entry = file.entries[-1]
        if pending.double and not fresh:
            entry = Entry()
            file.entries.append(entry)
        self._into(file, entry, deps, recipe)
        entry.stem = stem or entry.stem
        entry.second += [(text, late, stem) for text, late, _ in pending.second]

    def _into(self, file: File, entry: Entry, deps: list[Dep], recipe: Recipe | None) -> None:
        if recipe is None:
            entry.deps = entry.deps + deps
            return
        if entry.recipe is not None:
            self._say(
                f"{recipe.source}:{recipe.lines[0][1]}",
                f"warning: overriding recipe for target '{file.name}'",
            )
            old = entry.recipe
            self._say(
                f"{old.source}:{old.lines[0][1]}", f"warning: ignoring old recipe for target '{file.name}'"
            )
        entry.recipe = recipe
        # Of several rules the one with the recipe says what $< is.
        entry.deps = deps + entry.deps

    def _special(self, target: str, deps: list[str]) -> bool:
        """What the targets with a name of their own switch."""
        if target == ".SUFFIXES":
            self.book.suffixes = self.book.suffixes + deps if deps else []
            if not deps:
                self.book.builtin = False
        elif target == ".SECONDEXPANSION":
            self.second_expansion = True
        elif target == ".PHONY":
            for name in deps:
                file = self.book.file(name)
                file.phony = file.is_target = True
        return target in (".SUFFIXES", ".SECONDEXPANSION", ".PHONY")

    def _say(self, where: str, message: str) -> None:
        self.ex.cx.stderr.write(f"{where}: {message}\n".encode("utf-8", "surrogateescape"))
