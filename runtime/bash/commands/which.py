"""which: where a command is found."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context


class _Options(Options):
    """which knows letters alone, and has its own words."""

    __slots__ = ()

    def refuse(self, cx: Context, message: str) -> Done:
        letter = "-" if "--" in message.split("'")[1] else message.split("'")[1]
        cx.stderr.write(encoded(f"Illegal option -{letter}\n"))
        cx.write("Usage: /usr/bin/which [-a] args\n")
        return Done(self.status)


OPTIONS = _Options(
    "[-as] NAME...",
    "Print the path of each NAME that would be run.",
    ("a", "", "", "print all paths that fit"),
    ("s", "", "", "print nothing; the exit status tells"),
    status=2,
    permute=False,
    origin="debianutils 5.7",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    status = 0 if given.operands else 1
    for name in given.operands:
        found = _found(cx, name, "a" in given)
        if not found:
            status = 1
        elif "s" not in given:
            cx.write("".join(f"{path}\n" for path in found))
    return status


def _found(cx: Context, name: str, every: bool) -> list[str]:
    if "/" in name:
        return [name] if _runs(cx, name) else []
    found = []
    for folder in cx.env.get("PATH", "/usr/bin:/bin").split(":"):
        path = f"{folder or '.'}/{name}"
        if name and _runs(cx, path):
            found.append(path)
            if not every:
                break
    return found


def _runs(cx: Context, path: str) -> bool:
    return cx.fs.is_file(cx.path(path)) and cx.fs.access(cx.path(path), 1)
