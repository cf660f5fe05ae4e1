"""A workspace whose log is in PostgreSQL: made, used, verified and repaired by the commands."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from postgres_cluster import server_url

from runtime.audit.stores import find_location
from runtime.host.executor import Executor

KEY = "example.com/log+b7ab8a37+AUf7dGzgyiOqeVYoBiV+XwkzYUSBW3lVyZ2X0Ncu8AUh"
SETTINGS = """
[audit]
store = "{url}"
origin = "{origin}"
vault = {vault}

[grants]
fs_read = ["."]
"""


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "runtime", *arguments]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def origin() -> str:
    return f"example.com/{uuid.uuid4().hex}"


@pytest.fixture
def folder(tmp_path, origin) -> Path:
    write_settings(tmp_path, origin)
    (tmp_path / "notes.txt").write_text("to be\n")
    return tmp_path


def write_settings(folder: Path, origin: str, vault: str = "false") -> None:
    # A password that the server does not ask for, so that every message had one to show.
    url = server_url().replace("tester@", "tester:s3cr3t@")
    (folder / "runtime.toml").write_text(SETTINGS.format(url=url, origin=origin, vault=vault))


def test_a_workspace_works_with_a_log_in_a_database(folder, origin):
    done = command(folder, "init", "--trust")
    assert done.returncode == 0, done.stderr

    async def call() -> str:
        async with Executor.open(folder) as executor:
            outcome = await executor.call("read_file", {"path": "notes.txt"}, principal="agent:demo")
            return str(outcome)

    assert "to be" in asyncio.run(call())
    assert not (folder / ".runtime" / "audit").exists()
    report = json.loads(command(folder, "audit", "verify", "--json").stdout)
    assert (report["verdict"], report["witnessed_size"]) == ("OK", report["signed_size"])
    assert report["records"] >= 7
    assert command(folder, "audit", "verify", "--quick", "--require-witness").returncode == 0
    again = command(folder, "init")
    assert (again.returncode, again.stderr) == (0, "")
    assert command(folder, "doctor").returncode == 0
    assert b"s3cr3t" not in read_all(origin)


def read_all(origin: str) -> bytes:
    store = find_location(server_url(), Path(), origin).open(create=False)
    data = b"".join(store.records.read(0, store.records.size()))
    store.close()
    return data


def test_a_torn_end_in_a_database_is_repaired_by_the_command(folder, origin):
    """T-AUD-16: what is cut is kept."""
    command(folder, "init", "--trust")
    store = find_location(server_url(), Path(), origin).open(create=False)
    with store.records.locked():
        end = store.records.size()
        store.records.append(b'{"torn', end)
    store.close()
    assert command(folder, "audit", "verify").returncode == 3
    assert "6 bytes" in command(folder, "audit", "repair").stdout
    done = command(folder, "audit", "repair", "--apply")
    assert done.returncode == 0, done.stderr
    assert command(folder, "audit", "verify").returncode == 0
    assert b"LogRecovered" in read_all(origin)


def test_a_rotation_works_in_a_database(folder):
    command(folder, "init", "--trust")
    assert command(folder, "audit", "keys", "rotate").returncode == 0
    assert command(folder, "audit", "verify").returncode == 0


@pytest.mark.parametrize(
    "words",
    [("query", "--json"), ("tail",), ("checkpoint",), ("verify", "--shards"), ("show", "c-1"), ("repair",)],
)
def test_no_command_shows_the_password(folder, words):
    """T-AUD-72"""
    command(folder, "init", "--trust")
    done = command(folder, "audit", *words)
    assert done.returncode in (0, 2), done.stderr
    assert "s3cr3t" not in done.stderr + done.stdout


def test_nobody_connects_for_a_folder_that_was_not_accepted(folder):
    """T-AUD-72: a clone may name any server, and the environment holds a password."""
    for words in (("verify", "--key", KEY), ("query",), ("tail",), ("erase", "--value", "x", "--dry-run")):
        done = command(folder, "audit", *words)
        assert done.returncode == 2
        assert "config.untrusted" in done.stderr


def test_a_shard_in_the_database_of_its_parent_is_verified_with_it(tmp_path, origin):
    """T-AUD-74: the parent's records name it by its origin, and nobody connects elsewhere."""
    for name, settings in (("parent", ""), ("shard", 'parent = "../parent"\n')):
        folder = tmp_path / name
        folder.mkdir()
        write_settings(folder, f"{origin}-{name}")
        text = (folder / "runtime.toml").read_text()
        (folder / "runtime.toml").write_text(text.replace("[audit]\n", f"[audit]\n{settings}"))
        assert command(folder, "init", "--trust").returncode == 0
    ran = command(tmp_path / "shard", "call", "list_dir", "{}")
    assert ran.returncode == 0, ran.stderr
    done = command(tmp_path / "parent", "audit", "verify", "--shards", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(json.loads(done.stdout)["shards"]) == [f"{origin}-shard"]
    assert command(tmp_path / "shard", "audit", "verify", "--require-witness").returncode == 0
