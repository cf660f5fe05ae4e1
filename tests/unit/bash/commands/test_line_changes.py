"""The changes between two files: they lead from one to the other, and no shorter ones do."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.commands.diff.lines import changes
from runtime.bash.limits import Limits, Meter

LINES = st.lists(st.integers(0, 3), max_size=24)


def applied(one, two, runs):
    out, at = [], 0
    for start, end, to, stop in runs:
        out += one[at:start] + two[to:stop]
        at = end
    return out + one[at:]


def fewest(one, two) -> int:
    """Lines removed and added by a shortest edit: all but a longest common subsequence, twice."""
    row = [0] * (len(two) + 1)
    for a in one:
        before = row
        row = [0]
        for at, b in enumerate(two):
            row.append(before[at] + 1 if a == b else max(row[at], before[at + 1]))
    return len(one) + len(two) - 2 * row[-1]


@given(LINES, LINES, st.integers(0, 4))
def test_the_changes_lead_from_one_file_to_the_other(one, two, horizon) -> None:
    runs = changes(one, two, Meter(Limits()), horizon)
    assert applied(one, two, runs) == two


@given(LINES, LINES)
def test_no_fewer_lines_could_change(one, two) -> None:
    runs = changes(one, two, Meter(Limits()))
    assert sum(b - a + d - c for a, b, c, d in runs) == fewest(one, two)


@given(LINES, LINES)
def test_changes_ascend_and_lie_apart(one, two) -> None:
    runs = changes(one, two, Meter(Limits()))
    for (_, end, _, stop), (start, _, to, _) in pairwise(runs):
        assert end < start
        assert stop < to


@given(LINES)
def test_a_file_does_not_differ_from_itself(lines) -> None:
    assert changes(lines, list(lines), Meter(Limits())) == []
