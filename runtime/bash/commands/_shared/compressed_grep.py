"""grep in files as they were before they were compressed: zgrep, bzgrep, xzgrep and their kin."""

from __future__ import annotations

from runtime.bash.commands import grep
from runtime.bash.commands._shared.codecs import BZIP2, GZIP, XZ, Damaged
from runtime.bash.commands._shared.input import chunks, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.streams import Input
from runtime.bash.utility_context import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands._shared.codecs import Codec
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream

__all__ = ["OPTIONS", "search"]

OPTIONS = grep.OPTIONS
_FOUND, _NONE, _TROUBLE = 0, 1, 2
_REFUSED = ("d", "r", "R", "z", "Z", "directories", "exclude", "exclude-from", "exclude-dir", "include")
_ABSENT = {
    "gzip": "gzip: {name}.gz: {reason}\n",
    "bzip2": "bzip2: Can't open input file {name}: {reason}.\n",
    "xz": "xz: {name}: {reason}\n",
}
_FAMILY = {"z": (GZIP,), "b": (BZIP2,), "x": (XZ, GZIP, BZIP2)}


def search(cx: Context, syntax: str) -> int:
    """grep with that syntax (``E``, ``F``, ``G``) in all operands; the format follows from the name it goes by."""
    codecs = _FAMILY[cx.name[0]]
    name = cx.name
    given = OPTIONS.parse(cx)
    for key in _REFUSED:
        if key in given:
            return cx.fail(f"{'-' if len(key) == 1 else '--'}{key}: option not supported", _TROUBLE)
    args = _options(cx, given, syntax)
    files = given.operands
    if not given.any("ef"):
        if not files:
            return cx.fail(f"missing pattern; try `{name} --help' for help", _TROUBLE)
        args += ["-e", files.pop(0)]
    if len(files) > 1 and not given.any("hH"):
        args.append("-H")
    statuses = [_one(cx, codecs, file, args) for file in files or ["-"]]
    if _TROUBLE in statuses:
        return _TROUBLE
    return _FOUND if _FOUND in statuses else _NONE


def _options(cx: Context, given: Given, syntax: str) -> list[str]:
    """The options as they are passed on; patterns from standard input are read now, once for all files."""
    args = [f"-{syntax}"] if syntax != "G" else []
    for key, value in given.order:
        if key == "f" and value == "-":
            lines = text_of(whole(cx, cx.stdin)).removesuffix("\n")
            args += ["-e", lines]
        elif len(key) == 1:
            args.append(f"-{key}{value}")
        else:
            args.append(f"--{key}={value}" if value else f"--{key}")
    return args


def _one(cx: Context, codecs: tuple[Codec, ...], name: str, args: list[str]) -> int:
    if name != "-" and cx.fs.is_dir(cx.path(name)):
        return _NONE
    try:
        stream = cx.stdin.retain() if name == "-" else _opened(cx, codecs[0], name)
    except OSError as error:
        words = _ABSENT[codecs[0].name].format(name=name, reason=reason(error))
        cx.stderr.write(words.encode("utf-8", "surrogateescape"))
        return _TROUBLE
    try:
        data = _expanded(cx, codecs, stream)
    except Damaged:
        cx.stderr.write(
            f"\n{codecs[0].name}: {name}: invalid compressed data\n".encode("utf-8", "surrogateescape")
        )
        return _TROUBLE
    finally:
        stream.release()
    label = "(standard input)" if name == "-" else name
    return grep.main(_searching(cx, [*args, f"--label={label}", "--", "-"], data))


def _opened(cx: Context, codec: Codec, name: str) -> Stream:
    """The file, or the one with the suffix of the format, as gzip looks for it."""
    if not cx.fs.exists(cx.path(name)) and codec is GZIP and cx.fs.exists(cx.path(f"{name}.gz")):
        return cx.open(f"{name}.gz")
    return cx.open(name)


def _expanded(cx: Context, codecs: tuple[Codec, ...], stream: Stream) -> bytes:
    """All of a stream as it was before; one that was never compressed as it is."""
    pieces = chunks(cx, stream)
    first = next(pieces, b"")
    codec = next((codec for codec in codecs if first.startswith(codec.magic)), None)

    def every() -> Iterator[bytes]:
        yield first
        yield from pieces

    out = []
    size = 0
    most = cx.meter.limits.max_file_bytes
    for piece in every() if codec is None else codec.expanded(every()):
        cx.meter.check()
        size += len(piece)
        if size > most:
            cx.meter.exceeded("file_bytes", f"{cx.name}: more than {most} bytes of input")
        out.append(piece)
    return b"".join(out)


def _searching(cx: Context, args: list[str], data: bytes) -> Context:
    """What grep is given: the same machine, and the text on its standard input."""
    return Context(
        "grep",
        args,
        fds={**cx.fds, 0: Input(data)},
        env=cx.env,
        cwd=cx.cwd,
        fs=cx.fs,
        meter=cx.meter,
        clock=cx.clock,
        random=cx.random,
        launch=cx.launch,
        umask=cx.umask,
        username=cx.username,
        hostname=cx.hostname,
        network=cx.network,
    )
