"""readlink: what a symbolic link says, or where a name leads."""

from __future__ import annotations

from runtime.bash.commands._shared.canonical_path import canonical
from runtime.bash.commands._shared.quoting import maybe, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE...",
    "Print what each symbolic link says, or the canonical name of each FILE.",
    ("f", "canonicalize", "", "follow all links; all but the last component must exist"),
    ("e", "canonicalize-existing", "", "the same; all must exist"),
    ("m", "canonicalize-missing", "", "the same; nothing need exist"),
    ("n", "no-newline", "", "print no newline after a single name"),
    ("q", "quiet", "", "do not complain"),
    ("s", "silent", "", "do not complain (the default)"),
    ("v", "verbose", "", "complain"),
    ("z", "zero", "", "end lines with NUL"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    if not names:
        raise OPTIONS.refuse(cx, "missing operand")
    how = given.last("fem")
    end = "\0" if "z" in given else "\n"
    if "n" in given:
        if len(names) > 1:
            cx.complain("ignoring --no-newline with multiple arguments")
        else:
            end = ""
    status = 0
    for name in names:
        try:
            text = canonical(cx, name, how) if how else cx.fs.readlink(cx.path(name))
        except OSError as error:
            if given.last("qsv") == "v" or "POSIXLY_CORRECT" in cx.env:
                cx.complain(f"{maybe(name)}: {reason(error)}")
            status = 1
            continue
        cx.write(text + end)
    return status
