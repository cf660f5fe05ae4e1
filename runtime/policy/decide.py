"""An engine's raw answer as a decision. Pure; whatever does not fit the closed schema denies.

| answer | outcome |
|---|---|
| nothing, ``null``, ``"<undefined>"`` | undefined |
| not an object, unknown field, wrong type, bound exceeded, not JSON | invalid |
| ``allow`` false (``ask`` is not looked at) | deny |
| ``allow`` true, ``ask`` true | ask |
| ``allow`` true | allow |
"""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.contracts.audit import DecisionOutcome
from runtime.contracts.decision import Decision, DecisionDocument, Obligations

MAX_REASONS = 16
MAX_REASON_CHARS = 500
MAX_DETAIL_CHARS = 2_000
SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"

# What regorus says for a rule without a value: a string through one call, null through another.
_UNDEFINED = frozenset({b"", b"null", b'"<undefined>"'})
_answer = msgspec.json.Decoder(DecisionDocument)


class NoAnswer(Exception):
    """An engine reached no answer; the outcome says why, the detail is for operators."""

    def __init__(self, outcome: DecisionOutcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


def decide(raw: bytes, *, bundle: str = "", engine: str = "", decision_id: str = "") -> Decision:
    """The decision that an answer amounts to. Total: bytes of any kind lead to a decision."""
    try:
        outcome, answer = _read(raw)
    except NoAnswer as none:
        return refusal(none, bundle=bundle, engine=engine, decision_id=decision_id)
    return Decision(
        outcome=outcome,
        reasons=bounded(answer.reasons),
        # A denial binds nothing, since nothing happens; what it redacts is not kept either.
        obligations=answer.obligations if answer.allow else Obligations(redact=answer.obligations.redact),
        bundle=bundle,
        engine=engine,
        decision_id=decision_id,
    )


def refusal(none: NoAnswer, *, bundle: str = "", engine: str = "", decision_id: str = "") -> Decision:
    """The denying decision for an engine that reached no answer."""
    return Decision(
        outcome=none.outcome,
        detail=visible(none.detail, MAX_DETAIL_CHARS),
        bundle=bundle,
        engine=engine,
        decision_id=decision_id,
    )


def decision_schema() -> dict[str, Any]:
    """The JSON Schema of an answer, as ``schemas/decision.schema.json`` holds it."""
    schema = {"$schema": SCHEMA_ID, **msgspec.json.schema(DecisionDocument)}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))  # tuples become lists
    return plain


def bounded(reasons: tuple[str, ...]) -> tuple[str, ...]:
    """Reasons fit for a record and a terminal: few, short, and without control characters."""
    return tuple(visible(reason, MAX_REASON_CHARS) for reason in reasons[:MAX_REASONS])


def visible(text: str, max_chars: int) -> str:
    """The text within the bound, what does not print escaped: reasons quote what a model wrote.

    Escapes stop terminal sequences, forged lines, and bidirectional overrides that reverse what a reader sees.
    """
    text = text[:max_chars]  # before escaping, so that the work is bounded too
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= max_chars else text[: max_chars - 1] + "…"


def _read(raw: bytes) -> tuple[DecisionOutcome, DecisionDocument]:
    if raw.strip() in _UNDEFINED:
        raise NoAnswer("undefined", "the entry rule has no value for this question")
    try:
        answer = _answer.decode(raw)
    except (ValueError, RecursionError) as error:  # msgspec's errors and UnicodeDecodeError are ValueErrors
        raise NoAnswer("invalid", f"the answer is outside the decision schema: {error}") from None
    if not answer.allow:
        return "deny", answer
    return ("ask" if answer.ask else "allow"), answer
