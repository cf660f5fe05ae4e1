"""JSON as jq reads it: more lenient than the standard, strict in its own way, and exact about where a fault shows."""

from __future__ import annotations

import pytest

from runtime.bash.streams import Stream

READ = {
    '1"a"': ["1", '"a"'],
    "01": ["1"],
    "1[2]": ["1", "[2]"],
    "{}[]": ["{}", "[]"],
    ' \n [1]\t"x"\r\n2 ': ["[1]", '"x"', "2"],
    '{"a":1,"b":2,"a":3}': ['{"a":3,"b":2}'],
    '["\\ud83d\\ude00","\\ud800","\\udc00x","\\ud800\\ud800"]': ['["😀","\ufffd","\ufffdx","\ufffd\ufffd"]'],
    "[nan,NaN,-NaN]": ["[null,null,null]"],
    "[Infinity,-Infinity]": ["[1.7976931348623157e+308,-1.7976931348623157e+308]"],
    "[-0,-0.0,0.0,-1]": ["[-0,-0.0,0.0,-1]"],
    "": [],
    "\n\n": [],
    '"\\u00e9\\/\\b\\f"': ['"é/\\b\\f"'],
    "true false null": ["true", "false", "null"],
    "[1,[2,[3,{}]],[]]": ["[1,[2,[3,{}]],[]]"],
    '{"":{"":[]}}': ['{"":{"":[]}}'],
    ".5 +5 5.": ["0.5", "5", "5"],
}
REFUSED = {
    "{": "Unfinished JSON term at EOF at line 2, column 0",
    '"abc': "Unfinished string at EOF at line 2, column 0",
    "tru": "Invalid literal at line 2, column 0",
    "[1 2]": "Expected separator between values at line 1, column 5",
    '{"a":1,}': "Expected another key-value pair at line 1, column 8",
    "[1,]": "Expected another array element at line 1, column 4",
    '{"a"}': "Objects must consist of key:value pairs at line 1, column 5",
    "{a:1}": "Invalid numeric literal at line 1, column 3",
    '{"a":1]': "Unmatched ']' at line 1, column 7",
    "[1}": "Objects must consist of key:value pairs at line 1, column 3",
    '{"a":}': "Unmatched '}' at line 1, column 6",
    "}": "Unmatched '}' at line 1, column 1",
    '"\\q"': "Invalid escape at line 1, column 4",
    '"\\u00g0"': "Invalid \\uXXXX escape at line 1, column 8",
    ":": "Expected string key before ':' at line 1, column 1",
    "[1:2]": "':' not as part of an object at line 1, column 3",
    '{"a":1:2}': "':' not as part of an object at line 1, column 7",
    "1:": "':' not as part of an object at line 1, column 2",
    "1 2 x": "Invalid numeric literal at line 2, column 0",
    '{} [1] {"a" 2}': "Expected separator between values at line 1, column 14",
    '"a\tb"': "Invalid string: control characters from U+0000 through U+001F must be escaped at line 1, column 5",
    "1,2": "Expected value before ',' at line 1, column 2",
    "[,1]": "Expected value before ',' at line 1, column 2",
    "{1:2}": "Object keys must be strings at line 1, column 3",
    '{"a","b"}': "Objects must consist of key:value pairs at line 1, column 5",
    '{"a":1 [2]}': "Expected separator between values at line 1, column 8",
    "[1] x\n[2]": "Invalid numeric literal at line 2, column 0",
    '{"é":x}': "Invalid numeric literal at line 1, column 8",
}


@pytest.mark.parametrize("text", READ)
def test_a_text_is_read_as_the_values_in_it(run, text) -> None:
    done = run("jq", "-c", ".", stdin=text.encode())
    assert (done.out.decode().splitlines(), done.err, done.status) == (READ[text], "", 0)


@pytest.mark.parametrize("text", REFUSED)
def test_a_malformed_text_is_refused_where_the_fault_shows(run, text) -> None:
    done = run("jq", "-c", ".", stdin=f"{text}\n".encode())
    assert (done.err, done.status) == (f"jq: parse error: {REFUSED[text]}\n", 2)


def test_what_came_before_a_fault_is_printed(run) -> None:
    assert run("jq", ".a", stdin=b'{"a":1}\n{"a":2}\n{"a":\n').out == b"1\n2\n"


def test_the_same_words_are_in_an_error_of_fromjson(run) -> None:
    done = run("jq", "-r", "try fromjson catch .", stdin=b'"[1" "1 2" "NaN1" "" " "')
    assert done.out.decode().splitlines() == [
        "Unfinished JSON term at EOF at line 1, column 2 (while parsing '[1')",
        "Unexpected extra JSON values (while parsing '1 2')",
        "Invalid numeric literal at EOF at line 1, column 4 (while parsing 'NaN1')",
        "null",
        "null",
    ]


def test_invalid_utf_8_becomes_the_replacement_character_and_a_mark_of_order_goes(run) -> None:
    assert run("jq", ".", stdin=b'\xef\xbb\xbf"\xff\xc3"').out.decode() == '"\ufffd\ufffd"\n'


def test_depth_is_read_to_ten_thousand_levels_and_refused_beyond(run) -> None:
    deep = b"[" * 10_000 + b"]" * 10_000
    assert run("jq", "-c", ".", stdin=deep).out == deep + b"\n"
    done = run("jq", "-c", ".", stdin=b"[" + deep + b"]")
    assert done.err == "jq: parse error: Exceeds depth limit for parsing at line 1, column 10001\n"
    wide = b"[" + b",".join([b'"[[[\\"\\\\"'] * 900) + b"]"
    assert run("jq", "length", stdin=wide).out == b"900\n"
    assert run("jq", "length", stdin=b"[" + b",".join([b'{"a":["]"]}'] * 900) + b"]").out == b"900\n"


def test_a_value_that_is_nested_deeper_than_is_printed_says_so(run) -> None:
    done = run("jq", "-nc", "reduce range(10010) as $i (1; [.])")
    assert done.out.count(b"[") == 10_001
    assert b"<skipped: too deep>" in done.out


class Trickle(Stream):
    """Gives its data in pieces of a few bytes."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__()
        self.data = data
        self.piece = size

    def read(self, size=65_536):
        piece, self.data = self.data[: self.piece], self.data[self.piece :]
        return piece


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_values_are_the_same_however_the_input_is_cut(run, size) -> None:
    data = '12 3.50 "aé\\n" [1,{"k":null}] true{"x":[]} 7'.encode()
    done = run("jq", "-c", ".", stdin=Trickle(data, size))
    assert done.out.decode().split("\n")[:-1] == [
        "12",
        "3.50",
        '"aé\\n"',
        '[1,{"k":null}]',
        "true",
        '{"x":[]}',
        "7",
    ]


def test_a_value_goes_on_in_the_next_file(run) -> None:
    done = run("jq", "-c", ".", "a", "b", files={"a": b"[1,\n", "b": b"2]\n3"})
    assert done.out == b"[1,2]\n3\n"


def test_places_count_the_lines_of_each_file(run) -> None:
    done = run("jq", ".a", "x", "y", files={"x": b"{}\n{}\n", "y": b"{}\n\n[]\n"})
    assert done.err == 'jq: error (at y:3): Cannot index array with string "a"\n'


def test_a_text_of_many_digits_is_a_number_like_others(run) -> None:
    assert run("jq", ".", stdin=b"9" * 9_000).out == b"1.7976931348623157e+308\n"
    assert run("jq", ".", stdin=b"1" * 40).out == b"1" * 40 + b"\n"
