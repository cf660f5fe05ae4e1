"""Checksums of files: written as ``digest  name`` or ``ALGORITHM (name) = digest``, and read back with ``--check``."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import chunks, encoded, opened, text_of, whole
from runtime.bash.commands._shared.quoting import always, maybe, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

    class Hash(Protocol):
        """What hashlib's objects can do."""

        def update(self, data: bytes, /) -> None: ...
        def hexdigest(self) -> str: ...


__all__ = ["Checker", "digest_of", "escaped", "options", "run", "wrong_usage"]

_TAGGED = re.compile(r"(\\?)([A-Za-z0-9-]+) ?\((.*)\) ?= ([0-9A-Za-z+/=]+)", re.DOTALL)
_PLAIN = re.compile(r"(\\?)([0-9A-Fa-f]+) [ *]?(.*)", re.DOTALL)
_CHECK_ONLY = (("ignore-missing",) * 2, ("status",) * 2, ("w", "warn"), ("quiet",) * 2, ("strict",) * 2)


def options(algorithm: str, *more: tuple[str, str, str, str]) -> Options:
    """The table of ``md5sum`` and its family."""
    return Options(
        "[OPTION]... [FILE]...",
        f"Print or check {algorithm} checksums; with no FILE, or when FILE is -, of standard input.",
        ("b", "binary", "", "mark the name with *"),
        ("c", "check", "", "read checksums from the FILEs and check them"),
        *more,
        ("", "tag", "", "write a line as BSD does"),
        ("t", "text", "", "mark the name with a blank (default)"),
        ("z", "zero", "", "end lines with NUL and escape no name"),
        ("", "ignore-missing", "", "do not fail for files that are not there"),
        ("", "quiet", "", "do not print OK for each file that is good"),
        ("", "status", "", "print nothing; the exit status shows success"),
        ("", "strict", "", "fail for lines that are no checksums"),
        ("w", "warn", "", "warn of lines that are no checksums"),
    )


def run(cx: Context, table: Options, algorithm: str, make: Callable[[], Hash], tag: str = "") -> int:
    """One utility of the family."""
    given = table.parse(cx)
    tag = tag or algorithm
    wrong_usage(cx, table, given)
    if "c" in given:
        size = len(make().hexdigest())
        return Checker(cx, given, {tag: make}, tag, size).run(given.operands)
    status = 0
    zero = "z" in given
    for name in given.operands or ["-"]:
        digest = digest_of(cx, name, make)
        if digest is None:
            status = 1
            continue
        shown, mark = (name, "") if zero else escaped(name)
        end = "\0" if zero else "\n"
        if "tag" in given:
            cx.write(f"{mark}{tag} ({shown}) = {digest}{end}")
        else:
            cx.write(f"{mark}{digest} {'*' if given.last(('b', 't')) == 'b' else ' '}{shown}{end}")
    return status


def wrong_usage(cx: Context, table: Options, given: Given) -> None:
    """Refuse options that exclude each other. Raises Done."""
    message = ""
    check = "c" in given
    if "tag" in given and given.last(("b", "t", "tag")) == "t":
        message = "--tag does not support --text mode"
    elif check and "z" in given:
        message = "the --zero option is not supported when verifying checksums"
    elif check and "tag" in given:
        message = "the --tag option is meaningless when verifying checksums"
    elif check and given.any("bt"):
        message = "the --binary and --text options are meaningless when verifying checksums"
    elif not check:
        for key, name in _CHECK_ONLY:
            if key in given:
                message = f"the --{name} option is meaningful only when verifying checksums"
                break
    if message:
        raise table.refuse(cx, message)


def escaped(name: str) -> tuple[str, str]:
    """A name on a line of its own, and the mark in front of a line with an escaped one."""
    if not any(char in name for char in "\\\n\r"):
        return name, ""
    return name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r"), "\\"


def _unescaped(name: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), name)


def digest_of(cx: Context, name: str, make: Callable[[], Hash], quiet: bool = False) -> str | None:
    """The checksum of a file; None, complained of, when it cannot be read."""
    try:
        stream = opened(cx, name)
    except OSError as error:
        if not quiet or error.errno != 2:
            cx.complain(f"{maybe(name)}: {reason(error)}")
        return None
    try:
        return _hashed(chunks(cx, stream), make)
    finally:
        stream.release()


