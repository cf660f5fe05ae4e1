"""Writes and reads the zip file of evidence: the same parts always give the same bytes, and nothing is ever unpacked to a disk.

A file from outside is read with bounds: so many parts, of such sizes, under the names that are made here, not compressed. A name such as
``../../etc/passwd``, a link or a bomb has no use in it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping

from runtime.audit.format.chain import FormatError

MAX_EVIDENCE_BYTES = 256 << 20
START = b"PK"
_MAX_PARTS = 50_000
_MAX_PART_BYTES = 8 << 20
_EPOCH = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644
_NAMES = re.compile(
    r"README\.txt|check_bundle\.py|checkpoint|evidence\.json|(?:handovers|records)/[0-9]{1,16}\.tlog-proof"
    r"|values/[0-9]{1,16}-(?:value|names)\.json|policy/[0-9a-f]{64}/(?!\.{1,2}(?:/|$))[A-Za-z0-9_.-]{1,128}(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9_.-]{1,128}){0,16}"
)


def is_evidence(data: bytes) -> bool:
    """Whether the bytes are to be a file of evidence rather than a proof."""
    return data.startswith(START)


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The file with these parts, in the order of their names, none compressed.

    Raises:
        ValueError: a part has a name that no such file holds.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(parts):
            if not _NAMES.fullmatch(name):
                raise ValueError(f"no evidence has a part {name!a}")
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3  # Unix, on every system
            entry.external_attr = _FILE_MODE << 16
            file.writestr(entry, parts[name])
    return stream.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The parts of a file, in memory.

    Raises:
        FormatError: ``evidence.malformed``: it is no such file.
    """
    if len(data) > MAX_EVIDENCE_BYTES:
        raise _malformed(f"it has more than {MAX_EVIDENCE_BYTES} bytes")
    parts: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            entries = file.infolist()
            if len(entries) > _MAX_PARTS:
                raise _malformed(f"it has more than {_MAX_PARTS} parts")
            for entry in entries:
                _require_plain(entry, parts)
                parts[entry.filename] = file.read(entry)
    except FormatError:
        raise
    # A malformed zip makes the library raise nearly anything.
    except (
        zipfile.BadZipFile,
        ValueError,
        EOFError,
        OSError,
        RuntimeError,
        LookupError,
        OverflowError,
    ) as error:
        raise _malformed(f"it is no zip file: {error}") from None
    if sum(map(len, parts.values())) > len(data) or pack(parts) != data:
        raise _malformed("it was not made from its parts: something is doubled, hidden or in another order")
    return parts


def _require_plain(entry: zipfile.ZipInfo, parts: Mapping[str, bytes]) -> None:
    if not _NAMES.fullmatch(entry.filename) or entry.filename in parts:
        raise _malformed(f"it holds a part {entry.filename[:100]!a}")
    stored = entry.compress_type == zipfile.ZIP_STORED and entry.file_size == entry.compress_size
    if not stored or entry.file_size > _MAX_PART_BYTES:
        raise _malformed(f"its part {entry.filename!a} is compressed, or larger than any")


def _malformed(message: str) -> FormatError:
    return FormatError("evidence.malformed", message)
