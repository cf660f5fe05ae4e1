"""A diff of lines takes one text into the other, whatever the two are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runtime.capability.line_diff import DiffBudget, unified

LINES = st.lists(
    st.sampled_from(["", "a", "b", "c", "+a", "-b", "@@", "\\ No newline at end of file"]), max_size=30
)
TEXTS = st.tuples(LINES, st.booleans()).map(lambda drawn: "\n".join(drawn[0]) + "\n" * drawn[1])


def applied(diff: str, old: str) -> str:
    """The text that a unified diff makes of another one, by the form alone."""
    lines, made, at = old.split("\n"), [], 0
    if lines[-1] == "":
        lines.pop()
    ended, removed = True, False
    for line in diff.removesuffix("\n").split("\n")[2:]:
        if line.startswith("@@"):
            start, _, length = line.split(" ")[1][1:].partition(",")
            until = int(start) - (length != "0")
            made += lines[at:until]
            at, ended = until, True
            # What stands behind the last hunk has the end that the old text has.
        elif line.startswith("\\"):
            # Behind a line that goes it is of the old text, and says nothing of the new one.
            ended = removed
        elif line[0] in " -":
            assert lines[at] == line[1:]
            at += 1
            removed = line[0] == "-"
            if not removed:
                made.append(line[1:])
                ended = True
        else:
            made.append(line[1:])
            ended, removed = True, False
    rest = lines[at:]
    made += rest
    if rest:
        ended = old.endswith("\n")
    return "\n".join(made) + ("\n" if made and ended else "")


@given(old=TEXTS, new=TEXTS)
def test_a_diff_takes_the_old_text_into_the_new_one(old, new):
    diff = unified("file", old.encode(), new.encode(), DiffBudget())
    assert (old if diff is None else applied(diff, old)) == new


@given(old=TEXTS, new=TEXTS)
def test_a_diff_without_a_search_is_as_true(old, new):
    """T-PROC-21: texts that take too long to compare are shown as replaced."""
    diff = unified("file", old.encode(), new.encode(), DiffBudget(differences=0))
    assert (old if diff is None else applied(diff, old)) == new


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_have_a_diff_or_none(old, new):
    unified("a\nname", old, new, DiffBudget())
