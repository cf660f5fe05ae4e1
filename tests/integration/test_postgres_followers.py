"""Whoever follows a log in PostgreSQL outlives its server: a stream goes on where it stood, a watch tells that it sees nothing, and then goes on."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from postgres_cluster import find_binaries, running

from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.write.log import Log

SIGNER = make_signer()


@pytest.fixture
def cluster():
    binaries = find_binaries()
    assert binaries
    with running(binaries) as made:
        yield made


def write(cluster, call: str) -> None:
    location = PostgresLog(cluster.url, ORIGIN)
    with Log.open(location, signer=SIGNER, origin=ORIGIN, runtime_version="1", create=True) as log:
        log.commit_sync(whole_call(call))


def started(folder, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "runtime", "audit", *words, "--key", str(SIGNER.key)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def calls_until(child: subprocess.Popen[str], call: str) -> list[str]:
    """The calls of the lines that a stream gives, up to the end of this one."""
    assert child.stdout is not None
    seen = []
    for line in child.stdout:
        record = json.loads(line)
        seen.append(f"{record['call']} {record['kind']}")
        if record["call"] == call and record["kind"] == "ToolCompleted":
            return seen
    raise AssertionError(seen)


def test_a_stream_waits_for_a_server_that_went_away_and_leaves_nothing_out(cluster, tmp_path):
    """T-AUD-93"""
    write(cluster, "c-1")
    child = started(tmp_path, "export", "--format", "jsonl", "--follow", "--log", cluster.url)
    try:
        before = calls_until(child, "c-1")
        cluster.stop("immediate")
        assert child.stderr is not None
        assert child.stderr.readline().startswith("Waiting: ")
        cluster.start()
        write(cluster, "c-2")
        after = calls_until(child, "c-2")
    finally:
        child.kill()
        child.communicate()
    assert not set(before) & {one for one in after if one.startswith("c-")}


def test_a_watch_tells_that_the_server_is_away_and_goes_on_when_it_is_back(cluster, tmp_path):
    """T-AUD-96"""
    write(cluster, "c-1")
    child = started(tmp_path, "watch", cluster.url, "--state", "watch.state", "--interval", "0.1", "--json")
    try:
        assert child.stdout is not None
        verdicts = (json.loads(line)["verdict"] for line in child.stdout)
        assert next(verdicts) == "OK_NOT_WITNESSED"
        cluster.stop("immediate")
        assert next(one for one in verdicts if one != "OK_NOT_WITNESSED") == "ERROR"
        cluster.start()
        assert next(one for one in verdicts if one != "ERROR") == "OK_NOT_WITNESSED"
    finally:
        child.kill()
        child.communicate()
