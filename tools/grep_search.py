"""Search the contents of the working directory's text files."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Iterable
from typing import Annotated

import msgspec

from runtime.sdk import FsRead, ResourceBounds, ToolContext, ToolResult, tool

from ._files import MAX_FILE_BYTES, MAX_SHOWN, Refusal, decode, encoding_of, refusing, shown
from ._glob import Glob, unhidden, visible
from ._ignore import Ignore
from ._pattern import Find, Hit, LineRegex, Literal, hits

BUDGET_S = 30.0
_MAX_LINE = 400
_BEFORE_MATCH = 100
# A file that takes long enough to look at the clock for it, as does any for an expression; otherwise one look does for many.
_LARGE_BYTES = 64 * 1024
_LOOKS_AT_CLOCK = 4096
"""Matches that are only counted, between two looks at the clock: one file may hold millions."""
_REFUSALS = {
    errno.EACCES: Refusal(
        "permission_denied",
        "Cannot search directory '{path}' - permission denied",
        "Ask for the directory to be made readable, or search another one",
    )
}


class SearchMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``total_matches`` counts every matching line, also those beyond ``max_results`` that are not shown."""

    total_matches: int
    files_searched: int
    pattern: str


def _check(pattern: str, is_regex: bool, file_pattern: str | None = None) -> None:
    if is_regex:
        LineRegex(pattern, _no_clock)
    if file_pattern is not None:
        Glob(file_pattern, _no_clock)


def _no_clock() -> float:
    """Nothing is matched where patterns are only read."""
    return 0.0


@tool(
    description=(
        "Search file contents for text or regex pattern. Returns matching lines as 'file:line: text'. A regex is "
        "matched against one line at a time. Binary files are skipped; hidden files and directories (names that "
        "begin with a dot) are searched only where file_pattern names them, e.g. '.github/**'."
    ),
    short_description="Search file contents",
    side_effects=["fs_read"],
    # A search that runs out of time returns what it has.
    determinism="maybe",
    capabilities=[FsRead(prefixes=(".",))],
    risk="read_only",
    check=_check,
    # More than the search's own budget, which ends with partial results instead of an error.
    bounds=ResourceBounds(wall_s=35.0),
)
def grep_search(
    ctx: ToolContext,
    pattern: Annotated[str, msgspec.Meta(min_length=1, description="Text or regex pattern to search for")],
    is_regex: Annotated[bool, "Whether pattern is regex (default: false)"] = False,
    file_pattern: Annotated[
        str | None,
        "Glob pattern to limit files searched, e.g. '*.py' at any depth or 'src/**/*.{ts,tsx}' (default: all files)",
    ] = None,
    max_results: Annotated[
        int, msgspec.Meta(ge=1, le=1000, description="Maximum number of results to return (default: 100)")
    ] = 100,
    respect_gitignore: Annotated[
        bool, "Whether to leave out what .gitignore files name (default: false)"
    ] = False,
) -> ToolResult[SearchMetadata]:
    """Return the matching lines in order of file names."""
    search = _Search(ctx, pattern, is_regex, file_pattern, respect_gitignore)
    search.run(max_results)
    return ToolResult(
        output=search.report(),
        metadata=SearchMetadata(search.matches, search.files, pattern),
        warnings=search.warnings(),
    )


