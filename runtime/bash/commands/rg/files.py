"""Which files rg searches: by .gitignore, .ignore and .rgignore, globs, types, and whether they are hidden."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.commands.rg.types import BadType, types
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["Selection", "walk"]

_DEEPEST = 500
_MOST_IGNORE = 1 << 16
# Ignore files, strongest first. The first that speaks of a path decides, whichever folder it is in.
_KINDS = (".rgignore", ".ignore", ".gitignore", ".git/info/exclude")


class _Rule:
    """One line of an ignore file, for paths below its folder."""

    __slots__ = ("anchored", "fits", "folders", "negated")

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        self.negated = text.startswith("!")
        text = text.removeprefix("!").removeprefix("\\")
        self.folders = text.endswith("/")
        text = text.rstrip("/")
        self.anchored = "/" in text
        self.fits = _globbed(text.lstrip("/"), ignore_case)

    def matches(self, path: str, folder: bool) -> bool:
        """Whether it speaks of ``path``, relative to its folder."""
        if self.folders and not folder:
            return False
        return bool(self.fits(path if self.anchored else path.rsplit("/", 1)[-1]))


def _globbed(text: str, ignore_case: bool) -> Callable[[str], object]:
    """A glob where ``*`` stops at slashes, ``**`` does not, and ``{a,b}`` are alternatives."""
    texts = _braced(text)
    fits = [wildcard(one, ignore_case=ignore_case, path=True) for one in texts]
    for one in texts:
        if one.startswith("**/"):
            fits.append(wildcard(one[3:], ignore_case=ignore_case, path=True))
        if "**" in one:
            fits.append(wildcard(one.replace("**/", "*/").replace("**", "*"), ignore_case=ignore_case))
            fits.append(wildcard(one.replace("/**/", "/"), ignore_case=ignore_case, path=True))
    return lambda path: any(fit(path) for fit in fits)


def _braced(text: str) -> list[str]:
    before, brace, rest = text.partition("{")
    inside, close, behind = rest.partition("}")
    if not brace or not close or len(text) > 1000:
        return [text]
    return [before + part + end for part in inside.split(",")[:50] for end in _braced(behind)][:200]


class Selection:
    """What the options and the ignore files let through."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        level = given.count("u")
        everything = given.last(("no-ignore", "ignore")) == "no-ignore" or level > 0
        self.hidden = given.last((".", "no-hidden")) == "." or level > 1
        self.kinds = () if everything else _kinds(given)
        self.parents = not everything and "no-ignore-parent" not in given
        self.anywhere = "no-require-git" in given
        self.ignore_case = "ignore-file-case-insensitive" in given
        self.follow = "L" in given
        self.messages = "no-messages" not in given
        self.failed = False
        fold = "glob-case-insensitive" in given
        self.globs = [
            _Rule(value, ignore_case=fold or key == "iglob")
            for key, value in given.order
            if key in ("g", "iglob")
        ]
        self.whitelists = any(not rule.negated for rule in self.globs)
        try:
            self.names = types(given.order)
            self.types = [(key == "t", self._fits(value)) for key, value in given.order if key in ("t", "T")]
        except BadType as error:
            cx.complain(str(error))
            raise Done(2) from None
        self.depth = _number(cx, given, "d", _DEEPEST)
        self.largest = self._size(given)
        self.explicit = [] if everything and "no-ignore-files" in given else self._explicit(given)

    def _size(self, given: Given) -> int | None:
        if "max-filesize" not in given:
            return None
        text = given["max-filesize"]
        size = size_of(text.upper().replace("B", ""))
        if size is None:
            self.cx.complain(
                f"error parsing flag --max-filesize: invalid format for size '{text}', which should be a non-empty sequence"
                " of digits followed by an optional 'K', 'M' or 'G' suffix"
            )
            raise Done(2)
        return size

    def _explicit(self, given: Given) -> list[_Rule]:
        rules: list[_Rule] = []
        for name in given.all("ignore-file"):
            found = self._read(self.cx.path(name))
            if found is None:
                self.cx.complain(f"{name}: No such file or directory (os error 2)")
            rules += found or []
        return rules

    def _fits(self, name: str) -> Callable[[str], object]:
        if name == "all":
            globs = [glob for globs in self.names.values() for glob in globs]
        elif name in self.names:
            globs = self.names[name]
        else:
            raise BadType(f"unrecognized file type: {name}")
        fits = [wildcard(glob) for glob in globs]
        return lambda text: any(fit(text) for fit in fits)

    def _read(self, path: str) -> list[_Rule] | None:
        try:
            if self.cx.fs.stat(path).size > _MOST_IGNORE:
                return []
            lines = self.cx.fs.read_bytes(path).decode("utf-8", "surrogateescape").split("\n")
        except OSError:
            return None
        return [
            _Rule(line.rstrip(), ignore_case=self.ignore_case)
            for line in lines
            if line.strip().strip("/") and not line.startswith("#")
        ]

    def rules(self, folder: str) -> dict[str, list[_Rule]]:
        """What the ignore files of an absolute folder say, by kind."""
        found = {kind: self._read(f"{folder.rstrip('/')}/{kind}") for kind in self.kinds}
        return {kind: rules for kind, rules in found.items() if rules}

    def above(self, folder: str) -> tuple[list[_Level], bool]:
        """The levels above an absolute folder, outermost first, and whether it lies in a repository."""
        fs = self.cx.fs
        levels: list[_Level] = []
        repository = self.anywhere or fs.exists(f"{folder.rstrip('/')}/.git")
        at = folder
        while at not in ("", "/"):
            at = at.rpartition("/")[0]
            if self.parents:
                prefix = folder[len(at) :].lstrip("/") + "/"
                rules = self.rules(at)
                if repository and not self.anywhere:
                    rules = {kind: own for kind, own in rules.items() if not kind.startswith(".git")}
                levels.append(_Level("", rules, prefix))
            repository = repository or fs.exists(f"{at}/.git")
        return levels[::-1], repository

    def verdict(self, path: str, folder: bool) -> bool | None:
        """What -g says of a path relative to where the search began."""
        for rule in reversed(self.globs):
            if rule.matches(path, folder):
                return not rule.negated
        return False if self.whitelists and not folder else None

    def typed(self, name: str) -> bool | None:
        """What -t and -T say of a file's name."""
        for wanted, fits in reversed(self.types):
            if fits(name):
                return wanted
        return False if any(wanted for wanted, _ in self.types) else None


