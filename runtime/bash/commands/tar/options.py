"""The command line of tar: its table, and what the options say together."""

from __future__ import annotations

from runtime.bash.commands._shared import codecs as _codecs
from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.tar.names import BadTransform, Matching, Transform, excluded
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands._shared.codecs import Codec
    from runtime.bash.commands.tar.names import Fits
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

    Lines = Callable[[str], list[str]]

OPTIONS = Options(
    "[OPTION...] [FILE]...",
    "Save many files together in a single archive, and restore individual files from the archive.",
    ("A", "catenate concatenate", "", "append the archives FILE... to an archive"),
    ("c", "create", "", "create a new archive"),
    ("", "delete", "", "delete members from the archive"),
    ("d", "diff compare", "", "find differences between archive and files"),
    ("r", "append", "", "append files to the end of an archive"),
    ("", "test-label", "", "print the label of the archive, or test it"),
    ("t", "list", "", "list the contents of an archive"),
    ("u", "update", "", "append files that are newer than those of the archive"),
    ("x", "extract get", "", "extract files from an archive"),
    ("f", "file", "ARCHIVE", "use archive file ARCHIVE; - is standard input or output, as is none"),
    ("C", "directory", "DIR", "change to directory DIR, for the names that follow"),
    ("", "add-file", "FILE", "add FILE, whatever its name begins with"),
    ("T", "files-from", "FILE", "get names to extract or create from FILE; -C DIR may be a line"),
    ("", "null", "", "-T reads names that end with NUL"),
    ("", "no-null", "", "-T reads lines (default)"),
    ("", "verbatim-files-from", "", "-T reads names that begin with a dash as names"),
    ("", "no-verbatim-files-from", "", "it reads them as options (default)"),
    ("X", "exclude-from", "FILE", "exclude patterns listed in FILE"),
    ("", "exclude", "PATTERN", "exclude files, given as a PATTERN"),
    ("", "exclude-backups", "", "exclude .#* *~ #*#"),
    ("", "exclude-vcs", "", "exclude what version control systems keep"),
    ("", "exclude-vcs-ignores", "", "exclude what their ignore files name"),
    ("", "exclude-ignore", "FILE", "exclude what FILE in a folder names, in that folder"),
    ("", "exclude-ignore-recursive", "FILE", "the same, below that folder too"),
    ("", "exclude-caches", "", "of folders with CACHEDIR.TAG keep that file alone"),
    ("", "exclude-caches-under", "", "keep nothing that is in them"),
    ("", "exclude-caches-all", "", "leave them out"),
    ("", "exclude-tag", "FILE", "of folders with FILE keep that file alone"),
    ("", "exclude-tag-under", "FILE", "keep nothing that is in them"),
    ("", "exclude-tag-all", "FILE", "leave them out"),
    ("", "anchored", "", "patterns match from the beginning of names (default for members)"),
    ("", "no-anchored", "", "patterns match behind any slash (default for exclusion)"),
    ("", "ignore-case", "", "in any case"),
    ("", "no-ignore-case", "", "in their own case (default)"),
    ("", "wildcards", "", "names are patterns (default for exclusion)"),
    ("", "no-wildcards", "", "names are no patterns (default for members)"),
    ("", "wildcards-match-slash", "", "* matches slashes too (default)"),
    ("", "no-wildcards-match-slash", "", "* matches no slash"),
    ("", "recursion", "", "go into folders (default)"),
    ("", "no-recursion", "", "do not"),
    ("h", "dereference", "", "archive what symbolic links lead to"),
    ("", "hard-dereference", "", "archive every name of a file as a file"),
    ("K", "starting-file", "MEMBER", "begin at MEMBER when reading the archive"),
    ("N", "newer after-date", "DATE", "only what changed after DATE, or after FILE that begins with / or ."),
    ("", "newer-mtime", "DATE", "only what was written after DATE"),
    ("", "occurrence", "[N]", "only the N-th member of each name (the first)"),
    ("P", "absolute-names", "", "don't strip leading slashes of names"),
    ("", "strip-components", "NUMBER", "strip NUMBER leading parts of names on extraction"),
    (
        "",
        "transform xform",
        "EXPRESSION",
        "change names by s/RE/TEXT/FLAGS: g i x N, and r s h or R S H for what it is done to",
    ),
    ("", "show-transformed-names show-stored-names", "", "list names as they become"),
    ("k", "keep-old-files", "", "don't replace existing files: that is an error"),
    ("", "skip-old-files", "", "skip files that exist, silently"),
    ("", "keep-newer-files", "", "don't replace files that are newer than their members"),
    (
        "",
        "overwrite overwrite-dir no-overwrite-dir keep-directory-symlink",
        "",
        "ignored: what is there is replaced, folders stay",
    ),
    ("U", "unlink-first", "", "remove each file before extracting over it"),
    ("", "recursive-unlink", "", "remove what is in a folder before extracting it"),
    ("", "one-top-level", "[DIR]", "extract everything below DIR, or the archive's name"),
    ("O", "to-stdout", "", "extract files to standard output"),
    ("", "to-command", "COMMAND", "pipe extracted files to COMMAND"),
    ("", "ignore-command-error", "", "whatever its exit status is"),
    ("", "no-ignore-command-error", "", "fail if it fails (default)"),
    ("p", "preserve-permissions same-permissions", "", "extract permissions as they are, without the umask"),
    ("m", "touch", "", "don't extract file modified time"),
    ("", "mode", "CHANGES", "force (symbolic) CHANGES of the mode of added files"),
    ("", "mtime", "DATE", "set the time of added files: a date, or a FILE that begins with / or ."),
    ("", "clamp-mtime", "", "only where it is later than that"),
    ("", "owner", "NAME", "force NAME[:UID] as owner for added files"),
    ("", "group", "NAME", "force NAME[:GID] as group for added files"),
    ("", "numeric-owner", "", "use numbers for user and group names"),
    ("", "remove-files", "", "remove files after adding them to the archive"),
    ("", "sort", "ORDER", "order of a folder's files: none, name or inode (they are in the order of names)"),
    ("z", "gzip gunzip ungzip", "", "filter the archive through gzip"),
    ("j", "bzip2", "", "filter the archive through bzip2"),
    ("J", "xz", "", "filter the archive through xz"),
    ("", "lzma", "", "filter the archive through lzma"),
    ("a", "auto-compress", "", "choose the filter by the archive's name"),
    ("", "no-auto-compress", "", "do not"),
    ("I", "use-compress-program", "PROG", "filter through PROG (-d to expand)"),
    ("Z", "compress uncompress", "", "filter the archive through compress (there is none)"),
    ("", "zstd", "", "filter the archive through zstd (there is none)"),
    ("", "lzip", "", "filter the archive through lzip (there is none)"),
    ("", "lzop", "", "filter the archive through lzop (there is none)"),
    ("H", "format", "FORMAT", "gnu, oldgnu, pax, posix, ustar or v7: all are written as gnu"),
    ("", "posix old-archive portability", "", "ignored: archives are written as gnu"),
    ("V", "label", "TEXT", "give the archive a label"),
    ("b", "blocking-factor", "BLOCKS", "records of BLOCKS x 512 bytes (20)"),
    ("", "record-size", "SIZE", "records of SIZE bytes, a multiple of 512"),
    ("v", "verbose", "", "list what is processed; twice with all that is known"),
    ("", "full-time", "", "with seconds"),
    ("", "utc", "", "ignored: times are UTC"),
    ("R", "block-number", "", "with the number of the block"),
    ("", "index-file", "FILE", "list to FILE"),
    ("l", "check-links", "", "say which links of a file are not archived"),
    ("", "totals", "[SIGNAL]", "print total bytes after processing the archive"),
    ("W", "verify", "", "ignored: what is written is sound"),
    ("", "ignore-failed-read", "", "do not fail for files that cannot be read"),
    ("w", "interactive confirmation", "", "ignored: nobody answers"),
    ("", "quoting-style", "STYLE", "ignored: names are written as they are"),
    ("", "quote-chars no-quote-chars pax-option rmt-command rsh-command", "VALUE", "ignored"),
    ("", "warning", "KEYWORD", "ignored"),
    ("", "checkpoint checkpoint-action atime-preserve hole-detection", "[VALUE]", "ignored"),
    ("", "owner-map group-map volno-file sparse-version level", "VALUE", "ignored"),
    ("g", "listed-incremental", "FILE", "ignored: every archive is complete"),
    ("L", "tape-length", "NUMBER", "ignored: there are no tapes"),
    ("F", "info-script new-volume-script", "NAME", "ignored: there are no tapes"),
    ("M", "multi-volume", "", "ignored: there are no tapes"),
    (
        "GSnBios",
        "incremental sparse seek read-full-records ignore-zeros preserve-order same-order",
        "",
        "ignored",
    ),
    (
        "",
        "no-seek check-device no-check-device one-file-system force-local restrict unquote no-unquote",
        "",
        "ignored",
    ),
    (
        "",
        "same-owner no-same-owner no-same-permissions delay-directory-restore no-delay-directory-restore",
        "",
        "ignored",
    ),
    ("", "acls no-acls selinux no-selinux xattrs no-xattrs show-defaults show-omitted-dirs", "", "ignored"),
    ("", "show-snapshot-field-ranges", "", "ignored"),
    ("", "xattrs-include xattrs-exclude", "MASK", "ignored"),
    ("", "backup", "[CONTROL]", "ignored: what is replaced is gone"),
    ("", "suffix", "STRING", "ignored"),
    ("", "usage", "", "print the options"),
    status=64,
    hint="Try '{name} --help' or '{name} --usage' for more information.",
    origin="GNU tar 1.34",
    examples=(
        ("tar -czf notes.tar.gz notes.txt", "pack into a compressed archive"),
        ("tar -tf notes.tar.gz", "what is in it"),
        ("tar -xf notes.tar.gz -C /tmp", "unpack beneath another folder"),
        ("tar -cf pack.tar --transform 's,^,pack-1.0/,' notes.txt", "names below another folder"),
        ("tar --delete -f pack.tar pack-1.0/notes.txt", "take a member out"),
    ),
    notes=(
        "Archives are written in GNU's format whatever --format says; ustar, pax and v7 archives are read.",
        "No member leaves the folder that it is extracted to, and -P changes that for names to archive only.",
        "Incremental and multi-volume archives, sparse files, ACLs and extended attributes are not kept.",
    ),
)
MODES = ("c", "x", "t", "r", "u", "A", "d", "delete", "test-label")
_VALUED = "fCTXKNIHVbLFg"
_FORMATS = ("gnu", "oldgnu", "pax", "posix", "ustar", "v7")
_CODECS = {"z": _codecs.GZIP, "j": _codecs.BZIP2, "J": _codecs.XZ, "lzma": _codecs.LZMA}
_ABSENT = {"Z": "compress", "zstd": "zstd", "lzip": "lzip", "lzop": "lzop"}
_BY_NAME = {"gzip": _codecs.GZIP, "bzip2": _codecs.BZIP2, "xz": _codecs.XZ, "lzma": _codecs.LZMA}


