"""tee: copy standard input to files and standard output."""

from __future__ import annotations

from functools import partial

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.input import chunks
from runtime.bash.commands._shared.quoting import maybe, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Copy standard input to each FILE, and to standard output.",
    ("a", "append", "", "append to the files"),
    ("i", "ignore-interrupts", "", "ignored: nobody interrupts"),
    ("p", "", "", "go on when a pipe has no reader any more"),
    ("", "output-error", "[MODE]", "what to do on write errors: warn, warn-nopipe, exit or exit-nopipe"),
)
_MODES = (("warn",), ("warn-nopipe",), ("exit",), ("exit-nopipe",))
_WRITE, _APPEND = 0o1101, 0o2101  # O_WRONLY | O_CREAT with O_TRUNC or O_APPEND


def _mode(cx: Context, text: str) -> None:
    if text:
        choose(cx, OPTIONS, "output-error", text, _MODES)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks={"output-error": partial(_mode, cx)})
    targets: list[tuple[str, Stream]] = [("standard output", cx.stdout.retain())]
    try:
        failed = _open(cx, given, targets)
        if failed and _gives_up(given):
            return 1
        for data in chunks(cx, cx.stdin):
            failed = _copy(cx, given, targets, data) or failed
            if not targets:
                break
    finally:
        for _, stream in targets:
            stream.release()
    return int(failed)


def _gives_up(given: Given) -> bool:
    """Whether the first failure ends all; -p takes that back."""
    return given.last(("p", "output-error")) != "p" and given.get("output-error").startswith("e")


def _open(cx: Context, given: Given, targets: list[tuple[str, Stream]]) -> bool:
    """Open all files, or those before the first that cannot be, when that ends all; whether one could not."""
    failed = False
    for name in given.operands:
        try:
            targets.append((name, cx.open(name, _APPEND if "a" in given else _WRITE)))
        except OSError as error:
            cx.complain(f"{maybe(name)}: {reason(error)}")
            failed = True
            if _gives_up(given):
                break
    return failed


def _copy(cx: Context, given: Given, targets: list[tuple[str, Stream]], data: bytes) -> bool:
    """Write to each target; one that fails is left out from then on. Whether one failed but for want of a reader."""
    failed = False
    for target in list(targets):
        try:
            target[1].write(data)
        except OSError as error:
            if error.errno == 32 and not given.any(("p", "output-error")):
                raise
            if error.errno != 32:
                cx.complain(f"{maybe(target[0])}: {reason(error)}")
                failed = True
            targets.remove(target)
            target[1].release()
    return failed
