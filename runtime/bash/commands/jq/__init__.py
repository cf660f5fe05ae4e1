"""jq: a filter for JSON, after the manual of jq 1.7 with what 1.8 added.

A program is read by `parser` into the nodes of `tree`, and compiled by `compile` to closures: to values, and where places
are asked for to paths. `run` is what a running filter sees; `feed`, `reader` and `writer` are JSON itself.
"""

from __future__ import annotations

from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

# What takes more than one word, or is not read as getopt reads it, is read by `cli`; the table is its and the manual's.
OPTIONS = Options(
    "[OPTION]... FILTER [FILE]...\n[OPTION]... --args FILTER [STRING]...\n[OPTION]... --jsonargs FILTER [JSON]...",
    "Apply FILTER to every JSON text of the files or of standard input, and print what comes out.",
    ("n", "null-input", "", "use null as the single input"),
    ("R", "raw-input", "", "each line is a string, not JSON"),
    ("s", "slurp", "", "all inputs are one array (one string with -R)"),
    ("c", "compact-output", "", "one line for each output"),
    ("r", "raw-output", "", "strings are printed as they are"),
    ("", "raw-output0", "", "like -r, with NUL after each output"),
    ("j", "join-output", "", "like -r, with nothing after each output"),
    ("a", "ascii-output", "", "nothing but ASCII in the output"),
    ("S", "sort-keys", "", "keys of objects in order"),
    ("C", "color-output", "", "in colour"),
    ("M", "monochrome-output", "", "without colour"),
    ("", "tab", "", "indent with tabs"),
    ("", "indent", "N", "indent by N spaces, at most 7"),
    ("", "unbuffered", "", "ignored: output waits for nobody"),
    ("", "stream", "", "inputs as events of paths and leaves"),
    ("", "stream-errors", "", "like --stream, malformed input as an event"),
    ("", "seq", "", "a record separator (U+001E) before each output"),
    ("f", "from-file", "", "the first operand is a file with the filter"),
    ("L", "library-path", "DIR", "look for modules in DIR"),
    ("", "arg", "NAME VALUE", "$NAME is the string VALUE"),
    ("", "argjson", "NAME JSON", "$NAME is the value JSON"),
    ("", "slurpfile", "NAME FILE", "$NAME is the array of the values in FILE"),
    ("", "rawfile", "NAME FILE", "$NAME is the text of FILE"),
    ("", "args", "", "the operands after FILTER are strings"),
    ("", "jsonargs", "", "the operands after FILTER are JSON texts"),
    ("e", "exit-status", "", "status 1 if the last output is null or false, 4 without output"),
    ("b", "binary", "", "ignored"),
    ("h", "", "", "like --help"),
    ("V", "", "", "like --version"),
    status=2,
    origin="jq 1.7",
)


def main(cx: Context) -> int:
    from runtime.bash.commands.jq.cli import run

    return run(cx, OPTIONS)
