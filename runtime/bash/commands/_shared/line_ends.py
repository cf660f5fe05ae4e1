"""Files whose lines end in another way: dos2unix and unix2dos."""

from __future__ import annotations

from runtime.bash.commands._shared.input import whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.utility_context import Context

__all__ = ["options", "run"]

_FOLDER = 21
_REWRITTEN = 0o1101
"""O_WRONLY | O_CREAT | O_TRUNC"""


def options(what: str) -> Options:
    """The table of one."""
    return Options(
        "[options] [file ...] [-n infile outfile ...]",
        f"Convert the ends of lines from {what}, in place; without a file from standard input to standard output.",
        ("f", "force", "", "convert binary files as well"),
        ("k", "keepdate", "", "ignored"),
        ("n", "newfile", "", "write each second file instead of converting in place"),
        ("o", "oldfile", "", "convert in place, as without an option"),
        ("q", "quiet", "", "say nothing"),
        ("s", "safe", "", "skip binary files, as without an option"),
        origin="dos2unix 7.4.3",
    )


def run(cx: Context, table: Options, target: str, convert: Callable[[bytes], bytes]) -> int:
    """Convert each file, or standard input."""
    given = table.parse(cx)
    names = given.operands
    if not names:
        cx.stdout.write(convert(whole(cx, cx.stdin)))
        return 0
    pairs = (
        list(zip(names[::2], names[1::2], strict=False)) if "n" in given else [(name, name) for name in names]
    )
    status = 0
    for source, into in pairs:
        try:
            _convert(cx, source, into, target, convert, loud="q" not in given, force="f" in given)
        except OSError as error:
            if error.errno == _FOLDER:
                cx.complain(f"Skipping {source}, not a regular file.")
            else:
                status = 2
                cx.complain(f"{source}: {reason(error)}\n{cx.name}: Skipping {source}, not a regular file.")
    return status


def _convert(
    cx: Context,
    source: str,
    into: str,
    target: str,
    convert: Callable[[bytes], bytes],
    *,
    loud: bool,
    force: bool,
) -> None:
    data = cx.fs.read_bytes(cx.path(source))
    if b"\0" in data and not force:
        if loud:
            cx.complain(f"Skipping binary file {source}")
        return
    if loud:
        cx.complain(
            f"converting file {source} to {target} format..."
            if source == into
            else f"converting file {source} to file {into} in {target} format..."
        )
    stream = cx.open(into, _REWRITTEN)
    try:
        stream.write(convert(data))
    finally:
        stream.release()
