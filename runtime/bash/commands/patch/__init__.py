"""patch: apply what diff found."""

from __future__ import annotations

from runtime.bash.commands._shared.input import split_lines, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [ORIGFILE [PATCHFILE]]",
    "Apply a patch made by diff (unified, context or normal) to the files that it names, or to ORIGFILE.",
    ("b", "backup", "", "back up the original contents of each file"),
    ("", "backup-if-mismatch", "", "back up if the patch does not match exactly"),
    ("", "no-backup-if-mismatch", "", "back up mismatches only if otherwise requested"),
    ("B", "prefix", "PREFIX", "prepend PREFIX to backup file names"),
    ("", "binary", "", "keep the carriage returns of the patch"),
    ("c", "context", "", "interpret the patch as a context difference"),
    ("d", "directory", "DIR", "change the working directory to DIR first"),
    ("", "dry-run", "", "do not actually change any files; just print what would happen"),
    ("E", "remove-empty-files", "", "remove output files that are empty after patching"),
    ("f", "force", "", "like -t, but ignore bad-Prereq patches, and assume unreversed"),
    ("F", "fuzz", "LINES", "set the fuzz factor to LINES for inexact matching"),
    ("", "follow-symlinks", "", "follow symbolic links of the patched files"),
    ("i", "input", "PATCHFILE", "read patch from PATCHFILE instead of stdin"),
    ("l", "ignore-whitespace", "", "ignore white space changes between patch and input"),
    ("n", "normal", "", "interpret the patch as a normal difference"),
    ("N", "forward", "", "ignore patches that appear to be reversed or already applied"),
    ("o", "output", "FILE", "output patched files to FILE"),
    ("p", "strip", "NUM", "strip NUM leading components from file names"),
    ("", "posix", "", "back up nothing that is not asked for"),
    ("", "quoting-style", "WORD", "ignored"),
    ("r", "reject-file", "FILE", "output rejects to FILE"),
    ("", "read-only", "BEHAVIOR", "how to handle read-only files: ignore, warn (default), fail"),
    ("R", "reverse", "", "assume patches were created with old and new files swapped"),
    ("", "reject-format", "FORMAT", "create 'context' or 'unified' rejects"),
    ("s", "quiet silent", "", "work silently unless an error occurs"),
    ("t", "batch", "", "ask no questions; skip bad-Prereq patches; assume reversed"),
    ("T", "set-time", "", "ignored"),
    ("u", "unified", "", "interpret the patch as a unified difference"),
    ("", "verbose", "", "output extra information about the work being done"),
    ("V", "version-control", "STYLE", "backups are simple, numbered or existing"),
    ("Y", "basename-prefix", "PREFIX", "prepend PREFIX to backup file basenames"),
    ("z", "suffix", "SUFFIX", "append SUFFIX to backup file names"),
    ("Z", "set-utc", "", "ignored"),
    status=2,
    hint="{name}: Try '{name} --help' for more information.",
    origin="GNU patch 2.7.6",
)


def main(cx: Context) -> int:
    from runtime.bash.commands.patch.hunks import Malformed
    from runtime.bash.commands.patch.run import PatchRun

    given = OPTIONS.parse(cx)
    if len(given.operands) > 2:
        raise OPTIONS.refuse(cx, f"{given.operands[2]}: extra operand")
    _numbers(cx, given)
    if "d" in given:
        _enter(cx, given["d"])
    text = _text(cx, given.get("i", given.operands[1] if len(given.operands) > 1 else "-"))
    run = PatchRun(cx, given, given.operands[0] if given.operands else "", split_lines(text))
    try:
        return run.run()
    except Malformed as error:
        raise _fatal(cx, str(error)) from None


def _fatal(cx: Context, message: str) -> Done:
    cx.complain(f"**** {message}")
    return Done(2)


def _numbers(cx: Context, given: Given) -> None:
    for key, what in (("p", "strip count"), ("F", "fuzz factor")):
        text = given.get(key, "0")
        digits = text.removeprefix("-") if key == "p" else text
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise _fatal(cx, f"{what} {text} is not a number")
    if given.get("reject-format", "unified") not in ("unified", "context"):
        raise OPTIONS.refuse(cx, "")


def _enter(cx: Context, folder: str) -> None:
    path = cx.path(folder)
    if not cx.fs.is_dir(path):
        why = "Not a directory" if cx.fs.exists(path) else "No such file or directory"
        raise _fatal(cx, f"Can't change to directory {folder} : {why}")
    cx.cwd = path


def _text(cx: Context, name: str) -> bytes:
    if name == "-":
        return whole(cx, cx.stdin)
    try:
        if cx.fs.is_dir(cx.path(name)):
            raise _fatal(cx, "Can't read patch file : Is a directory")
        stream = cx.open(name)
    except OSError as error:
        raise _fatal(cx, f"Can't open patch file {name} : {reason(error)}") from None
    try:
        return whole(cx, stream)
    finally:
        stream.release()
