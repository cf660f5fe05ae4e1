"""What an executor is put together from, and the form of one request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, get_args

import msgspec

from runtime.approval.broker import Broker
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability
from runtime.contracts.changes import ChangesMode
from runtime.contracts.decision import Decision
from runtime.contracts.errors import InputInvalid
from runtime.contracts.invocation import CALL_ID, PRINCIPAL, ErrorInfo, Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.nested import CallAccess
from runtime.contracts.ports import AuditLog, PolicyEngine, ScopedContext
from runtime.contracts.session import SessionAccess
from runtime.contracts.streaming import EventSink
from runtime.contracts.tracing import TraceContext
from runtime.executor.admission import Admission
from runtime.executor.entitlements import Entitlements
from runtime.executor.prepared import PreparedTool
from runtime.executor.rate import RateLimiter
from runtime.executor.session import Session
from runtime.executor.surroundings import Surroundings
from runtime.validation.normalize import Normalizer


class MakeContext(Protocol):
    """Makes the context of one call from what it may use."""

    def __call__(
        self,
        call_id: str,
        capabilities: CapabilitySet,
        limits: ResourceBounds,
        *,
        principal: str = "",
        tool: str = "",
        session: SessionAccess | None,
        calls: CallAccess | None,
        events: EventSink | None,
        commands: Mapping[str, Callable[..., Any]] | None = None,
        trace: TraceContext | None = None,
    ) -> ScopedContext: ...


class Dependencies(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an executor needs, made elsewhere: it names no concrete backend, engine or store."""

    tools: Mapping[str, PreparedTool]
    suggest: Callable[[str], str | None]
    engine: PolicyEngine
    log: AuditLog
    make_context: MakeContext
    normalizer: Normalizer
    rates: RateLimiter
    places: Admission
    entitlements: Entitlements = Entitlements()
    """What the settings give principals."""
    surroundings: Surroundings
    shadow: PolicyEngine | None = None
    """A second bundle: it is asked everything, and enforces nothing."""
    broker: Broker = msgspec.field(default_factory=Broker)
    changes: ChangesMode = "direct"
    """How commands change the workspace where nobody wants less of them."""


class CallRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One call of `call_many`; the fields are the arguments of `call`."""

    tool: str
    arguments: Any
    grants: Sequence[Capability] | None = None
    principal: str | Principal = "agent:anonymous"
    call_id: str | None = None
    limits: ResourceBounds | None = None
    session: Session | None = None
    changes: ChangesMode | None = None
    trace: str | None = None


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What would be decided of a call. ``error`` says why it would be refused, None where it would run."""

    decision: Decision
    error: ErrorInfo | None = None
    needs_approval: bool = False
    capabilities: tuple[dict[str, Any], ...] = ()
    limits: ResourceBounds | None = None


def as_principal(principal: str | Principal) -> Principal:
    """The principal of an id such as ``agent:demo``.

    Raises:
        InputInvalid: the id is malformed.
    """
    who = Principal(id=principal) if isinstance(principal, str) else principal
    if not isinstance(who, Principal) or type(who.id) is not str or not PRINCIPAL.fullmatch(who.id):
        raise InputInvalid(
            "principal must be kind:name, for example agent:demo",
            suggestion="Letters, digits and ._@/+- only.",
            field="principal",
        )
    return who


def as_grants(grants: Any) -> tuple[Capability, ...]:
    """The capabilities of a call.

    Raises:
        InputInvalid: something in it is no capability.
    """
    try:
        granted = tuple(grants)
    except TypeError:
        granted = (None,)
    if not all(isinstance(grant, Capability) for grant in granted):
        raise InputInvalid("grants must be capabilities such as FsRead(['src'])", field="grants")
    return granted


def check_call_id(call_id: Any) -> None:
    """Refuse an id that could not stand in a record.

    Raises:
        InputInvalid: the id is malformed.
    """
    if call_id is not None and not (isinstance(call_id, str) and CALL_ID.fullmatch(call_id)):
        raise InputInvalid(
            "call_id must be 1 to 128 letters, digits or ._:- and start with a letter or digit",
            field="call_id",
        )


def check_limits(limits: Any) -> None:
    """Refuse bounds that are none.

    Raises:
        InputInvalid: not a ResourceBounds.
    """
    if limits is None:
        return
    if not isinstance(limits, ResourceBounds):
        raise InputInvalid("limits must be a ResourceBounds", field="limits")
    if field := limits.unusable():
        raise InputInvalid(f"limits.{field} must be a number that is not negative", field=f"limits.{field}")


def check_changes(changes: Any) -> None:
    """Refuse a mode of changes that is none.

    Raises:
        InputInvalid: not one of ``ChangesMode``.
    """
    if changes is not None and changes not in get_args(ChangesMode):
        modes = ", ".join(get_args(ChangesMode))
        raise InputInvalid(f"changes must be one of {modes}", field="changes")


def check_session(session: Any) -> None:
    """Refuse a session that is none.

    Raises:
        InputInvalid: not a Session.
    """
    if session is not None and not isinstance(session, Session):
        raise InputInvalid("session must be a Session", field="session")
