"""What a command's arguments say that it reads, writes and reaches: tables, and nothing is run.

Wider rather than narrower: an option's value may be taken for a file, a command that is not known here says nothing of its
files, and what cannot be told is told to be unknown.
"""

from __future__ import annotations

import re
from functools import cache
from posixpath import normpath

from runtime.bash.builtins import NAMES
from runtime.bash.commands import names
from runtime.bash.spelled_options import spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # None: computed, or a pattern.
    Words = Sequence[str | None]

__all__ = ["EVERYTHING", "Effects", "absolute", "effects", "renames", "replaced", "resolved", "server"]

EVERYTHING = ("commands", "hosts", "reads", "writes")

# Whose arguments name no files. Every other utility and builtin is taken to read what its arguments name.
_NAME_NO_FILE = frozenset(
    [":", "[", "alias", "arch", "basename", "bg", "bind", "break", "builtin", "cal", "caller", "cd", "clear", "command", "compgen", "complete", "compopt", "continue", "declare", "dirname", "dirs", "disown", "echo", "enable", "env", "envsubst", "eval", "exec", "exit", "export", "expr", "factor", "false", "fg", "getconf", "getopt", "getopts", "groups", "hash", "help", "hostname", "id", "jobs", "kill", "let", "local", "locale", "logname", "logout", "mapfile", "nice", "nohup", "nproc", "numfmt", "popd", "printenv", "printf", "ps", "pushd", "pwd", "read", "readarray", "readonly", "return", "seq", "set", "shift", "shopt", "sleep", "stdbuf", "suspend", "sync", "test", "time", "timeout", "times", "tput", "tr", "trap", "true", "tty", "type", "typeset", "ulimit", "umask", "unalias", "uname", "unset", "users", "uuidgen", "wait", "which", "who", "whoami", "xargs", "yes", "free", "getent", "killall", "pgrep", "pidof", "pkill", "uptime"]
)  # fmt: skip
# The same, of which some write what an option or a second file names.
_READ_OR_WRITE = frozenset({"shuf", "sort", "tree", "uniq", "xxd", "yq"})
_WRITE = frozenset(
    ["bunzip2", "bzip2", "chgrp", "chmod", "chown", "gunzip", "gzip", "link", "ln", "lzma", "mkdir", "mkfifo", "mktemp", "mv", "rm", "rmdir", "tee", "touch", "truncate", "unlink", "unlzma", "unxz", "xz"]
)  # fmt: skip
_COPY = frozenset({"cp", "install"})
_SEARCH = frozenset(
    {"egrep", "fgrep", "grep", "rg", "xzegrep", "xzfgrep", "xzgrep", "zegrep", "zfgrep", "zgrep"}
)
# Their first argument is no file.
_MODE_FIRST = frozenset({"chgrp", "chmod", "chown"})
# Options of which the next word is no file: only where a file would be written.
_TAKES = {
    "cp": "-S", "install": "-mogS", "ln": "-S", "mkdir": "-m", "mktemp": "-p", "mv": "-S", "touch": "-dtr", "truncate": "-sr",
}  # fmt: skip
# What they do is said in a language of their own, or in a file.
_OPAQUE = frozenset(
    {
        "make",
        "patch",
        "sqlite3",
        "tar",
        "unzip",
        "zip",
        "split",
        "csplit",
        "watch",
        "dos2unix",
        "flock",
        "iconv",
        "openssl",
        "unix2dos",
    }
)
_CURL_WRITES = {
    "-o",
    "--output",
    "-c",
    "--cookie-jar",
    "-D",
    "--dump-header",
    "--trace",
    "--trace-ascii",
    "--stderr",
}
_CURL_READS = {"-T", "--upload-file", "-b", "--cookie", "--cacert", "-E", "--cert", "--key"}
_CURL_TAKES = _CURL_WRITES | _CURL_READS | {
    "-A", "-C", "-d", "-e", "-F", "-H", "-m", "-r", "-u", "-w", "-X", "-Y", "-y", "-z", "--data", "--data-ascii", "--data-binary",
    "--data-raw", "--data-urlencode", "--form", "--header", "--json", "--max-time", "--connect-timeout", "--range", "--referer",
    "--request", "--retry", "--retry-delay", "--user", "--user-agent", "--write-out", "--max-redirs", "--limit-rate",
}  # fmt: skip
_CURL_SENDS = {
    "-d",
    "-F",
    "-H",
    "--header",
    "--data",
    "--data-ascii",
    "--data-binary",
    "--data-urlencode",
    "--form",
    "--json",
}
_CURL_OPAQUE = {"-K", "--config", "-x", "--proxy", "--resolve", "--connect-to"}
_WGET_WRITES = {"-O", "--output-document", "-o", "--output-file", "-a", "-P", "--directory-prefix"}
_SERVER = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d+)?(?:[/?#].*)?",
    re.IGNORECASE,
)
# One substitution, deletion or printing of lines: no file, no command.
_PLAIN_SED = re.compile(
    r"\s*(?:(?:\d+|\$|/[^/\\]*/)(?:,(?:\d+|\$|/[^/\\]*/))?)?\s*(?:[dpqDPGHhxnN=]|s([/|,#:@])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpIi0-9]*)\s*"
)
_AWK_ACTS = re.compile(r"system|getline|close|ARGV|ARGC|SYMTAB|FUNCTAB|[|>@]")


class Effects:
    """What is known of one command: files that it reads and writes (relative or absolute), servers, and what is not known."""

    __slots__ = ("hosts", "moved", "reads", "unknown", "writes")

    def __init__(self) -> None:
        self.reads: list[str] = []
        self.writes: list[str] = []
        self.hosts: list[str] = []
        # What is renamed, and into what: a folder takes along what is in it.
        self.moved: list[tuple[list[str | None], str | None]] = []
        self.unknown: set[str] = set()

    def add(self, kind: str, word: str | None) -> None:
        """One more file or server; None where it is not known."""
        if word is None:
            self.unknown.add(kind)
        else:
            getattr(self, kind).append(word)

    def merge(self, other: Effects) -> None:
        """Add those of another command."""
        self.reads += other.reads
        self.writes += other.writes
        self.hosts += other.hosts
        self.moved += other.moved
        self.unknown |= other.unknown


def server(address: str) -> str | None:
    """The host of an address, in lower case; None where there is none."""
    found = _SERVER.fullmatch(address)
    return found[1].lower() if found else None


def effects(name: str, arguments: Words) -> Effects:
    """What the arguments of a command say."""
    found = Effects()
    given, arguments = arguments, spelled(name, arguments)
    if name in _OPAQUE:
        found.unknown.update(EVERYTHING)
        return found
    if name in _RULES:
        _RULES[name](found, name, arguments)
    elif name in _own_names() and name not in _NAME_NO_FILE:
        _reading(found, name, arguments)
    if any(word is not None and word.startswith(("--files", "-files0-from")) for word in arguments):
        found.unknown.update(("reads", "writes"))  # a list says which
    # A file of a list, of a pattern, of a reference: whatever the option is called.
    if name not in _NAME_NO_FILE:
        for word in given:
            if word is not None and word.startswith("--") and "=" in word and name in _own_names():
                found.reads.append(word.partition("=")[2].lstrip("@"))
    return found


@cache
def _own_names() -> frozenset[str]:
    """Every builtin and utility; of other commands, an embedder's, it is not known what their arguments mean."""
    return frozenset(NAMES) | names()


def _operands(name: str, arguments: Words) -> list[str | None]:
    """The arguments that are no options; an option is never computed here, since nobody could tell."""
    takes, operands, skip, only = _TAKES.get(name, ""), [], False, False
    for word in arguments:
        if skip:
            skip = False
        elif word == "--":
            only = True
        elif word is None or only or not word.startswith("-") or word == "-":
            operands.append(word)
        else:
            skip = len(word) == 2 and word[1] in takes
    return [word for word in operands if word != "-"]


def _value(arguments: Words, *names: str) -> list[str | None]:
    """The values of an option, apart (``-o x``) or attached (``-ox``, ``--output=x``)."""
    values: list[str | None] = []
    for at, word in enumerate(arguments):
        if word is None:
            continue
        for name in names:
            if word == name:
                values.append(arguments[at + 1] if at + 1 < len(arguments) else None)
            elif name.startswith("--") and word.startswith(f"{name}="):
                values.append(word.partition("=")[2])
            elif not name.startswith("--") and re.fullmatch(rf"-[A-Za-z]*{name[1]}.*", word) and word != name:
                values.append(
                    word.partition(name[1])[2] or (arguments[at + 1] if at + 1 < len(arguments) else None)
                )
    return values


def _reading(found: Effects, name: str, arguments: Words) -> None:
    if name == "date" and not _value(arguments, "-f", "--file", "-r", "--reference"):
        return
    for word in _operands(name, arguments):
        found.add("reads", word)
        if name == "history":
            found.add("writes", word)
    if name == "jq" and any(word is None or word.startswith("-") for word in arguments):
        found.reads += [word for word in arguments if word is not None and not word.startswith("-")]
    # Of two folders diff compares what is in them; a list says which files are meant.
    if name == "diff" or (name.endswith("sum") and _value(arguments, "-c")):
        found.unknown.add("reads")
    if name == "jq" and any(
        word is not None and re.search(r"\b(import|include)\b", word) for word in arguments
    ):
        found.unknown.add("reads")


def _reading_or_writing(found: Effects, name: str, arguments: Words) -> None:
    operands = _operands(name, arguments)
    for word in operands:
        found.add("reads", word)
    if None in arguments:
        found.unknown.add("writes")
    if name in {"uniq", "xxd"}:
        found.writes += [word for word in operands[1:] if word is not None]
    elif name == "yq" and any(word is not None and re.match(r"-[A-Za-z]*i|--in", word) for word in arguments):
        found.writes += [word for word in operands if word is not None]
    else:
        for value in _value(arguments, "-o", "--output"):
            found.add("writes", value)


def _searching(found: Effects, name: str, arguments: Words) -> None:
    operands = _operands(name, arguments)
    named = _value(arguments, "-e", "--regexp", "-f", "--file")
    for word in operands if named else operands[1:]:
        found.add("reads", word)
    for value in _value(arguments, "-f", "--file"):
        found.add("reads", value)
    deep = any(
        word is None or re.match(r"-[A-Za-z]*[rRd]|--(dereference-)?recursive|--pre", word)
        for word in arguments
    )
    if name == "rg" or deep:
        found.unknown.add("reads")


def _writing(found: Effects, name: str, arguments: Words) -> None:
    operands = _operands(name, arguments)
    # ``chmod -w f``: the mode looks like an option.
    has_mode = name in _MODE_FIRST and not any(
        word is not None and re.fullmatch("-R?[rwxXst]+|--reference=.*", word) for word in arguments
    )
    for word in operands[1:] if has_mode else operands:
        found.add("writes", word)
    if name == "ln":
        found.unknown.update(("reads", "writes"))  # from now on a path may lead elsewhere
    if name == "mv":
        folders = _value(arguments, "-t")
        found.moved += [(operands, folder) for folder in folders or operands[-1:]]
    if name == "mktemp":
        found.writes.append("/tmp")  # noqa: S108  # of the virtual file system
        for value in _value(arguments, "-p", "--tmpdir"):
            found.add("writes", value)


def _copying(found: Effects, name: str, arguments: Words) -> None:
    operands = _operands(name, arguments)
    folders = _value(arguments, "-t", "--target-directory")
    targets, sources = (folders, operands) if folders else (operands[-1:], operands[:-1])
    if name == "install" and any(
        word is not None and re.match(r"-[A-Za-z]*d|--directory", word) for word in arguments
    ):
        targets, sources = operands, []
    for word in targets:
        found.add("writes", word)
    for word in sources:
        found.add("reads", word)
    if any(word is None or re.match(r"-[A-Za-z]*[rRa]|--(recursive|archive)", word) for word in arguments):
        found.unknown.add("reads")
    if name == "cp" and any(word is None or re.match(r"-[A-Za-z]*s|--symbolic", word) for word in arguments):
        found.unknown.update(("reads", "writes"))


def _editing(found: Effects, name: str, arguments: Words) -> None:
    """sed: its script may write, read and run; only a plain one is known not to."""
    scripts = _value(arguments, "-e", "--expression")
    operands = _operands(name, arguments)
    files = operands if scripts else operands[1:]
    for script in scripts or operands[:1]:
        if script is None or not all(_PLAIN_SED.fullmatch(part) for part in re.split(r"[;\n]", script)):
            found.unknown.update(EVERYTHING)
    if _value(arguments, "-f", "--file"):
        found.unknown.update(EVERYTHING)
    is_changed = any(word is None or re.match(r"-[A-Za-z]*i|--in-place", word) for word in arguments)
    for word in files:
        found.add("reads", word)
        if is_changed:
            found.add("writes", word)


def _programmed(found: Effects, name: str, arguments: Words) -> None:
    """awk: its program may write, read and run."""
    operands = _operands(name, arguments)
    program = operands[0] if operands else None
    if program is None or _AWK_ACTS.search(program) or _value(arguments, "-f", "--file", "-i", "-E", "-l"):
        found.unknown.update(EVERYTHING)
    for word in operands[1:]:
        if word is None or "=" not in word:
            found.add("reads", word)


def _converting(found: Effects, _: str, arguments: Words) -> None:
    """dd."""
    for word in arguments:
        name, _equals, value = (word or "").partition("=")
        if word is None:
            found.unknown.update(("reads", "writes"))
        elif name in {"if", "of"}:
            found.add("reads" if name == "if" else "writes", value)


def _finding(found: Effects, _: str, arguments: Words) -> None:
    if None in arguments:
        found.unknown.update(EVERYTHING)
    for at, word in enumerate(arguments):
        if word in {"-exec", "-execdir", "-ok", "-okdir"}:
            found.unknown.update(("reads", "writes"))
        elif word == "-delete":
            found.unknown.add("writes")
        elif word in {"-fprint", "-fprintf", "-fprint0", "-fls"}:
            found.add("writes", arguments[at + 1] if at + 1 < len(arguments) else None)
    for word in arguments:
        if word is not None and (word.startswith("-") or word in {"(", "!"}):
            break
        found.add("reads", word)


def _fetching(found: Effects, _: str, arguments: Words) -> None:
    """curl."""
    if None in arguments:
        found.unknown.update(("hosts", "reads", "writes"))
    addresses: list[str] = []
    words = iter([word for word in arguments if word is not None])
    for word in words:
        if not word.startswith("-") or word == "-":
            addresses.append(word)
            continue
        option, value = _curl_option(word)
        if option in _CURL_TAKES or option in _CURL_OPAQUE or option == "--url":
            value = value or next(words, "")
        if option == "--url":
            addresses.append(value)
        else:
            _curl_touches(found, option, value)
    _reached(found, addresses)


def _curl_touches(found: Effects, option: str, value: str) -> None:
    if option in _CURL_OPAQUE:
        found.unknown.update(("hosts", "reads", "writes"))
    elif option == "-O" or option.startswith("--remote-name"):
        found.add("writes", ".")
    elif option in _CURL_WRITES and value != "-":
        found.add("writes", value)
    elif option in _CURL_READS or (option in _CURL_SENDS and re.search("[@<]", value)):
        found.add("reads", re.split("[@<]", value)[-1])


def _curl_option(word: str) -> tuple[str, str]:
    """The option of a word (of several letters the first that takes a value, or the last), and what is attached to it."""
    if word.startswith("--"):
        return word, ""
    for at, letter in enumerate(word[1:], 1):
        if f"-{letter}" in _CURL_TAKES | _CURL_OPAQUE:
            return f"-{letter}", word[at + 1 :]
    return ("-O" if "O" in word else word), ""


def _downloading(found: Effects, name: str, arguments: Words) -> None:
    """wget."""
    if None in arguments:
        found.unknown.update(("hosts", "reads", "writes"))
    values = {option: _value(arguments, option) for option in (*_WGET_WRITES, "-i", "--input-file")}
    taken = {value for some in values.values() for value in some}
    for option in _WGET_WRITES:
        for value in values[option]:
            found.add("writes", value)
    if not values["-O"] and not values["--output-document"]:
        found.add("writes", ".")
    if values["-i"] or values["--input-file"]:
        found.unknown.add("hosts")
    for value in [*values["-i"], *values["--input-file"]]:
        found.add("reads", value)
    _reached(found, [word for word in _operands(name, arguments) if word is not None and word not in taken])


def _reached(found: Effects, addresses: list[str]) -> None:
    for address in addresses:
        found.add("hosts", server(address))
    if not addresses:
        found.unknown.add("hosts")


_RULES: dict[str, Callable[[Effects, str, Words], None]] = {
    **dict.fromkeys(_READ_OR_WRITE, _reading_or_writing),
    **dict.fromkeys(_WRITE, _writing),
    **dict.fromkeys(_COPY, _copying),
    **dict.fromkeys(_SEARCH, _searching),
    "awk": _programmed,
    "curl": _fetching,
    "dd": _converting,
    "find": _finding,
    "gawk": _programmed,
    "sed": _editing,
    "wget": _downloading,
}


def resolved(word: str, places: list[str], home: str) -> list[str]:
    """The absolute paths that a word may lead to; none where that is not known."""
    if word.startswith("/"):
        return [absolute(word, "/", home)]
    if word.startswith("~") and word != "~" and not word.startswith("~/"):
        return []
    if word.startswith("~"):
        return [absolute(word, "/", home)] if places else []
    return [absolute(word, place, home) for place in places]


def renames(
    moved: list[tuple[list[str | None], str | None]], paths: set[str], places: list[str], home: str
) -> bool:
    """Whether one of the paths may lead into a folder that had another name before, or a place is itself renamed."""
    for sources, target in moved:
        old = [path for word in sources for path in resolved(word or "", places, home)]
        ends = [] if target is None else resolved(target, places, home)
        if not ends or None in sources or any(_within(place, path) for place in places for path in old):
            return True
        named = {f"{end}/{path.rpartition('/')[2]}" for end in ends for path in old}
        if any(path != end and _within(path, end) for path in paths - named for end in ends):
            return True
    return False


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")


def replaced(argv: list[str | None]) -> list[str | None]:
    """The arguments of xargs; None for those that ``-I`` puts what is read into."""
    mark = next((w for w in argv if w is not None and w.startswith(("-I", "-i", "--replace"))), None)
    if mark is None:
        return argv
    at = argv.index(mark)
    value = mark.partition("=")[2] or mark[2:] if mark[1] != "-" or "=" in mark else ""
    place = value or (argv[at + 1] if mark == "-I" and at + 1 < len(argv) else "{}")
    first = at + (2 if mark == "-I" else 1)
    return [None if n >= first and w is not None and place and place in w else w for n, w in enumerate(argv)]


def absolute(word: str, place: str, home: str) -> str:
    """A path by its text alone: links are not known here."""
    if word.startswith("~"):
        word = home + word[1:]
    return "/" + normpath(word if word.startswith("/") else f"{place}/{word}").lstrip("/")
