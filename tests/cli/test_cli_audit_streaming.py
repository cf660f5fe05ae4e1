"""``runtime audit export --follow --cursor``: a killed export goes on where it stood."""

from __future__ import annotations

import json
import signal
import socket

import pytest


def numbers(server: socket.socket, last: int) -> list[int]:
    """The numbers of the records that arrive, up to the one that is waited for."""
    found: list[int] = []
    while last not in found:
        found.append(json.loads(server.recv(70_000).decode().partition("\ufeff")[2])["seq"])
    return found


@pytest.fixture
def server(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(str(tmp_path / "log"))
        server.settimeout(60)
        yield server


def test_an_export_killed_outright_goes_on_and_no_record_is_lost(project, run, child, server, tmp_path):
    """T-AUD-95"""
    assert run("call", "list_dir").status == 0
    size = run("audit", "checkpoint", "--json").data["size"]
    words = [
        "audit",
        "export",
        "--format",
        "jsonl",
        "--cursor",
        "cursor",
        "-o",
        f"syslog://{tmp_path / 'log'}",
    ]
    process = child(*words, "--follow", cwd=project)
    seen = numbers(server, size - 1)
    assert run("call", "list_dir").status == 0
    assert run(*words, "--json").code == "config.invalid"  # the other has the cursor
    seen += numbers(server, run("audit", "checkpoint", "--json").data["size"] - 1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert run("call", "list_dir").status == 0
    size = run("audit", "checkpoint", "--json").data["size"]
    going_on = child(
        *words, "--json", cwd=project
    )  # the socket's queue holds few messages: they are read meanwhile
    seen += numbers(server, size - 1)
    assert going_on.wait(60) == 0
    assert sorted(set(seen)) == list(range(size))
    assert run(*words, "--json").data["lines"] == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--format", "csv", "--cursor", "c", "-o", "out"], "usage.invalid"),
        (["--format", "tiles", "--since", "1d", "-o", "out"], "usage.invalid"),
        (["--format", "ocsf", "--cursor", "c"], "usage.invalid"),
        (["--format", "ocsf", "--cursor", "c", "-o", "elsewhere"], "usage.invalid"),
        (["--format", "jsonl", "--cursor", "c", "-o", "out"], "usage.invalid"),
        (["--format", "ocsf", "--cursor", "README.md", "-o", "out"], "config.invalid"),
        (["--format", "ocsf", "--cursor", "no/such/c", "-o", "out"], "config.invalid"),
        (["--format", "ocsf", "--cursor", "d", "-o", "ftp://host"], "config.invalid"),
    ],
)
def test_a_cursor_serves_the_export_that_it_is_of_alone(project, run, words, code):
    assert run("audit", "export", "--format", "ocsf", "--cursor", "c", "-o", "out").status == 0
    done = run("audit", "export", *words, "--json")
    assert (done.status, done.code) == (2, code)


def test_a_cursor_of_another_log_is_refused(project, run, monkeypatch, tmp_path):
    """T-AUD-94"""
    assert run("audit", "export", "--format", "jsonl", "--cursor", "c", "-o", "out").status == 0
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert run("init").status == 0
    (other / "c").write_bytes((project / "c").read_bytes())
    done = run("audit", "export", "--format", "jsonl", "--cursor", "c", "-o", "out", "--json")
    assert (done.status, done.code) == (2, "usage.invalid")


def test_an_export_since_a_time_leaves_out_what_was_before(project, run):
    assert run("call", "list_dir").status == 0
    for form, least in (("jsonl", 8), ("csv", 9), ("ocsf", 1)):
        assert (
            run("audit", "export", "--format", form, "--since", "1h", "-o", "out", "--json").data["lines"]
            >= least
        )
        few = run("audit", "export", "--format", form, "--since", "2999-01-01", "-o", "out", "--json").data[
            "lines"
        ]
        assert few == (1 if form == "csv" else 0)
