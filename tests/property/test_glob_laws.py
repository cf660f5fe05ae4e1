"""Globs: the short ways to an answer give the answer of the expression."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from wcmatch import glob

from runtime.tools._glob import Glob

FLAGS = glob.GLOBSTAR | glob.BRACE | glob.FORCEUNIX | glob.CASE | glob.MATCHBASE
STEPS = st.text("ab.*", min_size=1, max_size=4).filter(lambda s: s != "..")
ENDS = st.sampled_from(["", ".py", "{.a,.b}", "[ab]", "{a,b}.b", "\\a", "a.b", "?", "{a,b/a}b", "!", "{a"])
NAMES = st.text("ab.", min_size=1, max_size=4).filter(lambda s: s not in (".", ".."))
FOLDERS = st.sampled_from(["", "a/", "b/a/", "a.b/"])


@given(st.lists(STEPS, max_size=2), st.booleans(), STEPS, ENDS, FOLDERS, st.lists(NAMES, min_size=1))
def test_names_told_apart_by_their_ends_are_those_that_the_expression_takes(
    steps, deep, last, end, folder, names
) -> None:
    pattern = "/".join([*(["**"] if deep else []), *steps, last + end])
    if pattern.startswith("./"):
        return
    found = Glob(pattern, lambda: 30.0).among(folder, names)
    open_names = [n for n in names if not n.startswith(".")]
    expected = [n for n in open_names if glob.globmatch(folder + n, pattern, flags=FLAGS)]
    assert [n for n in found if not n.startswith(".")] == expected
    assert all(n in pattern.split("/") for n in found if n.startswith("."))
