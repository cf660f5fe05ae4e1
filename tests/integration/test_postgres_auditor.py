"""An auditor on another machine: an address, a verifier key, three commands, a signed report."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
import pytest
from postgres_cluster import server_url
from psycopg.conninfo import make_conninfo

SETTINGS = """
[audit]
store = "{url}"
origin = "example.com/agents"

[grants]
fs_read = ["."]
"""


class Machine:
    """A user on a machine of its own: another home, and another folder."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "work"
        self.folder.mkdir(parents=True)
        self._environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "runtime", *words]
        return subprocess.run(
            command, cwd=self.folder, env=self._environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def database():
    name, role = f"test_{uuid.uuid4().hex}", f"auditor_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server_url(), autocommit=True) as console:
        console.execute(f"CREATE DATABASE {name}")
        host = re.search(r"host=(\S+)", make_conninfo(server_url()))
        assert host
        yield (
            f"postgresql://tester@/{name}?host={host[1]}",
            f"postgresql://{role}@/{name}?host={host[1]}",
            role,
        )
        console.execute(f"DROP DATABASE {name} WITH (FORCE)")
        console.execute(f"DROP ROLE {role}")


@pytest.fixture
def addresses(database):
    """The address that the runtime writes with, and one of a role that may read, as it is documented."""
    own, theirs, role = database
    return own, theirs, lambda: grant(own, role)


def grant(address: str, role: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "audit-postgres.md").read_text()
    wanted = [
        line for line in re.findall(r"^[A-Z].*;$", page, re.MULTILINE) if re.search(r"\bauditor\b", line)
    ]
    assert len(wanted) >= 3
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute("\n".join(re.sub(r"\bauditor\b", role, line) for line in wanted))


def test_an_auditor_goes_from_an_address_and_a_key_to_a_signed_report_in_three_commands(addresses, tmp_path):
    """T-AUD-57"""
    own, theirs, let_read = addresses
    agents, auditor, reader = (Machine(tmp_path / name) for name in ("agents", "auditor", "reader"))
    (agents.folder / "runtime.toml").write_text(SETTINGS.format(url=own))
    (agents.folder / "notes.txt").write_text("to be\n")
    key = json.loads(agents.run("init", "--trust", "--json").stdout)["verifier_key"]
    assert agents.run("call", "read_file", '{"path": "notes.txt"}').returncode == 0
    assert agents.run("call", "write_file", '{"path": "b.txt", "content": "x"}').returncode != 0
    let_read()

    commands = [
        ["audit", "keys", "new", "auditor.key", "--name", "auditor.example", "--json"],
        ["audit", "report", theirs, "--key", key, "--sign", "auditor.key", "-o", "report.html", "--json"],
        ["audit", "check", "report.html", "--key", key, "--signer", "KEY", "--json"],
    ]
    made, reported, checked = [], {}, {}
    for words in commands:
        done = auditor.run(*(made[0] if word == "KEY" else word for word in words))
        assert done.returncode == 0, done.stdout + done.stderr
        found = json.loads(done.stdout)
        made, reported, checked = made or [found["verifier_key"]], checked, found
    assert (reported["verdict"], reported["calls"]) == ("OK_NOT_WITNESSED", 2)
    assert (checked["verdict"], checked["proofs"], checked["page_compared"]) == (
        "OK",
        reported["proofs"],
        True,
    )

    # Whoever is sent the page needs the two keys, and no database.
    page = (auditor.folder / "report.html").read_text()
    assert "write_file" in page
    (reader.folder / "report.html").write_text(page)
    assert reader.run("audit", "check", "report.html", "--key", key, "--signer", made[0]).returncode == 0
    call = json.loads(
        auditor.run("audit", "query", "--log", theirs, "--outcome", "completed", "--json").stdout
    )["calls"][0]
    words = ["--calls", call["call"], "--log", theirs, "--key", key, "--values", "-o", "evidence.zip"]
    assert auditor.run("audit", "bundle", *words).returncode == 0
    evidence = json.loads(auditor.run("audit", "check", "evidence.zip", "--key", key, "--json").stdout)
    assert any("to be" in line for line in evidence["lines"])
