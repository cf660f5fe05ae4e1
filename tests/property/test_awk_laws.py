"""Laws that awk keeps on any input."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from runtime.bash import Bash

WORDS = st.text("ab01.-+ e\t:|&\\/\u00e9x", max_size=12)
SMALL = st.integers(-50, 50)
SHELL = Bash()


def awk(program: str, data: str = "", *flags: str) -> str:
    """What a program prints."""
    SHELL.fs.write_bytes("/tmp/program", program.encode())
    SHELL.fs.write_bytes("/tmp/data", data.encode())
    done = SHELL.exec_sync(f"awk {' '.join(flags)} -f /tmp/program /tmp/data")
    assert (done.stderr, done.exit_code) == ("", 0)
    return done.stdout


def quoted(text: str) -> str:
    """A text as a string of awk."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("/", "\\/") + '"'


@given(st.lists(WORDS.map(lambda word: word.replace(":", "")), min_size=2, max_size=8))
def test_fields_joined_by_what_divided_them_are_the_record(fields) -> None:
    record = ":".join(fields)
    rebuilt = awk("{ n = NF; $1 = $1; print n; print }", record + "\n", "-F:", "-v", "OFS=:")
    assert rebuilt == f"{len(fields)}\n{record}\n"


@given(WORDS)
def test_blanks_divide_as_white_space_does(text) -> None:
    words = text.split()
    out = awk("{ print NF; for (i = 1; i <= NF; i++) print $i }", text + "\n")
    assert out.split("\n")[:-1] == [str(len(words)), *words]


@given(WORDS, st.sampled_from("ab.|:&"))
def test_what_is_split_and_joined_again_is_the_text(text, separator) -> None:
    program = (
        f"BEGIN {{ n = split({quoted(text)}, a, {quoted(separator)}); for (i = 1; i <= n; i++)"
        f' printf "%s%s", (i > 1 ? {quoted(separator)} : ""), a[i] }}'
    )
    assert awk(program) == text


@given(WORDS)
def test_replacing_each_match_by_itself_changes_nothing(text) -> None:
    program = f'BEGIN {{ s = {quoted(text)}; gsub(/[a-z]+|[0-9]*/, "&", s); printf "%s", s }}'
    assert awk(program) == text


@given(WORDS, st.integers(-3, 15), st.integers(-3, 15))
def test_a_piece_of_a_text_is_what_lies_at_its_places(text, start, length) -> None:
    begin = max(start, 1) - 1  # a place in front of the text is its first, and the length stays what it was
    expected = text[begin : begin + max(length, 0)]
    assert awk(f'BEGIN {{ printf "%s", substr({quoted(text)}, {start}, {length}) }}') == expected


@given(SMALL, SMALL, SMALL, st.sampled_from("+-*"), st.sampled_from("+-*"))
def test_operators_bind_as_in_arithmetic(a, b, c, first, second) -> None:
    text = f"({a}) {first} ({b}) {second} ({c})"
    assert float(awk(f"BEGIN {{ print {text} }}")) == float(eval(text))  # three small numbers


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_number_is_shown_as_an_integer_or_with_six_digits(value) -> None:
    shown = awk(f'BEGIN {{ x = "{value!r}" + 0; print x }}').strip()
    expected = f"{value:.0f}" if value == math.trunc(value) else f"{value:.6g}"
    assert shown == ("0" if expected == "-0" else expected)


@given(SMALL, st.integers(0, 12), st.sampled_from(["", "-", "0", "+", " "]))
def test_a_width_is_filled_as_c_fills_it(value, width, flag) -> None:
    form = f"%{flag}{width or ''}d"
    assert awk(f'BEGIN {{ printf "{form}", {value} }}') == form % value


@given(st.lists(SMALL, max_size=12))
def test_sorting_puts_every_value_in_order(values) -> None:
    fill = "; ".join(f"a[{at}] = {value}" for at, value in enumerate(values))
    out = awk(f"BEGIN {{ a[0]; delete a; {fill}; n = asort(a); for (i = 1; i <= n; i++) print a[i] }}")
    assert [int(line) for line in out.split()] == sorted(values)


@given(st.lists(st.sampled_from(["a", "b", "", "c d"]), max_size=6), st.sampled_from(["\n", ";", "ab"]))
def test_records_and_their_terminators_are_the_input(records, end) -> None:
    data = "".join(record + end for record in records)
    separator = end.replace("\n", "\\n")
    assert awk(f'BEGIN {{ RS = "{separator}" }} {{ printf "%s%s", $0, RT }}', data) == data