def usage(cx: Context, message: str) -> Done:
    """Options that make no sense together: as bad usage, with the status of an error."""
    OPTIONS.refuse(cx, message)
    return Done(2)


def fatal(cx: Context, message: str) -> int:
    """Complain, and give up."""
    cx.complain(message)
    cx.complain("Error is not recoverable: exiting now")
    return 2


def dashed(args: list[str]) -> list[str]:
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


def checked(cx: Context, given: Given, lines: Lines) -> tuple[list[Fits], Transform, int]:
    """What is left out, how names change, and the size of a record; bad values are refused."""
    strip = given.get("strip-components", "0")
    if not (strip.isascii() and strip.isdigit()):
        raise usage(cx, f"{strip}: Invalid number of elements")
    form = given.get("H", "gnu")
    if form not in _FORMATS:
        raise usage(cx, f"{form}: Invalid archive format")
    if given.get("sort", "none") not in ("none", "name", "inode"):
        cx.complain(
            f"invalid argument {quote(given['sort'])} for {quote('--sort')}\n"
            "Valid arguments are:\n" + "\n".join(f"  - {quote(word)}" for word in ("none", "name", "inode"))
        )
        raise Done(2)
    if "mode" in given:
        try:
            Mode(given["mode"])
        except ValueError:
            raise _bad(cx, "Invalid mode given on option") from None
    try:
        transform = Transform(given.all("transform"), cx.meter)
    except BadTransform as error:
        raise usage(cx, f"Invalid transform expression{error}") from None
    return excluded(given, lines), transform, _record(cx, given)


