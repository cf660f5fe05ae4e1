"""Encodes and decodes one record as a line, and links each line to the one before it.

A line is acceptable when

1. it is at most 65,535 bytes long,
2. it is a JSON object with exactly a record's fields,
3. its kind is known,
4. its body has exactly the fields of its kind,
5. encoding what was read gives the same bytes: one record has one spelling,
6. ``seq`` counts from 0 without a gap,
7. ``prev`` is the BLAKE3 digest of the line before,
8. its time is not before that line's, unless it is a ClockJumped record.

A line ends with its ``tag``, a message authentication code. Whoever holds the signing key also requires that no line which is not
signed yet has a wrong one (`runtime.audit.format.record_tag`).

Rules 1 to 5 catch what a parser forgives (a duplicate key, an added field, whitespace, ``\\u0041`` for ``A``); the
writer, the verifier and repair share this code, so none of them can forgive what another refuses.
"""

from __future__ import annotations

import msgspec
from blake3 import blake3

from runtime.audit.format.record_tag import TAG_BYTES, TAG_END, TAG_HEX, ends_with_tag
from runtime.contracts.audit import GENESIS, KINDS, MAX_LINE_BYTES, MAX_SAFE_INTEGER, Body, Entry, Record
from runtime.contracts.digest import PREFIX, digest
from runtime.contracts.errors import AuditRecordRefused

_ENCODE = msgspec.json.Encoder().encode
_DECODE_RECORD = msgspec.json.Decoder(Record).decode
_DECODE_BODY = {kind: msgspec.json.Decoder(body).decode for kind, body in KINDS.items()}
CLOCK_JUMPED = "ClockJumped"
_CALL_TYPES = (str, type(None))
_HEAD = b'{"at_us":%d,"body":'
_TAIL = b'%b","seq":%d,"tag":"'
_LINE = _HEAD + b"%b" + _TAIL
# Sequence number and time are not known when a record is admitted, so the longest of each are counted in.
_FRAME_BYTES = (
    len(_HEAD % MAX_SAFE_INTEGER) + len(_TAIL % (GENESIS.encode(), MAX_SAFE_INTEGER)) + TAG_HEX + len(TAG_END)
)


class FormatError(ValueError):
    """Bytes that break a rule of the log's format where they stand; ``code`` names the rule, as a finding does."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def prepare(entry: Entry) -> bytes:
    """The part of the entry's line that does not depend on where it will stand.

    The body is read back by the decoder that the verifier uses, so nothing gets into the log that a verifier
    would call tampered.

    Raises:
        AuditRecordRefused: the entry has no acceptable line.
    """
    kind = type(entry.body).__name__
    if KINDS.get(kind) is not type(entry.body) or not isinstance(entry.call, _CALL_TYPES):
        raise AuditRecordRefused(f"{kind} is no kind of record, or its call id is no string")
    try:
        body = _ENCODE(entry.body)
        middle = b'%b,"call":%b,"kind":"%b","prev":"' % (body, _ENCODE(entry.call), kind.encode())
        _DECODE_BODY[kind](body)
    except (UnicodeEncodeError, msgspec.MsgspecError, TypeError, OverflowError, RecursionError) as error:
        raise AuditRecordRefused(f"A {kind} record does not hold: {error}", kind=kind) from None
    if len(middle) + _FRAME_BYTES > MAX_LINE_BYTES:
        raise AuditRecordRefused(
            f"A {kind} record exceeds {MAX_LINE_BYTES} bytes", kind=kind, size_bytes=len(middle)
        )
    return middle


def decode(line: bytes) -> tuple[Record, Body]:
    """The record and body of a line that keeps rules 1 to 5.

    Raises:
        FormatError: it does not.
    """
    if len(line) > MAX_LINE_BYTES:
        raise FormatError("record.size", f"the line has {len(line)} bytes, more than {MAX_LINE_BYTES}")
    try:
        record = _DECODE_RECORD(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise FormatError(
            "record.fields", "the line is not a JSON object with exactly a record's fields"
        ) from None
    decode_body = _DECODE_BODY.get(record.kind)
    if decode_body is None:
        raise FormatError("record.kind", "the record's kind is unknown")
    try:
        body: Body = decode_body(record.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise FormatError(
            "record.body", f"the body does not have exactly the fields of {record.kind}"
        ) from None
    # A tag of another length would move the place where it starts.
    if _ENCODE(body) != bytes(record.body) or _ENCODE(record) != line or not ends_with_tag(line):
        raise FormatError("record.spelling", "the line is not the canonical spelling of its record")
    return record, body


class Chain:
    """Where the chain stands: how many lines, the digest of the last, its time."""

    __slots__ = ("at_us", "head", "size")

    def __init__(self, size: int = 0, head: str = GENESIS, at_us: int = 0) -> None:
        self.size = size
        self.head = head
        self.at_us = at_us

    def follow(self, line: bytes) -> tuple[Record, Body]:
        """Take the next line if it keeps all eight rules.

        Raises:
            FormatError: it does not; the chain has not moved.
        """
        record, body = decode(line)
        if record.seq != self.size:
            raise FormatError(
                "chain.sequence", f"record {record.seq} stands where record {self.size} belongs"
            )
        if record.prev != self.head:
            raise FormatError("chain.link", "the record does not continue the record before it")
        if record.at_us < self.at_us and record.kind != CLOCK_JUMPED:
            raise FormatError("chain.clock", "the record's time is before that of the record before it")
        self.size += 1
        self.head = digest(line)
        self.at_us = record.at_us
        return record, body

    def extend(self, middle: bytes, at_us: int, tag_key: bytes) -> bytes:
        """The line that continues the chain with what `prepare` made; a clock that stepped back is held."""
        if at_us > self.at_us:
            self.at_us = min(at_us, MAX_SAFE_INTEGER)
        line = _LINE % (self.at_us, middle, self.head.encode(), self.size)
        hasher = blake3(line)
        tag = blake3(hasher.digest(), key=tag_key).digest(TAG_BYTES).hex().encode() + TAG_END
        self.head = PREFIX + hasher.update(tag).digest().hex()
        self.size += 1
        return line + tag


class Framing:
    """Cuts a stream of bytes into lines at LF and nowhere else: ``rest`` is the unfinished last one.

    ``splitlines`` would also cut at form feeds and U+2028, which JSON strings may hold.
    """

    __slots__ = ("rest",)

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that the chunk completes, without their LF.

        Raises:
            FormatError: no line can be that long; what came before it was returned already.
        """
        if len(self.rest) > MAX_LINE_BYTES:
            raise FormatError("record.size", f"a line has more than {MAX_LINE_BYTES} bytes")
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        return lines
