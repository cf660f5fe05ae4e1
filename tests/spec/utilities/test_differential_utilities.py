"""Utilities do with random command lines, programs and files what the real tools do, to the byte.

``samples/`` holds what the real tools gave for a fixed sample (``just record``); the soak draws new cases and asks the
tools themselves: ``UTILITY_CASES`` of each.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from utility_oracle import difference, differences, grammar, grammars, unrowed

SAMPLES = Path(__file__).parent / "samples"


def test_every_grammar_has_its_recorded_sample() -> None:
    assert sorted(path.stem for path in SAMPLES.glob("*.jsonl")) == grammars()


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.jsonl")))
def test_a_recorded_sample_of_random_command_lines_gives_what_the_real_tool_gave(name: str) -> None:
    tool = grammar(name)
    rows = (SAMPLES / f"{name}.jsonl").read_text("ascii").splitlines()
    assert len(rows) >= 40
    found = [difference(tool, *unrowed(line)) for line in rows]
    assert [differing for differing in found if differing] == []


@pytest.mark.soak
@pytest.mark.parametrize("name", grammars())
def test_random_command_lines_give_what_the_real_tool_gives(name: str) -> None:
    count = int(os.environ.get("UTILITY_CASES", "5000"))
    seed = os.environ.get("UTILITY_SEED", os.urandom(4).hex())
    assert list(differences(grammar(name), count, seed)) == [], f"UTILITY_SEED={seed}"
