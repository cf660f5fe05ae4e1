"""The example bundles are sound, laid out, tested to the last condition, and have no suspicious line."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.policy.bench.coverage import cover
from runtime.policy.bench.layout import laid_out
from runtime.policy.bench.lint import lint
from runtime.policy.bundle import load
from runtime.policy.testing import run_tests

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "policies"
EXAMPLES = sorted(path for path in FOLDER.iterdir() if path.is_dir())


def test_there_are_at_least_five_example_bundles() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_sound_and_tested_to_its_last_condition(example: Path) -> None:
    bundle = load(example)
    assert {result.outcome for result in run_tests(str(example))} == {"passed"}
    assert cover(bundle).missing == ()
    assert lint(bundle) == []
    assert all(laid_out(m.text) == m.text for m in (*bundle.policies, *bundle.tests))
