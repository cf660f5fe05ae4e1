"""Normalization: one result, one digest.

``json``: the value's RFC 8785 bytes. ``binary``: the bytes as they are. ``custom``: what a function of the embedder makes of the
value. A tool without a rule is an error.

Source: tool system specification, "Normalization".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from runtime.contracts import canonical
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import OutputInvalid, OutputLimit
from runtime.contracts.manifest import Manifest

CustomRule = Callable[[Any], bytes]
_encode = msgspec.json.encode


class Normalized(NamedTuple):
    """A result in its two forms, each with its digest."""

    raw: bytes
    """As the tool gave it: the order of keys is the tool's."""
    data: bytes
    """Normalized."""
    digest: Digest
    """Of ``data``: what the caller gets."""
    raw_digest: Digest


class Normalizer:
    """Applies the rule that a manifest names."""

    def __init__(self, custom: Mapping[str, CustomRule]) -> None:
        """Take the functions of tools with ``normalization="custom"``, by tool name."""
        self._custom = dict(custom)

    def normalize(self, manifest: Manifest, value: Any, *, max_bytes: int) -> Normalized:
        """The result's bytes and digests.

        Raises:
            OutputLimit: it is larger than ``max_bytes``.
            OutputInvalid: no rule, or the value has no normal form.
        """
        raw = _bytes_of(manifest, value)
        if len(raw) > max_bytes:
            raise OutputLimit(
                f"the output of {manifest.name} has {len(raw)} bytes, more than {max_bytes}",
                max_bytes=max_bytes,
            )
        data = self._apply(manifest, value, raw)
        raw_digest = digest(raw)
        return Normalized(raw, data, raw_digest if data == raw else digest(data), raw_digest)

    def _apply(self, manifest: Manifest, value: Any, raw: bytes) -> bytes:
        if manifest.normalization == "json":
            try:
                return canonical.encode(value)
            except canonical.NotCanonical as error:
                raise OutputInvalid(f"the output of {manifest.name} has no canonical form: {error}") from None
        if manifest.normalization == "binary":
            return raw
        if manifest.normalization == "custom" and manifest.name in self._custom:
            return _custom(self._custom[manifest.name], manifest.name, value)
        raise OutputInvalid(
            f"{manifest.name} has no normalization rule",
            suggestion='Declare normalization="json", or give Executor.open(normalizers=...) a rule.',
        )


def _bytes_of(manifest: Manifest, value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    try:
        return _encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError):  # a lone surrogate is a ValueError
        raise OutputInvalid(f"the output of {manifest.name} is not JSON") from None


def _custom(rule: CustomRule, name: str, value: Any) -> bytes:
    try:
        data = rule(value)
    except Exception as error:  # noqa: BLE001  # the embedder's code: its faults are the output's
        raise OutputInvalid(f"the normalization rule of {name} failed ({type(error).__name__})") from None
    if not isinstance(data, bytes):
        raise OutputInvalid(f"the normalization rule of {name} did not return bytes")
    return data
