"""Which pattern rule makes a file: the shortest stem first, chains of rules when nothing else does."""

from __future__ import annotations

from runtime.bash.commands.make.rules import Dep
from runtime.bash.commands.make.words import found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.make.rules import Book, Entry, File, PatternRule
    from runtime.bash.utility_context import Context

    # A rule that fits: the rule, its target that does, the stem, the folder that was set aside.
    Fit = tuple[PatternRule, int, str, str]

__all__ = ["Search"]


class Search:
    """Looks for the recipes of files that have none."""

    def __init__(self, cx: Context, book: Book) -> None:
        self.cx = cx
        self.book = book
        self.bounds = book.bounds

    def settle(self, file: File, entry: Entry) -> bool:
        """Give an entry the recipe and prerequisites of the rule that fits; whether there is one."""
        return self._settle(file, entry, ())

    def _settle(self, file: File, entry: Entry, used: tuple[PatternRule, ...]) -> bool:
        self.bounds.enter()
        try:
            fits = self._fitting(file.name, used)
            for chained in (False, True):
                for fit in fits:
                    if self._applies(file, entry, fit, used, chained):
                        return True
            return False
        finally:
            self.bounds.leave()

    def _fitting(self, name: str, used: tuple[PatternRule, ...]) -> list[Fit]:
        """The rules that fit a name, shortest stem first."""
        slash = name.rfind("/") + 1
        fits: list[Fit] = []
        for rule in self.book.patterns:
            self.bounds.step()
            if rule in used or rule.recipe is None:
                continue
            if used and rule.targets == ["%"] and not rule.terminal:
                continue
            for number, pattern in enumerate(rule.patterns):
                whole = "/" in rule.targets[number]
                stem = pattern.stem(name if whole else name[slash:])
                if stem:
                    fits.append((rule, number, stem, "" if whole else name[:slash]))
                    break
        if any(fit[0].targets[fit[1]] != "%" for fit in fits):
            fits = [fit for fit in fits if fit[0].terminal or fit[0].targets[fit[1]] != "%"]
        return sorted(fits, key=lambda fit: len(fit[2]))

    def _applies(
        self, file: File, entry: Entry, fit: Fit, used: tuple[PatternRule, ...], chained: bool
    ) -> bool:
        rule, number, stem, folder = fit
        deps = [self._dep(dep, stem, folder) for dep in rule.deps]
        mine = {dep.name for dep in entry.deps}
        intermediate: list[str] = []
        for dep in deps:
            if dep.name in mine or self._ought(dep.name):
                continue
            if not chained or rule.terminal or not self._made(dep.name, (*used, rule)):
                return False
            intermediate.append(dep.name)
        for name in intermediate:
            self.book.file(name).intermediate = True
        entry.recipe = rule.recipe
        entry.stem = folder + stem
        entry.deps = deps + entry.deps
        entry.second = entry.second + [(text, late, folder + stem) for text, late, _ in rule.second]
        file.also = [
            folder + pattern.filled(stem) for other, pattern in enumerate(rule.patterns) if other != number
        ]
        return True

    def _dep(self, dep: Dep, stem: str, folder: str) -> Dep:
        from runtime.bash.commands.make.words import Pattern

        pattern = Pattern(dep.name)
        if pattern.whole:
            return Dep(dep.name, dep.ordered)
        return Dep(folder + pattern.filled(stem), dep.ordered)

    def _ought(self, name: str) -> bool:
        """Whether a file is there, or a makefile speaks of it."""
        self.bounds.step()
        held = self.book.known(name)
        return (held is not None and not held.intermediate) or found(self.cx, name)

    def _made(self, name: str, used: tuple[PatternRule, ...]) -> bool:
        """Whether a rule makes a file that nobody speaks of; what it found is kept."""
        held = self.book.known(name)
        if held is not None:
            return held.searched and held.entries[0].recipe is not None
        from runtime.bash.commands.make.rules import File

        made = File(name)
        if not self._settle(made, made.entries[0], used):
            return False
        made.searched = True
        self.bounds.keep(len(name) + 400)
        self.book.files[name] = made
        return True
