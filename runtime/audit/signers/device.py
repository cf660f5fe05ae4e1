"""Defines what a device does that signs and does not give out its key, and believes nothing that it says.

Every signature is verified with the public key before anybody uses it. A device has `DEADLINE_S` to answer. What goes wrong is an
`AuditSignerFailed`: records that were acknowledged stay tagged, the log takes no more of them, and it goes on when the device answers again.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol

from runtime.audit.format.note import VerifierKey
from runtime.contracts.errors import AuditKeyUnusable, AuditSignerFailed

DEADLINE_S = 3.0
"""Less than a record may wait for its signature (`runtime.audit.verify.tail_check.MAX_UNSIGNED_S`)."""
Secret = Callable[[], bytes]
"""Asks for the passphrase or PIN; raises AuditKeyUnusable where there is none."""


class Device(Protocol):
    """One key of a device."""

    @property
    def name(self) -> str:
        """What people call it; holds no secret."""
        ...

    def public_key(self) -> bytes | None:
        """The 32 bytes of the public key, None where the device cannot tell it. Raises AuditSignerFailed."""
        ...

    def sign(self, message: bytes) -> bytes:
        """What the device says that the signature is. Raises AuditSignerFailed."""
        ...


class Kind(Protocol):
    """A module of this package, which opens devices of one kind."""

    def open_device(self, place: str, secret: Secret) -> Device:
        """The device at a place, which is written as the kind wants it; it may be asked later only.

        Raises:
            AuditKeyUnusable: ``audit.key_unusable``: the place is malformed, or cannot be used safely.
        """
        ...


KINDS = ("command", "pkcs11")


def open_device(place: str, secret: Secret) -> Device:
    """The device that ``KIND:...`` names.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: there is no such kind, or the place is malformed.
    """
    kind = place.partition(":")[0]
    if kind not in KINDS:
        raise AuditKeyUnusable(
            f"{kind!r} is no kind of signer", suggestion="Use one of: " + ", ".join(f"{k}:" for k in KINDS)
        )
    module: Kind = importlib.import_module(f"runtime.audit.signers.{kind}")
    return module.open_device(place, secret)


def verified(device: Device, key: VerifierKey) -> Callable[[bytes], bytes]:
    """Signs with a device, and gives out what this key verifies and nothing else."""

    def sign(message: bytes) -> bytes:
        signature = device.sign(message)
        if len(signature) != 64 or not key.verifies(signature, message):
            raise failed(device.name, "what it gave is not this key's signature of what it was asked to sign")
        return signature

    return sign


def failed(name: str, reason: str) -> AuditSignerFailed:
    """The error for a device that did not sign."""
    return AuditSignerFailed(f"The signer {name} failed: {reason}", temporary=True)
