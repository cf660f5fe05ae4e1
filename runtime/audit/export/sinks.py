"""Takes exported lines somewhere: a file, a syslog server, an OTLP collector.

| written | is |
|---|---|
| a path | a file that is appended to |
| `syslog://HOST[:PORT]` | RFC 5424 messages over TCP, counted in octets (RFC 6587); `syslog+tls://` with TLS; `syslog:///dev/log` the local socket |
| `otlp+http://HOST[:PORT][/PATH]`, `otlp+https://` | OpenTelemetry logs as JSON (OTLP/HTTP), at ``/v1/logs`` unless a path is given |

A sink returns from `send` when it has what it was given, as far as its protocol tells: a file when it is synced, a collector when it answers with 200.
Syslog has no answer: what was sent in the moment in which a connection breaks may be lost there.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import SplitResult, urlsplit

from runtime.contracts.errors import AuditExportUnavailable, ConfigurationError

DEADLINE_S = 10.0
_SYSLOG_PORTS = {"syslog": 514, "syslog+tls": 6514}
_FACILITY_AUDIT = 13  # RFC 5424: log audit
_INFORMATIONAL = 6
_MOST_ANSWER_BYTES = 65_536
_BATCH = 512  # of a collector's request
APPLICATION = "cathedral-runtime"


class Sink(Protocol):
    """Where lines go. Its methods raise `AuditExportUnavailable`."""

    @property
    def length(self) -> int:
        """How many bytes there are, where that can be told and gone back to; else 0."""
        ...

    def send(self, lines: Sequence[bytes]) -> None:
        """Return when all lines, each with its LF, have arrived."""
        ...

    def close(self) -> None: ...


def open_sink(target: str, length: int | None) -> Sink:
    """The sink that a user named.

    Args:
        target: As it was typed.
        length: How many bytes a file had at the cursor; what lies behind them is written again. None for a file that no cursor knows, which is only
            appended to.

    Raises:
        ConfigurationError: ``config.invalid``: it names none.
        AuditExportUnavailable: a file cannot be written.
    """
    if "://" not in target:
        return FileSink(Path(target), length)
    try:
        parts = urlsplit(target)
        port = parts.port
    except ValueError as error:
        raise _no_sink(str(error)) from None
    if parts.username or parts.password or parts.query or parts.fragment:
        raise _no_sink("an address has a host, a port and a path, and nothing else")
    if parts.scheme in _SYSLOG_PORTS and (parts.hostname or parts.path):
        return SyslogSink(parts, port or _SYSLOG_PORTS[parts.scheme])
    if parts.scheme in ("otlp+http", "otlp+https") and parts.hostname:
        return OtlpSink(parts, port)
    raise _no_sink(f"there is no sink {parts.scheme}://")


def _no_sink(reason: str) -> ConfigurationError:
    return ConfigurationError(
        f"what is exported cannot go there: {reason}",
        suggestion="Give a file, syslog://HOST, syslog+tls://HOST, syslog:///dev/log, otlp+http://HOST:4318 or otlp+https://HOST.",
    )


class FileSink:
    """A file that is appended to. What a killed export wrote behind its cursor is cut off, since it is written again."""

    def __init__(self, path: Path, length: int | None) -> None:
        self._path = path
        try:
            self._descriptor = os.open(
                path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK, 0o600
            )
        except (OSError, ValueError) as error:
            raise self._unavailable(error) from None
        try:
            size = os.lseek(self._descriptor, 0, os.SEEK_END)
            self.length = size if length is None else min(size, length)  # shorter where somebody rotated it
            if size > self.length:
                os.ftruncate(self._descriptor, self.length)
        except OSError as error:
            self.close()
            raise self._unavailable(error) from None

    def send(self, lines: Sequence[bytes]) -> None:
        """See `Sink`."""
        data = b"".join(lines)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._descriptor, view) :]
            os.fdatasync(self._descriptor)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self.length)
            raise self._unavailable(error) from None
        self.length += len(data)

    def close(self) -> None:
        """See `Sink`."""
        os.close(self._descriptor)

    def _unavailable(self, error: Exception) -> AuditExportUnavailable:
        return AuditExportUnavailable(
            f"{self._path} cannot be written: {getattr(error, 'strerror', None) or error}"
        )


class StreamSink:
    """A stream that somebody else reads, such as standard output."""

    length = 0

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def send(self, lines: Sequence[bytes]) -> None:
        """See `Sink`. A reader that went away ends the export."""
        self._stream.writelines(lines)
        self._stream.flush()

    def close(self) -> None:
        """See `Sink`."""


class SyslogSink:
    """A syslog server, or the socket of the one of this machine."""

    length = 0

    def __init__(self, parts: SplitResult, port: int) -> None:
        self._parts = parts
        self._port = port
        self._socket: socket.socket | None = None
        self._host = socket.gethostname() or "-"

    def send(self, lines: Sequence[bytes]) -> None:
        """See `Sink`."""
        local = not self._parts.hostname
        try:
            connection = self._socket or self._connect()
            for line in lines:
                message = self._message(line)
                connection.sendall(message if local else b"%d %b" % (len(message), message))
        except OSError as error:
            self.close()
            raise AuditExportUnavailable(
                f"the syslog server does not take messages: {error.strerror or error}"
            ) from None

    def close(self) -> None:
        """See `Sink`."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _connect(self) -> socket.socket:
        if not self._parts.hostname:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.settimeout(DEADLINE_S)
            self._socket.connect(self._parts.path)
            return self._socket
        connection = socket.create_connection((self._parts.hostname, self._port), DEADLINE_S)
        if self._parts.scheme == "syslog+tls":
            context = ssl.create_default_context()
            connection = context.wrap_socket(connection, server_hostname=self._parts.hostname)
        self._socket = connection
        return connection

    def _message(self, line: bytes) -> bytes:
        """RFC 5424: the line as JSON in UTF-8, which has no control characters."""
        priority = 8 * _FACILITY_AUDIT + _INFORMATIONAL
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        head = f"<{priority}>1 {now} {self._host} {APPLICATION} {os.getpid()} audit - \ufeff"
        return head.encode() + line.rstrip(b"\n")


