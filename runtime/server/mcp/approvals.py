"""Questions that the person at a client answers, in the forms that the protocol has for them.

A call that needs approval leaves its question in the inbox, and is refused with the question's id. The server shows the question at the client, puts
the answer into the inbox, and makes the same call again, which takes it. So an answer counts for exactly the bytes that were shown, once,
and the log tells of it as of any other. What nobody answers at the client waits for `runtime approvals`.

    2025-11-25   the server asks with elicitation/create while the client's call waits
    2026-07-28   the call's result asks (InputRequiredResult), and the client repeats the call with the answer; the question's id travels in the
                 sealed requestState, which is good for this client and these arguments alone
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import (
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)

from runtime.cli.ask import authority, question, reasons
from runtime.contracts import canonical
from runtime.contracts.approval import ApprovalAnswer, PendingApproval
from runtime.contracts.errors import ApprovalRequired, InputInvalid
from runtime.contracts.invocation import Outcome
from runtime.validation.strict_json import freeze_arguments

KEY = "approval"
_LONGEST_MESSAGE = 32_000
_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {
            "type": "string",
            "title": "Let it run?",
            "enum": ["approve", "reject"],
            "default": "reject",
        },
        "arguments": {
            "type": "string",
            "title": "Other arguments (optional)",
            "description": "A JSON object to run instead; it is checked and put to policy again. Empty: the arguments as they are.",
        },
        "reason": {"type": "string", "title": "Reason (optional)"},
    },
    "required": ["decision"],
}


def asked_as(outcome: Outcome) -> str | None:
    """The id of the question that a refused call left in the inbox; None where it was refused for something else."""
    error = outcome.error
    if error is None or error.category != ApprovalRequired.code:
        return None
    kept = error.details.get("approval")
    return kept if isinstance(kept, str) else None


def can_ask(capabilities: ClientCapabilities | None) -> bool:
    """Whether the client shows forms to its user. One that says nothing of the kinds of questions means forms."""
    elicitation = None if capabilities is None else capabilities.elicitation
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def form(entry: PendingApproval) -> ElicitRequestFormParams:
    """The question as a form: exactly what would run, drawn so that no argument can pass for a line of ours."""
    request = entry.request
    lines = [*reasons(request, whole=True), *authority(request), *question(request, whole=True)]
    message = "\n".join(lines)
    if len(message) > _LONGEST_MESSAGE:
        lines = [*reasons(request), *authority(request), *question(request)]
        hint = f"Too long to be shown whole: `runtime approvals show {entry.id}` shows all of it."
        message = "\n".join([*lines, hint])[:_LONGEST_MESSAGE]
    return ElicitRequestFormParams(message=message, requested_schema=_FORM)


def asking(entry: PendingApproval) -> InputRequiredResult:
    """The result that asks, and is no result yet."""
    return InputRequiredResult(
        input_requests={KEY: ElicitRequest(params=form(entry))}, request_state=entry.id
    )


def answer_of(given: ElicitResult, approver: str, asked: Mapping[str, Any]) -> ApprovalAnswer | None:
    """What was answered; None where the form was dismissed, and nothing was decided.

    Args:
        given: As the client sent it: nothing of it is believed but its form.
        approver: Who answers.
        asked: The arguments of the question.

    Raises:
        InputInvalid: the other arguments are no JSON object.
    """
    if given.action == "cancel":
        return None
    content = given.content or {}
    reason = content.get("reason")
    approved = given.action == "accept" and content.get("decision") == "approve"
    instead = content.get("arguments") if approved else None
    arguments = None
    if isinstance(instead, str) and instead.strip():
        arguments, written = freeze_arguments(instead)
        if written == canonical.encode(dict(asked)):
            arguments = None
    elif instead is not None and not isinstance(instead, str):
        raise InputInvalid("the approver's arguments are no text of a JSON object", field="arguments")
    return ApprovalAnswer(
        approved=approved,
        approver=approver,
        reason=reason[:1000] if isinstance(reason, str) else "",
        arguments=arguments,
    )
