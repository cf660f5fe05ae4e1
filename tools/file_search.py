"""Find files by a glob pattern."""

from __future__ import annotations

import errno
from typing import Annotated

import msgspec

from runtime.sdk import FsRead, ResourceBounds, ToolContext, ToolResult, WorkspacePath, tool

from ._files import MAX_SHOWN, Refusal, normal, refusing, shown
from ._glob import Glob
from ._ignore import Ignore

BUDGET_S = 30.0
MAX_FILES = 1000
MAX_DEPTH = 20
_REFUSALS = {
    errno.ENOENT: Refusal(
        "directory_not_found",
        "Directory '{path}' not found",
        "Check the directory name and try again, or list its parent",
    ),
    errno.ENOTDIR: Refusal(
        "not_a_directory", "Path '{path}' is not a directory", "Use read_file to read a file"
    ),
    errno.EACCES: Refusal(
        "permission_denied",
        "Cannot search directory '{path}' - permission denied",
        "Ask for the directory to be made readable, or search another one",
    ),
}


class FileSearchMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``matches`` counts all that fit, also those that are not listed."""

    matches: int
    pattern: str


def _check(pattern: str) -> None:
    Glob(pattern, lambda: 0.0)  # nothing is matched, so no clock is asked


@tool(
    description=(
        "Find files matching a glob pattern, e.g. '**/*.py' or 'src/**/*.{ts,tsx}'; a pattern without a slash fits "
        "names at any depth. Hidden files and directories (names that begin with a dot) are found only where the "
        "pattern names them, e.g. '.github/**'. Results are limited to 1000 files, at most 20 directories deep."
    ),
    short_description="Find files by name",
    side_effects=["fs_read"],
    # A search that runs out of time returns what it has.
    determinism="maybe",
    capabilities=[FsRead(prefixes=(".",))],
    risk="read_only",
    check=_check,
    # More than the search's own budget, which ends with partial results instead of an error.
    bounds=ResourceBounds(wall_s=35.0),
)
def file_search(
    ctx: ToolContext,
    pattern: Annotated[str, "Glob pattern (e.g., '**/*.py', 'src/**/*.go')"],
    base_path: Annotated[WorkspacePath, "Base directory to search from (default: current directory)"] = ".",
    respect_gitignore: Annotated[
        bool, "Whether to leave out what .gitignore files name (default: false)"
    ] = False,
) -> ToolResult[FileSearchMetadata]:
    """Return the paths that fit, relative to the working directory, in order of names."""
    search = _Search(ctx, pattern, base_path, respect_gitignore)
    search.run()
    return ToolResult(
        output=search.report(),
        metadata=FileSearchMetadata(search.matches, pattern),
        warnings=search.warnings(),
    )


class _Search:
    """One search: what to look for, and what was found so far."""

    def __init__(self, ctx: ToolContext, pattern: str, base_path: str, respect_gitignore: bool) -> None:
        self._ctx = ctx
        self._pattern = pattern
        # A narrower wall bound shortens the search by as much as it takes to report.
        self._budget_s = min(BUDGET_S, 0.9 * ctx.remaining_s())
        self._reserve_s = ctx.remaining_s() - self._budget_s
        self._glob = Glob(pattern, self._left_s)
        self._base = base_path
        self._skip = 0 if normal(base_path) == "." else len(normal(base_path)) + 1
        self._ignore = Ignore(ctx, self._left_s) if respect_gitignore else None
        self._found: list[str] = []
        self.matches = 0
        self._timed_out = False

    def run(self) -> None:
        """Look at every file, until the time is at its end."""
        try:
            self._walk()
        except TimeoutError:
            self._timed_out = True

    def report(self) -> str:
        """The paths as people read them."""
        cut = self._pattern if len(self._pattern) <= MAX_SHOWN else self._pattern[:MAX_SHOWN] + "..."
        count = self.matches
        head = f"Found {count} file{'' if count == 1 else 's'} matching '{shown(cut)}'"
        return head + (":\n" if self._found else "\n") + "".join(f"  {shown(path)}\n" for path in self._found)

    def warnings(self) -> list[str]:
        """What was left out, and why."""
        told = (
            (self._timed_out, f"Search timed out after {self._budget_s:.3g}s, returning partial results"),
            (self.matches > MAX_FILES, f"Found {self.matches} matches, showing first {MAX_FILES}"),
        )
        return [text for holds, text in told if holds]

    def _left_s(self) -> float:
        return self._ctx.remaining_s() - self._reserve_s

    def _walk(self) -> None:
        with refusing(self._base, "Cannot search directory '{path}'", _REFUSALS):
            walk = self._ctx.fs.walk(self._base, max_depth=MAX_DEPTH, wanted=self._wanted, enter=self._enters)
        for entry in walk:
            self.matches += 1
            if self.matches <= MAX_FILES:
                self._found.append(entry.path)

    def _enters(self, folder: str) -> bool:
        return self._glob.enters(folder[self._skip :]) and (
            self._ignore is None or self._ignore.enters(folder)
        )

    def _wanted(self, folder: str, names: list[str]) -> list[str]:
        self._ctx.check()
        if self._left_s() <= 0:
            raise TimeoutError
        found = self._glob.among(folder[self._skip :], names)
        return found if self._ignore is None else [n for n in found if self._ignore.takes(folder + n)]
