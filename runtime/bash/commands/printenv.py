"""printenv: the environment."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [VARIABLE]...",
    "Print the values of the VARIABLEs, or all of the environment.",
    ("0", "null", "", "end lines with NUL"),
    status=2,
    permute=False,
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    end = "\0" if "0" in given else "\n"
    if not given.operands:
        cx.write("".join(f"{name}={value}{end}" for name, value in cx.env.items()))
        return 0
    found = [cx.env[name] for name in given.operands if name in cx.env and "=" not in name]
    cx.write("".join(value + end for value in found))
    return int(len(found) != len(given.operands))
