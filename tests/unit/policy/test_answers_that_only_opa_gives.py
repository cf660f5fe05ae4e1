"""Arguments for which OPA's server gives an answer that the embedded engine does not: there is none, so a rule that needs one does not hold."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("condition", "path"),
    [
        ("floor(count(input.arguments.path) - 1.5) == -1", "a"),
        ("ceil(count(input.arguments.path) - 1.5) == 0", "a"),
        ('json.marshal({input.arguments.path: 1}) != ""', "\u2028"),
        ('json.marshal({input.arguments.path: 1}) != ""', "<b>"),
        ('json.marshal([input.arguments.path]) != ""', "<b>"),
    ],
)
def test_a_rule_over_an_answer_that_opa_gives_differently_does_not_hold(
    workspace, condition: str, path: str
) -> None:
    """OPA says 0 and 1 of -0.5, and writes `<` as an escape, in keys as well."""
    workspace.policy(
        'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": false}\n\n'
        f'decision := {{"allow": true}} if {{ {condition} }}\n'
    )
    with workspace.open() as executor:
        for asked, allowed in (("plain", "marshal" in condition), (path, False)):
            decision = executor.preview("list_dir", {"path": asked}).decision
            assert (decision.outcome == "allow") is allowed, asked
