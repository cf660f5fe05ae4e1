"""Names of members: which are meant, which are left out, and what they become (``--transform``)."""

from __future__ import annotations

from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.commands.sed.replace import filled
from runtime.bash.commands.sed.text import replacement_parts
from runtime.bash.commands.sed.tree import Replacement
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.limits import Meter
    from runtime.bash.option_table import Given

    Fits = Callable[[str], bool]

__all__ = ["BadTransform", "Matching", "Transform", "excluded"]

# What --exclude-vcs leaves out, and --exclude-backups.
VCS = [
    "CVS",
    "RCS",
    "SCCS",
    ".git",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".cvsignore",
    ".svn",
    ".arch-ids",
    "{arch}",
    "=RELEASE-ID",
    "=meta-update",
    "=update",
    ".bzr",
    ".bzrignore",
    ".bzrtags",
    ".hg",
    ".hgignore",
    ".hgtags",
    "_darcs",
]
BACKUPS = (".#*", "*~", "#*#")
# Longer than any path may be.
_LONGEST = 65_536
_SWITCHES = {
    "anchored": ("anchored", True),
    "no-anchored": ("anchored", False),
    "ignore-case": ("fold", True),
    "no-ignore-case": ("fold", False),
    "wildcards": ("wild", True),
    "no-wildcards": ("wild", False),
    "wildcards-match-slash": ("slash", True),
    "no-wildcards-match-slash": ("slash", False),
}


class Matching:
    """How names are compared, as the options up to some place say; None is what the use of a pattern wants."""

    def __init__(self) -> None:
        self.values: dict[str, bool | None] = dict.fromkeys(("anchored", "fold", "wild", "slash"))

    def turn(self, key: str) -> bool:
        """Take one option; whether it is one of these."""
        if key not in _SWITCHES:
            return False
        name, value = _SWITCHES[key]
        self.values[name] = value
        return True

    def get(self, name: str, default: bool) -> bool:
        """One of them."""
        value = self.values[name]
        return default if value is None else value

    def excluding(self, pattern: str) -> Fits:
        """For names to leave out: wildcards, anywhere behind a slash."""
        return self._fits(pattern, anchored=self.get("anchored", False), wild=self.get("wild", True))

    def including(self, pattern: str) -> Fits:
        """For members to take: names, from their beginning."""
        return self._fits(pattern, anchored=self.get("anchored", True), wild=self.get("wild", False))

    def _fits(self, pattern: str, *, anchored: bool, wild: bool) -> Fits:
        pattern = pattern.rstrip("/") or pattern
        fold = self.get("fold", False)
        fits: Callable[[str], object]
        if wild:
            fits = wildcard(pattern, ignore_case=fold, path=not self.get("slash", True))
        elif fold:
            lower = pattern.lower()
            fits = lambda text: text.lower() == lower  # noqa: E731
        else:
            fits = lambda text: text == pattern  # noqa: E731

        def found(name: str) -> bool:
            """The whole name, the folders it begins with, or what is behind one of its slashes."""
            parts = name.rstrip("/").split("/")
            return any(
                fits("/".join(parts[start:end]))
                for start in range(1 if anchored else len(parts))
                for end in range(start + 1, len(parts) + 1)
            )

        return found


def excluded(given: Given, listed: Callable[[str], list[str]]) -> list[Fits]:
    """What --exclude, -X and their kind leave out; each is compared as the options before it say."""
    matching = Matching()
    found: list[Fits] = []
    for key, value in given.order:
        if matching.turn(key):
            continue
        if key == "exclude":
            found.append(matching.excluding(value))
        elif key == "X":
            found += map(matching.excluding, listed(value))
        elif key == "exclude-vcs":
            found += map(Matching().excluding, VCS)
        elif key == "exclude-backups":
            found += map(Matching().excluding, BACKUPS)
    return found


class BadTransform(Exception):
    """An expression of --transform is none."""


class _Step:
    """One ``s/RE/TEXT/FLAGS``."""

    def __init__(self, source: str, target: str, flags: str, meter: Meter) -> None:
        self.every = "g" in flags
        digits = "".join(char for char in flags if char.isdigit())
        self.first = int(digits[:9]) if digits else 1
        self.kinds = {"r", "s", "h"} - {char.lower() for char in flags if char in "RSH"}
        self.meter = meter
        self.replacement = Replacement(replacement_parts(target))
        try:
            self.pattern = Pattern(
                [source],
                meter,
                syntax="extended" if "x" in flags else "basic",
                ignore_case="i" in flags,
                newline=True,
            )
        except RegexError as error:
            raise BadTransform(f": {error}") from None

    def apply(self, name: str) -> str:
        subject = self.pattern.subject(name.encode("utf-8", "surrogateescape"))
        if self.replacement.beyond_ascii and isinstance(subject, bytes):
            subject = subject.decode("utf-8", "surrogateescape")
        out, at, number, size = [], 0, 0, 0
        while at <= len(subject):
            match = self.pattern.search(subject, at)
            if match is None:
                break
            number += 1
            start, end = match.span()
            wanted = number >= self.first and (self.every or number == self.first)
            made = filled(match, self.replacement, subject) if wanted else subject[start:end]
            out += [subject[at:start], made]
            size += len(made)
            if size > _LONGEST:
                raise OSError(36, "File name too long", f"{name[:100]}...")
            if start == end:
                out.append(subject[end : end + 1])
            at = end + (start == end)
            if number >= self.first and not self.every:
                break
        self.meter.check()
        whole = subject[:0].join([*out, subject[at:]])
        return whole if isinstance(whole, str) else whole.decode("utf-8", "surrogateescape")


class Transform:
    """All expressions of --transform, one after the other."""

    def __init__(self, texts: list[str], meter: Meter) -> None:
        self.steps = [step for text in texts for step in _steps(text, meter)]

    def __call__(self, name: str, kind: str = "r") -> str:
        """What a name becomes: of a member (r), or of what a symbolic (s) or hard (h) link leads to."""
        folder = name.endswith("/") and kind == "r"
        bare = name.rstrip("/") if folder else name
        for step in self.steps:
            if kind in step.kinds:
                bare = step.apply(bare)
        return bare + "/" if folder and bare else bare


def _steps(text: str, meter: Meter) -> list[_Step]:
    found = []
    while text:
        if not text.startswith("s") or len(text) < 2:
            raise BadTransform("")
        delimiter, rest = text[1], text[2:]
        parts = []
        for _ in range(2):
            part, closed, rest = _upto(rest, delimiter)
            if not closed:
                raise BadTransform("")
            parts.append(part)
        flags, _, text = rest.partition(";")
        if not all(char in "gixrRsShH0123456789" for char in flags):
            raise BadTransform(f": Unknown flag in transform expression: {flags[:1]}")
        found.append(_Step(parts[0], parts[1], flags, meter))
    return found


def _upto(text: str, delimiter: str) -> tuple[str, bool, str]:
    """The text before the delimiter, whether it came, and what is behind it."""
    at, out = 0, []
    while at < len(text):
        char = text[at]
        if char == "\\" and at + 1 < len(text):
            out.append(text[at + 1] if text[at + 1] == delimiter else text[at : at + 2])
            at += 2
            continue
        if char == delimiter:
            return "".join(out), True, text[at + 1 :]
        out.append(char)
        at += 1
    return "".join(out), False, ""
