"""What OPA says, and what the embedded engine says, of one expression or one bundle."""

from __future__ import annotations

import json
from typing import Any

from opa_server import OpaError, OpaServer

from runtime.contracts.errors import BundleInvalid
from runtime.policy import check
from runtime.policy.bundle import bundle_of
from runtime.policy.engines import _evaluator
from runtime.policy.wide_negation import parsable

Answer = list[Any]
"""``["value", ...]``, ``["undefined"]``, ``["error"]``, ``["refused"]``: what cannot be compared is not a value."""

REFUSED, UNDEFINED, FAILED = "refused", "undefined", "error"


def opa_expression(server: OpaServer, expression: str) -> Answer:
    """What OPA gives for an expression."""
    try:
        found = server.query(f"x := {expression}")
    except OpaError as error:
        return [REFUSED if "type_error" in str(error) or "parse_error" in str(error) else FAILED]
    return ["value", found[0]["x"]] if found else [UNDEFINED]


def our_expression(expression: str) -> Answer:
    """What the embedded engine gives for an expression, in a bundle that is checked as any other."""
    bundle = {"a.rego": f'package runtime.authz\n\ndecision := {{"allow": true}}\n\nx := {expression}\n'}
    return Embedded(bundle).value("data.runtime.authz.x", {})


class Embedded:
    """A bundle in the embedded engine of this process."""

    def __init__(self, files: dict[str, str], *, closed: bool = True) -> None:
        """Check and load a bundle; where it is not ``closed``, references may name what nobody knows."""
        self.refused = ""
        entry = "data.runtime.authz.decision"
        try:
            bundle = bundle_of({name: text.encode() for name, text in files.items()})
            check.check_source(bundle.policies)
            trees = json.loads(_evaluator.trees([[m.path, parsable(m.text)] for m in bundle.policies]))
            facts = check.check(bundle, trees, entry=entry, closed=closed)
            modules = [[m.path, m.text] for m in facts.sources]
            loaded = {"modules": modules, "data": bundle.data, "entry": entry}
            self._evaluator = _evaluator.RegorusEvaluator(loaded)
        except BundleInvalid as error:
            self.refused = error.message
        except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
            self.refused = str(error)

    def value(self, rule: str, asked: Any) -> Answer:
        """A rule's value for an input."""
        if self.refused:
            return [REFUSED]
        try:
            answer = self._evaluator.value_for(
                rule, b"" if asked is None else json.dumps(asked).encode()
            ).strip()
        except (_evaluator.EngineError, _evaluator.EnginePanic):
            return [FAILED]
        if answer in (b"", b'"<undefined>"'):
            return [UNDEFINED]
        return ["value", json.loads(answer)]


def agree(ours: Answer, theirs: Answer) -> bool:
    """Whether the two say the same; numbers by their value."""
    return json.dumps(_plain(ours), sort_keys=True) == json.dumps(_plain(theirs), sort_keys=True)


def is_silent(ours: Answer, theirs: Answer) -> bool:
    """Whether the two differ, and nobody is told: ours is an answer, and not OPA's."""
    return ours[0] in ("value", UNDEFINED) and not agree(ours, theirs) and theirs[0] != REFUSED


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
