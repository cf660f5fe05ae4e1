"""What the file tools have in common: the words for a path that cannot be used, and how bytes become text.

A leading underscore keeps a module out of discovery: it declares no tool.
"""

from __future__ import annotations

import codecs
import errno
import os
import posixpath
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from runtime.sdk import OutsideWorkspace, ToolError

MAX_FILE_BYTES = 10 * 1024 * 1024
"""The "10MB" of the tool contract: what one file may give or take."""
MAX_SHOWN = 200
_SNIFFED_BYTES = 8 * 1024
# Four-byte marks first: UTF-32's little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ANY_MARK = tuple(mark for mark, _ in _MARKS)
_UNMARKED = ("utf-8", 0)
# Control, format, surrogate, line and paragraph separators: a name holding one could forge a line, reorder what
# is shown around it, or drive a terminal. The two joiners can do none of that and belong to words of many scripts.
_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"


class Refusal(NamedTuple):
    """How a tool words one failure; ``{path}`` stands for the path as it was asked for."""

    code: str
    message: str
    suggestion: str


Refusals = Mapping[int, Refusal]
"""By errno."""

_OUTSIDE = Refusal(
    "path_outside_working_dir",
    "Path '{path}' is outside working directory",
    "Use a path inside the working directory, relative to it and without '..'",
)
_UNUSABLE = "Use a path of ordinary names, each at most 255 bytes long"
_ANYWHERE: Refusals = {
    errno.EXDEV: _OUTSIDE,
    errno.EINVAL: Refusal("invalid_path", "Path '{path}' holds a NUL character", _UNUSABLE),
    errno.EILSEQ: Refusal("invalid_path", "Path '{path}' is not valid Unicode", _UNUSABLE),
    errno.ENAMETOOLONG: Refusal("invalid_path", "Path '{path}' is too long", _UNUSABLE),
    errno.ELOOP: Refusal("invalid_path", "Path '{path}' leads through too many symbolic links", _UNUSABLE),
}


@contextmanager
def refusing(path: str, cannot: str, refusals: Refusals) -> Iterator[None]:
    """Say what ``ctx.fs`` raises in the tool's own words.

    A path that is inside the working directory and merely not granted is left alone: the runtime words that.

    Args:
        path: As the caller wrote it.
        cannot: What did not happen, for failures without a row: ``Cannot read file '{path}'``.
        refusals: The tool's rows.
    """
    try:
        yield
    except OutsideWorkspace:
        raise worded(_OUTSIDE, path) from None
    except OSError as error:
        if isinstance(error, TimeoutError) and error.errno is None:
            raise  # the time of a search is over; what the system calls a timeout has a number
        number = error.errno or errno.EIO
        row = refusals.get(number) or _ANYWHERE.get(number)
        raise worded(row or _unforeseen(cannot, number), path) from None


def outside(path: str) -> ToolError:
    """The refusal of a path that leads out of the working directory."""
    return worded(_OUTSIDE, path)


def worded(row: Refusal, path: str) -> ToolError:
    """The row's error about this path."""
    name = shown(path if len(path) <= MAX_SHOWN else path[:MAX_SHOWN] + "...")
    return ToolError(row.code, row.message.replace("{path}", name), suggestion=row.suggestion)


def _unforeseen(cannot: str, number: int) -> Refusal:
    message = f"{cannot} - {os.strerror(number).lower()}"
    return Refusal("io_error", message, "Try again, or have the operator look at the file system")


def normal(path: str) -> str:
    """A path's shortest spelling: ``./src//a.py`` is ``src/a.py``."""
    return posixpath.normpath(path)


def shown(text: str) -> str:
    r"""A name as a list for people may carry it: on one line, with control characters as ``\x1b``."""
    if text.isprintable():
        return text
    return "".join(_escaped(c) if _hides(c) else c for c in text)


def _hides(character: str) -> bool:
    return unicodedata.category(character) in _UNSHOWN and character not in _JOINERS


def _escaped(character: str) -> str:
    # A byte of a name that is no UTF-8 reaches Python as U+DC80 to U+DCFF; show the byte.
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def encoding_of(data: bytes) -> tuple[str, int] | None:
    """The encoding and the length of its mark; None for a binary file: one with a NUL early on, as for git."""
    if data.startswith(_ANY_MARK):
        return next((encoding, len(mark)) for mark, encoding in _MARKS if data.startswith(mark))
    return None if data.find(b"\0", 0, _SNIFFED_BYTES) >= 0 else _UNMARKED


def decode(data: bytes, encoding: tuple[str, int], *, cut: bool = False) -> tuple[str, bool]:
    """The text without its mark, and whether bytes had to be replaced.

    Args:
        data: The file's bytes.
        encoding: What `encoding_of` found.
        cut: The bytes end where a limit was, maybe inside a character: such an end is left out.
    """
    name, mark = encoding
    decoder = codecs.getincrementaldecoder(name)
    try:
        return decoder("strict").decode(data[mark:], final=not cut), False
    except UnicodeDecodeError:
        return decoder("replace").decode(data[mark:], final=not cut), True