class OtlpSink:
    """A collector of OpenTelemetry logs; each line is the body of a log record."""

    length = 0

    def __init__(self, parts: SplitResult, port: int | None) -> None:
        self._parts = parts
        self._port = port
        self._path = parts.path if parts.path not in ("", "/") else "/v1/logs"

    def send(self, lines: Sequence[bytes]) -> None:
        """See `Sink`."""
        for start in range(0, len(lines), _BATCH):
            self._post(json.dumps(_otlp_logs(lines[start : start + _BATCH])).encode())

    def close(self) -> None:
        """See `Sink`."""

    def _post(self, data: bytes) -> None:
        secure = self._parts.scheme == "otlp+https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(
            str(self._parts.hostname), self._port or (443 if secure else 4318), timeout=DEADLINE_S
        )
        try:
            connection.request("POST", self._path, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            body = answer.read(_MOST_ANSWER_BYTES)
        except (OSError, http.client.HTTPException) as error:
            raise AuditExportUnavailable(
                f"the collector cannot be reached: {getattr(error, 'strerror', None) or type(error).__name__}"
            ) from None
        finally:
            connection.close()
        if answer.status != 200 or _refused(body):
            raise AuditExportUnavailable(f"the collector refused logs, with status {answer.status}")


def _refused(body: bytes) -> bool:
    """Whether the collector took only a part: OTLP, "partial success"."""
    try:
        told = json.loads(body or b"{}")
        return bool(int(told.get("partialSuccess", {}).get("rejectedLogRecords", 0)))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False


def _otlp_logs(lines: Sequence[bytes]) -> dict[str, Any]:
    now = str(time.time_ns())
    records = []
    for line in lines:
        told = json.loads(line)
        uid = told.get("digest") or told.get("metadata", {}).get("uid", "")
        at_us = told.get("at_us") or 1000 * told.get("time", 0)
        records.append(
            {
                "timeUnixNano": str(1000 * at_us),
                "observedTimeUnixNano": now,
                "severityNumber": 9,  # INFO
                "body": {"stringValue": line.decode().rstrip("\n")},
                "attributes": [{"key": "log.record.uid", "value": {"stringValue": uid}}],
            }
        )
    resource = [{"key": "service.name", "value": {"stringValue": APPLICATION}}]
    return {
        "resourceLogs": [
            {
                "resource": {"attributes": resource},
                "scopeLogs": [{"scope": {"name": "runtime.audit"}, "logRecords": records}],
            }
        ]
    }
