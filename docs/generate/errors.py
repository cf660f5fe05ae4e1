"""docs/errors.md: one entry per error code, in the order of the tree."""

from __future__ import annotations

import inspect

from runtime.contracts.errors import (
    AuditError,
    ConfigurationError,
    Error,
    FailedError,
    RefusedError,
    catalogue,
)

_HEAD = """\
# Error codes

<!-- Generated from runtime/contracts/errors.py by `just docs`; edit that file. -->

Every error carries a stable `code`, one sentence of `message` and a `suggestion`. `Executor.call` returns refusals and
failures as part of its outcome; it raises only configuration and audit errors. A tool may report codes of its own
(`file_not_found`); the error's `category` is then `tool.failed`. Codes are never withdrawn or reused.

*Model* means that the message is written for the model that made the call, and holds no host path, secret or trace;
*operator*, that whoever runs the program has to act. *Retry* means that the same call may succeed later.
"""
_FAMILIES: dict[type[Error], str] = {
    ConfigurationError: "The set-up is wrong: nothing can run",
    RefusedError: "Refused: nothing was executed",
    FailedError: "Failed: execution began, effects are possible",
    AuditError: "The audit log: the executor refuses further calls",
}


def render() -> dict[str, str]:
    """The page by its path."""
    parts = [_HEAD]
    for family, title in _FAMILIES.items():
        parts.append(f"\n## {title}\n")
        parts += [_entry(error) for error in catalogue() if issubclass(error, family)]
    return {"docs/errors.md": "".join(parts)}


def _entry(error: type[Error]) -> str:
    meaning = inspect.getdoc(error) or ""
    for_whom = error.audience + (", retry" if error.retryable else "")
    return (
        f"\n### `{error.code}`\n\n"
        f"{meaning.partition(chr(10))[0]} *({error.__name__}; {for_whom})*\n\n"
        f"- Cause: {error.cause}\n"
        f"- Fix: {error.fix}\n"
    )
