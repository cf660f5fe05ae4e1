"""What is known of files: who makes them, from what, and by which patterns."""

from __future__ import annotations

from runtime.bash.commands.make.words import Pattern, mended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.make.budget import Bounds
    from runtime.bash.commands.make.variables import Scope

__all__ = ["Book", "Dep", "Entry", "File", "PatternRule", "Recipe"]

SUFFIXES = [
    ".out",
    ".a",
    ".ln",
    ".o",
    ".c",
    ".cc",
    ".C",
    ".cpp",
    ".p",
    ".f",
    ".F",
    ".m",
    ".r",
    ".y",
    ".l",
    ".ym",
    ".yl",
    ".s",
    ".S",
    ".mod",
    ".sym",
    ".def",
    ".h",
    ".info",
    ".dvi",
    ".tex",
    ".texinfo",
    ".texi",
    ".txinfo",
    ".w",
    ".ch",
    ".web",
    ".sh",
    ".elc",
    ".el",
]
_LINKED = "$(LINK.{0}) $^ $(LOADLIBES) $(LDLIBS) -o $@"
_BUILTIN = (
    ("%", "%.o", _LINKED.format("o")),
    ("%", "%.c", _LINKED.format("c")),
    ("%", "%.cc", _LINKED.format("cc")),
    ("%", "%.cpp", _LINKED.format("cpp")),
    ("%", "%.sh", "cat $< >$@ \n chmod a+x $@"),
    ("%.o", "%.c", "$(COMPILE.c) $(OUTPUT_OPTION) $<"),
    ("%.o", "%.cc", "$(COMPILE.cc) $(OUTPUT_OPTION) $<"),
    ("%.o", "%.cpp", "$(COMPILE.cpp) $(OUTPUT_OPTION) $<"),
)


class Recipe:
    """The lines of a recipe, each with its number in ``source``."""

    __slots__ = ("lines", "source", "start")

    def __init__(self, source: str, start: int) -> None:
        self.source = source
        self.start = start
        self.lines: list[tuple[str, int]] = []


class Dep:
    """One prerequisite. ``ordered``: it only has to be there first."""

    __slots__ = ("name", "ordered")

    def __init__(self, name: str, ordered: bool = False) -> None:
        self.name = name
        self.ordered = ordered


class Entry:
    """Prerequisites and a recipe; a file with ``::`` has several."""

    __slots__ = ("deps", "first", "recipe", "second", "stem")

    def __init__(self) -> None:
        self.deps: list[Dep] = []
        self.recipe: Recipe | None = None
        self.stem = ""
        # What $< is where no prerequisite says so (.DEFAULT).
        self.first = ""
        # The texts of prerequisites that are expanded once more, when they are needed.
        self.second: list[tuple[str, bool, str]] = []


class File:
    """One file or phony name."""

    __slots__ = (
        "also",
        "changed",
        "double",
        "entries",
        "fixed",
        "handed",
        "intermediate",
        "is_target",
        "mtime",
        "name",
        "phony",
        "precious",
        "scope",
        "searched",
        "stale",
        "state",
        "status",
        "variables",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries = [Entry()]
        self.double: bool | None = None
        self.is_target = self.phony = self.precious = self.intermediate = self.searched = self.changed = False
        # Whether it was not made since a prerequisite could not be.
        self.stale = False
        self.also: list[str] = []
        # 0: not looked at, 1: being made, 2: done with ``status``.
        self.state = self.status = 0
        self.mtime: float | None = None
        # The time that -o, -W and -t give it whatever the file system says.
        self.fixed: float | None = None
        self.variables: Scope | None = None
        # What its recipe sees, and what of it its prerequisites see, too.
        self.scope: Scope | None = None
        self.handed: Scope | None = None


class PatternRule:
    """``targets: prerequisites`` with ``%``."""

    __slots__ = ("deps", "patterns", "recipe", "second", "targets", "terminal")

    def __init__(self, targets: list[str], deps: list[Dep], recipe: Recipe | None, terminal: bool) -> None:
        self.targets = targets
        self.patterns = [Pattern(target) for target in targets]
        self.deps = deps
        self.recipe = recipe
        self.terminal = terminal
        self.second: list[tuple[str, bool, str]] = []


class Book:
    """Every file that was spoken of, and the pattern rules in their order."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.files: dict[str, File] = {}
        self.patterns: list[PatternRule] = []
        # Variables of targets that fit a pattern, in order.
        self.pattern_scopes: list[tuple[Pattern, Scope]] = []
        self.suffixes: list[str] = []
        # Patterns that were written without a recipe: their built-in rules are no more.
        self.cancelled: set[tuple[str, str]] = set()
        self.builtin = False

    def file(self, name: str) -> File:
        """The one of that name, made at its first mention."""
        held = self.files.get(name)
        if held is None:
            name = mended(name)
            held = self.files.get(name)
        if held is None:
            self.bounds.keep(len(name) + 400)
            held = self.files[name] = File(name)
        return held

    def known(self, name: str) -> File | None:
        """The one of that name, if it was spoken of."""
        return self.files.get(mended(name))

    def add_pattern(self, rule: PatternRule) -> None:
        """A later rule of the same targets and prerequisites takes the place of the earlier."""
        key = rule.targets, [dep.name for dep in rule.deps]
        for number, held in enumerate(self.patterns):
            if not number & 63:
                self.bounds.step()
            if held.targets == key[0] and [dep.name for dep in held.deps] == key[1]:
                del self.patterns[number]
                break
        if rule.recipe is not None or rule.second:
            self.bounds.keep(sum(map(len, rule.targets)) + sum(len(name) + 100 for name in key[1]))
            self.patterns.append(rule)
        elif rule.deps:
            self.cancelled.add((rule.targets[0], rule.deps[0].name))

    def add_builtin(self, wanted: bool) -> None:
        """The few built-in rules, behind those of the makefiles."""
        self.builtin = wanted
        cancelled = self.cancelled | {
            (rule.targets[0], rule.deps[0].name) for rule in self.patterns if rule.deps
        }
        for target, source, text in _BUILTIN if wanted else ():
            recipe = Recipe("<builtin>", 0)
            recipe.lines = [(line.strip() if "chmod" in line else line, 0) for line in text.split("\n")]
            if (target, source) not in cancelled:
                self.patterns.append(PatternRule([target], [Dep(source)], recipe, False))

    def add_suffix_rules(self) -> None:
        """``.a.b:`` is ``%.b: %.a``, and ``.a:`` is ``%: %.a``, of suffixes that are known."""
        for name, target, source in list(self._suffix_rules()):
            entry = self.files[name].entries[0]
            if entry.recipe is not None and not entry.deps:
                rule = PatternRule([target], [Dep(source)], entry.recipe, False)
                self.add_pattern(rule)

    def _suffix_rules(self) -> Iterator[tuple[str, str, str]]:
        known = set(self.suffixes)
        for name, file in self.files.items():
            if not name.startswith(".") or not file.is_target:
                continue
            self.bounds.step()
            if name in known:
                yield name, "%", f"%{name}"
            for cut in range(1, min(len(name), 200)):
                if name[:cut] in known and name[cut:] in known:
                    yield name, f"%{name[cut:]}", f"%{name[:cut]}"
