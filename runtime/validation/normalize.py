"""Outputs in their normal form, so that equal results have equal digests.

Source: tool system specification, "Normalization": the rules json, binary and custom; a tool without a rule is an error.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from runtime.contracts import canonical
from runtime.contracts.bounded_json import MAX_VALUES, too_many
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import OutputInvalid, OutputLimit
from runtime.contracts.manifest import Manifest

CustomRule = Callable[[Any], bytes]
"""From a tool's value to the bytes that are hashed."""

_log = logging.getLogger("runtime.validation")


_SMALL = 16_384
"""Values, and pieces of sixteen characters, that are checked and encoded in some milliseconds."""


def is_small(value: Any) -> bool:
    """Whether an output is so small that the loop may wait while it is checked and encoded; looked at no further than that."""
    left = _SMALL
    waiting = [value]
    while waiting and left > 0:
        item = waiting.pop()
        kind = type(item)
        left -= 1
        if kind is str or kind is bytes:
            left -= len(item) >> 4
        elif kind is dict or kind is list or kind is tuple:
            if len(item) > left:
                return False
            waiting.extend(item)
            if kind is dict:
                waiting.extend(item.values())
    return left > 0


class Normalized(msgspec.Struct, frozen=True, kw_only=True):
    """An output as it came, and in its normal form."""

    raw: bytes
    """The value's encoding with the order of its keys kept, or the bytes themselves."""
    data: bytes
    """The normal form."""
    digest: Digest
    raw_digest: Digest


class Normalizer:
    """Brings outputs into their normal form by the rule that a manifest names."""

    def __init__(self, rules: Mapping[str, CustomRule] | None = None) -> None:
        """Keep the rules of tools with ``normalization="custom"``, by tool name."""
        self._custom = dict(rules or {})

    def normalize(self, manifest: Manifest, value: Any, *, max_bytes: int | None = None) -> Normalized:
        """The normal form of a tool's value.

        Args:
            manifest: Names the tool and its rule.
            value: JSON data, or bytes for ``binary``.
            max_bytes: The bound on both forms; the manifest's own where None.

        Raises:
            OutputInvalid: no rule, a value that the rule does not take, or a rule that fails.
            OutputLimit: a form is larger than the bound; nothing is cut short.
        """
        most = manifest.resource_bounds.output_bytes if max_bytes is None else max_bytes
        if manifest.normalization is None:
            raise OutputInvalid(f"{manifest.name} has no normalization rule", tool=manifest.name)
        if manifest.normalization == "binary":
            raw = _bytes(manifest.name, value, most)
            data = raw
        elif manifest.normalization == "custom":
            raw, _ = _json(value, most)
            data = self._by_rule(manifest.name, raw)
        else:
            raw, data = _json(value, most)
        _check_size(max(len(raw), len(data)), most)
        raw_digest = digest(raw)
        return Normalized(
            raw=raw, data=data, raw_digest=raw_digest, digest=raw_digest if data == raw else digest(data)
        )

    def _by_rule(self, tool: str, raw: bytes) -> bytes:
        rule = self._custom.get(tool)
        if rule is None:
            raise OutputInvalid(
                f"{tool} has no normalization rule: it is custom, and none was given",
                suggestion=f"Open the executor with normalizers={{{tool!r}: rule}}.",
                tool=tool,
            )
        try:
            data = rule(msgspec.json.decode(raw))  # its own copy: a rule must not change what is returned
        except Exception as error:  # noqa: BLE001  # the embedder's code: its faults are the output's
            _log.warning("the normalization rule of %s failed", tool, exc_info=True)
            raise OutputInvalid(
                f"the normalization rule of {tool} failed ({type(error).__name__[:64]})", tool=tool
            ) from None
        if type(data) is not bytes:
            raise OutputInvalid(f"the normalization rule of {tool} does not give bytes", tool=tool)
        return data


def _bytes(tool: str, value: Any, most: int) -> bytes:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise OutputInvalid(f"{tool} has binary output and did not give bytes", tool=tool)
    _check_size(memoryview(value).nbytes, most)
    return bytes(value)


def _json(value: Any, most: int) -> tuple[bytes, bytes]:
    """The encoding as it came, and RFC 8785's."""
    _check_size(_least_size(value, most), most)
    try:
        data = canonical.encode(value)
    except canonical.NotCanonical as error:
        raise OutputInvalid(f"the output is not JSON: {error}") from None
    return msgspec.json.encode(value), data


def _least_size(value: Any, most: int) -> int:
    """A lower bound of the encoding's size, found without encoding; counting stops beyond the bound.

    It ends values that would unfold without end, and keeps a huge one from being copied twice before it is refused.
    """
    size, values = 0, 0
    level = [value]
    for _ in range(canonical.MAX_DEPTH + 1):
        values += len(level)
        if values > MAX_VALUES:
            raise too_many()
        size += sum(len(item) + 2 if type(item) is str else 1 for item in level)
        if size > most:
            return size
        level = [item for held in level for item in _items(held)]
        if not level:
            break
    return size


def _items(value: Any) -> Any:
    if type(value) is dict:
        return [*value.values(), *value]
    return value if type(value) in (list, tuple) else ()


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise OutputLimit(f"the output is larger than {most} bytes", max_bytes=most)