def _bad(cx: Context, message: str) -> Done:
    return Done(fatal(cx, message))


def _record(cx: Context, given: Given) -> int:
    from runtime.bash.commands._shared.sizes import size_of

    if "record-size" in given:
        size = size_of(given["record-size"])
        if not size or size % 512:
            raise usage(cx, f"{given['record-size']}: Invalid record size")
        cx.meter.text(size)
        return size
    text = given.get("b", "20")
    if not (text.isascii() and text.isdigit()) or not 0 < int(text[:9]) < 1 << 22:
        raise usage(cx, f"{text}: Invalid blocking factor")
    cx.meter.text(int(text) * 512)
    return int(text) * 512


def program(given: Given) -> list[str]:
    """The command of -I, or of a filter that is not built in."""
    key = given.last(("I", *_ABSENT, *_CODECS))
    return given["I"].split() if key == "I" else [_ABSENT[key]] if key in _ABSENT else []


def codec_of(given: Given, *, writing: bool) -> Codec | None:
    """The format that the options ask for."""
    command = program(given)
    if command:
        return _BY_NAME.get(command[0])
    key = given.last(tuple(_CODECS))
    if key:
        return _CODECS[key]
    return _codecs.named(given.get("f")) if writing and given.last(("a", "no-auto-compress")) == "a" else None


