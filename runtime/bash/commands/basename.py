"""basename: a path without its folders."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "NAME [SUFFIX]\nOPTION... NAME...",
    "Print NAME without its leading folders and, when it ends with it, without SUFFIX.",
    ("a", "multiple", "", "take every argument as a NAME"),
    ("s", "suffix", "SUFFIX", "remove SUFFIX; implies -a"),
    ("z", "zero", "", "end lines with NUL"),
    permute=False,
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    if not names:
        raise OPTIONS.refuse(cx, "missing operand")
    suffix = given.get("s")
    if not given.any("as"):
        if len(names) > 2:
            raise OPTIONS.refuse(cx, f"extra operand {quote(names[2])}")
        suffix = names.pop() if len(names) == 2 else ""
    end = "\0" if "z" in given else "\n"
    cx.write("".join(_base(name, suffix) + end for name in names))
    return 0


def _base(name: str, suffix: str) -> str:
    base = name.rstrip("/").rpartition("/")[2]
    if not base:
        return "/" if name else ""
    return base.removesuffix(suffix) if suffix != base else base
