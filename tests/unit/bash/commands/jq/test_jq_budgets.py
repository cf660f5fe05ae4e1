"""No filter takes more than its share: each ends within the budget, with a word, never with an error of the host."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.errors import LimitExceeded

# Filters that would never end or not in this life: T-BASH classes of loops, bombs and doubling.
ENDLESS = (
    "[range(1e9)]",
    "[limit(1e9; repeat(1))]",
    "[limit(1000; repeat([range(100000)]))]",
    "[range(1e9) | [.]]",
    "[range(1e9) | {a: .}]",
    '"x" * 1e9',
    '[limit(1000; repeat("x" * 1000000))]',
    'reduce range(60) as $i ("x"; . + .)',
    "reduce range(60) as $i ([]; . + [0] + .)",
    "reduce range(60) as $i ([1]; . + .)",
    "reduce range(60) as $i ([]; [., .]) | tojson",
    "reduce range(60) as $i ([]; [., .])",
    "def d: reduce range(60) as $i ([]; [., .]); d == d",
    "reduce range(60) as $i ([]; [., .]) | flatten",
    "reduce range(60) as $i ([]; [., .]) | [..]",
    "reduce range(60) as $i ([]; [., .]) | walk(.)",
    "reduce range(60) as $i ([]; [., .]) | [.] | sort",
    "while(true; . + 1) | empty",
    "last(repeat(1))",
    "until(false; 1)",
    "[recurse([.])]",
    "first(range(1e18) | select(. < 0))",
    "reduce range(1e18) as $i (0; . + 1)",
    "foreach range(1e18) as $i (0; 1; empty)",
    "any(repeat(1); . == 2)",
    "isempty(range(1e18) | empty)",
    "[.[1e8] = 1]",
    "[range(30000)] | [.[] as $x | .[] as $y | 1] | length",
    "[range(300000)] - [range(300000) | . + 0.5]",
    "[[0, 1] | combinations(40)] | length",
    "def a(f): f | f; def b(f): a(a(f)); def c(f): b(b(f)); def d(f): c(c(f)); d(d(d(d(.))))",
    '"a" * 100000 | gsub(""; "b" * 1000)',
    '"a" * 5000 | test("(a*)*(a*)*(a*)*[^a]")',
    "[range(3000000)] | group_by(. % 2)",
    "[range(3000000) | tostring] | sort_by(.)",
    "path(repeat(.)) | empty",
    "[1] | [paths(repeat(1))]",
)
# Filters that are refused without using the budget up: an error of jq, status 5.
TOO_DEEP = (
    "def f: f; f",
    "def f: f, 1; f",
    "def f: [f]; f",
    "def f(g): f(g | g); f(.)",
    "def f: def g: def h: f; h; g; f",
    "def f: path(f); f",
    "def f: .a | f; path(f)",
    "reduce range(50000) as $i (1; [.]) | walk(.)",
    "reduce range(50000) as $i (1; [.]) | [., 1] | sort",
    "[recurse(., .)]",
)


@pytest.fixture(scope="module")
def shell():
    return Bash(limits=Limits(timeout_s=0.2))


@pytest.mark.parametrize("text", ENDLESS)
def test_an_endless_filter_ends_with_a_limit(shell, text) -> None:
    """T-SH-01 T-SH-02: loops, doubling and expressions that backtrack are stopped by the meter."""
    shell.fs.write_bytes("/tmp/f.jq", text.encode())
    done = shell.exec_sync("jq -n -f /tmp/f.jq")
    assert (done.error or "")[:6] == "limit.", (done.stderr, done.failures)
    assert done.failures == ()


@pytest.mark.parametrize("text", TOO_DEEP)
def test_a_recursion_without_end_is_an_error_of_jq(text) -> None:
    """T-SH-03: Python's own recursion never surfaces."""
    shell = Bash(limits=Limits(timeout_s=10))
    shell.fs.write_bytes("/tmp/f.jq", text.encode())
    done = shell.exec_sync("jq -n -f /tmp/f.jq")
    if done.error is None:
        assert done.exit_code == 5
        assert "Recursion too deep" in done.stderr
    else:
        assert done.error in ("limit.variable_bytes", "limit.timeout")
    assert done.failures == ()


def test_no_filter_can_catch_a_limit(run) -> None:
    with pytest.raises(LimitExceeded):
        run("jq", "-n", 'try ("x" * 1e9) catch "caught"')


def test_an_infinite_producer_is_read_no_further_than_is_asked_for() -> None:
    shell = Bash()
    assert shell.exec_sync("yes '{\"a\":1}' | jq .a | head -2").stdout == "1\n1\n"
    assert shell.exec_sync("yes 1 | jq -n '[limit(3; inputs)] | length'").stdout == "3\n"
    assert shell.exec_sync("yes x | jq -R . | head -1").stdout == '"x"\n'


def test_an_endless_text_is_refused_by_its_size() -> None:
    shell = Bash(limits=Limits(max_file_bytes=200_000))
    for filter_ in ("jq .", "jq -R .", "jq -Rs ."):
        assert shell.exec_sync(f"tr '\\0' '[' < /dev/zero | {filter_}").error in ("limit.file_bytes", None)
        assert shell.exec_sync(f"tr '\\0' '1' < /dev/zero | {filter_}").error == "limit.file_bytes"


def test_what_a_loop_lets_go_of_is_not_held_against_it(run) -> None:
    """Sums of long strings and wide arrays, each a little longer: together far beyond what may be held at once."""
    assert run("jq", "-n", "reduce range(5000) as $i ([]; [$i] + .) | length").out == b"5000\n"
    assert run("jq", "-n", 'reduce range(9000) as $i (""; "\\($i)" + .) | length').out == b"34890\n"
    assert run("jq", "-n", "[range(50000) | [range(90)] | add] | length").out == b"50000\n"
    assert (
        run("jq", "-n", "reduce (range(9000) | [range(700)]) as $x (0; . + ($x | length))").out
        == b"6300000\n"
    )