def moment(cx: Context, given: Given, key: str) -> int | None:
    """The time that an option gives, as a date or a file's."""
    if key not in given:
        return None
    text = given[key]
    if text[:1] in ("/", "."):
        try:
            return cx.fs.stat(cx.path(text)).mtime_ns // 10**9
        except OSError:
            raise _bad(cx, f"{text}: Cannot stat: No such file or directory") from None
    from runtime.bash.commands._shared.dates import DateError, parse_date
    from runtime.bash.posix.zones import zone_of

    try:
        seconds, _ = parse_date(text, divmod(int(cx.clock.now() * 10**9), 10**9), zone_of(cx.env))
    except DateError:
        cx.complain(f"Substituting -9223372036854775807 for unknown date format {quote(text)}")
        return 0
    if "v" in given and -(1 << 35) < seconds < 1 << 37:
        from time import gmtime, strftime

        treated = strftime("%Y-%m-%d %H:%M:%S", gmtime(seconds))
        option = {"N": "--newer"}.get(key, f"--{key}")
        if treated != text:
            cx.complain(f"Option {option}: Treating date '{text}' as {treated}")
    return seconds


def sources(cx: Context, given: Given, lines: Lines, *, creating: bool = False) -> Any:
    """The names of the command line with what stood before each.

    Returns:
        Pairs of a name and its folder to create from; else a predicate of members by name, and the folder to work in.
    """
    reading = _Sources(cx, given, lines)
    reading.run()
    return reading.found if creating else (reading.names, reading.folder)


class _Sources:
    def __init__(self, cx: Context, given: Given, lines: Lines) -> None:
        self.cx = cx
        self.given = given
        self.lines = lines
        self.matching = Matching()
        self.folder = cx.cwd
        self.found: list[tuple[str, str]] = []
        self.names: dict[str, Fits] = {}
        self.asked = False

    def run(self) -> None:
        """Options and operands in the order in which they stood."""
        given = self.given
        at = 0
        for place, operand in zip(given.places, given.operands, strict=False):
            while at < place:
                self._option(*given.order[at])
                at += 1
            self._name(operand)
        for key, value in given.order[at:]:
            self._option(key, value)

    def _option(self, key: str, value: str) -> None:
        if key == "C":
            self._enter(value)
        elif key == "add-file":
            self._name(value)
        elif key == "T":
            self._listed(value)
        else:
            self.matching.turn(key)

    def _listed(self, file: str) -> None:
        plain = self.given.any(("null", "verbatim-files-from"))
        folder = ""
        for line in self.lines(file):
            if not plain and (line == "-C" or folder == "-C"):
                if folder:
                    self._enter(line)
                folder = "" if folder else "-C"
            elif not plain and line.startswith("-C"):
                self._enter(line[2:].strip())
            elif not plain and line.startswith("--add-file="):
                self._name(line.partition("=")[2])
            else:
                self._name(line)

    def _enter(self, name: str) -> None:
        folder = name if name.startswith("/") else f"{self.folder.rstrip('/')}/{name}"
        if not self.cx.fs.is_dir(folder):
            missing = "Not a directory" if self.cx.fs.exists(folder) else "No such file or directory"
            raise _bad(self.cx, f"{name}: Cannot open: {missing}")
        self.folder = folder

    def _name(self, name: str) -> None:
        self.found.append((name, self.folder))
        bare = name.rstrip("/") or name
        self.names[bare] = self.matching.including(bare)
        special = any(char in bare for char in "*?[")
        if (
            special
            and self.matching.values["wild"] is None
            and not self.asked
            and self.given.any(("x", "t", "d", "delete"))
        ):
            self.asked = True
            self.cx.complain("Pattern matching characters used in file names")
            self.cx.complain(
                "Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning"
            )
