"""Takes names out of records, and keeps them in the vault: who called, who approved, and what was reached for.

What stands in a record stays for good. Where the settings or the policy say so, principals and targets are replaced by a commitment, whose
salt and value are kept where they can be erased. Without a vault nothing of them is kept.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import msgspec

from runtime.contracts import canonical
from runtime.contracts.audit import ApprovalDecided, Body, CapabilityCheck, ToolInvoked
from runtime.contracts.digest import commitment
from runtime.contracts.vault import MAX_VALUE_BYTES, Sealed
from runtime.executor.salts import fresh_salt

HIDDEN = "(sealed)"
"""What stands in the place of a name."""


def hide_names(body: Body, hidden: Set[str], *, keep: bool) -> tuple[Body, Sealed | None]:
    """The body without the names that are hidden (``principals``, ``targets``), and what opens the commitment to them."""
    if isinstance(body, ToolInvoked) and "principals" in hidden:
        return _sealed(body, body.principal, keep, principal=HIDDEN)
    if isinstance(body, ApprovalDecided) and "principals" in hidden:
        return _sealed(body, body.approver, keep, approver=HIDDEN)
    if isinstance(body, CapabilityCheck) and "targets" in hidden and body.checks:
        checks = tuple(msgspec.structs.replace(check, target=HIDDEN) for check in body.checks)
        return _sealed(body, [check.target for check in body.checks], keep, checks=checks)
    return body, None


def _sealed(body: Body, names: Any, keep: bool, **fields: Any) -> tuple[Body, Sealed | None]:
    value, salt = canonical.encode(names), fresh_salt()
    if not keep or len(value) > MAX_VALUE_BYTES:
        return msgspec.structs.replace(body, **fields), None
    digest = commitment(salt, value)
    return msgspec.structs.replace(body, names=digest, **fields), Sealed(digest, salt, value)
