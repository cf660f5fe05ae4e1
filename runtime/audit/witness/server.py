"""Submits checkpoints to a server that witnesses logs (C2SP tlog-witness), and keeps what it cosigns.

``POST <prefix>/add-checkpoint`` carries the size of the newest checkpoint that the server is thought to have, a proof that the
log continued it, and the checkpoint. The answers:

| status | means |
|---|---|
| 200 | cosigned: the body holds the signature, which is kept with the checkpoint |
| 409, `text/x.tlog.size` | it has another size: asked again, from that one; larger than the log, and the log was cut |
| 409, 422 otherwise | it has seen another log of this name |
| anything else | it cannot be used |

Cosigned checkpoints are kept like those of a folder. The exchange has a deadline and a bound; redirections are not followed.
"""

from __future__ import annotations

import http.client
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.cosignature import WitnessKey
from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.format.tree_proof import prove_consistency
from runtime.audit.stores import Location
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.witness.port import SignedCheckpoint, unusable_witness
from runtime.contracts.errors import AuditError, AuditInconsistent, ConfigurationError

DEADLINE_S = 10.0
_MAX_ANSWER_BYTES = 16_384
_TRIES = 4
"""Writers that share a log overtake each other; one that is overtaken so often leaves it to the others."""


class _Answer(NamedTuple):
    status: int
    kind: str
    body: bytes


