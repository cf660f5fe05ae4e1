"""An outcome in the two forms of the tool contract: JSON, and lines for a person.

Source: tool contract, "Output Formatting".
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from runtime.cli.frame import one_line, printable, style
from runtime.contracts.changes import Change
from runtime.contracts.invocation import Completed, Outcome

_WITH_CHANGES = frozenset({"changes.discarded"})
_RESULT_FIELDS = {"output", "files_affected", "metadata", "warnings"}


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """The outcome as one JSON object.

    ``{"tool", "success", "output", "files_affected", "execution_time_ms", ...}`` as the tool contract has it, then
    what governance adds: ``fuel`` (of a Wasm tool), ``status, call_id, digest, raw_digest, decision, receipt, salts, error``.
    """
    data: dict[str, Any] = {"tool": outcome.tool, "success": outcome.ok} | _result(outcome)
    data["execution_time_ms"] = round(outcome.execution_time_ms, 3)
    if outcome.fuel is not None:
        data["fuel"] = outcome.fuel
    data["status"] = type(outcome).__name__.lower()
    data["call_id"] = outcome.call_id
    data["digest"] = outcome.digest
    data["raw_digest"] = outcome.raw_digest if isinstance(outcome, Completed) else None
    decision = msgspec.to_builtins(outcome.decision)
    data["decision"] = {
        k: decision[k] for k in ("outcome", "reasons", "decision_id", "bundle", "engine", "cached")
    }
    if changes := outcome_changes(outcome):
        data["changes"] = msgspec.to_builtins(changes)
    data["receipt"] = msgspec.to_builtins(outcome.receipt)
    data["salts"] = outcome.salts
    data["error"] = None if outcome.error is None else msgspec.to_builtins(outcome.error)
    return data


def outcome_lines(outcome: Outcome, workspace: Path) -> str:
    """The outcome for a person: ``✓ Created file: hello.py (125 bytes)`` and what belongs to it."""
    if outcome.error is not None:
        lines = [
            style("✗", "red") + f" Error: {printable(outcome.error.message)} [{one_line(outcome.error.code)}]"
        ]
        if outcome.error.suggestion:
            lines.append(f"  Suggestion: {printable(outcome.error.suggestion)}")
    else:
        result = _result(outcome)
        text = (
            result["output"]
            if isinstance(result["output"], str)
            else msgspec.json.encode(result["output"]).decode()
        )
        lines = [style("✓", "green") + f" {printable(text)}".rstrip("\n")]
        lines += [f"  Warning: {one_line(warning)}" for warning in result["warnings"]]
        lines += [f"  Location: {one_line(str(workspace / path))}" for path in result["files_affected"]]
    lines += [f"  Changed: {change.change} {one_line(change.path)}" for change in _made(outcome)]
    lines.append(f"  Time: {max(1, round(outcome.execution_time_ms))}ms")
    if outcome.fuel is not None:
        lines.append(f"  Fuel: {outcome.fuel:,}")
    lines.append(f"  Record: {outcome.receipt.seq} of the audit log, call {outcome.call_id}")
    return "\n".join(lines)


def outcome_changes(outcome: Outcome) -> tuple[Change, ...]:
    """What the call's command changed or would have, where that was reviewed."""
    if isinstance(outcome, Completed):
        return () if outcome.changes is None else outcome.changes.changes
    listed = outcome.error.details.get("changes", []) if outcome.error.category in _WITH_CHANGES else []
    return msgspec.convert(listed, tuple[Change, ...])


def _made(outcome: Outcome) -> tuple[Change, ...]:
    return outcome_changes(outcome) if outcome.ok else ()


def _result(outcome: Outcome) -> dict[str, Any]:
    """The tool's result in the contract's fields; a tool that returns something else has it all as ``output``."""
    value = outcome.output
    if isinstance(value, dict) and value.keys() == _RESULT_FIELDS:
        return {**value}
    output = f"Error: {outcome.error.message}" if outcome.error is not None else value
    return {"output": output, "files_affected": [], "metadata": {}, "warnings": []}
