"""The tests of find."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.accounts import by_name, name_of
from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.find.reader import Reader, Test
    from runtime.bash.commands.find.visit import Visit
    from runtime.bash.vfs.api import Stat

__all__ = ["TESTS", "newer"]

_KIND, _FOLDER, _REGULAR, _LINK = 0o170000, 0o040000, 0o100000, 0o120000
_TYPES = {
    "b": 0o060000,
    "c": 0o020000,
    "d": _FOLDER,
    "p": 0o010000,
    "f": _REGULAR,
    "l": _LINK,
    "s": 0o140000,
    "D": 0,
}
_UNITS = {"b": 512, "c": 1, "w": 2, "k": 1024, "M": 1 << 20, "G": 1 << 30}
_DAY, _MINUTE = 86_400, 60
_NANO = 1_000_000_000
_NUMBER = re.compile(r"([-+]?)([0-9]+)")


def _compared(parser: Reader, text: str) -> Callable[[int], bool]:
    """``N``, ``+N`` and ``-N``: equal, more, less."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise parser.fail(f"invalid argument `{text}' to `{parser.primary_name}'")
    number = int(found[2][:18])
    if found[1] == "+":
        return lambda value: value > number
    if found[1] == "-":
        return lambda value: value < number
    return lambda value: value == number


def _numeric(value: Callable[[Stat], int]) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        fits = _compared(parser, parser.take())
        return lambda visit: fits(value(visit.stat))

    return make


def _named(of: Callable[[Visit], str], *, fold: bool = False) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        match = wildcard(parser.take(), ignore_case=fold)
        return lambda visit: match(of(visit)) is not None

    return make


def _base(visit: Visit) -> str:
    return visit.name.rstrip("/") or "/"


def _target(visit: Visit) -> str:
    if visit.stat.mode & _KIND != _LINK:
        return "\0"  # matches no pattern: no name holds it
    return visit.cx.fs.readlink(visit.cx.path(visit.path))


def _linked(*, fold: bool) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        match = wildcard(parser.take(), ignore_case=fold)
        return lambda visit: visit.stat.mode & _KIND == _LINK and match(_target(visit)) is not None

    return make


def _regex(*, fold: bool) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        source, kind = parser.take(), parser.walk.regex
        if kind == "emacs":
            source, kind = _from_emacs(source), "extended"
        try:
            pattern = Pattern(
                [source],
                parser.cx.meter,
                syntax=kind,
                ignore_case=fold,
                newline=True,
                multiline=False,
                whole="buffer",
            )
        except RegexError as error:
            raise parser.fail(f"failed to compile regular expression '{source}': {error}") from None
        return lambda visit: pattern.search(visit.path) is not None

    return make


def _from_emacs(source: str) -> str:
    """Emacs escapes parentheses and bars where an extended expression does not."""
    out = []
    at = 0
    while at < len(source):
        char = source[at]
        at += 1
        if char == "\\" and at < len(source):
            char = source[at]
            at += 1
            out.append(char if char in "(|)" else "\\" + char)
        elif char == "[":
            end = source.find("]", at + 1 + source.startswith("^", at))
            end = len(source) if end < 0 else end + 1
            out.append(source[at - 1 : end])
            at = end
        else:
            out.append("\\" + char if char in "(|){}" else char)
    return "".join(out)


def _typed(*, across: bool) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        text = parser.take()
        if not text:
            raise parser.fail(f"Arguments to {parser.primary_name} should contain at least one letter")
        kinds = set()
        for letter in text.split(","):
            if letter not in _TYPES:
                if not letter:
                    raise parser.fail(
                        f"Last file type in list argument to {parser.primary_name} is missing, i.e., list is ending on: ','"
                    )
                if len(letter) > 1:
                    raise parser.fail(f"Must separate multiple arguments to {parser.primary_name} using: ','")
                raise parser.fail(f"Unknown argument to {parser.primary_name}: {letter}")
            kinds.add(_TYPES[letter])
        if not across:
            return lambda visit: visit.kind in kinds
        return lambda visit: _other_side(visit) in kinds

    return make


def _other_side(visit: Visit) -> int:
    """-xtype: what a link leads to, or with -L the link itself."""
    try:
        return visit.cx.fs.stat(visit.cx.path(visit.path), follow=not visit.follow).mode & _KIND
    except OSError:
        return _LINK


