"""tee: copy standard input to files and standard output."""

from __future__ import annotations

from runtime.bash.commands._choices import choose
from runtime.bash.commands._input import chunks
from runtime.bash.commands._names import maybe, reason
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.streams import Stream

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


def main(cx: Context) -> int:
    given = OPTIONS.parse(
        cx, checks={"output-error": lambda text: text and choose(cx, OPTIONS, "output-error", text, _MODES)}
    )
    patient = given.any(("p", "output-error"))
    failed = False
    targets: list[tuple[str, Stream]] = [("standard output", cx.stdout.retain())]
    try:
        for name in given.operands:
            try:
                targets.append((name, cx.open(name, _APPEND if "a" in given else _WRITE)))
            except OSError as error:
                cx.complain(f"{maybe(name)}: {reason(error)}")
                if given.get("output-error").startswith("e"):
                    return 1
                failed = True
        for data in chunks(cx, cx.stdin):
            for target in list(targets):
                try:
                    target[1].write(data)
                except OSError as error:
                    if error.errno == 32 and not patient:
                        raise
                    if error.errno != 32:
                        cx.complain(f"{maybe(target[0])}: {reason(error)}")
                        failed = True
                    targets.remove(target)
                    target[1].release()
            if not targets:
                break
    finally:
        for _, stream in targets:
            stream.release()
    return int(failed)
