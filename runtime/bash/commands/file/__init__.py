"""file: what kind of data files hold."""

from __future__ import annotations

from runtime.bash.commands._shared.input import text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.file.magic import HEAD, Kind, of_bytes
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

_USAGE = """\
Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
            <file> ...
       file -C [-m <magicfiles>]
       file [--help]"""
OPTIONS = Options(
    "[OPTION...] [FILE...]",
    "Determine type of FILEs.",
    ("z", "uncompress", "", "look into compressed files"),
    ("Z", "uncompress-noreport", "", "only say what compressed files hold"),
    ("b", "brief", "", "do not prepend names"),
    (
        "e",
        "exclude",
        "TEST",
        "ignored, if TEST is one: apptype ascii cdf compress csv elf encoding soft tar json text tokens",
    ),
    ("", "exclude-quiet", "TEST", "ignored"),
    ("f", "files-from", "FILE", "read names from FILE, one a line"),
    ("F", "separator", "STRING", "use STRING as separator instead of a colon"),
    ("i", "mime", "", "output MIME type and encoding"),
    ("", "apple", "", "output creator and type of Apple"),
    ("", "extension", "", "output the ends of names that such files have"),
    ("", "mime-type", "", "output the MIME type"),
    ("", "mime-encoding", "", "output the MIME encoding"),
    ("E", "", "", "fail for files that cannot be opened"),
    ("h", "no-dereference", "", "don't follow symlinks (default)"),
    ("L", "dereference", "", "follow symlinks"),
    ("N", "no-pad", "", "do not pad output"),
    ("0", "print0", "", "terminate names with NUL"),
    (
        "cCdklnprsS",
        "checking-printout compile debug keep-going list no-buffer preserve-date raw special-files no-sandbox",
        "",
        "ignored",
    ),
    ("m", "magic-file", "LIST", "ignored: what is known is built in"),
    ("P", "parameter", "NAME=VALUE", "ignored"),
    ("v", "", "", "the same as --version"),
    hint=_USAGE,
    origin="file 5.44",
    notes=(
        "It knows the formats that agents meet: text, scripts, archives, images, documents, databases; no magic file is read.",
    ),
)
_KINDS = {
    0o040000: ("directory", "inode/directory"),
    0o010000: ("fifo (named pipe)", "inode/fifo"),
    0o140000: ("socket", "inode/socket"),
    0o120000: ("symbolic link", "inode/symlink"),
}
_TESTS = frozenset(
    ["apptype", "ascii", "cdf", "compress", "csv", "elf", "encoding", "soft", "tar", "json", "text", "tokens"]
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "v" in given:
        OPTIONS.parse(cx, ["--version"])
    if not _TESTS.issuperset(given.all("e")):
        raise OPTIONS.refuse(cx, "")
    if not given.operands and "f" not in given:
        raise OPTIONS.refuse(cx, "")
    # The names of every list are set in a column of their own.
    groups = [_named(cx, source) for source in given.all("f")]
    failed = [_say(cx, given, names) for names in (*groups, given.operands)]
    return int(any(failed))


def _say(cx: Context, given: Given, names: list[str]) -> bool:
    """What each file is; whether one fails."""
    widest = max(map(len, names), default=0)
    failed = False
    for name in names:
        try:
            text = _shown(given, _kind(cx, name, given))
        except OSError as error:
            text = f"cannot open `{name}' ({reason(error)})"
            if "E" in given:
                text = f"ERROR: cannot stat `{name}' ({reason(error)})"
                failed = True
        if "b" in given:
            cx.write(f"{text}\n")
            continue
        pad = "" if "N" in given else " " * (widest - len(name))
        end = "\0" if "0" in given else ""
        shown = "/dev/stdin" if name == "-" else name
        cx.write(f"{shown}{end}{given.get('F', ':')}{pad} {text}\n")
    return failed


def _named(cx: Context, source: str) -> list[str]:
    try:
        stream = cx.stdin.retain() if source == "-" else cx.open(source)
    except OSError as error:
        cx.stderr.write(
            f"file: Cannot open `{source}' ({reason(error)})\n".encode("utf-8", "surrogateescape")
        )
        raise Done(1) from None
    try:
        return text_of(whole(cx, stream)).removesuffix("\n").split("\n")
    finally:
        stream.release()


def _shown(given: Given, kind: Kind) -> str:
    """What the options ask for, of what is known."""
    if "mime-type" in given:
        return kind.mime
    if "mime-encoding" in given:
        return kind.charset
    if "i" in given:
        return f"{kind.mime}; charset={kind.charset}"
    if "extension" in given:
        return kind.ends
    return "UNKNUNKN" if "apple" in given else kind.text


def _kind(cx: Context, name: str, given: Given) -> Kind:
    if name == "-":
        data = cx.stdin.read(HEAD)
        return of_bytes(data, len(data), data)
    stat = cx.fs.stat(cx.path(name), follow="L" in given)
    kind = stat.mode & 0o170000
    if kind == 0o100000:
        return _regular(cx, name, stat.size, given)
    if kind == 0o120000:
        broken = "" if cx.fs.exists(cx.path(name)) else "broken "
        return Kind(f"{broken}symbolic link to {cx.fs.readlink(cx.path(name))}", "inode/symlink")
    return Kind(*_KINDS.get(kind, ("character special", "inode/chardevice")))


def _regular(cx: Context, name: str, size: int, given: Given) -> Kind:
    stream = cx.open(name)
    try:
        data = stream.read(HEAD)
        tail = data
        if size > HEAD:
            stream.seek(size - 8)
            tail = stream.read(8)
    finally:
        stream.release()
    kind = of_bytes(data, size, tail)
    if not given.any("zZ"):
        return kind
    from runtime.bash.commands._shared.codecs import BZIP2, GZIP, XZ, Damaged

    for codec in (GZIP, BZIP2, XZ):
        if data.startswith(codec.magic):
            try:
                inner = next(codec.expanded([data]), b"")
            except Damaged:
                return kind
            held = of_bytes(inner, len(inner))
            outer = kind.text.partition(", original size")[0]
            return held if "Z" in given else Kind(f"{held.text} ({outer})", held.mime, held.charset)
    return kind
