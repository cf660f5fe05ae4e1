"""awk: scan files for patterns and process what matches (POSIX, with what gawk adds).

lexer, parser, expressions, tree   the text becomes a tree
names                              what is known before it runs: arrays, types
code, builtins, statements         the tree becomes Python, statement by statement
program                            the whole, compiled once
machine, row, reader, source, …    what it works on: variables, the record, input and output, the budget
run                                BEGIN, the rules on every record, END
"""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.awk.errors import AwkError, AwkSyntaxError
from runtime.bash.commands.awk.lexer import unescaped
from runtime.bash.commands.awk.machine import Machine
from runtime.bash.commands.awk.program import compiled
from runtime.bash.commands.awk.run import Run
from runtime.bash.commands.awk.source import ASSIGNMENT
from runtime.bash.commands.awk.values import Input
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def _functions() -> list[tuple[str, str]]:
    from runtime.bash.commands.awk.lexer import BUILTINS

    return [(f"{name}{arguments}", text) for name, (arguments, text) in BUILTINS.items()]


def _variables() -> list[tuple[str, str]]:
    from runtime.bash.commands.awk.names import SPECIAL, SPECIAL_ARRAYS

    return [*((name, text) for name, (_, _, text) in SPECIAL.items()), *SPECIAL_ARRAYS.items()]


OPTIONS = Options(
    "[OPTION]... -f progfile [--] file ...\n[OPTION]... [--] 'program' file ...",
    "Scan files for patterns and process what matches.",
    ("F", "field-separator", "fs", "use fs as the separator of fields"),
    ("f", "file", "progfile", "read the program from progfile"),
    ("v", "assign", "var=val", "assign val to var before the program begins"),
    ("e", "source", "program-text", "add program-text to the program"),
    ("i", "include", "file", "read a library of functions"),
    ("b", "characters-as-bytes", "", "ignored"),
    ("c", "traditional", "", "ignored"),
    ("n", "non-decimal-data", "", "ignored"),
    ("P", "posix", "", "ignored"),
    ("r", "re-interval", "", "ignored"),
    ("s", "no-optimize", "", "ignored"),
    ("O", "optimize", "", "ignored"),
    ("S", "sandbox", "", "ignored"),
    ("t", "lint-old", "", "ignored"),
    ("d", "dump-variables", "[file]", "ignored"),
    ("L", "lint", "[fatal]", "ignored"),
    ("W", "", "[option]", "ignored"),
    ("V", "", "", "output version information and exit"),
    ("h", "", "", "display this help and exit"),
    permute=False,
    status=2,
    origin="POSIX awk and GNU Awk 5.2",
    sections=(("Functions", _functions), ("Variables", _variables)),
    examples=(
        ("awk '{ print $1, $NF }' table.txt", "the first and the last field of every line"),
        ("awk -F, 'NR > 1 { total += $2 } END { print total }' table.csv", "the sum of a column"),
        (
            "awk '{ n[$1]++ } END { for (k in n) print k, n[k] }' table.txt",
            "how often each first field occurs",
        ),
        ("awk 'length > 20' table.txt", "lines of more than 20 characters"),
    ),
    notes=(
        "Messages are short: `awk: line 3: syntax error ...`, without gawk's picture of the line.",
        "rand() begins with the same sequence in every run, as POSIX wants it; srand() without a seed takes the shell's clock.",
        "Commands in pipes and system() run in the virtual shell. There are no extensions (@load) and no network files.",
    ),
)

# Seconds for a character of a program until it runs.
_COMPILING_S = 4e-6


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("Vh"):
        OPTIONS.parse(cx, ["--version" if "V" in given else "--help"])
    operands = given.operands
    try:
        source = _program(cx, given, operands)
        cx.meter.afford(_COMPILING_S * len(source))
        program = compiled(source, cx.meter.limits.max_parse_depth, _assigned(given, operands))
        rt = Machine(cx, program.most)
        run = Run(rt, program)
        _assign(rt, given)
    except AwkSyntaxError as error:
        return cx.fail(f"line {error.line or 1}: {error.message}", 2)
    except AwkError as error:
        return cx.fail(error.message, 2)
    rt.argv.update({str(at): Input(word) for at, word in enumerate([cx.name, *operands])})
    rt.argc = float(len(operands) + 1)
    return run.run()


def _program(cx: Context, given: Given, operands: list[str]) -> str:
    """The text of the program, from the options or the first operand."""
    pieces = []
    for key, value in given.order:
        if key == "e":
            pieces.append(value)
        elif key in ("f", "i"):
            pieces.append(_file(cx, value))
    if not given.any("fe"):
        if not operands:
            raise OPTIONS.refuse(cx, "")
        pieces.append(operands.pop(0))
    return "\n".join(pieces)


def _file(cx: Context, name: str) -> str:
    try:
        stream = opened(cx, name)
    except OSError as error:
        cx.complain(f"cannot open {name} ({reason(error)})")
        raise Done(2) from None
    try:
        return text_of(whole(cx, stream))
    finally:
        stream.release()


def _assigned(given: Given, operands: list[str]) -> frozenset[str]:
    """The variables that the command line assigns."""
    found = map(ASSIGNMENT.fullmatch, [*given.all("v"), *operands])
    return frozenset(match[1] for match in found if match)


def _assign(rt: Machine, given: Given) -> None:
    """``-F`` and ``-v``."""
    if "F" in given:
        separator = unescaped(given["F"])
        rt.set("FS", "\t" if separator == "t" else separator)
    for text in given.all("v"):
        found = ASSIGNMENT.fullmatch(text)
        if found is None:
            raise AwkError(f"improper assignment: {text}")
        rt.assign(found[1], Input(unescaped(found[2])))
