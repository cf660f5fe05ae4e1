"""Pagers where there is no terminal to page on: they pass everything on."""

from __future__ import annotations

from runtime.bash.commands._shared.input import chunks, opened
from runtime.bash.commands._shared.quoting import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.utility_context import Context

__all__ = ["show"]


def show(
    cx: Context, names: list[str], folder: str, heading: str, complain: Callable[[str, str], None]
) -> int:
    """Every file, with what this pager says of a folder; ``complain`` is told the name and the reason of what is no file."""
    for name in names:
        try:
            stream = opened(cx, name)
        except IsADirectoryError:
            cx.write(folder.format(name=name))
            continue
        except OSError as error:
            complain(name, reason(error))
            continue
        try:
            if heading and name != "-":
                cx.write(heading.format(name=name))
            for data in chunks(cx, stream):
                cx.stdout.write(data)
        finally:
            stream.release()
    return 0