def _empty(parser: Reader) -> Test:
    del parser

    def test(visit: Visit) -> bool:
        if visit.kind == _FOLDER:
            return not visit.cx.fs.listdir(visit.cx.path(visit.path))
        return visit.kind == _REGULAR and visit.stat.size == 0

    return test


def _access(mode: int) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        del parser
        return lambda visit: visit.cx.fs.access(visit.cx.path(visit.path), mode)

    return make


def _aged(field: str, unit: int) -> Callable[[Reader], Test]:
    """-mtime counts whole days that have passed, -mmin minutes that have begun."""

    def make(parser: Reader) -> Test:
        text = parser.take()
        found = re.fullmatch(r"([-+]?)([0-9]*\.?[0-9]+)", text)
        if found is None:
            raise parser.fail(f"invalid argument `{text}' to `{parser.primary_name}'")
        sign, number = found[1], float(found[2][:18])
        now = parser.cx.clock.now()
        if parser.walk.day_start:
            now = now // _DAY * _DAY + _DAY

        def test(visit: Visit) -> bool:
            age: float = now - getattr(visit.stat, field) / _NANO
            if sign:
                passed = age / unit if unit == _MINUTE else age // unit
                return passed > number if sign == "+" else passed < number
            return 0 <= number * unit - age < unit if unit == _MINUTE else age // unit == number

        return test

    return make


def _than(field: str) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        moment = _reference(parser, parser.take()).mtime_ns
        return lambda visit: bool(getattr(visit.stat, field) > moment)

    return make


def _reference(parser: Reader, name: str) -> Stat:
    try:
        return parser.cx.fs.stat(parser.cx.path(name))
    except OSError as error:
        raise parser.fail(f"{quote(name)}: {reason(error)}") from None


