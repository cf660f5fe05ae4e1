"""Patterns written to run for ever or to fill the memory; each was seen to do so without its guard."""

from __future__ import annotations

import re
import time

import pytest

from runtime.contracts.errors import ToolError
from runtime.contracts.limits import ResourceBounds
from runtime.tools import _pattern
from runtime.tools._pattern import MAX_COPIES, LineRegex, hits

SHORT = ResourceBounds(wall_s=0.5)


def _for_ever() -> float:
    return 60.0


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "unclosed group"),
        ("foo(bar", "unclosed group"),
        ("[", "unterminated character set"),
        ("*a", "nothing to repeat"),
        (")", "unbalanced parenthesis"),
        (r"\p{Foo}", "unknown property"),
        ("a{2,1}", "min repeat greater than max repeat"),
    ],
)
def test_a_malformed_regex_is_refused_with_its_reason(workspace, call, pattern, reason) -> None:
    with pytest.raises(ToolError) as caught:
        call("grep_search", {"pattern": pattern, "is_regex": True})
    assert caught.value.code == "invalid_regex"
    # The wording is the tool contract's.
    assert caught.value.message == f"Invalid regex pattern: {reason}"
    assert caught.value.suggestion


@pytest.mark.parametrize(
    "pattern",
    [
        "(?R)",
        "(?0)",
        "(a)(?1)",
        "(a)(?-1)",
        "(?P<n>a)(?&n)",
        "(?P<n>a)(?P>n)",
        r"\\(?R)",
        "a(?R)?b",
    ],
)
def test_recursion_is_refused_before_it_fills_the_memory(pattern) -> None:
    """T-TOOL-03: ``(?R)`` takes 280 MB a second."""
    with pytest.raises(ToolError) as caught:
        LineRegex(pattern, _for_ever)
    assert caught.value.code == "invalid_regex"


@pytest.mark.parametrize(
    "pattern",
    [
        "a{4294967294}",
        "(a{1000000000})",
        "((a{60000}){60000}){60000}",
        r"(?:\w{1000}){1000}",
        "a{99999999999999999999999999}",
        "(?:a{1000}(?#)){1000}",
        "[" + "abc" * 300 + "]{9000}",
        "(?x)(a{9000}) # far\n{9000}",
        "(?ix:a)",
        "(?-x:a)",
    ],
)
def test_a_pattern_that_compiles_to_gigabytes_is_refused_first(pattern) -> None:
    """T-TOOL-03: compiling holds the interpreter and hears no deadline."""
    with pytest.raises(ToolError) as caught:
        LineRegex(pattern, _for_ever)
    assert caught.value.code == "invalid_regex"


@pytest.mark.parametrize("pattern", ["(" * 400 + "a" + ")" * 400, "(a)" * 21, "a" * 1001, "(?<n", "\\"])
def test_a_pattern_that_is_too_deep_or_too_long_is_refused(pattern) -> None:
    with pytest.raises(ToolError) as caught:
        LineRegex(pattern, _for_ever)
    assert caught.value.code == "invalid_regex"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b",
        r"(?:\d{1,3}\.){3}\d{1,3}",
        r"(?:[0-9A-F]{2}:){5}[0-9A-F]{2}",
        r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z",
        r"[A-Za-z0-9+/]{64}",
        r"\(?1\)?",
        r"\(?max_retries",
        r"(?i)todo|fixme",
        r"(?P<quote>['\"]).{0,500}(?P=quote)",
        r"if \(x\) \{",
    ],
)
def test_a_pattern_that_people_write_is_accepted(pattern) -> None:
    assert LineRegex(pattern, _for_ever).find("nothing here\n", 0) == -1


def test_the_most_that_is_accepted_compiles_in_no_time() -> None:
    atom = "[" + "abcdefghij" * 40 + "]"
    count = MAX_COPIES // (len(atom) + 5) - 1
    started = time.perf_counter()
    LineRegex(f"{atom}{{{count}}}", _for_ever)
    assert time.perf_counter() - started < 2.0


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(?:a?){50}a{50}b", r"(?:[^x]+)+\d"])
def test_exponential_time_ends_at_the_deadline_with_what_was_found(workspace, call, pattern) -> None:
    """T-TOOL-02: the engine asks for the time, and other threads run meanwhile."""
    (workspace / "a.txt").write_text("nothing\n")
    (workspace / "b.txt").write_text("a" * 5000 + "!\n")
    started = time.perf_counter()
    result = call("grep_search", {"pattern": pattern, "is_regex": True}, bounds=SHORT)
    assert time.perf_counter() - started < 5.0
    (warning,) = result["warnings"]
    assert re.fullmatch(r"Search timed out after 0\.\d+s, returning partial results", warning)
    assert result["metadata"]["files_searched"] == 2


def test_a_glob_that_backtracks_ends_at_the_deadline(workspace, call) -> None:
    """T-TOOL-04: the stars of a glob become those of a regular expression."""
    (workspace / ("a" * 250)).write_text("x")
    started = time.perf_counter()
    call("grep_search", {"pattern": "x", "file_pattern": "[!b]*" * 40 + "b"}, bounds=SHORT)
    assert time.perf_counter() - started < 5.0


def test_captures_of_a_long_line_stay_within_a_bound(workspace, call) -> None:
    """T-TOOL-03: ten megabytes on one line would cost six hundred as captures."""
    (workspace / "a.txt").write_text("a" * 10_000_000)
    result = call("grep_search", {"pattern": "^(.)*$", "is_regex": True})
    assert result["metadata"]["total_matches"] == 1
    assert len(result["output"]) < 1000


def test_a_slow_block_is_given_up_for_its_lines(monkeypatch) -> None:
    """What is quick on each line may be slow on all of them at once."""
    monkeypatch.setattr(_pattern, "_BLOCK_TIMEOUT_S", 1e-6)
    text = "ab\n" * 20_000 + "abc\n"
    regex = LineRegex("[^x]*[^x]*[^x]*c", _for_ever)
    assert [hit.number for hit in hits(text, regex.find)] == [20_001]


def test_no_time_left_ends_the_search_before_it_begins() -> None:
    regex = LineRegex("a", lambda: 0.0)
    with pytest.raises(TimeoutError):
        regex.find("a\n", 0)
