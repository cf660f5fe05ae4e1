"""yq: YAML and its kin through filters of jq."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[eval] [OPTION]... [EXPRESSION] [FILE]...\neval-all [OPTION]... [EXPRESSION] [FILE]...",
    "Apply EXPRESSION to every document of the files or of standard input, and print what comes out.",
    ("C", "colors", "", "ignored: nothing is coloured"),
    ("e", "exit-status", "", "fail if there are no matches or null or false is returned"),
    ("", "expression", "STRING", "the expression, when it would be taken for a file"),
    ("", "from-file", "FILE", "read the expression from FILE"),
    ("I", "indent", "NUM", "indent by NUM spaces; default 2, 0 for one line of JSON"),
    ("i", "inplace", "", "update the first file instead of printing"),
    (
        "p",
        "input-format",
        "FORMAT",
        "yaml, json, props, csv, tsv, xml, toml, ini; default by the file's name",
    ),
    ("j", "tojson", "", "the same as --output-format=json"),
    ("M", "no-colors", "", "ignored: nothing is coloured"),
    ("N", "no-doc", "", "print no document separators"),
    ("0", "nul-output", "", "NUL instead of a newline after each result"),
    ("n", "null-input", "", "read nothing: the expression makes the document"),
    ("o", "output-format", "FORMAT", "yaml, json, props, csv, tsv, xml, toml, ini, shell"),
    ("P", "prettyPrint", "", "print blocks, and strings as plainly as they can be"),
    ("r", "unwrapScalar", "", "print strings without quotes; the default for YAML"),
    ("", "wrapped", "", "the same as --unwrapScalar=false"),
    ("", "xml-attribute-prefix", "STRING", "prefix of XML attributes; default +@"),
    ("", "xml-content-name", "STRING", "name of XML content beside attributes; default +content"),
    ("", "csv-separator", "CHAR", "separator of CSV; default ,"),
    ("v", "verbose", "", "ignored"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    hint="Use '{name} --help' for more information.",
    origin="mikefarah's yq 4",
    after='EXPRESSION is a filter of jq, with yq\'s own strenv(X), env(X), load("FILE"), with(PATH; FILTER), ireduce and\n'
    "select(fileIndex == N). Key order, number texts and quotes are kept. Comments and anchors are not printed; -i keeps\n"
    "comments where values are changed, added at the end of a mapping or removed, and refuses to lose any otherwise.",
)


def main(cx: Context) -> int:
    from runtime.bash.commands.yq.run import run

    return run(cx, OPTIONS)