class ServerWitness:
    """Implements `runtime.audit.witness.port.Witness`."""

    remote = True

    def __init__(self, url: str, key: WitnessKey, log: Path | Location, kept: FolderWitness) -> None:
        """Name the server; nothing is sent.

        Args:
            url: Its submission prefix.
            key: What it cosigns with.
            log: The log's folder, which proofs are made from.
            kept: Where cosigned checkpoints go.
        """
        self.name = url
        self._key = key
        self._log = log
        self._kept = kept
        self._roots = b""  # of the log's subtrees, as far as they were computed

    @classmethod
    def of(
        cls,
        text: str,
        own: Path,
        log: Path | Location,
        keys: Sequence[VerifierKey],
        successions: Sequence[bytes],
    ) -> ServerWitness:
        """The server of ``URL KEY``.

        Raises:
            ConfigurationError: it is malformed.
        """
        url, _, key_text = text.partition(" ")
        try:
            parts = urlsplit(url)
            key = WitnessKey.parse(key_text.strip())
            plain = bool(parts.hostname) and parts.port != 0
        except InvalidNote as error:
            raise _no_server(error.message) from None
        except ValueError as error:
            raise _no_server(str(error)) from None
        if not plain or parts.query or parts.fragment or parts.username:
            raise _no_server("it names no server")
        name = sha256(str(key).encode()).hexdigest()[:16]
        return cls(url.rstrip("/"), key, log, FolderWitness(own / f"cosigned-{name}", keys, successions))

    def newest(self) -> Checkpoint | None:
        """See `Witness`: the newest that it cosigned, as it is kept here."""
        return self._kept.newest()

    def read(self, note: bytes) -> Checkpoint:
        """See `Witness`."""
        self._find_cosignature(note, note.partition(b"\n\n")[2])
        return self._kept.read(note)

    def notes(self) -> Iterator[bytes]:
        """See `Witness`."""
        return self._kept.notes()

    def hurry(self) -> None:
        """See `Witness`."""

    def close(self) -> None:
        """See `Witness`."""

    def submit(self, signed: SignedCheckpoint) -> None:
        """See `Witness`."""
        self.cosign(signed)

    def cosign(self, signed: SignedCheckpoint) -> bytes | None:
        """The line by which the server cosigned it, which is kept; None where it has a newer one of another writer.

        Raises:
            AuditWitnessUnusable, AuditInconsistent: as `submit`.
        """
        newest = self._kept.newest()
        size = min(newest.size, signed.checkpoint.size) if newest else 0
        for _ in range(_TRIES):
            answer = self._exchange(_request(size, self._prove(size, signed.checkpoint.size), signed.note))
            if answer.status == 200:
                line = self._find_cosignature(signed.note, answer.body)
                self._kept.submit(SignedCheckpoint(signed.note + line, signed.checkpoint))
                return line
            size = self._other_size(answer, size, signed.checkpoint.size)
            if size < 0:
                return None
        raise unusable_witness(self.name, "it has another size each time that it is asked")

    def _other_size(self, answer: _Answer, asked: int, size: int) -> int:
        """The size to ask again from, -1 where the server is ahead because another writer was faster."""
        if answer.status == 409 and answer.kind == "text/x.tlog.size":
            known = answer.body.strip()
            if not known.isdigit() or len(known) > 16:
                raise unusable_witness(self.name, "it names no size")
            if int(known) > size:
                if self._log_size() >= int(known):
                    return -1
                raise self._contradiction(f"it saw {int(known)} records: the log was cut or rolled back")
            if int(known) != asked:
                return int(known)
        if answer.status in (409, 422):
            raise self._contradiction(f"it saw other records among the first {asked}: the log was forked")
        raise unusable_witness(self.name, f"it answers {answer.status}")

    def _contradiction(self, what: str) -> AuditInconsistent:
        return AuditInconsistent(
            f"The witness {self.name} does not agree: {what}",
            suggestion="Stop and keep the files: restore the log, or move log and key away and begin anew.",
            witness=self.name,
        )

    def _find_cosignature(self, note: bytes, lines: bytes) -> bytes:
        try:
            return self._key.find(note, lines, time.time())
        except InvalidNote as error:
            raise unusable_witness(self.name, error.message) from None

    # What the log holds.

    def _prove(self, old: int, size: int) -> list[bytes]:
        """That the log of this size continues that of the old one."""
        if old in (0, size):
            return []
        from runtime.audit.prove.subtrees import Subtrees
        from runtime.audit.read.reader import LogReader

        try:
            with LogReader(self._log) as reader:
                subtrees = Subtrees(reader, self._roots)
                subtrees.extend(size)
                self._roots = subtrees.encode()
                return prove_consistency(subtrees.root_of, old, size)
        except (FormatError, IndexError):
            raise unusable_witness(self.name, "the log gives no proof for it") from None

    def _log_size(self) -> int:
        """How far the newest checkpoint reaches by now."""
        from runtime.audit.format.checkpoint import unverified_checkpoint
        from runtime.audit.read.reader import LogReader

        try:
            with LogReader(self._log) as reader:
                return unverified_checkpoint(reader.newest_note()).size
        except (AuditError, ValueError):
            return 0

    # The exchange.

    def _exchange(self, body: bytes) -> _Answer:
        parts = urlsplit(self.name)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=DEADLINE_S)
        # A server that sends a byte now and then would never run into the time limit of one read.
        timer = threading.Timer(DEADLINE_S, _cut_off, [connection])
        timer.daemon = True
        timer.start()
        try:
            connection.request("POST", f"{parts.path}/add-checkpoint", body, {"Content-Type": "text/plain"})
            response = connection.getresponse()
            data = response.read(_MAX_ANSWER_BYTES + 1)
            kind_text = response.headers.get_content_type()
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise unusable_witness(self.name, reason) from None
        finally:
            timer.cancel()
            connection.close()
        if len(data) > _MAX_ANSWER_BYTES:
            raise unusable_witness(self.name, f"its answer has more than {_MAX_ANSWER_BYTES} bytes")
        return _Answer(response.status, kind_text, data)


def _request(old: int, proof: Sequence[bytes], note: bytes) -> bytes:
    lines = [b"old %d" % old, *(b64encode(node) for node in proof), b"", b""]
    return b"\n".join(lines) + note


def _cut_off(connection: http.client.HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


def _no_server(reason: str) -> ConfigurationError:
    return ConfigurationError(
        f"audit.witness: not the address and key of a witness: {reason}",
        suggestion='Use "https://HOST/PREFIX NAME+HASH+KEY".',
        field="audit.witness",
    )