def newer(parser: Reader, mine: str, other: str) -> Test:
    """-newerXY: X of a file after Y of the reference, or after the time that it says (t)."""
    fields = {"a": "atime_ns", "c": "ctime_ns", "m": "mtime_ns", "B": "ctime_ns"}
    if mine not in fields or other not in (*fields, "t"):
        raise parser.fail(f"unknown predicate `{parser.primary_name}'")
    text = parser.take()
    if other == "t":
        from runtime.bash.commands._shared.dates import DateError, parse_date
        from runtime.bash.posix.zones import zone_of

        now = parser.cx.clock.now()
        try:
            seconds, nanos = parse_date(text, (int(now // 1), 0), zone_of(parser.cx.env))
        except DateError:
            raise parser.fail(
                f"I cannot figure out how to interpret {quote(text)} as a date or time"
            ) from None
        moment = seconds * _NANO + nanos
    else:
        moment = getattr(_reference(parser, text), fields[other])
    return lambda visit: bool(getattr(visit.stat, fields[mine]) > moment)


def _owner(field: str, what: str) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        text = parser.take()
        number = by_name(parser.cx, text)
        if number is None:
            raise parser.fail(
                f"{quote(text)} is not the name of {what}" if not text.isdigit() else f"invalid {what}"
            )
        return lambda visit: bool(getattr(visit.stat, field) == number)

    return make


def _nameless(field: str) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        del parser
        return lambda visit: name_of(visit.cx, getattr(visit.stat, field)) is None

    return make


def _perm(parser: Reader) -> Test:
    text = parser.take()
    sign = text[:1] if text[:1] in ("-", "/") else ""
    try:
        parsed = Mode(text[1:] if sign else text)
    except ValueError:
        raise parser.fail(f"invalid mode {quote(text)}") from None
    plain = parsed.apply(0, 0, folder=False)
    inside = parsed.apply(0, 0, folder=True)

    def test(visit: Visit) -> bool:
        bits = visit.stat.mode & 0o7777
        wanted = inside if visit.stat.mode & _KIND == _FOLDER else plain
        if sign == "-":
            return bits & wanted == wanted
        if sign == "/":
            return not wanted or bool(bits & wanted)
        return bits == wanted

    return test


def _same(parser: Reader) -> Test:
    other = _reference(parser, parser.take())
    return lambda visit: (visit.stat.dev, visit.stat.ino) == (other.dev, other.ino)


def _size(parser: Reader) -> Test:
    text = parser.take()
    unit = _UNITS.get(text[-1:], 0)
    if not unit and not text[-1:].isdigit():
        raise parser.fail(f"invalid -size type `{text[-1:]}'")
    body = text[:-1] if unit else text
    if _NUMBER.fullmatch(body) is None:
        raise parser.fail(f"invalid argument `{text}' to `-size'")
    fits = _compared(parser, body)
    unit = unit or 512
    return lambda visit: fits(-(-visit.stat.size // unit))


def _used(parser: Reader) -> Test:
    fits = _compared(parser, parser.take())
    return lambda visit: fits((visit.stat.atime_ns - visit.stat.ctime_ns) // (_DAY * _NANO))


def _file_system(parser: Reader) -> Test:
    wanted = parser.take()
    return lambda visit: wanted == "tmpfs"  # noqa: ARG005


# What makes the test, what it takes, and its help.
TESTS: dict[str, tuple[Callable[[Reader], Test], str, str]] = {
    "-amin": (_aged("atime_ns", _MINUTE), "N", "last read N minutes ago"),
    "-anewer": (_than("atime_ns"), "FILE", "read after FILE was changed"),
    "-atime": (_aged("atime_ns", _DAY), "N", "last read N days ago"),
    "-cmin": (_aged("ctime_ns", _MINUTE), "N", "status changed N minutes ago"),
    "-cnewer": (_than("ctime_ns"), "FILE", "status changed after FILE was changed"),
    "-ctime": (_aged("ctime_ns", _DAY), "N", "status changed N days ago"),
    "-empty": (_empty, "", "an empty file or folder"),
    "-executable": (_access(1), "", "may be executed"),
    "-fstype": (_file_system, "TYPE", "on a file system of TYPE: tmpfs"),
    "-gid": (_numeric(lambda stat: stat.gid), "N", "of group number N"),
    "-group": (_owner("gid", "an existing group"), "NAME", "of group NAME, or its number"),
    "-ilname": (_linked(fold=True), "PATTERN", "like -lname, in any case"),
    "-iname": (_named(_base, fold=True), "PATTERN", "like -name, in any case"),
    "-inum": (_numeric(lambda stat: stat.ino), "N", "inode number N"),
    "-ipath": (_named(lambda visit: visit.path, fold=True), "PATTERN", "like -path, in any case"),
    "-iregex": (_regex(fold=True), "PATTERN", "like -regex, in any case"),
    "-iwholename": (_named(lambda visit: visit.path, fold=True), "PATTERN", "like -ipath"),
    "-links": (_numeric(lambda stat: stat.nlink), "N", "N names"),
    "-lname": (_linked(fold=False), "PATTERN", "a link whose target fits PATTERN"),
    "-mmin": (_aged("mtime_ns", _MINUTE), "N", "changed N minutes ago"),
    "-mtime": (_aged("mtime_ns", _DAY), "N", "changed N days ago: +1 is two days or more"),
    "-name": (_named(_base), "PATTERN", "the last part of the path fits PATTERN"),
    "-newer": (_than("mtime_ns"), "FILE", "changed after FILE was"),
    "-nogroup": (_nameless("gid"), "", "of a group without a name"),
    "-nouser": (_nameless("uid"), "", "of a user without a name"),
    "-path": (
        _named(lambda visit: visit.path),
        "PATTERN",
        "the whole path fits PATTERN; * goes over slashes",
    ),
    "-perm": (_perm, "MODE", "permissions are MODE; -MODE all of it, /MODE any of it"),
    "-readable": (_access(4), "", "may be read"),
    "-regex": (_regex(fold=False), "PATTERN", "the whole path matches PATTERN"),
    "-samefile": (_same, "FILE", "another name of FILE"),
    "-size": (_size, "N[cwbkMG]", "N units of space, rounded up; b (512 bytes) when none is named"),
    "-type": (_typed(across=False), "TYPES", "of a type: b c d p f l s, several parted by commas"),
    "-uid": (_numeric(lambda stat: stat.uid), "N", "of user number N"),
    "-used": (_used, "N", "read N days after its status changed"),
    "-user": (_owner("uid", "a known user"), "NAME", "of user NAME, or its number"),
    "-wholename": (_named(lambda visit: visit.path), "PATTERN", "like -path"),
    "-writable": (_access(2), "", "may be written"),
    "-xtype": (_typed(across=True), "TYPES", "like -type, of what a link leads to"),
}
