"""Has checkpoints timestamped by a time stamping authority (RFC 3161), and verifies its answers.

What is stamped are the bytes of a checkpoint as it is handed out, signatures included: the authority vouches that the log's key had signed this root by then. A stolen
key makes no older ones. ``openssl ts -verify -data X.checkpoint -in X.checkpoint.tsr -CAfile CA.pem`` verifies the same two files.

Accepted is an answer that says *granted*, with a SHA-2 imprint of exactly these bytes, signed by a certificate that leads to a given authority's root, was valid at that time and is for
time stamping alone, and whose time has come. For the one that was just asked for, the nonce is compared besides.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from runtime.audit.anchors.certificate_order import sort_certificates
from runtime.audit.witness.exchange import Unanswered, is_server, post
from runtime.contracts.errors import AuditAnchorRefused, ConfigurationError

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from rfc3161_client import TimeStampResponse

MAX_TOKEN_BYTES = 65_536
_MAX_AHEAD_S = 300
_MAX_ROOTS = 1_000


class Stamp(NamedTuple):
    """A timestamp that holds."""

    at_us: int
    """When the authority says that it had the bytes."""
    authority: str
    """The serial number that it gave the stamp, and its policy."""


def request_timestamp(url: str, data: bytes, roots: bytes) -> tuple[bytes, Stamp]:
    """The answer of an authority over these bytes, and what it says.

    Args:
        url: Where it is asked.
        data: What is stamped.
        roots: The certificates that it has to lead to, in PEM.

    Raises:
        AuditAnchorRefused: ``audit.anchor_refused``: it cannot be reached, refuses, or its answer does not hold.
        ConfigurationError: ``config.invalid``: the address or the certificates are none, or the library is not installed.
    """
    if not is_server(url):
        raise ConfigurationError(
            f"{url!r} is no address of a time stamping authority",
            suggestion="Give http://HOST/PATH or https://HOST/PATH.",
        )
    trusted = _parse_roots(roots)
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    request = TimestampRequestBuilder().data(data).hash_algorithm(HashAlgorithm.SHA256).nonce(nonce=True)
    asked = request.cert_request(cert_request=True).build()
    try:
        answer = post(url, asked.as_bytes(), "application/timestamp-query", MAX_TOKEN_BYTES)
    except Unanswered as error:
        raise AuditAnchorRefused(f"The time stamping authority cannot be asked: {error}") from None
    if answer.status != 200:
        raise AuditAnchorRefused(f"The time stamping authority answered with status {answer.status}")
    return answer.body, _verify(answer.body, data, trusted, asked.nonce)


def verify_timestamp(token: bytes, data: bytes, roots: bytes) -> Stamp:
    """What an authority's answer says of these bytes.

    Raises:
        AuditAnchorRefused: ``audit.anchor_refused``: it does not hold.
        ConfigurationError: ``config.invalid``: the certificates are none, or the library is not installed.
    """
    return _verify(token, data, _parse_roots(roots), None)


def _verify(token: bytes, data: bytes, roots: list[Certificate], nonce: int | None) -> Stamp:
    from rfc3161_client import VerifierBuilder, decode_timestamp_response

    try:
        response = decode_timestamp_response(sort_certificates(token))
        VerifierBuilder(roots=roots, nonce=nonce).build().verify_message(response, data)
        said = response.tst_info
        at_s = said.gen_time.timestamp()
        _require_one_purpose(response)
    except Exception as error:  # noqa: BLE001  # two libraries read a stranger's bytes, and each has errors of its own kind
        raise AuditAnchorRefused(f"The timestamp does not hold: {error}") from None
    if at_s > time.time() + _MAX_AHEAD_S:
        raise AuditAnchorRefused("The timestamp does not hold: its time has not come")
    return Stamp(int(at_s * 1_000_000), f"serial {said.serial_number}, policy {said.policy.dotted_string}")


def _require_one_purpose(response: TimeStampResponse) -> None:
    """RFC 3161, 2.3: the signer's certificate is for time stamping and nothing else. The library takes one that is for more. Raises ValueError."""
    from cryptography.x509 import ExtendedKeyUsage, load_der_x509_certificate

    (signer,) = response.signed_data.signer_infos
    for encoded in response.signed_data.certificates:
        certificate = load_der_x509_certificate(encoded)
        if (certificate.issuer, certificate.serial_number) == (signer.issuer, signer.serial_number):
            if len(list(certificate.extensions.get_extension_for_class(ExtendedKeyUsage).value)) != 1:
                raise ValueError("the certificate is for more than time stamping")
            return
    raise ValueError("the signer's certificate is not in it")


def _parse_roots(pem: bytes) -> list[Certificate]:
    from cryptography.x509 import load_pem_x509_certificates

    try:
        import rfc3161_client  # noqa: F401
    except ImportError:
        raise ConfigurationError(
            "timestamps take a library that is not installed",
            suggestion="Run `pip install 'cathedral-runtime[anchors]'`.",
        ) from None
    try:
        roots = load_pem_x509_certificates(pem)
    except ValueError:
        roots = []
    if not 0 < len(roots) <= _MAX_ROOTS:
        raise ConfigurationError(
            "the certificates of the time stamping authority are none in PEM",
            suggestion="Give the file of its root certificate: --tsa-ca FILE.",
        )
    return roots
