"""Who is served: a client is what a connection proved to be, and everything that is decided for it follows from that."""

from __future__ import annotations

import msgspec

from runtime.contracts.capability import Capability
from runtime.contracts.invocation import Principal


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """One client of a server: on whose behalf it calls, and what its calls may use."""

    name: str
    """What tells it from other clients: the name of its token, its issuer and subject, or ``stdio``."""
    principal: Principal
    grants: tuple[Capability, ...] | None = None
    """What its calls may use; None means the configured grants."""
    approver: str | None = None
    """As whom the person at this client answers questions; None where nobody at it may answer, and questions wait in the inbox."""
    is_auditor: bool = False
    """Whether it may read the records of everybody's calls, beside those of its own principal."""

    @property
    def authority(self) -> tuple[str, tuple[str, ...], bytes, tuple[Capability, ...] | None]:
        """What gate and policy look at: clients that share it are shown the same tools."""
        who = self.principal
        return who.id, who.roles, msgspec.json.encode(who.attributes, order="sorted"), self.grants
