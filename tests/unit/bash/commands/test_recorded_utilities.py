"""Each utility says what the real one said, case by case (``chapters/``, recorded from GNU's tools)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from recorded import chapters, in_virtual_bash

BOOKS = chapters()


@pytest.mark.parametrize(
    ("preface", "case"),
    [
        pytest.param(book.preface, case, id=f"{book.name}: {case.name}")
        for book in BOOKS
        for case in book.cases
    ],
)
def test_a_utility_says_what_the_real_one_said(preface, case) -> None:
    assert in_virtual_bash(preface + case.script) == case.wanted(), preface + case.script


def test_no_chapter_names_a_case_twice() -> None:
    names = [f"{book.name}: {case.name}" for book in BOOKS for case in book.cases]
    assert len(names) == len(set(names))
    assert len(names) > 2000
