"""Bringing files up to date: what is older than what it is made from is made again.

A file's prerequisites come first, however long the chain: the steps are generators on a list of their own, not calls.
"""

from __future__ import annotations

from runtime.bash.commands.make.budget import Stop
from runtime.bash.commands.make.recipe import Recipes
from runtime.bash.commands.make.rules import Dep
from runtime.bash.commands.make.search import Search
from runtime.bash.commands.make.variables import Scope
from runtime.bash.commands.make.words import Pattern, joined, mended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.rules import Book, Entry, File, Recipe
    from runtime.bash.commands.make.settings import Settings

    # A step yields the step that must be done before it goes on.
    Step = Generator["Step", None, None]

__all__ = ["Update"]

_NEWEST = float("inf")
_FAILED = 2


class Update:
    """Makes goals.

    Attributes:
        started: commands that were started so far.
    """

    def __init__(self, ex: Expander, book: Book, settings: Settings) -> None:
        self.ex = ex
        self.cx = ex.cx
        self.book = book
        self.settings = settings
        self.search = Search(ex.cx, book)
        self.recipes = Recipes(ex, book, settings)
        self.quiet = False

    def goal(self, name: str, *, quiet: bool = False) -> int:
        """Make one goal; 0, 1 (-q: it is not up to date) or 2. ``quiet``: nothing is said of one that nobody can make."""
        file = self.book.file(name)
        before = self.recipes.started
        self.quiet = quiet
        if self.settings.keep_going or quiet:
            status = self._run(file)
        else:
            try:
                status = self._run(file)
            except _Failed as failed:
                return failed.status
        if status and file.stale and not quiet and not self.settings.question and not self.settings.dry:
            self._error(f"Target '{file.name}' not remade because of errors.")
        if not status and not quiet and self.recipes.started == before:
            self._idle(file)
        return status

    def _idle(self, file: File) -> None:
        if self.settings.silent or self.settings.question:
            return
        nothing = file.phony or file.entries[0].recipe is None
        said = f"Nothing to be done for '{file.name}'." if nothing else f"'{file.name}' is up to date."
        self.cx.write(f"{self.settings.name}: {said}\n")

    def _error(self, message: str) -> None:
        self.cx.stderr.write(f"{self.settings.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def _run(self, file: File) -> int:
        steps = [self._file(file, None)]
        while steps:
            self.book.bounds.step()
            try:
                steps.append(next(steps[-1]))
            except StopIteration:
                steps.pop()
        return file.status

    # Times

    def time(self, file: File) -> float | None:
        """When a file was changed, or None where it is not there."""
        if file.fixed is not None:
            return file.fixed
        if file.phony:
            return None
        try:
            return self.cx.fs.stat(self.cx.path(file.name)).mtime_ns
        except OSError:
            return None

    # Files

    def _file(self, file: File, parent: File | None) -> Step:
        if file.state:
            return
        file.state = 1
        self._prepare(file, parent)
        for entry in file.entries:
            yield from self._entry(file, entry, parent)
            if file.status and not self.settings.keep_going:
                break
        file.state = 2
        if not file.status and file.changed:
            for name in file.also:
                other = self.book.file(name)
                other.state, other.changed = 2, True
        if file.status and not self.settings.keep_going and not self.quiet:
            raise _Failed(file.status)

    def _prepare(self, file: File, parent: File | None) -> None:
        """What the file's recipe and its prerequisites' see of variables."""
        scope = parent.handed if parent is not None and parent.handed is not None else self.ex.variables.top
        handed = scope
        for pattern, held in self._fitting_scopes(file.name):
            if pattern.stem(file.name) is not None:
                scope, handed = _within(held, scope), _within(held, handed, private=False)
        if file.variables is not None:
            scope, handed = _within(file.variables, scope), _within(file.variables, handed, private=False)
        file.scope, file.handed = scope, handed

    def _fitting_scopes(self, name: str) -> list[tuple[Pattern, Scope]]:
        fits = [pair for pair in self.book.pattern_scopes if pair[0].stem(name)]
        self.book.bounds.step()
        # The more specific, which has the shorter stem, goes first in the search and so comes last here.
        return sorted(fits, key=lambda pair: -len(pair[0].stem(name) or ""))

    def _entry(self, file: File, entry: Entry, parent: File | None) -> Step:
        self._settle(file, entry)
        before = self.time(file)
        missing = before is None
        must = missing or bool(file.double and not entry.deps) or self.settings.always
        newer: list[str] = []
        for dep in list(entry.deps):
            needed = self.book.file(dep.name)
            if needed.state == 1:
                self._error(f"Circular {file.name} <- {dep.name} dependency dropped.")
                entry.deps.remove(dep)
                continue
            changed = yield from self._check(needed, file, before)
            if needed.status:
                file.status = max(file.status, needed.status)
                file.stale = True
            elif (changed or missing) and not dep.ordered:
                newer.append(dep.name)
                must = must or changed
        if file.status:
            return
        if must:
            yield from self._needed(file, entry)
        if must and not file.status:
            self._remake(file, entry, parent, before, newer)

    def _needed(self, file: File, entry: Entry) -> Step:
        """What was passed over as long as nothing had to be made."""
        for dep in entry.deps:
            needed = self.book.file(dep.name)
            yield self._file(needed, file)
            file.status = max(file.status, needed.status)

    def _check(self, dep: File, file: File, before: float | None) -> Generator[Step, None, bool]:
        """Whether a prerequisite is newer than ``file``, made first unless nobody needs it (an intermediate file)."""
        pending = [dep]
        newer = False
        while pending:
            one = pending.pop()
            if one.intermediate and self.time(one) is None and before is not None and not one.state:
                pending += [self.book.file(below.name) for below in one.entries[0].deps]
                continue
            yield self._file(one, file)
            time = self.time(one)
            newer = newer or one.changed or time is None or before is None or time > before
        return newer

    def _settle(self, file: File, entry: Entry) -> None:
        """Find the recipe of a file that has none, and what there is to know of its prerequisites."""
        if entry.recipe is None and not file.phony and not file.searched:
            file.searched = True
            if not self.search.settle(file, entry):
                self._by_default(file, entry)
        self._second(file, entry)

    def _by_default(self, file: File, entry: Entry) -> None:
        default = self.book.known(".DEFAULT")
        if default is not None and not file.is_target and self.time(file) is None:
            entry.recipe = default.entries[0].recipe
            entry.first = file.name

    def _second(self, file: File, entry: Entry) -> None:
        """.SECONDEXPANSION: the prerequisites once more, now that the target is known."""
        for text, ordered, stem in entry.second:
            scope = Scope(file.scope)
            scope.set("@", file.name)
            scope.set("*", stem or entry.stem)
            stem = stem or entry.stem  # noqa: PLW2901
            words = self.ex.expand(text.replace("%", "$*") if stem else text, scope).split()
            entry.deps = entry.deps + [Dep(mended(word), ordered) for word in words]
        entry.second = []

    def _remake(
        self, file: File, entry: Entry, parent: File | None, before: float | None, newer: list[str]
    ) -> None:
        if entry.recipe is None:
            if file.phony or file.is_target:
                file.changed = True
            elif before is None:
                self._nobody(file, parent)
            return
        if self.settings.trace:
            self._trace(file, entry.recipe, newer)
        started = self.recipes.started
        status = self.recipes.run(file, entry, newer)
        file.status = max(file.status, status)
        if status or self.recipes.started == started:
            # A recipe without commands makes what is new all the same.
            file.changed = not status and (file.changed or self.time(file) is None)
            return
        after = self.time(file)
        # Beneath a clock that stands still two times of one file are the same.
        still = after is not None and after >= self.cx.clock.now() * 1e9
        file.changed = file.changed or self.settings.pretends or after != before or still

    def _trace(self, file: File, recipe: Recipe, newer: list[str]) -> None:
        why = (
            f"update target '{file.name}' due to: {joined(newer)}"
            if newer
            else f"target '{file.name}' does not exist"
        )
        line = recipe.lines[0][1] if recipe.lines else recipe.start
        self.cx.write(f"{recipe.source}:{line}: {why}\n")

    def _nobody(self, file: File, parent: File | None) -> None:
        file.status = _FAILED
        needed = f", needed by '{parent.name}'" if parent is not None else ""
        if self.quiet:
            return
        message = f"No rule to make target '{file.name}'{needed}"
        if not self.settings.keep_going:
            raise Stop(message)
        self._error(f"*** {message}.")

    def finish(self) -> None:
        """Remove what was made on the way only."""
        kept = {
            dep.name
            for name in (".PRECIOUS", ".SECONDARY")
            if (held := self.book.known(name))
            for entry in held.entries
            for dep in entry.deps
        }
        patterns = [Pattern(name) for name in kept if "%" in name]
        held = self.book.known(".SECONDARY")
        if held is not None and held.is_target and not held.entries[0].deps:
            return
        gone = [
            file.name
            for file in self.book.files.values()
            if file.intermediate
            and file.changed
            and file.name not in kept
            and not any(pattern.stem(file.name) is not None for pattern in patterns)
            and self.time(file) is not None
        ]
        if not gone or self.settings.question or self.settings.touch:
            return
        if not self.settings.silent:
            self.cx.write(f"rm {joined(gone)}\n")
        for name in [] if self.settings.dry else gone:
            self.cx.fs.unlink(self.cx.path(name))


class _Failed(Exception):
    """Without -k the first failure ends everything."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def _within(held: Scope, outer: Scope, *, private: bool = True) -> Scope:
    """The same variables with another scope around them; with or without the private ones."""
    inner = Scope(outer)
    inner.names = held.names
    if not private and any(one.private for one in held.names.values()):
        inner.names = {name: one for name, one in held.names.items() if not one.private}
    return inner
