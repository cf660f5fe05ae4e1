"""Segments are archived in a bucket of a real server of the S3 protocol, and what it lies about is found."""

from __future__ import annotations

import logging
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from retained_logs import SIGNER, RetainedLog
from s3_server import BUCKET, SECRET, client, s3_server

from runtime.audit.archive.opening import open_archive
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import calls_of
from runtime.audit.read.reader import LogReader
from runtime.contracts.errors import AuditArchiveUnavailable, AuditInconsistent, ConfigurationError


@pytest.fixture(scope="module")
def variables(tmp_path_factory) -> Iterator[dict[str, str]]:
    with s3_server(tmp_path_factory.mktemp("s3") / "buckets") as found:
        yield found


@pytest.fixture
def bucket(variables, monkeypatch) -> Any:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return client(variables)


def make_log(tmp_path: Path, prefix: str) -> RetainedLog:
    log = RetainedLog(tmp_path, f"s3://{BUCKET}/{prefix}")
    log.write(range(60))
    return log


def test_segments_go_to_a_bucket_and_are_verified_shown_and_proved_from_it(bucket, tmp_path):
    log = make_log(tmp_path, "agents/one")
    done = log.retain()
    assert [fate.state for fate in done.segments or ()] == ["archived", "archived"]
    assert log.retain().segments == []
    names = sorted(path.rpartition("/")[2] for path in bucket.ls(f"{BUCKET}/agents/one"))
    assert names == ["records-64.jsonl", "records-64.seal", "records.jsonl", "records.seal"]
    report = log.verify()
    assert (report.verdict, report.archived) == ("OK_NOT_WITNESSED", 128)
    assert log.verify(processes=2).verdict == "OK_NOT_WITNESSED"
    assert log.verify(fetch=False, quick=True).verdict == "OK_NOT_WITNESSED"
    with LogReader(log.place) as reader:
        (records,) = calls_of(reader, "c-2")
        assert (
            Prover(reader, [SIGNER.key], cache=None).prove_lines(
                [(one.record.seq, one.line) for one in records]
            )
            == 4
        )


def test_what_a_bucket_gives_back_is_held_against_the_seals(bucket, tmp_path):
    """T-RET-03, T-RET-04"""
    log = make_log(tmp_path, "hostile")
    path = f"{BUCKET}/hostile/records.jsonl"
    bucket.pipe_file(path, b"another log's")
    before = log.bytes_here()
    with pytest.raises(AuditInconsistent):
        log.retain()
    assert log.bytes_here() == before
    bucket.rm(path)
    log.retain()
    good = bucket.cat_file(path)
    for data in (
        good[:-1],
        b"",
        good.replace(b"agent:demo", b"agent:dem0", 1),
        bucket.cat_file(f"{BUCKET}/hostile/records-64.jsonl"),
    ):
        bucket.pipe_file(path, data)
        assert log.verify().verdict == "TAMPERED"
    bucket.rm(path)
    missing = log.verify()
    assert (missing.verdict, missing.code) == ("ERROR", "log.missing")
    bucket.pipe_file(path, good)
    assert log.verify().verdict == "OK_NOT_WITNESSED"


def test_a_bucket_that_is_away_or_refuses_removes_nothing_and_tells_no_secret(
    bucket, tmp_path, monkeypatch, caplog
):
    """T-RET-07"""
    log = make_log(tmp_path, "away")
    before = log.bytes_here()
    caplog.set_level(logging.DEBUG)
    for name, value in (
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
        ("AWS_ENDPOINT_URL", "http://user:pass-word@127.0.0.1:1"),
    ):
        monkeypatch.setenv(name, value)
        with pytest.raises(AuditArchiveUnavailable) as caught:
            log.retain()
        said = (
            repr(caught.value) + str(caught.value.to_data())
            if hasattr(caught.value, "to_data")
            else repr(caught.value)
        )
        assert SECRET not in said
        assert "pass-word" not in said
    assert log.bytes_here() == before
    assert SECRET not in caplog.text


LIES = (
    b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\nshort",
    b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\nConnection: close\r\n\r\n",
    b"\0\xff" * 50,
)


class _Liar(socketserver.StreamRequestHandler):
    """Answers each request alike, whatever it asks."""

    lie = b""

    def handle(self) -> None:
        self.request.settimeout(5)
        self.request.recv(65_536)
        self.wfile.write(self.lie)


def test_a_server_that_lies_about_an_object_is_refused(tmp_path, monkeypatch):
    """T-RET-03: it is no server of S3 at all, and says what it likes."""
    log = make_log(tmp_path, "lies")
    before = log.bytes_here()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Liar) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        for name, value in (
            ("AWS_ENDPOINT_URL", endpoint),
            ("AWS_ACCESS_KEY_ID", "k"),
            ("AWS_SECRET_ACCESS_KEY", SECRET),
        ):
            monkeypatch.setenv(name, value)
        for lie in LIES:
            _Liar.lie = lie
            with pytest.raises((AuditArchiveUnavailable, AuditInconsistent)):
                log.retain()
        server.shutdown()
    assert log.bytes_here() == before


@pytest.mark.parametrize(
    "url",
    [
        "s3://key:pass-word@bucket/prefix",
        "s3://bucket/../other",
        "s3://bucket/a//b",
        "s3://bucket/a?secret=pass-word",
        "s3://",
        "s3://BUCKET",
        "file:",
        "http://pass-word@host/x",
        "memory://x",
        "simplecache::s3://bucket/x",
        "",
    ],
)
def test_an_address_that_is_none_is_refused_and_not_repeated(url):
    """T-RET-07"""
    with pytest.raises(ConfigurationError) as caught:
        open_archive(url)
    assert caught.value.code == "config.invalid"
    assert "pass-word" not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    ["../records.jsonl", "records-0.jsonl", "records.jsonl/..", "checkpoints", "", "records-1.archived"],
)
def test_no_name_leads_out_of_an_archive(tmp_path, name):
    """T-RET-03"""
    for archive in (open_archive(f"file:{tmp_path}"), open_archive("s3://bucket/prefix")):
        for act in (
            lambda at: at.length(name),
            lambda at: list(at.read(name, 0, 9)),
            lambda at: at.put(name, [b"x"]),
        ):
            with pytest.raises(OSError, match="no name of a segment"):
                act(archive)
    assert list(tmp_path.iterdir()) == []
