"""rmdir: remove empty folders."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... DIRECTORY...",
    "Remove each DIRECTORY that is empty.",
    ("", "ignore-fail-on-non-empty", "", "a folder that is not empty is no error"),
    ("p", "parents path", "", "remove the folder and then its parents: a/b/c, a/b, a"),
    ("v", "verbose", "", "say what is done"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    status = 0
    for name in given.operands:
        for number, path in enumerate(_climb(name) if "p" in given else [name]):
            if "v" in given:
                cx.write(f"{cx.name}: removing directory, {always(path)}\n")
            try:
                cx.fs.rmdir(cx.path(path))
            except OSError as error:
                if error.errno == 39 and "ignore-fail-on-non-empty" in given:
                    break
                what = "directory " if number else ""
                why = "Symbolic link not followed" if _led_there(cx, path, error) else reason(error)
                cx.complain(f"failed to remove {what}{always(path)}: {why}")
                status = 1
                break
    return status


def _led_there(cx: Context, path: str, error: OSError) -> bool:
    """Whether it was a link to a folder, with a slash behind it."""
    return error.errno == 20 and path.endswith("/") and cx.fs.is_dir(cx.path(path))


def _climb(name: str) -> Iterator[str]:
    yield name
    name = name.rstrip("/")
    while "/" in name.strip("/"):
        name = name.rpartition("/")[0].rstrip("/")
        yield name
