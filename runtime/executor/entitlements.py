"""What the settings give principals: the capabilities of calls that name none, and roles."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from runtime.contracts.capability import Capability
from runtime.contracts.invocation import Principal


class Entitlements(msgspec.Struct, frozen=True):
    """The grants and roles of principals."""

    everyone: tuple[Capability, ...] = ()
    """What calls may use that name no grants, of principals that have none of their own."""
    grants: Mapping[str, tuple[Capability, ...]] = {}
    """The grants of single principals, by id. They stand in place of everyone's: an empty tuple grants nothing."""
    roles: Mapping[str, tuple[str, ...]] = {}
    """Roles of single principals, by id, beside those that a call brings."""

    def grants_of(self, principal: str) -> tuple[Capability, ...]:
        """What a call of this principal may use where it names no grants."""
        return self.grants.get(principal, self.everyone)

    def with_roles(self, who: Principal) -> Principal:
        """The principal with the roles that it is given, each once."""
        given = self.roles.get(who.id)
        return (
            msgspec.structs.replace(who, roles=tuple(dict.fromkeys((*who.roles, *given)))) if given else who
        )
