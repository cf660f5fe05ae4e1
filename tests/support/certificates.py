"""An authority of one's own, and the certificates that it gives to servers of tests: right ones, and ones that are wrong on purpose."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_NOW = datetime.datetime.now(datetime.UTC)
_DAY = datetime.timedelta(days=1)


class Authority:
    """Signs certificates. ``file`` is what one trusts who trusts it."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = _builder(self._name, self._key, _NOW - _DAY, _NOW + _DAY).issuer_name(self._name)
        certificate = builder.add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        ).sign(self._key, hashes.SHA256())
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def sign(self, host: str, *, expired: bool = False) -> tuple[Path, Path]:
        """The files of a certificate for a name or an address, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        ends = _NOW - _DAY if expired else _NOW + _DAY
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        try:
            alternative: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            alternative = x509.DNSName(host)
        certificate = (
            _builder(name, key, _NOW - 2 * _DAY, ends)
            .issuer_name(self._name)
            .add_extension(x509.SubjectAlternativeName([alternative]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        kind = f"{host}-{'old' if expired else 'new'}"
        written, secret = self._folder / f"{kind}.crt", self._folder / f"{kind}.key"
        written.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        secret.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        secret.chmod(0o600)
        return written, secret

    def serving(self, host: str, *, expired: bool = False) -> ssl.SSLContext:
        """What a server shows that says it is this host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.sign(host, expired=expired))
        return context


def _builder(
    name: x509.Name, key: ec.EllipticCurvePrivateKey, starts: datetime.datetime, ends: datetime.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(starts)
        .not_valid_after(ends)
    )
