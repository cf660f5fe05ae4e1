"""Timestamps of checkpoints by an authority of openssl: asked for, verified, and every way in which one is not believed."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from tsa_server import STAMPING, TimeStampingAuthority

from runtime.audit.anchors.timestamps import request_timestamp, verify_timestamp
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import location_of
from runtime.audit.verify.timestamp_check import compare_with_timestamps
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditAnchorRefused, ConfigurationError

SIGNER = make_signer()
DATA = Checkpoint(ORIGIN, 7, bytes(32)).sign(SIGNER)


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    made = TimeStampingAuthority(tmp_path_factory.mktemp("tsa") / "it")
    yield made
    made.close()


@pytest.fixture(scope="module")
def roots(authority):
    return authority.root_file.read_bytes()


@pytest.fixture(scope="module")
def good(authority):
    return authority.stamp(DATA)


def refused(token: bytes, roots: bytes, data: bytes = DATA) -> None:
    with pytest.raises(AuditAnchorRefused) as caught:
        verify_timestamp(token, data, roots)
    assert caught.value.code == "audit.anchor_refused"


def test_a_checkpoint_is_stamped_and_openssl_agrees(authority, roots, tmp_path):
    authority.mood = None
    token, stamp = request_timestamp(authority.url, DATA, roots)
    assert verify_timestamp(token, DATA, roots) == stamp
    (tmp_path / "it.checkpoint").write_bytes(DATA)
    (tmp_path / "it.checkpoint.tsr").write_bytes(token)
    said = subprocess.run(
        ["openssl", "ts", "-verify", "-data", "it.checkpoint", "-in", "it.checkpoint.tsr",
         "-CAfile", str(authority.root_file)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "OK" in said.stdout


@pytest.mark.parametrize("digest", ["sha256", "sha384", "sha512"])
def test_stamps_with_each_hash_of_sha2_hold(authority, roots, digest):
    assert verify_timestamp(authority.stamp(DATA, digest), DATA, roots).at_us


def test_an_answer_to_another_question_is_not_taken(authority, roots, good):
    """T-AUD-98: the authority's older answer over the same bytes, replayed: its nonce is another one."""
    authority.mood = good
    try:
        with pytest.raises(AuditAnchorRefused, match="Nonce"):
            request_timestamp(authority.url, DATA, roots)
    finally:
        authority.mood = None


@pytest.mark.parametrize(
    "answer", [b"", b"0", b"\x30\x03\x02\x01\x00", b"x" * 70_000, b"\x30\x82\xff\xff" * 9]
)
def test_what_is_no_answer_is_not_taken(authority, roots, answer):
    authority.mood = answer
    try:
        with pytest.raises(AuditAnchorRefused):
            request_timestamp(authority.url, DATA, roots)
    finally:
        authority.mood = None


def test_an_authority_that_is_away_or_none_is_told(roots):
    with pytest.raises(AuditAnchorRefused):
        request_timestamp("http://127.0.0.1:9/tsr", DATA, roots)
    for url in (
        "",
        "tsa",
        "ftp://example.com",
        "http://",
        "http://user@example.com/",
        "http://example.com:x/",
    ):
        with pytest.raises(ConfigurationError):
            request_timestamp(url, DATA, roots)


@pytest.mark.parametrize("pem", [b"", b"-----BEGIN CERTIFICATE-----\n", b"x" * 5000])
def test_roots_that_are_none_are_told(good, pem):
    with pytest.raises(ConfigurationError):
        verify_timestamp(good, DATA, pem)


def test_a_stamp_of_other_bytes_or_of_another_authority_does_not_hold(good, roots, tmp_path):
    """T-AUD-98"""
    refused(good, roots, DATA + b"\n")
    other = TimeStampingAuthority(tmp_path / "other")
    try:
        refused(good, other.root_file.read_bytes())
        refused(other.stamp(DATA), roots)
    finally:
        other.close()


def test_no_flipped_byte_of_a_stamp_moves_its_time(good, roots):
    """T-AUD-98: what is not signed may change; what is said may not."""
    said = verify_timestamp(good, DATA, roots)
    for place in range(0, len(good), 7):
        flipped = bytearray(good)
        flipped[place] ^= 0x41
        try:
            assert verify_timestamp(bytes(flipped), DATA, roots) == said
        except AuditAnchorRefused:
            continue


@pytest.mark.parametrize(
    ("usages", "options"),
    [
        (None, {}),
        ([STAMPING], {"critical": False}),
        ([STAMPING, "1.3.6.1.5.5.7.3.1"], {}),
        (["1.3.6.1.5.5.7.3.1"], {}),
        ([STAMPING], {"days": (-9, -1)}),
        ([STAMPING], {"days": (1, 9)}),
    ],
    ids=["no usage", "usage not critical", "more usages", "another usage", "expired", "not valid yet"],
)
def test_a_certificate_that_is_not_for_time_stamping_stamps_nothing(authority, roots, good, usages, options):
    """T-AUD-98: each was signed by the trusted root."""
    from cryptography.x509 import ObjectIdentifier

    named = usages and [ObjectIdentifier(one) if isinstance(one, str) else one for one in usages]
    authority.certify("bad", named, **options)
    refused(authority.forge(good, "bad"), roots)


def test_a_stamp_from_the_future_does_not_hold(authority, roots, good):
    """T-AUD-98"""
    assert verify_timestamp(authority.forge(good, "good"), DATA, roots)  # the way of forging itself is sound
    year = good[good.index(b"\x18\x0f20") + 2 :][:4]
    authority.certify("long", [STAMPING], days=(-9, 9000))
    refused(authority.forge(good, "long", (b"\x18\x0f" + year, b"\x18\x0f2040")), roots)


# A log.


@pytest.fixture
def folder(tmp_path):
    with Log.open(tmp_path / "log", signer=SIGNER, origin=ORIGIN, runtime_version="1", create=True) as log:
        log.commit_sync(whole_call("one"))
    return tmp_path / "log"


def newest(folder) -> bytes:
    with LogReader(folder) as reader:
        return reader.newest_note()


def judged(folder, pairs, roots):
    report = verify(folder, verifier_keys=[SIGNER.key])
    return compare_with_timestamps(report, location_of(folder), pairs, roots, [SIGNER.key])


def test_a_verification_says_since_when_the_log_has_been_signed(folder, authority, roots):
    note = newest(folder)
    report = judged(folder, [(note, authority.stamp(note))], roots)
    assert report.exit_code == 0
    assert [part.size for part in report.timestamps] == [report.records]


def test_a_log_that_was_put_back_is_found_by_its_stamped_checkpoint(folder, authority, roots, tmp_path):
    shutil.copytree(folder, tmp_path / "older")
    with Log.open(folder, signer=SIGNER, origin=ORIGIN, runtime_version="1") as log:
        log.commit_sync(whole_call("two"))
    note = newest(folder)
    pair = (note, authority.stamp(note))
    assert judged(folder, [pair], roots).exit_code == 0
    assert judged(tmp_path / "older", [pair], roots).code == "witness.ahead"


def test_a_stamped_checkpoint_that_the_log_never_signed_accuses_nobody(folder, authority, roots):
    """T-AUD-98: anybody can have anything stamped."""
    other = Checkpoint(ORIGIN, 99, bytes(32)).sign(make_signer(2))
    report = judged(folder, [(other, authority.stamp(other)), (b"text", authority.stamp(b"text"))], roots)
    assert (report.verdict, report.code) == ("UNPROVEN", "timestamp.invalid")
    assert not report.timestamps
