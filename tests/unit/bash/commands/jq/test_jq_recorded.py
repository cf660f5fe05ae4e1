"""Every filter of ``recorded_filters.txt`` prints what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

RECORDED = Path(__file__).with_name("recorded_filters.txt").read_text()
BLOCKS = [block.split("\n") for block in RECORDED.split("\n\n") if block.startswith(("= ", "~ "))]


def marked(lines: list[str], mark: str) -> list[str]:
    return [line[2:] for line in lines if line.startswith(mark + " ")]


@pytest.mark.parametrize("lines", BLOCKS, ids=lambda lines: lines[0][2:42])
def test_a_filter_prints_what_was_recorded(run, lines) -> None:
    (given,) = marked(lines, "<")
    done = run("jq", "-c", lines[0][2:], stdin=given.encode() + b"\n")
    status = int("".join(marked(lines, "?")) or 0)
    assert done.out.decode().splitlines() == marked(lines, ">")
    assert done.err.splitlines() == marked(lines, "!")
    assert done.status == status


def test_the_record_is_read_whole() -> None:
    assert len(BLOCKS) > 250
