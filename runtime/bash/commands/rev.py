"""rev: each line backwards."""

from __future__ import annotations

from runtime.bash.charset import decoded
from runtime.bash.commands._shared.input import Lines, each, split_lines
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] [file ...]",
    "Write each line with its last character first.",
    ("0", "zero", "", "lines end with NUL"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    origin="util-linux 2.38",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("Vh"):
        OPTIONS.parse(cx, ["--help" if "h" in given else "--version"])
    end = b"\0" if "0" in given else b"\n"
    status = 0
    for _, stream in each(cx, given.operands, absent="cannot open {name}: {reason}"):
        if stream is None:
            status = 1
            continue
        for block in Lines(cx, stream, end).blocks():
            cx.stdout.write(b"".join(_backwards(line, end) for line in split_lines(block, end)))
    return status


def _backwards(line: bytes, end: bytes) -> bytes:
    body = line.removesuffix(end)
    tail = line[len(body) :]
    if body.isascii():
        return body[::-1] + tail
    return decoded(body)[::-1].encode("utf-8", "surrogateescape") + tail
