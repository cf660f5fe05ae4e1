"""Exports over TLS: a server is believed by its certificate, and nothing is sent to one that is not."""

from __future__ import annotations

import datetime
import ipaddress
import json
import socket
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from runtime.audit.export.sinks import open_sink
from runtime.contracts.errors import AuditExportUnavailable

LINES = [b'{"at_us":1,"digest":"blake3:1"}\n', b'{"at_us":2,"digest":"blake3:2"}\n']
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"


def certificate(folder, name: str) -> tuple[str, str]:
    """A certificate that signs itself, for a name or an address, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "it")])
    now = datetime.datetime.now(datetime.UTC)
    alternative = x509.IPAddress(ipaddress.ip_address(name)) if name[0].isdigit() else x509.DNSName(name)
    built = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    built = built.serial_number(7).not_valid_before(now - datetime.timedelta(1))
    built = built.not_valid_after(now + datetime.timedelta(1))
    built = built.add_extension(x509.SubjectAlternativeName([alternative]), critical=False)
    made = built.sign(key, hashes.SHA256())
    (folder / f"{name}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / f"{name}.key").write_bytes(private)
    return str(folder / f"{name}.pem"), str(folder / f"{name}.key")


class TlsServer:
    """Takes one connection, answers what it is told to, and keeps what it was sent."""

    def __init__(self, files: tuple[str, str], answer: bytes = b"") -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(*files)
        self._answer = answer
        self.received = b""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(10)
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            plain, _ = self._socket.accept()
            plain.settimeout(10)
            with self._context.wrap_socket(plain, server_side=True) as connection:
                while chunk := connection.recv(65_536):
                    self.received += chunk
                    if self._answer and self.received.endswith(b"}"):
                        connection.sendall(self._answer)
                        return
        except OSError:  # the client did not believe the certificate
            return

    def finish(self) -> bytes:
        self._thread.join(10)
        self._socket.close()
        return self.received


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    return {name: certificate(folder, name) for name in ("127.0.0.1", "another.example")}


@pytest.mark.parametrize("scheme", ["syslog+tls", "otlp+https"])
def test_lines_arrive_over_tls_at_a_server_that_the_machine_trusts(files, monkeypatch, scheme):
    """T-AUD-95"""
    monkeypatch.setenv("SSL_CERT_FILE", files["127.0.0.1"][0])
    server = TlsServer(files["127.0.0.1"], OK if scheme == "otlp+https" else b"")
    sink = open_sink(f"{scheme}://127.0.0.1:{server.port}", None)
    sink.send(LINES)
    sink.close()
    received = server.finish()
    if scheme == "otlp+https":
        body = json.loads(received.partition(b"\r\n\r\n")[2])
        records = body["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
        assert [one["body"]["stringValue"] for one in records] == [line.decode().strip() for line in LINES]
    else:
        assert all(line.strip() in received for line in LINES)


@pytest.mark.parametrize("scheme", ["syslog+tls", "otlp+https"])
@pytest.mark.parametrize("trouble", ["nobody trusts it", "another name"])
def test_nothing_is_sent_to_a_server_whose_certificate_does_not_hold(files, monkeypatch, scheme, trouble):
    """T-AUD-95: somebody who stands between the export and its collector."""
    own = files["127.0.0.1" if trouble == "nobody trusts it" else "another.example"]
    trusted = files["another.example"]
    monkeypatch.setenv("SSL_CERT_FILE", trusted[0])
    server = TlsServer(own)
    sink = open_sink(f"{scheme}://127.0.0.1:{server.port}", None)
    with pytest.raises(AuditExportUnavailable) as caught:
        sink.send(LINES)
    sink.close()
    assert caught.value.code == "audit.export_unavailable"
    assert server.finish() == b""


@pytest.mark.parametrize("scheme", ["syslog+tls", "otlp+https"])
def test_a_server_without_tls_is_told_and_gets_nothing_in_the_clear(scheme):
    """T-AUD-95"""
    listening = socket.create_server(("127.0.0.1", 0))
    received: list[bytes] = []

    def answer() -> None:
        connection, _ = listening.accept()
        with connection:
            received.append(connection.recv(65_536))
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    sink = open_sink(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}", None)
    with pytest.raises(AuditExportUnavailable):
        sink.send(LINES)
    sink.close()
    thread.join(10)
    listening.close()
    assert not any(line.strip() in received[0] for line in LINES)