def _kinds(given: Given) -> tuple[str, ...]:
    kinds: tuple[str, ...] = _KINDS
    if "no-ignore-dot" in given:
        kinds = tuple(kind for kind in kinds if kind.startswith(".git"))
    if "no-ignore-vcs" in given:
        kinds = tuple(kind for kind in kinds if not kind.startswith(".git"))
    if "no-ignore-exclude" in given:
        kinds = tuple(kind for kind in kinds if kind != ".git/info/exclude")
    return kinds


def _number(cx: Context, given: Given, key: str, default: int) -> int:
    text = given.get(key, str(default))
    if not (text.isascii() and text.isdigit()):
        cx.complain(f"error parsing flag -{key}: value is not a valid number: invalid digit found in string")
        raise Done(2)
    return min(int(text[:9]), default)


class _Level:
    """The rules of one folder; ``prefix`` leads from it to the folder of the search, ``below`` from there to it."""

    __slots__ = ("below", "prefix", "rules")

    def __init__(self, below: str, rules: dict[str, list[_Rule]], prefix: str = "") -> None:
        self.below = below
        self.rules = rules
        self.prefix = prefix


def walk(cx: Context, selection: Selection, name: str) -> Iterator[str]:
    """The files to search at and below ``name``; a file that is named is searched whatever it is."""
    if name == "-":
        yield name
        return
    try:
        folder = cx.fs.stat(cx.path(name)).mode & 0o170000 == 0o040000
    except OSError as error:
        selection.failed = True
        if selection.messages:
            cx.complain(f"{name}: {reason(error)} (os error {error.errno})")
        return
    if not folder:
        yield name
        return
    if selection.depth < 1:
        return
    levels, repository = selection.above(cx.fs.realpath(cx.path(name)))
    yield from _below(cx, selection, name.rstrip("/") or "/", "", levels, repository, 1)


def _below(
    cx: Context,
    selection: Selection,
    folder: str,
    relative: str,
    levels: list[_Level],
    repository: bool,
    depth: int,
) -> Iterator[str]:
    cx.meter.check()
    here = cx.path(folder)
    repository = repository or (bool(selection.kinds) and cx.fs.exists(f"{here.rstrip('/')}/.git"))
    rules = selection.rules(here)
    if not repository:
        rules = {kind: own for kind, own in rules.items() if not kind.startswith(".git")}
    if rules:
        levels = [*levels, _Level(relative, rules)]
    for inner in _inside(selection, folder):
        path = f"{folder.rstrip('/')}/{inner}"
        below = f"{relative}{inner}"
        try:
            stat = cx.fs.stat(cx.path(path), follow=selection.follow)
        except OSError:
            continue
        kind = stat.mode & 0o170000
        is_folder = kind == 0o040000
        if not _taken(selection, below, inner, is_folder, levels):
            continue
        if is_folder:
            if depth < selection.depth:
                yield from _below(cx, selection, path, f"{below}/", levels, repository, depth + 1)
        elif kind == 0o100000 and (selection.largest is None or stat.size <= selection.largest):
            yield path


def _inside(selection: Selection, folder: str) -> list[str]:
    try:
        return sorted(selection.cx.fs.listdir(selection.cx.path(folder)))
    except OSError as error:
        selection.failed = True
        if selection.messages:
            selection.cx.complain(f"{folder}: {reason(error)} (os error {error.errno})")
        return []


def _taken(selection: Selection, path: str, name: str, folder: bool, levels: list[_Level]) -> bool:
    """Globs decide first; then ignore files and types, either of which may also show what is hidden."""
    verdict = selection.verdict(path, folder)
    if verdict is not None:
        return verdict
    kept = _spoken(selection, path, folder, levels)
    typed = None if folder else selection.typed(name)
    if kept is False or typed is False:
        return False
    return bool(kept) or bool(typed) or selection.hidden or not name.startswith(".")


def _spoken(selection: Selection, path: str, folder: bool, levels: list[_Level]) -> bool | None:
    """What the ignore files say: by kind, and of each kind the innermost folder that says anything."""
    for kind in selection.kinds:
        for level in reversed(levels):
            own = level.rules.get(kind)
            if own:
                for rule in reversed(own):
                    if rule.matches(level.prefix + path[len(level.below) :], folder):
                        return rule.negated
    for rule in reversed(selection.explicit):
        if rule.matches(path, folder):
            return rule.negated
    return None
