"""tar: many files in one."""

from __future__ import annotations

from runtime.bash.commands import _codecs
from runtime.bash.commands._codecs import Damaged
from runtime.bash.commands._input import chunks
from runtime.bash.commands._names import reason
from runtime.bash.commands._tar_create import Writer
from runtime.bash.commands._tar_extract import Extractor
from runtime.bash.commands._tar_format import NotTar, entries
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.command import Context
    from runtime.bash.commands._codecs import Codec
    from runtime.bash.commands._tar_format import Entry
    from runtime.bash.options import Given
    from runtime.bash.streams import Stream

OPTIONS = Options(
    "[OPTION...] [FILE]...",
    "Saves many files together into a single archive, and can restore individual files from the archive.",
    ("c", "create", "", "create a new archive"),
    ("x", "extract get", "", "extract files from an archive"),
    ("t", "list", "", "list the contents of an archive"),
    ("r", "append", "", "append files to the end of an archive"),
    ("u", "update", "", "append files that are newer than those of the archive"),
    ("f", "file", "ARCHIVE", "use archive file ARCHIVE"),
    ("C", "directory", "DIR", "change to directory DIR"),
    ("z", "gzip gunzip ungzip", "", "filter the archive through gzip"),
    ("j", "bzip2", "", "filter the archive through bzip2"),
    ("J", "xz", "", "filter the archive through xz"),
    ("a", "auto-compress", "", "use archive suffix to determine the compression program"),
    ("v", "verbose", "", "verbosely list files processed"),
    ("O", "to-stdout", "", "extract files to standard output"),
    ("k", "keep-old-files", "", "don't replace existing files when extracting"),
    ("", "skip-old-files", "", "silently skip files that exist"),
    ("", "overwrite", "", "overwrite existing files when extracting"),
    ("p", "preserve-permissions same-permissions", "", "extract permissions as they are, without the umask"),
    ("m", "touch", "", "don't extract file modified time"),
    ("h", "dereference", "", "follow symlinks; archive the files they point to"),
    ("P", "absolute-names", "", "don't strip leading '/'s from file names"),
    ("T", "files-from", "FILE", "get names to extract or create from FILE"),
    ("X", "exclude-from", "FILE", "exclude patterns listed in FILE"),
    ("", "exclude", "PATTERN", "exclude files, given as a PATTERN"),
    ("", "strip-components", "NUMBER", "strip NUMBER leading components from file names"),
    ("", "transform xform", "EXPRESSION", "use sed replace EXPRESSION to transform file names"),
    ("", "wildcards", "", "names are patterns"),
    ("", "no-wildcards", "", "names are no patterns"),
    ("", "no-recursion", "", "avoid descending automatically in directories"),
    ("", "remove-files", "", "remove files after adding them to the archive"),
    ("", "numeric-owner", "", "use numbers for user and group names"),
    ("", "owner", "NAME", "force NAME as owner for added files"),
    ("", "group", "NAME", "force NAME as group for added files"),
    ("", "mode", "CHANGES", "force this octal mode for added files"),
    ("", "mtime", "DATE", "set the time of added files: @SECONDS"),
    ("", "sort", "ORDER", "order of a folder's files: none or name"),
    ("", "format", "FORMAT", "gnu; others are written as gnu"),
    ("", "null", "", "-T reads names that end with NUL"),
    ("", "totals", "", "print total bytes after processing the archive"),
    status=2,
    hint="Try '{name} --help' or '{name} --usage' for more information.",
    origin="GNU tar 1.34",
    examples=(
        ("tar -czf notes.tar.gz notes.txt", "pack into a compressed archive"),
        ("tar -tf notes.tar.gz", "what is in it"),
        ("tar -xf notes.tar.gz -C /tmp", "unpack beneath another folder"),
    ),
)
_MODES = ("c", "x", "t", "r", "u")
_VALUED = "fCTX"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _dashed(cx.args))
    modes = [mode for mode in _MODES if mode in given]
    if not modes:
        raise OPTIONS.refuse(
            cx, "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options"
        )
    if len(modes) > 1:
        raise OPTIONS.refuse(
            cx, "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option"
        )
    try:
        status = _create(cx, given, modes[0]) if modes[0] in "cru" else _read(cx, given, modes[0])
    except NotTar:
        cx.complain("This does not look like a tar archive")
        status = 2
    except Damaged as damage:
        return _fatal(
            cx, "Unexpected EOF in archive" if str(damage) == "short" else "Child returned status 1"
        )
    if status:
        cx.complain("Exiting with failure status due to previous errors")
    return status