class _Search:
    """One search: what to look for, and what was found and left out so far."""

    def __init__(
        self,
        ctx: ToolContext,
        pattern: str,
        is_regex: bool,
        file_pattern: str | None,
        respect_gitignore: bool,
    ) -> None:
        self._ctx = ctx
        self._pattern = pattern
        # A narrower wall bound shortens the search by as much as it takes to report.
        self._budget_s = min(BUDGET_S, 0.9 * ctx.remaining_s())
        self._reserve_s = ctx.remaining_s() - self._budget_s
        self._glob = None if file_pattern is None else Glob(file_pattern, self._left_s)
        self._ignore = Ignore(ctx, self._left_s) if respect_gitignore else None
        self._regex = LineRegex(pattern, self._left_s) if is_regex else None
        self._needle = None if is_regex else Literal(pattern)
        self.rows: list[str] = []
        self.matches = 0
        self.files = 0
        self._unreadable = 0
        self._oversized = 0
        self._timed_out = False

    def run(self, max_results: int) -> None:
        """Search until the files or the time is at its end."""
        try:
            for path, data in self._files():
                text = self._text(data)
                if text is not None:
                    self._look(path, text, max_results)
        except TimeoutError:
            self._timed_out = True

    def report(self) -> str:
        """The matches as people read them."""
        count = self.matches
        head = f"Found {count} match{'' if count == 1 else 'es'} for '{shown(_cut(self._pattern, 0, MAX_SHOWN))}'"
        more = count - len(self.rows)
        tail = f"  ... {more} more, not shown: raise max_results or narrow the search\n" if more else ""
        return head + (":\n" if self.rows else "\n") + "".join(self.rows) + tail

    def warnings(self) -> list[str]:
        """What was left out, and why."""
        clipped = self._regex is not None and self._regex.clipped
        told = (
            (self._timed_out, f"Search timed out after {self._budget_s:.3g}s, returning partial results"),
            (
                self.matches > len(self.rows),
                f"Found {self.matches} matches, showing first {len(self.rows)}",
            ),
            (self._unreadable, f"Skipped {_files(self._unreadable)} that could not be read"),
            (self._oversized, f"Searched only the first 10MB of {_files(self._oversized)}"),
            (clipped, "Searched only the first 65536 characters of very long lines"),
        )
        return [text for holds, text in told if holds]

    def _left_s(self) -> float:
        return self._ctx.remaining_s() - self._reserve_s

    def _files(self) -> Iterable[tuple[str, bytes | None]]:
        base = "." if self._glob is None else self._glob.base
        with refusing(base, "Cannot search directory '{path}'", _REFUSALS):
            try:
                self._ctx.fs.stat(base)
            except (FileNotFoundError, NotADirectoryError):
                # A pattern whose folder is not there matches nothing.
                return ()
            found = self._ctx.fs.scan(
                base,
                wanted=self._wanted,
                whole=lambda head: encoding_of(head) is not None,
                max_bytes=MAX_FILE_BYTES + 1,
                enter=self._enters,
            )
            first = next(found, None)
        # Outside the words for a folder that cannot be searched: what ends the search later is the search's own.
        return () if first is None else itertools.chain((first,), found)

    def _enters(self, folder: str) -> bool:
        named = visible(folder) if self._glob is None else self._glob.enters(folder)
        return named and (self._ignore is None or self._ignore.enters(folder))

    def _wanted(self, folder: str, names: list[str]) -> list[str]:
        self._go_on()
        found = unhidden(folder, names) if self._glob is None else self._glob.among(folder, names)
        return found if self._ignore is None else [n for n in found if self._ignore.takes(folder + n)]

    def _go_on(self) -> None:
        self._ctx.check()
        if self._left_s() <= 0:
            raise TimeoutError

    def _look(self, path: str, text: str, max_results: int) -> None:
        """Count the file's matches, and list them while there is room."""
        for hit in hits(text, self._find()):
            self.matches += 1
            if len(self.rows) < max_results:
                # No more of the line than is shown: a thousand lines may take ten gigabytes.
                self.rows.append(f"  {shown(path)}:{hit.number}: {_excerpt(hit)}\n")
            elif self.matches % _LOOKS_AT_CLOCK == 0:
                self._go_on()

    def _find(self) -> Find:
        if self._regex is not None:
            return self._regex.find
        needle = self._pattern
        return lambda text, at: text.find(needle, at)

    def _text(self, data: bytes | None) -> str | None:
        """The file's text where it may hold a match."""
        if data is None:
            # Gone, swapped for a link or not ours to read: the search is about the others.
            self._unreadable += 1
            return None
        encoding = encoding_of(data)
        if encoding is None:
            return None
        if len(data) > _LARGE_BYTES or self._regex is not None:
            self._go_on()
        self.files += 1
        if len(data) > MAX_FILE_BYTES:
            self._oversized += 1
            data = data[:MAX_FILE_BYTES]
        # Most files do not hold a literal; looking at the bytes spares decoding them.
        if self._needle is not None and encoding[0] == "utf-8" and not self._needle.within(data):
            return None
        text, _ = decode(data, encoding)
        # "$" must match where a line ends in the eyes of its author.
        return text.replace("\r\n", "\n") if self._regex is not None and "\r" in text else text


def _excerpt(hit: Hit) -> str:
    line = hit.line.rstrip("\r")
    return _cut(line, max(0, min(hit.column - _BEFORE_MATCH, len(line) - _MAX_LINE)), _MAX_LINE)


def _cut(text: str, start: int, length: int) -> str:
    """So much of a text from there on, with dots where something is left out."""
    end = start + length
    return ("..." if start else "") + text[start:end] + ("..." if end < len(text) else "")


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"
