"""The parser's budgets: depth, nodes, size, and time that grows with the text and no faster."""

import contextlib
import gc
import sys
import time

import pytest

from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.limits import Limits
from runtime.bash.syntax.parser import ParseOptions, parse

# (opening, innermost, closing) of each construct that nests.
NESTS = {
    "group": ("{ ", "a;", " }"),
    "subshell": ("( ", "a", " )"),
    "if": ("if ", "a", " ; then b; fi"),
    "then": ("if a; then ", "b", " ; fi"),
    "while": ("while ", "a", " ; do b; done"),
    "for": ("for i in a; do ", "b", " ; done"),
    "for words": ('for i in "$( ', "a", ' )"; do b; done'),
    "for arithmetic": ("for (( $( ", "x", " ) ;;)); do a; done"),
    "select": ('select i in "$( ', "a", ' )"; do b; done'),
    "case": ("case x in a) ", "b", " ;; esac"),
    "case word": ('case "$( ', "a", ' )" in x) b;; esac'),
    "case pattern": ("case a in $( ", "a", " )) b;; esac"),
    "function": ("f() { ", "a", ";}"),
    "function subshell": ("function f ( ", " a ", ")"),
    "coproc": ("coproc X { ", "a;", " }"),
    "pipe": ("a | { ", "b;", " }"),
    "and": ("a && { ", "b;", " }"),
    "not": ("! { ", "b;", " }"),
    "substitution": ('"$( ', "a", ' )"'),
    "locale": ('$"$( ', "a", ' )"'),
    "process": ("<( ", "a", " )"),
    "assignment": ('x="$( ', "a", ' )"'),
    "subscript": ("a[$( ", "x", " )]=1"),
    "array": ('a=( "$( ', "a", ' )" )'),
    "declaration": ('declare x="$( ', "a", ' )"'),
    "redirection": ('>"$( ', "b", ' )" c'),
    "two parentheses": ("$((a);", "b", " )"),
    "default": ('"${x:-$( ', "a", ' )}"'),
    "arithmetic": (": $((1+$( ", "a", " )))"),
    "replacement": (': ${x/a/"$( ', "a", ' )"}'),
    "offset": (": ${x:$( ", "y", " )}"),
    "index": (": ${a[$( ", "x", " )]}"),
}
SHORT = {
    "brace": (": ", "${x:-", "a", "}"),
    "quoted brace": (": ", '"${x:-', "a", '}"'),
    "arithmetic": (": ", "$((1+", "1", "))"),
    "brackets": (": ", "$[1+", "1", "]"),
    "condition": ("[[ ", "( ", "a", " )"),
    "condition not": ("[[ ", "! ", "a", ""),
}


def frames():
    frame, count = sys._getframe(), 0
    while frame:
        frame, count = frame.f_back, count + 1
    return count


@pytest.mark.parametrize("name", NESTS)
def test_depth_is_refused_long_before_python_would_end(name):
    opening, inner, closing = NESTS[name]
    host = sys.getrecursionlimit()
    # What a host with 150 frames of its own leaves to us.
    sys.setrecursionlimit(frames() + 850)
    try:
        levels = 8 if name == "two parentheses" else 40
        assert parse(opening * levels + inner + closing * levels)
        for levels in (101, 5_000):
            with pytest.raises(LimitExceeded) as caught:
                parse(opening * levels + inner + closing * levels)
            assert caught.value.code == "limit.parse_depth"
        with contextlib.suppress(LimitExceeded):
            parse(opening * 100 + inner + closing * 100)
    finally:
        sys.setrecursionlimit(host)


@pytest.mark.parametrize("name", SHORT)
def test_depth_within_one_command_is_counted(name):
    begin, opening, inner, closing = SHORT[name]
    end = " ]]" if begin == "[[ " else ""
    assert parse(begin + opening * 90 + inner + closing * 90 + end)
    with pytest.raises(LimitExceeded) as caught:
        parse(begin + opening * 102 + inner + closing * 102 + end)
    assert caught.value.code == "limit.parse_depth"


def test_a_long_chain_of_conditions_is_counted_as_depth():
    assert parse("[[ " + "a && " * 90 + "a ]]")
    with pytest.raises(LimitExceeded) as caught:
        parse("[[ " + "a || " * 200 + "a ]]")
    assert caught.value.code == "limit.parse_depth"


def test_the_size_of_a_script_is_limited():
    with pytest.raises(LimitExceeded) as caught:
        parse("a" * 101, limits=Limits(max_input_bytes=100))
    assert caught.value.code == "limit.input_bytes"


@pytest.mark.parametrize(
    "text", ["a;" * 200, "a " * 200, "x=(" + "a " * 200 + ")", "a" + "$x" * 200, "a >x" * 200]
)
def test_the_number_of_nodes_is_limited(text):
    assert parse(text)
    with pytest.raises(LimitExceeded) as caught:
        parse(text, limits=Limits(max_ast_nodes=100))
    assert caught.value.code == "limit.ast_nodes"


def test_aliases_cannot_grow_a_script_without_end():
    options = ParseOptions(expand_aliases=True, aliases={"a": "b " * 500, "c": "a a a a "})
    with pytest.raises(LimitExceeded) as caught:
        parse("a;" * 500, options, Limits(max_input_bytes=10_000))
    assert caught.value.code == "limit.input_bytes"
    with pytest.raises(LimitExceeded):
        parse(
            "a;" * 10_000,
            ParseOptions(expand_aliases=True, aliases={"a": "b"}),
            Limits(max_input_bytes=20_000),
        )


FLOODS = {
    "(": "(",
    "((": "((",
    "$(": "$(",
    "$((": "$((",
    "$((1)": "$((1)",
    "${": "${",
    "${x:": "${x:",
    "${x[": "${x[",
    "`": "`",
    '"': '"',
    "'": "'",
    "$'": "$'",
    "backslashes": "\\",
    "escapes": "\\a''",
    "heredocs": "<<a\n",
    "heredocs on a line": "<<a ",
    "and": "a&&",
    "pipe": "a|",
    "bang": "! ",
    "time": "time ",
    "conditions": "[[ a && ",
    "arrays": "a=(",
    "subscripts": "a[",
    "continued name": "$x\\\n",
    "continued": "a\\\n",
    "lines": "a;\n",
    "words": "ab ",
    "comments": "#a\n",
    "globs": "@(",
    "case": "case a in a) ",
    "functions": "f()\n",
}


@pytest.mark.parametrize("name", FLOODS)
def test_time_grows_with_the_text_and_no_faster(name):
    piece = FLOODS[name]

    def seconds(size):
        begin = time.thread_time()
        with contextlib.suppress(ShellSyntaxError, LimitExceeded):
            parse(piece * (size // len(piece)), ParseOptions(extglob=True))
        return time.thread_time() - begin

    gc.collect()
    gc.freeze()  # what other tests left is not gone through once more for each of these
    small = min(seconds(4_000) for _ in range(3))
    large = min(seconds(32_000) for _ in range(3))
    # Eight times the text: a quadratic parser would take 64 times as long.
    assert large < 24 * small + 0.02
