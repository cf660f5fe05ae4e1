"""bc: a calculator of any precision."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.bc.lexer import Wrong
from runtime.bash.commands.bc.parse import Parser, Quit
from runtime.bash.commands.bc.run import Failed, Machine
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Run the statements of each FILE, then those of standard input.",
    ("h", "", "", "the same as --help"),
    ("i", "interactive", "", "ignored: there is no terminal"),
    ("l", "mathlib", "", "define s c a l e j, and begin with scale=20"),
    ("q", "quiet", "", "ignored: there is no banner"),
    ("s", "standard", "", "ignored: extensions are always read"),
    ("w", "warn", "", "ignored: extensions are not complained of"),
    ("v", "", "", "the same as --version"),
    hint="",
    origin="GNU bc 1.07.1",
)
# Seconds for a character of a program until it runs.
_READING_S = 5e-6


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("v", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    machine = Machine(cx, "l" in given)
    try:
        for name in given.operands:
            _run(cx, machine, _text(cx, name), name)
        _run(cx, machine, text_of(whole(cx, cx.stdin)), "(standard_in)")
    except Quit:
        pass
    return 0


def _text(cx: Context, name: str) -> str:
    try:
        stream = opened(cx, name)
    except OSError as error:
        if error.errno == 2:
            Machine(cx, False).say(f"File {name} is unavailable.")
        else:
            cx.complain(f"{name}: {reason(error)}")
        raise Done(1) from None
    try:
        return text_of(whole(cx, stream))
    finally:
        stream.release()


def _run(cx: Context, machine: Machine, text: str, name: str) -> None:
    cx.meter.afford(_READING_S * len(text))
    parser = Parser(text, machine, name)

    def next_line() -> str:
        end = parser.text.find("\n", parser.at)
        end = len(parser.text) if end < 0 else end
        line = parser.text[parser.at : end]
        parser.at = end + 1
        parser.line_number += 1
        return line

    machine.next_line = next_line
    while True:
        try:
            act = parser.line()
        except Wrong:
            parser.recover()
            continue
        if act is None:
            return
        try:
            act(machine)
        except Failed:
            machine.calls = ["(main)"]
        cx.meter.check()
