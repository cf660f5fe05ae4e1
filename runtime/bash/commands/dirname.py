"""dirname: the folders of a path."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] NAME...",
    "Print each NAME without its last component; . when it has no other.",
    ("z", "zero", "", "end lines with NUL"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    end = "\0" if "z" in given else "\n"
    cx.write("".join(parent(name) + end for name in given.operands))
    return 0


def parent(name: str) -> str:
    """The folder that a name lies in, by its text alone."""
    head = name.rstrip("/").rpartition("/")[0]
    if head.rstrip("/"):
        return head.rstrip("/")
    return "/" if name.startswith("/") else "."