def _dashed(args: list[str]) -> list[str]:
    """The oldest style: letters without a dash, whose values follow in their order."""
    if not args or args[0].startswith("-") or not args[0]:
        return args
    rest = args[1:]
    out = []
    for letter in args[0]:
        out.append(f"-{letter}")
        if letter in _VALUED and rest:
            out[-1] += rest.pop(0)
    return out + rest


def _fatal(cx: Context, message: str) -> int:
    cx.complain(message)
    cx.complain("Error is not recoverable: exiting now")
    return 2


def _codec(given: Given, writing: bool) -> Codec | None:
    for key, codec in (("z", _codecs.GZIP), ("j", _codecs.BZIP2), ("J", _codecs.XZ)):
        if key in given:
            return codec
    return _codecs.named(given.get("f")) if writing and "a" in given else None


def _folder(cx: Context, given: Given) -> str:
    """Where names are looked for, by each ``-C`` in turn."""
    folder = cx.cwd
    for name in given.all("C"):
        folder = name if name.startswith("/") else f"{folder.rstrip('/')}/{name}"
        if not cx.fs.is_dir(folder):
            missing = "Not a directory" if cx.fs.exists(folder) else "No such file or directory"
            raise Done(_fatal(cx, f"{name}: Cannot open: {missing}"))
    return folder


def _listed(cx: Context, given: Given, key: str) -> list[str]:
    names: list[str] = []
    for name in given.all(key):
        try:
            stream = cx.stdin.retain() if name == "-" else cx.open(name)
        except OSError as error:
            raise Done(_fatal(cx, f"{name}: Cannot open: {reason(error)}")) from None
        try:
            text = b"".join(chunks(cx, stream)).decode("utf-8", "surrogateescape")
        finally:
            stream.release()
        names += [line for line in text.split("\0" if "null" in given else "\n") if line]
    return names


def _archive(cx: Context, given: Given, flags: int) -> Stream:
    name = given.get("f", "-")
    if name == "-":
        return (cx.stdout if flags else cx.stdin).retain()
    try:
        return cx.open(name, flags)
    except OSError as error:
        raise Done(_fatal(cx, f"{name}: Cannot open: {reason(error)}")) from None


def _pieces(cx: Context, given: Given, stream: Stream) -> Iterator[bytes]:
    """The archive's bytes; what is compressed is known by its first ones."""
    source = chunks(cx, stream)
    first = next(source, b"")
    codec = _codec(given, False)

    def joined() -> Iterator[bytes]:
        yield first
        yield from source

    if codec is not None and first and not first.startswith(codec.magic):
        cx.stderr.write(f"\n{codec.name}: stdin: not in {codec.name} format\n".encode())
        raise Damaged("foreign")
    for known in (_codecs.GZIP, _codecs.BZIP2, _codecs.XZ):
        if first.startswith(known.magic):
            return known.expanded(joined())
    return joined()


def _read(cx: Context, given: Given, mode: str) -> int:
    names = given.operands + _listed(cx, given, "T")
    excluded = given.all("exclude") + _listed(cx, given, "X")
    stream = _archive(cx, given, 0)
    try:
        folder = _folder(cx, given)
        work = Extractor(cx, given, folder, names, excluded)
        for entry in _entries(cx, given, stream):
            work.take(entry, mode == "x")
        return work.finish()
    finally:
        stream.release()


def _entries(cx: Context, given: Given, stream: Stream) -> Iterator[Entry]:
    return entries(cx, _pieces(cx, given, stream))


def _create(cx: Context, given: Given, mode: str) -> int:
    names = given.operands + _listed(cx, given, "T")
    if not names and "T" not in given and mode == "c":
        raise OPTIONS.refuse(cx, "Cowardly refusing to create an empty archive")
    excluded = given.all("exclude") + _listed(cx, given, "X")
    codec = _codec(given, True)
    if mode != "c" and codec is not None:
        return _fatal(cx, "Cannot update compressed archives")
    name = given.get("f", "-")
    newest: dict[str, int] = {}
    length = 0
    if mode != "c" and cx.fs.exists(cx.path(name)):
        stream = _archive(cx, given, 0)
        try:
            for entry in entries(cx, chunks(cx, stream)):
                newest[entry.name] = entry.mtime
                length = entry.end
        finally:
            stream.release()
    folder = _folder(cx, given)
    stream = _archive(
        cx, given, 0o1101 if mode == "c" else 0o102
    )  # O_CREAT with O_WRONLY | O_TRUNC, or O_RDWR
    try:
        if mode != "c":
            stream.seek(length)
        work = Writer(cx, given, folder, excluded, newest if mode == "u" else None)
        work.own = stream.stat()
        pieces = work.pieces(names)
        for piece in codec.compressed(pieces, 6) if codec else pieces:
            cx.meter.check()
            stream.write(piece)
    finally:
        stream.release()
    return work.status
