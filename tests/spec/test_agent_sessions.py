"""Tasks of the kinds that agents do end in a default shell as they do in a container (``sessions/``)."""

from __future__ import annotations

import pytest
from agent_sessions import SESSIONS, in_default_shell, sessions
from spec_cases import Case, written

ALL = sessions()


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for book in ALL for case in book.cases])
def test_a_task_ends_as_in_a_container(case: Case) -> None:
    assert in_default_shell(case.script) == case.wanted(), case.script


def test_there_are_two_hundred_tasks_and_no_name_twice() -> None:
    names = [case.name for book in ALL for case in book.cases]
    assert len(names) >= 200
    assert len(names) == len(set(names))


def test_tasks_read_back_as_they_are_written() -> None:
    for book in ALL:
        assert written(book) == (SESSIONS / f"{book.name}.sh").read_text("utf-8"), book.name
