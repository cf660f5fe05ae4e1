"""jq: a filter for JSON, after the manual of jq 1.7 with what 1.8 added.

A program is read by `parser` into the nodes of `tree`, and compiled by `compile` to closures: to values, and where places
are asked for to paths. `run` is what a running filter sees; `input_values`, `reader` and `writer` are JSON itself.
"""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context


def _functions() -> list[tuple[str, str]]:
    from runtime.bash.commands.jq.calls import sections

    return [(f"on {title}", " ".join(names)) for title, names in sections()]


def _formats() -> list[tuple[str, str]]:
    from runtime.bash.commands.jq.formats import names

    return [(f"@{name}", text) for name, text in names()]


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
    sections=(
        ("Functions, by name and number of arguments", _functions),
        ('Formats of texts, as @NAME or @NAME "..."', _formats),
    ),
    examples=(
        ("jq . data.json", "the whole, indented"),
        ("jq -r '.items[].name' data.json", "the name of every item, a line each"),
        ("jq '.items | map(select(.price > 10)) | length' data.json", "how many items cost more than 10"),
        ("jq -n --arg name Ada '{name: $name}'", "an object from arguments"),
        ("jq -r '.items[] | [.name, .price] | @csv' data.json", "items as CSV"),
    ),
    notes=(
        "$ENV and env are the variables that the virtual shell exports; modules are looked for in its files.",
        "What jq 1.8 added is there too: add/1, skip, toarray, trimstr and others.",
    ),
)


def main(cx: Context) -> int:
    from runtime.bash.commands.jq.cli import run

    return run(cx, OPTIONS)
