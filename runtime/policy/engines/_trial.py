"""The question that every bundle is tried with before it takes effect."""

from __future__ import annotations

from runtime.contracts.decision import PolicyInput
from runtime.policy.decide import decide
from runtime.policy.problem import PolicyProblem, refuse
from runtime.policy.question import question

# A call like many: it makes the engine analyse every rule that the entry needs.
SAMPLE_CALL = PolicyInput(
    principal={"id": "agent:sample", "kind": "agent", "roles": [], "attributes": {}},
    tool={
        "name": "sample",
        "version": "1.0.0",
        "risk": "read_only",
        "side_effects": ["none"],
        "determinism": "pure",
        "source": "builtin",
        "digest": "blake3:" + "0" * 64,
    },
    canonical_arguments=b"{}",
    capabilities={"declared": [], "granted": []},
)
SAMPLE = question(SAMPLE_CALL)


def judge(answer: bytes) -> None:
    """Refuse a bundle whose answer to the sample question no caller could use."""
    decision = decide(answer)
    if decision.outcome == "invalid":
        raise refuse([PolicyProblem("bundle", 0, 0, f"answers a sample question wrongly: {decision.detail}")])
