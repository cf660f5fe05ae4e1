"""A time stamping authority: `openssl ts` behind HTTP, and tokens that a bad one would make."""

from __future__ import annotations

import datetime
import subprocess
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from web_server import Server, response

_CONFIG = """\
[tsa]
default_tsa = it
[it]
dir = {folder}
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/good.pem
certs = {folder}/root.pem
signer_key = {folder}/good.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = yes
ess_cert_id_chain = no
"""
_TIME_STAMP_TOKEN = "1.2.840.113549.1.9.16.1.4"
STAMPING = ExtendedKeyUsageOID.TIME_STAMPING


class TimeStampingAuthority:
    """An authority with its own root. While ``mood`` is an answer, it gives that instead."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.mood: bytes | None = None
        self._root_key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Root")])
        now = datetime.datetime.now(datetime.UTC)
        built = x509.CertificateBuilder().subject_name(name).issuer_name(name).serial_number(1)
        built = built.public_key(self._root_key.public_key())
        built = built.not_valid_before(now - datetime.timedelta(days=900))
        built = built.not_valid_after(now + datetime.timedelta(days=900))
        built = built.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._root = built.sign(self._root_key, hashes.SHA256())
        self.root_file = folder / "root.pem"
        self.root_file.write_bytes(self._root.public_bytes(serialization.Encoding.PEM))
        self.certify("good", [STAMPING])
        (folder / "serial").write_text("01\n")
        (folder / "tsa.cnf").write_text(_CONFIG.format(folder=folder))
        self.server = Server({"/tsr": self._answer})
        self.url = self.server.url("tsr") if self.server.url("")[-1] == "/" else self.server.url("/tsr")

    def close(self) -> None:
        self.server.close()

    def certify(
        self, name: str, usages: list | None, *, critical: bool = True, days: tuple[int, int] = (-9, 9)
    ) -> None:
        """A key and a certificate for it, which the root signs."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        built = x509.CertificateBuilder().issuer_name(self._root.subject).public_key(key.public_key())
        built = built.subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        built = built.serial_number(x509.random_serial_number())
        built = built.not_valid_before(now + datetime.timedelta(days=days[0]))
        built = built.not_valid_after(now + datetime.timedelta(days=days[1]))
        if usages is not None:
            built = built.add_extension(x509.ExtendedKeyUsage(usages), critical=critical)
        made = built.sign(self._root_key, hashes.SHA256())
        (self.folder / f"{name}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
        (self.folder / f"{name}.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )

    def stamp(self, data: bytes, digest: str = "sha256") -> bytes:
        """The answer that the authority would give over these bytes."""
        (self.folder / "data").write_bytes(data)
        self._openssl("ts", "-query", "-data", "data", f"-{digest}", "-cert", "-out", "query")
        return self._reply()

    def forge(self, answer: bytes, signer: str, replaced: tuple[bytes, bytes] = (b"", b"")) -> bytes:
        """The same statement, edited, and signed by another certificate of the root, as no honest program would."""
        (self.folder / "answer").write_bytes(answer)
        self._openssl("ts", "-reply", "-in", "answer", "-token_out", "-out", "token")
        self._openssl("cms", "-verify", "-noverify", "-inform", "DER", "-in", "token", "-out", "statement")
        statement = (self.folder / "statement").read_bytes()
        assert replaced[0] in statement
        (self.folder / "statement").write_bytes(statement.replace(*replaced) if replaced[0] else statement)
        self._openssl("cms", "-sign", "-binary", "-nodetach", "-cades", "-econtent_type", _TIME_STAMP_TOKEN,
                      "-md", "sha256", "-signer", f"{signer}.pem", "-inkey", f"{signer}.key", "-outform", "DER",
                      "-in", "statement", "-out", "token")  # fmt: skip
        token = (self.folder / "token").read_bytes()
        body = bytes.fromhex("3003020100") + token
        return b"\x30\x82" + len(body).to_bytes(2) + body

    def _answer(self, connection, asked) -> None:
        if self.mood is None:
            (self.folder / "query").write_bytes(asked.body)
        body = self._reply() if self.mood is None else self.mood
        connection.sendall(response(body, "Content-Type: application/timestamp-reply"))

    def _reply(self) -> bytes:
        self._openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "reply")
        return (self.folder / "reply").read_bytes()

    def _openssl(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)