def _hashed(pieces: Iterator[bytes], make: Callable[[], Hash]) -> str:
    state = make()
    for data in pieces:
        state.update(data)
    return state.hexdigest()


class Checker:
    """``--check``: every line of the files names a file and what its checksum was."""

    def __init__(
        self, cx: Context, given: Given, makes: dict[str, Callable[[], Hash]], plain: str, size: int
    ) -> None:
        self.cx = cx
        self.given = given
        self.makes = makes
        self.plain = plain
        self.size = size
        # Each of the three takes the others back.
        how = given.last(("quiet", "status", "w"))
        self.quiet = how in {"quiet", "status"}
        self.silent = how == "status"

    def run(self, names: list[str]) -> int:
        """0 when all that the files name is as it was."""
        results = [self._file(name) for name in names or ["-"]]
        return 0 if all(results) else 1

    def _file(self, name: str) -> bool:
        cx = self.cx
        try:
            stream = opened(cx, name)
        except OSError as error:
            cx.complain(f"{maybe(name)}: {reason(error)}")
            return False
        try:
            data = whole(cx, stream)
        finally:
            stream.release()
        bad = wrong = unread = good = seen = 0
        shown = "'standard input'" if name == "-" else maybe(name)
        for number, line in enumerate(text_of(data).split("\n"), 1):
            if not line or line.startswith("#"):
                continue
            entry = self._entry(line)
            if entry is None:
                bad += 1
                if self.given.last(("quiet", "status", "w")) == "w":
                    cx.complain(f"{shown}: {number}: improperly formatted {self.plain} checksum line")
                continue
            seen += 1
            verdict = self._verify(*entry)
            unread += verdict == "unread"
            wrong += verdict == "wrong"
            good += verdict == "good"
        if not seen:
            cx.complain(f"{shown}: no properly formatted checksum lines found")
            return False
        self._summary(shown, bad, unread, wrong, good)
        missing_all = "ignore-missing" in self.given and not good and not wrong
        return not (wrong or unread or missing_all or (bad and "strict" in self.given))

    def _summary(self, shown: str, bad: int, unread: int, wrong: int, good: int) -> None:
        if self.silent:
            return
        warnings = (
            (bad, "line is improperly formatted", "lines are improperly formatted"),
            (unread, "listed file could not be read", "listed files could not be read"),
            (wrong, "computed checksum did NOT match", "computed checksums did NOT match"),
        )
        for count, one, many in warnings:
            if count:
                self.cx.complain(f"WARNING: {count} {one if count == 1 else many}")
        if "ignore-missing" in self.given and not good:
            self.cx.complain(f"{shown}: no file was verified")

    def _entry(self, line: str) -> tuple[Callable[[], Hash], str, str] | None:
        line = line.lstrip(" \t").rstrip("\r")
        found = _TAGGED.fullmatch(line)
        if found is not None and found[2] in self.makes:
            name = _unescaped(found[3]) if found[1] else found[3]
            return self.makes[found[2]], found[4], name
        found = _PLAIN.fullmatch(line)
        if found is None or self.plain not in self.makes or len(found[2]) != self.size or not found[3]:
            return None
        return self.makes[self.plain], found[2], _unescaped(found[3]) if found[1] else found[3]

    def _verify(self, make: Callable[[], Hash], wanted: str, name: str) -> str:
        cx = self.cx
        missing = "ignore-missing" in self.given
        digest = digest_of(cx, name, make, quiet=missing)
        shown = always(name) if "\n" in name else name
        if digest is None:
            if missing and not cx.fs.exists(cx.path(name)):
                return "missing"
            if not self.silent:
                cx.write(f"{shown}: FAILED open or read\n")
            return "unread"
        same = digest == wanted.lower()
        if not same and not self.silent:
            cx.write(f"{shown}: FAILED\n")
        elif same and not self.quiet:
            cx.stdout.write(encoded(f"{shown}: OK\n"))
        return "good" if same else "wrong"
