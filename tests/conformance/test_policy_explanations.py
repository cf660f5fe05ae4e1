"""`explain` names the conditions that OPA's own trace says failed, on recorded denials; in the soak, on fresh ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import opa_traces
import pytest
from opa_server import opa_program

from runtime.policy.bench.explanation import Explainer
from runtime.policy.bundle import bundle_of

RECORDED = Path(__file__).resolve().parents[1] / "cases" / "opa" / "traces.json"


def test_two_hundred_denials_are_explained_as_opas_trace_tells_them() -> None:
    recorded = json.loads(RECORDED.read_text())
    wrong, explainer, loaded = [], None, ""
    for text, data, question, theirs in recorded:
        if explainer is None or text != loaded:
            if explainer is not None:
                explainer.__exit__()
            explainer, loaded = Explainer(bundle_of(opa_traces.files(text, data))), text
        ours = opa_traces.explained(explainer, question)
        reached = {int(line): failed for line, failed in theirs.items()}
        if found := opa_traces.differences(text, ours, reached):
            wrong.append((text, question, found))
    if explainer is not None:
        explainer.__exit__()
    assert wrong == []
    assert len(recorded) >= 200


@pytest.mark.soak
def test_fresh_denials_are_explained_as_opas_trace_tells_them(tmp_path: Path) -> None:
    program = opa_program()
    if program is None:
        pytest.fail("the soak needs OPA: go install github.com/open-policy-agent/opa@v1.21.1")
    seed = random.SystemRandom().randrange(2**32)
    wrong = []
    for text, data, question, ours in opa_traces.denials(random.Random(seed), 500):
        theirs = opa_traces.opa_reached(program, tmp_path, text, data, question)
        if theirs is not None and (found := opa_traces.differences(text, ours, theirs)):
            wrong.append((text, question, found))
    assert wrong == [], f"seed {seed}"
