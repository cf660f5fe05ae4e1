"""What utilities do with whole blocks at once is what they would do line by line."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash import Bash

WORD = st.sampled_from([b"", b"a", b"bc", b"\xff", b"d d", "é".encode()])
LINES = st.lists(st.lists(WORD, min_size=1, max_size=5).map(b",".join), max_size=12)


def output(script: str, data: bytes) -> bytes:
    shell = Bash(files={"/tmp/in": data})
    done = shell.exec_sync(f"{script} < /tmp/in > /tmp/out")
    assert not done.stderr
    return shell.fs.read_bytes("/tmp/out")


@pytest.mark.parametrize(
    "options",
    [
        "-d, -f1",
        "-d, -s -f1",
        "-d, -f2",
        "-d, -s -f2",
        "-d, -f2-",
        "-d, -f1,3",
        "-d, -f-2",
        "-d, -f2,4-",
        "-d, -f1-3 --output-delimiter=::",
        "-d, --complement -f2",
        "-b2",
        "-b1-2,4",
        "-b2- --output-delimiter=:",
        "-b1,3- --output-delimiter=:",
    ],
)
@settings(max_examples=10)
@given(LINES)
def test_cut_does_with_many_lines_what_it_does_with_each(options: str, lines: list[bytes]) -> None:
    whole = output(f"cut {options}", b"".join(line + b"\n" for line in lines))
    assert whole == b"".join(output(f"cut {options}", line + b"\n") for line in lines)


@settings(max_examples=30)
@given(st.lists(st.tuples(WORD, st.integers(1, 4)), max_size=12), st.booleans())
def test_uniq_counts_the_lines_of_each_run(runs: list[tuple[bytes, int]], ended: bool) -> None:
    lines = [line for line, count in runs for _ in range(count)]
    data = b"\n".join(lines) + b"\n" * (ended and bool(lines))
    if data and not ended and not lines[-1]:
        lines.pop()
    found = [(len(list(group)), line) for line, group in groupby(lines if data else [])]
    assert output("uniq -c", data) == b"".join(b"%7d %b\n" % one for one in found)
    assert output("uniq", data) == b"".join(line + b"\n" for _, line in found)
    assert output("uniq -d", data) == b"".join(line + b"\n" for count, line in found if count > 1)
    assert output("uniq -u", data) == b"".join(line + b"\n" for count, line in found if count == 1)


def test_a_run_of_lines_goes_on_over_the_edges_of_blocks() -> None:
    data = b"one line\n" * 50_000 + b"another\n" + b"one line\n" * 3
    assert output("uniq -c", data) == b"  50000 one line\n      1 another\n      3 one line\n"
    assert output("uniq -cd", b"x" * 70_000 + b"\n" + b"x" * 70_000) == b"      2 " + b"x" * 70_000 + b"\n"


KEYED = st.sampled_from(
    [b"a", b"B", b" b c", b"12", b"-3", b"4.50", b"", b"007", b"1e3", b"9" * 20, b"1.2.3", b"12abc"]
)


@pytest.mark.parametrize(
    "options",
    ["-n", "-k2", "-k2,2n", "-k1,1 -k2,3nr", "-k2b,2", "-t, -k2,2", "-t, -k2,3n -s", "-rn -u", "-t, -k3 -r"],
)
@settings(max_examples=20)
@given(st.lists(st.lists(KEYED, max_size=4), max_size=12), st.sampled_from([b",", b" ", b"  "]))
def test_what_sort_wrote_is_in_order_and_says_so(options: str, rows: list[list[bytes]], mark: bytes) -> None:
    """The check looks at two lines at a time, the sort at columns."""
    data = b"".join(mark.join(row) + b"\n" for row in rows)
    made = output(f"sort {options}", data)
    assert output(f"sort {options} | sort -c {options} && echo yes", made) == b"yes\n"
    if "-u" not in options:
        assert sorted(made.split(b"\n")) == sorted(data.split(b"\n"))


def test_numbers_that_hardly_tie_are_ordered_with_what_ties_by_the_line() -> None:
    rows = [(number * 7919) % 4001 for number in range(4001)] + [17, 17]
    lines = [f"{number:0{5 + at % 2}d} x" for at, number in enumerate(rows)]
    made = output("sort -n", "\n".join(lines).encode()).decode().splitlines()
    assert made == sorted(lines, key=lambda line: (int(line.split()[0]), line))


def test_the_line_that_is_out_of_order_is_found_in_a_later_block() -> None:
    data = b"".join(b"%d\n" % number for number in [*range(9000), 7])
    done = Bash(files={"/tmp/in": data}).exec_sync("sort -nc /tmp/in")
    assert (done.exit_code, done.stderr) == (1, "sort: /tmp/in:9001: disorder: 7\n")


@pytest.mark.parametrize("squeezed", ["a", "a-z", " \\n", "[:alnum:]", "a-c,"])
@settings(max_examples=15)
@given(st.lists(st.tuples(WORD, st.integers(1, 5)), max_size=12))
def test_tr_leaves_one_byte_of_each_run(squeezed: str, runs: list[tuple[bytes, int]]) -> None:
    data = b"".join(word * count for word, count in runs)
    members = {"a": b"a", "a-z": bytes(range(97, 123)), " \\n": b" \n", "a-c,": b"abc,"}
    chosen = members.get(squeezed) or bytes(byte for byte in range(128) if chr(byte).isalnum())
    expected = bytes(
        byte for at, byte in enumerate(data) if not (at and byte == data[at - 1] and byte in chosen)
    )
    assert output(f"tr -s '{squeezed}'", data) == expected


def test_a_run_that_tr_squeezes_goes_on_over_the_edges_of_chunks() -> None:
    assert output("tr -s x", b"x" * 200_000 + b"yy") == b"xyy"
    assert output("tr -s a-z", b"x" * 200_000 + b"yy") == b"xy"


def test_head_leaves_in_a_file_what_it_does_not_print() -> None:
    data = b"".join(b"line %d\n" % number for number in range(20_000))
    assert output("{ head -n 15000 > /dev/null; head -n 1; }", data) == b"line 15000\n"
    assert output("{ head -n 19999 | tail -n 1; }", data) == b"line 19998\n"
    assert output("{ head -n 30000 | wc -l; }", data) == b"20000\n"


@pytest.mark.parametrize("data", [b"", b"a", b"a\n", b"a\nb", b"\n\nb\n", b"aab"])
def test_tac_turns_records_round_and_keeps_their_ends(data: bytes) -> None:
    pieces = [piece + b"\n" for piece in data.split(b"\n")]
    pieces[-1] = pieces[-1][:-1]
    assert output("tac", data) == b"".join(reversed(pieces))


def test_the_widest_line_is_counted_in_columns() -> None:
    assert output("wc -L", b"abc\n\tb\nd\n") == b"9\n"
    assert output("wc -L", b"abc\nbcdef\nd") == b"5\n"
    assert output("wc -m", "né\xe9\n".encode() + b"\xff") == b"4\n"


# No line of it holds what is looked for; with it a text is long enough for a block to be worth it.
FILLING = b"----------\n" * 500


@pytest.mark.parametrize(
    "options",
    [
        "-o a",
        "-oE '[a-z]+'",
        "-oE '(b|d)c?'",
        "-ow a",
        "-o '^a'",
        "-ho ,",
        "-Ho c",
        "'a,'",
        "-v 'd d'",
        "-H é",
        "-i 'BC'",
    ],
)
@settings(max_examples=10)
@given(LINES)
def test_grep_prints_of_many_lines_what_it_prints_of_each(options: str, lines: list[bytes]) -> None:
    shell = Bash()
    shell.fs.write_bytes("/tmp/in", b"".join(line + b"\n" for line in lines) + FILLING)
    expected = b""
    for line in [*lines, *FILLING.splitlines()[:1]]:
        shell.fs.write_bytes("/tmp/out", b"")
        shell.fs.write_bytes("/tmp/one", line + b"\n")
        shell.exec_sync(f"cd /tmp; grep -a {options} one > out")
        times = len(FILLING.splitlines()) if line.startswith(b"--") else 1
        expected += shell.fs.read_bytes("/tmp/out").replace(b"one:", b"in:") * times
    shell.exec_sync(f"cd /tmp; grep -a {options} in > out")
    assert shell.fs.read_bytes("/tmp/out") == expected


def test_a_line_that_is_no_text_ends_what_is_printed_of_a_long_file() -> None:
    shell = Bash(files={"/tmp/in": FILLING + b"ab\n\xffab\nabc\n"})
    assert shell.exec_sync("grep ab /tmp/in").stdout == "ab\nabc\n"
    assert shell.exec_sync("grep -n b /tmp/in").stdout == "501:ab\n503:abc\n"
    assert "binary file matches" in shell.exec_sync("grep ab /tmp/in").stderr


def test_lines_that_come_again_and_again_are_sorted_like_others() -> None:
    lines = [b"b", b"a", b"", b"ab", b"a"] * 1000 + [b"0", b"c"]
    assert output("sort", b"\n".join(lines)) == b"".join(line + b"\n" for line in sorted(lines))
    assert output("sort -r", b"\n".join(lines)) == b"".join(
        line + b"\n" for line in sorted(lines, reverse=True)
    )
