"""Resource bounds: what a call may use. Every unit stands in the name."""

from __future__ import annotations

from typing import Any

import msgspec

MOST = (2**53 - 1) // 1000
"""In thousandths, still a number of a record."""
_SECONDS, _COUNT = (int, float), (int,)
_OPTIONAL = frozenset({"cpu_s", "fuel", "memory_bytes", "files", "calls"})


class NetworkBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much a call may use the network."""

    requests: int = 0
    bytes: int = 0


class ResourceBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The bounds of one call. None means: no bound of its own (the backend's default holds).

    Source: tool system specification, "Resource Bounds" (timeout, max_memory, max_cpu, max_network).
    """

    input_bytes: int = 262_144
    """The arguments' canonical form. A policy engine is given all of them, so a larger bound slows decisions down."""
    wall_s: float = 30.0
    cpu_s: float | None = None
    fuel: int | None = None
    memory_bytes: int | None = None
    output_bytes: int = 16 * 1024 * 1024
    files: int | None = None
    calls: int | None = None
    """Calls that are made inside this one, at any depth."""
    network: NetworkBounds | None = None

    def unusable(self) -> str | None:
        """The name of a field that is no bound, or None.

        A struct made in code holds anything. NaN compares as neither more nor less, so that it would bound nothing; what is
        negative or beyond the numbers of a record has no record.
        """
        bounds: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        network = bounds.pop("network")
        if isinstance(network, NetworkBounds):
            bounds |= {f"network.{name}": getattr(network, name) for name in network.__struct_fields__}
        elif network is not None:
            return "network"
        for name, value in bounds.items():
            if value is None and name in _OPTIONAL:
                continue
            if type(value) not in (_SECONDS if name.endswith("_s") else _COUNT) or not 0 <= value <= MOST:
                return name
        return None

    def narrowed(self, other: ResourceBounds | None) -> ResourceBounds:
        """The tighter of two bounds, field by field; a bound can never grow."""
        if other is None:
            return self
        return ResourceBounds(
            input_bytes=min(self.input_bytes, other.input_bytes),
            wall_s=min(self.wall_s, other.wall_s),
            cpu_s=_tighter(self.cpu_s, other.cpu_s),
            fuel=_tighter(self.fuel, other.fuel),
            memory_bytes=_tighter(self.memory_bytes, other.memory_bytes),
            output_bytes=min(self.output_bytes, other.output_bytes),
            files=_tighter(self.files, other.files),
            calls=_tighter(self.calls, other.calls),
            network=_tighter_network(self.network, other.network),
        )


def _tighter(a: Any, b: Any) -> Any:
    if a is None:
        return b
    return a if b is None else min(a, b)


def _tighter_network(a: NetworkBounds | None, b: NetworkBounds | None) -> NetworkBounds | None:
    if a is None or b is None:
        return b if a is None else a
    return NetworkBounds(requests=min(a.requests, b.requests), bytes=min(a.bytes, b.bytes))
