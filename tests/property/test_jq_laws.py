"""Laws of jq that hold for every value, every text and every program."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from runtime.bash import Bash
from runtime.bash.commands.jq.input_values import Chunks, loads, values
from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.parser import parse
from runtime.bash.commands.jq.reader import Malformed, Reader
from runtime.bash.streams import Input

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
LEAF = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    LEAF | NUMBER,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
SHELL = Bash()


def jq(program: str, value: object) -> list[object]:
    """What a program makes of a value."""
    SHELL.fs.write_bytes("/tmp/p", program.encode())
    SHELL.fs.write_bytes("/tmp/v", json.dumps(value).encode())
    done = SHELL.exec_sync("jq -c -f /tmp/p /tmp/v")
    assert (done.stderr, done.exit_code) == ("", 0), done.failures
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]


def read(data: bytes) -> list[object]:
    return list(values(Chunks(Input(data).read, 1 << 20, lambda: None)))


@given(VALUE)
def test_what_is_printed_reads_back_as_the_same_value(value) -> None:
    assert jq(".", value) == [value]


@given(VALUE, st.booleans())
def test_both_readers_of_json_agree(value, ascii_only) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1)
    assert Reader(text).next() == loads(text) == read(text.encode())[0] == value


@given(st.lists(VALUE, max_size=5), st.sampled_from([" ", "\n", "\t\r\n "]))
def test_texts_one_after_the_other_are_values_one_after_the_other(items, space) -> None:
    assert read(space.join(map(json.dumps, items)).encode()) == items


@given(st.text(max_size=40) | st.text('[]{}:,"\\ ntrue01.-e', max_size=24))
def test_any_text_is_values_or_refused_and_both_ways_of_reading_say_the_same(text) -> None:
    def outcome(source) -> list[object]:
        found: list[object] = []
        try:
            found.extend(json.dumps(item) for item in source)
        except Malformed:
            found.append(Malformed)
        return found

    def slowly():
        reader = Reader(text.removeprefix("\ufeff"))
        while True:
            try:
                yield reader.next()
            except EOFError:
                return

    assert outcome(
        values(Chunks(Input(text.encode("utf-8", "replace")).read, 1 << 20, lambda: None))
    ) == outcome(slowly())


@given(st.text(max_size=30) | st.text('.[]{}()|,:;?/"\\$@ adefixn01+-=<>', max_size=30))
def test_any_text_is_a_program_or_a_fault_of_syntax(text) -> None:
    shown = 0
    try:
        parse(text)
    except SyntaxFault as fault:
        shown = fault.offset
    assert 0 <= shown <= len(text)


@given(VALUE)
def test_a_value_is_what_its_parts_put_together_are(value) -> None:
    program = "tojson|fromjson"
    assert jq(program, value) == [value]
    assert jq("fromstream(tostream)", value) == [value]
    assert jq(". as $v | reduce path(..) as $p (null; setpath($p; $v | getpath($p)))", value) == [value]


@given(VALUE)
def test_every_path_leads_to_its_value(value) -> None:
    assert jq("[paths] == [path(..)][1:], ([path(..) as $p | getpath($p)] == [..])", value) == [True, True]


@given(VALUE, VALUE)
def test_what_is_put_at_a_path_is_found_there_and_gone_when_deleted(value, new) -> None:
    program = (
        ". as [$v, $new] | $v | [paths | select(. as $p | $v | setpath($p; $new) | getpath($p) != $new)]"
    )
    assert jq(program, [value, new]) == [[]]
    assert jq(
        ". as $v | all(paths; . as $p | ([$v|paths]|length) > ([$v|delpaths([$p])|paths]|length))", value
    ) == [True]


@given(VALUE)
def test_an_update_that_changes_nothing_gives_the_same_value(value) -> None:
    assert (
        jq(
            ".. |= ., (.. |= (. as $x | $x)), walk(.), (. as $v | reduce paths as $p (.; setpath($p; $v | getpath($p))))",
            value,
        )
        == [value] * 4
    )


@given(st.dictionaries(TEXT, VALUE, max_size=5))
def test_entries_of_an_object_make_the_object(value) -> None:
    assert jq("to_entries|from_entries", value) == [value]
    assert jq("with_entries(.)", value) == [value]


@given(st.lists(VALUE, max_size=6))
def test_order_is_total_and_sorting_follows_it(items) -> None:
    assert jq("sort as $s | all(range(1; $s|length); $s[. - 1] <= $s[.])", items) == [True]
    assert jq("sort == (sort|sort), (unique == (sort|group_by(.)|map(.[0])))", items) == [True, True]
    assert (
        jq(
            "(sort[0] == min), (sort[-1] == max), ([.[] as $a | .[] as $b | ($a < $b, $a == $b, $a > $b) | select(.)] | length == $n)".replace(
                "$n", str(len(items) ** 2)
            ),
            items,
        )
        == [True] * 3
    )


@given(st.lists(st.tuples(TEXT, st.integers(0, 9)), max_size=8))
def test_adding_to_a_state_in_place_gives_what_copying_gives(pairs) -> None:
    fast = "reduce .[] as [$k, $v] ({}; .[$k] += $v), reduce .[] as $p ([]; . + [$p]), reduce .[] as [$k, $v] ({}; .[$k] = [$v])"
    slow = "reduce .[] as [$k, $v] ({}; setpath([$k]; getpath([$k]) + $v)), reduce .[] as $p ([]; [.[], $p]), reduce .[] as [$k, $v] ({}; setpath([$k]; [$v]))"
    assert jq(fast, pairs) == jq(slow, pairs)
    kept = "[foreach .[] as $p ([]; . + [$p])] == [range(1; length + 1) as $n | .[:$n]]"
    assert jq(kept, pairs) == [True]


@given(TEXT, TEXT)
def test_strings_split_and_join_back(text, separator) -> None:
    program = '. as [$t, $s] | ($t | explode | implode) == $t, (if $s == "" then true else ($t / $s | join($s)) == $t end), ($t | @base64 | @base64d) == $t, ($t|@uri|@urid) == $t'
    assert jq(program, [text, separator]) == [True] * 4
