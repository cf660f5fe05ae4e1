"""Which files rg searches: by .gitignore, .ignore and .rgignore, globs, types, and whether they are hidden."""

from __future__ import annotations

from runtime.bash.commands._names import reason
from runtime.bash.commands._sizes import size_of
from runtime.bash.commands._wildcards import wildcard
from runtime.bash.options import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.command import Context
    from runtime.bash.options import Given

__all__ = ["TYPES", "Selection", "walk"]

TYPES: dict[str, tuple[str, ...]] = {
    "c": ("*.[chH]", "*.cats"),
    "cpp": ("*.cpp", "*.cc", "*.cxx", "*.hpp", "*.hh", "*.hxx", "*.h", "*.inl"),
    "css": ("*.css", "*.scss"),
    "csv": ("*.csv",),
    "go": ("*.go",),
    "html": ("*.htm", "*.html", "*.ejs"),
    "java": ("*.java", "*.jsp", "*.jspx", "*.properties"),
    "js": ("*.js", "*.jsx", "*.vue", "*.cjs", "*.mjs"),
    "json": ("*.json", "composer.lock", "*.sarif"),
    "log": ("*.log",),
    "make": ("*.mk", "*.mak", "[Mm]akefile", "[Gg][Nn][Uu]makefile"),
    "markdown": ("*.md", "*.markdown", "*.mdown", "*.mdwn", "*.mkd", "*.mkdn"),
    "md": ("*.md", "*.markdown", "*.mdown", "*.mdwn", "*.mkd", "*.mkdn"),
    "php": ("*.php", "*.php3", "*.php4", "*.php5", "*.phtml"),
    "py": ("*.py", "*.pyi"),
    "python": ("*.py", "*.pyi"),
    "ruby": ("*.rb", "Gemfile", "Rakefile", "*.gemspec"),
    "rust": ("*.rs",),
    "sh": ("*.sh", "*.bash", "*.zsh", "*.ksh", ".bashrc", ".profile"),
    "sql": ("*.sql", "*.psql"),
    "swift": ("*.swift",),
    "toml": ("*.toml", "Cargo.lock"),
    "ts": ("*.ts", "*.tsx", "*.cts", "*.mts"),
    "txt": ("*.txt",),
    "xml": ("*.xml", "*.xsd", "*.xsl", "*.xslt", "*.svg"),
    "yaml": ("*.yaml", "*.yml"),
}
_DEEPEST = 500
_MOST_IGNORE = 1 << 16


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
        self.hidden = "." in given or level > 1
        self.names = [] if "no-ignore" in given or level else [".ignore", ".rgignore"]
        if self.names and "no-ignore-vcs" not in given:
            self.names.insert(0, ".gitignore")
        self.follow = "L" in given
        self.messages = "no-messages" not in given
        self.failed = False
        self.globs = [_Rule(text) for text in given.all("g")]
        self.globs += [_Rule(text, ignore_case=True) for text in given.all("iglob")]
        self.types = [wildcard(glob) for name in given.all("t") for glob in self._globs(name)]
        self.no_types = [wildcard(glob) for name in given.all("T") for glob in self._globs(name)]
        depth = given.get("d", str(_DEEPEST))
        self.depth = min(int(depth), _DEEPEST) if depth.isascii() and depth.isdigit() else _DEEPEST
        self.largest = size_of(given["max-filesize"]) if "max-filesize" in given else None

    def _globs(self, name: str) -> tuple[str, ...]:
        if name not in TYPES:
            self.cx.complain(f"unrecognized file type: {name}")
            raise Done(2)
        return TYPES[name]

    def rules(self, folder: str) -> list[_Rule]:
        """What the ignore files of a folder say."""
        found = []
        for name in self.names:
            path = f"{self.cx.path(folder).rstrip('/')}/{name}"
            try:
                if self.cx.fs.stat(path).size > _MOST_IGNORE:
                    continue
                lines = self.cx.fs.read_bytes(path).decode("utf-8", "surrogateescape").split("\n")
            except OSError:
                continue
            found += [_Rule(line.rstrip()) for line in lines if line.strip() and not line.startswith("#")]
        return found

    def takes(self, path: str, folder: bool) -> bool:
        """What globs and types say of a path relative to where the search began."""
        verdict: bool | None = None
        for rule in self.globs:
            if rule.matches(path, folder):
                verdict = not rule.negated
        if verdict is not None:
            return verdict
        if folder:
            return True
        if any(not rule.negated for rule in self.globs):
            return False
        name = path.rsplit("/", 1)[-1]
        if any(fits(name) for fits in self.no_types):
            return False
        return not self.types or any(fits(name) for fits in self.types)


def walk(cx: Context, selection: Selection, name: str) -> Iterator[str]:
    """The files to search at and below ``name``; a file that is named is searched whatever it is."""
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
    yield from _below(cx, selection, name.rstrip("/") or "/", "", [], 1)


def _below(
    cx: Context,
    selection: Selection,
    folder: str,
    relative: str,
    rules: list[tuple[str, list[_Rule]]],
    depth: int,
) -> Iterator[str]:
    cx.meter.check()
    if depth > selection.depth:
        return
    rules = [*rules, (relative, selection.rules(folder))]
    for inner in sorted(cx.fs.listdir(cx.path(folder))):
        if inner.startswith(".") and not selection.hidden:
            continue
        path = f"{folder.rstrip('/')}/{inner}"
        below = f"{relative}{inner}"
        try:
            stat = cx.fs.stat(cx.path(path), follow=selection.follow)
        except OSError:
            continue
        kind = stat.mode & 0o170000
        is_folder = kind == 0o040000
        if _ignored(below, is_folder, rules) or not selection.takes(below, is_folder):
            continue
        if is_folder:
            yield from _below(cx, selection, path, f"{below}/", rules, depth + 1)
        elif kind == 0o100000 and (selection.largest is None or stat.size <= selection.largest):
            yield path


def _ignored(path: str, folder: bool, rules: list[tuple[str, list[_Rule]]]) -> bool:
    """The last rule that speaks of a path decides, the innermost folder's first."""
    for prefix, own in reversed(rules):
        for rule in reversed(own):
            if rule.matches(path[len(prefix) :], folder):
                return not rule.negated
    return False
