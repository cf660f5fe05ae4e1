"""The virtual shell does what GNU bash did, case by case (``chapters/``, recorded by ``just record``)."""

from __future__ import annotations

import pytest
from gnu_bash import in_virtual_bash
from spec_cases import CHAPTERS, Case, chapters, written

ALL = chapters()


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{book.name}: {case.name}") for book in ALL for case in book.cases]
)
def test_the_virtual_shell_says_what_gnu_bash_said(case: Case) -> None:
    assert in_virtual_bash(case.script) == case.wanted(), case.script


def test_there_are_at_least_six_hundred_cases_and_no_name_twice() -> None:
    names = [f"{book.name}: {case.name}" for book in ALL for case in book.cases]
    assert len(names) >= 600
    assert len(names) == len(set(names))


def test_a_difference_is_one_and_has_a_reason() -> None:
    for book in ALL:
        for case in book.cases:
            assert case.virtual != case.expected, case.name
            assert (case.virtual is None) == (case.reason == ""), case.name


def test_a_chapter_reads_back_as_it_is_written() -> None:
    for book in ALL:
        assert written(book) == (CHAPTERS / f"{book.name}.sh").read_text("utf-8"), book.name
