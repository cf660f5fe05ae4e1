"""realpath: the canonical name of files."""

from __future__ import annotations

from runtime.bash.commands._shared.canonical_path import canonical, lexical, relative
from runtime.bash.commands._shared.quoting import maybe, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE...",
    "Print the absolute name of each FILE without links; all but the last component must exist.",
    ("e", "canonicalize-existing", "", "all must exist"),
    ("m", "canonicalize-missing", "", "nothing need exist"),
    ("L", "logical", "", "take .. before links"),
    ("P", "physical", "", "follow links as they come (the default)"),
    ("q", "quiet", "", "do not complain"),
    ("", "relative-to", "DIR", "print names as seen from DIR"),
    ("", "relative-base", "DIR", "print names below DIR as seen from it"),
    ("s", "strip no-symlinks", "", "do not follow links"),
    ("z", "zero", "", "end lines with NUL"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    to, base = _folders(cx, given)
    end = "\0" if "z" in given else "\n"
    status = 0
    for name in given.operands:
        try:
            path = _resolved(cx, given, name)
        except OSError as error:
            if "q" not in given:
                cx.complain(f"{maybe(name)}: {reason(error)}")
            status = 1
            continue
        cx.write(_shown(path, to, base) + end)
    return status


def _resolved(cx: Context, given: Given, name: str) -> str:
    how = given.last("em", "f")
    if given.last("LPs") == "s":
        path = _checked(cx, name, how)
        if how == "e":
            cx.fs.stat(path)
        return path
    if given.last("LPs") == "L":
        name = _checked(cx, name, how)
    return canonical(cx, name, how)


def _checked(cx: Context, name: str, how: str) -> str:
    """The name by its text alone; a slash behind what is there means that it is a folder."""
    path = lexical(cx.path(name))
    if how != "m" and name.endswith("/") and cx.fs.exists(path) and not cx.fs.is_dir(path):
        raise NotADirectoryError(20, "Not a directory")
    return path


def _folders(cx: Context, given: Given) -> tuple[str, str]:
    """What --relative-to and --relative-base name, resolved; "" for none."""
    found = []
    for key in ("relative-to", "relative-base"):
        name = given.get(key)
        try:
            found.append(_resolved(cx, given, name) if key in given else "")
            if key in given and given.last("em", "f") == "e" and not cx.fs.is_dir(found[-1]):
                raise NotADirectoryError(20, "Not a directory")
        except OSError as error:
            cx.complain(f"{maybe(name)}: {reason(error)}")
            raise Done(1) from None
    to, base = found
    if base and to and not _below(to, base):
        return "", "\0"  # nothing is below: names stay absolute
    return to or base, base


def _below(path: str, base: str) -> bool:
    return base == "/" or path == base or path.startswith(base + "/")


def _shown(path: str, to: str, base: str) -> str:
    if not to or (base and not _below(path, base)):
        return path
    return relative(path, to)
