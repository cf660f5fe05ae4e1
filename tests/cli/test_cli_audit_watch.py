"""``runtime audit watch``: a continuous auditor."""

from __future__ import annotations

import json
import shlex
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from runtime.audit.read import reader as reader_module


@pytest.fixture
def calls(project, run):
    for _ in range(2):
        assert run("call", "list_dir").status == 0
    return project


@pytest.fixture
def look(run):
    return lambda *words: run("audit", "watch", "--state", "watch.state", "--once", "--json", *words)


def edit(project, old: bytes, new: bytes) -> None:
    records = project / ".runtime" / "audit" / "records.jsonl"
    assert old in records.read_bytes()
    records.write_bytes(records.read_bytes().replace(old, new))


def test_a_look_verifies_what_is_new_and_reads_nothing_else(calls, run, look, monkeypatch):
    first = look()
    assert (first.status, first.data["verdict"]) == (0, "OK")
    starts = []
    real = reader_module.LogReader.lines
    monkeypatch.setattr(
        reader_module.LogReader,
        "lines",
        lambda self, start=0, end=None: starts.append(start) or real(self, start, end),
    )
    assert run("call", "list_dir").status == 0
    starts.clear()
    second = look()
    assert second.data["signed_size"] > first.data["signed_size"]
    offset = json.loads((calls / "watch.state").read_text())["position"]["offset"]
    assert 0 < min(starts) < offset


def test_a_log_that_was_cut_with_its_checkpoints_is_seen_by_the_watch_alone(calls, run, look):
    """T-AUD-94"""
    folder = calls / ".runtime" / "audit"
    before = {name: (folder / name).read_bytes() for name in ("records.jsonl", "checkpoints")}
    assert run("call", "list_dir").status == 0
    assert look().status == 0
    for name, data in before.items():
        (folder / name).write_bytes(data)
    for _ in range(2):
        assert (look().status, look().data["verdict"]) == (1, "TAMPERED")


def test_a_tampered_log_ends_a_watch_and_is_told_once_to_a_command(calls, run, look, tmp_path):
    """T-AUD-96"""
    script = tmp_path / "alert.py"
    script.write_text(
        f"import sys; open({str(tmp_path / 'told')!r}, 'ab').write(sys.stdin.buffer.read() + b'\\n')"
    )
    alert = shlex.join([sys.executable, str(script)])
    assert look("--alert", alert).status == 0
    assert not (tmp_path / "told").exists()
    assert run("call", "list_dir").status == 0
    edit(calls, b'"user:cli"', b'"user:ceo"')
    for _ in range(2):
        done = run("audit", "watch", "--state", "watch.state", "--interval", "0.1", "--alert", alert)
        assert done.status == 1
        assert done.out.startswith("TAMPERED")
    (told,) = (tmp_path / "told").read_text().splitlines()
    assert json.loads(told)["verdict"] == "TAMPERED"


def test_a_log_that_is_taken_away_is_told_and_does_not_silence_its_watch(calls, run, look, tmp_path):
    """T-AUD-96"""
    tell = tmp_path / "tell"
    tell.write_text(f"#!/bin/sh\ncat >> {shlex.quote(str(tmp_path / 'told'))}\n")
    tell.chmod(0o755)
    folder = calls / ".runtime" / "audit"
    assert look("--alert", str(tell)).status == 0
    folder.rename(calls / "away")
    for _ in range(2):
        gone = look("--alert", str(tell))
        assert (gone.status, gone.data["verdict"], gone.data["code"]) == (2, "ERROR", "log.missing")
    assert (tmp_path / "told").read_text().count('"exit_code":2') == 1
    (calls / "away").rename(folder)
    assert look("--alert", str(tell)).status == 0
    assert (tmp_path / "told").read_text().count('"exit_code"') == 2


def test_an_alert_that_could_not_be_delivered_is_tried_again(calls, run, look):
    """T-AUD-96"""
    received, statuses = [], [500]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.path, json.loads(body)["verdict"]))
            self.send_response(statuses.pop() if statuses else 204)
            self.end_headers()

        def log_message(self, *_):
            pass

    assert look().status == 0
    assert run("call", "list_dir").status == 0
    edit(calls, b'"user:cli"', b'"user:ceo"')
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/hook?team=a"
            for _ in range(3):
                assert look("--webhook", address).status == 1
        finally:
            server.shutdown()
            thread.join()
    assert received == [("/hook?team=a", "TAMPERED")] * 2


def test_a_call_that_nothing_allowed_stays_found_in_later_looks(tmp_path, run, look, monkeypatch):
    """T-AUD-96"""
    from audit_forge import make_bodies, make_forge

    from runtime.contracts.audit import Entry

    monkeypatch.chdir(tmp_path)
    log = make_forge(1)
    bodies = make_bodies()
    log.add(Entry("c-9", bodies["ToolInvoked"]), Entry("c-9", bodies["ToolCompleted"])).sign()
    log.write(tmp_path / "log")
    words = ["audit", "watch", "log", "--key", str(log.signer.key), "--state", "s", "--once", "--json"]
    for _ in range(2):
        found = run(*words)
        assert (found.status, found.data["code"]) == (3, "call.not_allowed")
    log.add(Entry(None, bodies["PolicyLoaded"])).write(tmp_path / "log")
    assert [one["code"] for one in run(*words).data["findings"]] == ["log.unsigned", "call.not_allowed"]


def test_metrics_say_what_the_last_look_came_to(calls, look, tmp_path):
    signed = look("--metrics", str(tmp_path / "audit.prom")).data["signed_size"]
    metrics = dict(
        line.rsplit(" ", 1) for line in (tmp_path / "audit.prom").read_text().splitlines() if line[0] != "#"
    )
    assert metrics['cathedral_audit_verdict{verdict="OK"}'] == "1"
    assert metrics["cathedral_audit_verified_records"] == str(signed)
    assert float(metrics["cathedral_audit_last_record_timestamp_seconds"]) > 1e9
    assert look("--metrics", str(tmp_path / "no" / "audit.prom")).status == 0  # told on stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--state", "README.md"], "config.invalid"),
        (["--state", "no/such/s"], "config.invalid"),
        (["nowhere", "--state", "s"], "config.missing"),
        (["--state", "s", "--interval", "0"], "usage.invalid"),
        (["--state", "s", "--key", "nonsense"], "config.invalid"),
    ],
)
def test_what_cannot_be_watched_is_a_coded_error(calls, run, words, code):
    done = run("audit", "watch", *words, "--once", "--json")
    assert (done.status, done.code) == (2, code)
