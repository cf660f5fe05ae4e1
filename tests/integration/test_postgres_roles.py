"""The roles of docs/audit-postgres.md: each may do what it is for, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from audit_forge import make_signer, whole_call
from postgres_cluster import server_url
from psycopg.conninfo import make_conninfo

from runtime.audit.maintain.copying import copy_log
from runtime.audit.maintain.erase import erase
from runtime.audit.maintain.repair import repair
from runtime.audit.stores import FolderLocation
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.vault.postgres_vault import PostgresVault
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError
from runtime.contracts.vault import Sealed

SALT = bytes(32)
NAMES = ("agents", "auditor", "eraser", "repairer")


class Roles:
    """A database of its own, with a log in it and the documented roles."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.suffix = uuid.uuid4().hex[:12]
        self.origin = "example.com/log"
        self.signer = make_signer()

    def url(self, role: str) -> str:
        name = f"{role}_{self.suffix}"
        host = re.search(r"host=(\S+)", self.database)
        dbname = re.search(r"dbname=(\S+)", self.database)
        assert host
        assert dbname
        return f"postgresql://{name}@/{dbname[1]}?host={host[1]}"

    def location(self, role: str) -> PostgresLog:
        return PostgresLog(self.url(role), self.origin)

    def open(self, role: str) -> Log:
        return Log.open(
            self.location(role), signer=self.signer, origin=self.origin, runtime_version="1", create=False
        )

    def sql(self, role: str, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(role), autocommit=True) as session:
            cursor = session.execute(statement)
            return cursor.fetchall() if cursor.description else []


def sql_of(text: str, section: str) -> str:
    """The statements of a section of the document."""
    part = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return "\n".join(re.findall(r"```sql\n(.*?)```", part, re.DOTALL))


@pytest.fixture(scope="module")
def roles() -> Iterator[Roles]:
    name = f"test_{uuid.uuid4().hex}"
    text = (Path(__file__).parents[2] / "docs" / "audit-postgres.md").read_text()
    grants = sql_of(text, "Roles")
    with psycopg.connect(server_url(), autocommit=True) as console:
        console.execute(f"CREATE DATABASE {name}")
        roles = Roles(make_conninfo(server_url(), dbname=name))
        PostgresLog(roles.database, roles.origin).open(create=True).close()
        with psycopg.connect(roles.database, autocommit=True) as owner:
            owner.execute(re.sub(rf"\b({'|'.join(NAMES)})\b", rf"\1_{roles.suffix}", grants))
        yield roles
        console.execute(f"DROP DATABASE {name} WITH (FORCE)")
        for role in reversed(NAMES):
            console.execute(f"DROP ROLE {role}_{roles.suffix}")


def test_a_writer_fills_the_vault_and_an_eraser_alone_empties_it(roles):
    """T-AUD-73 T-AUD-90"""
    with roles.open("agents") as log:
        log.commit_sync(whole_call("c-1"))
        size = log.size
    vault = PostgresVault.of(roles.location("agents"))
    row = Sealed(commitment(SALT, b"hunter2"), SALT, b"hunter2")
    vault.append([(size + 1, row)], size)
    vault.trim(size)  # of no record: a writer that was killed left it
    assert vault.open(row.commitment, size + 1).state == "absent"
    vault.append([(0, row)], 0)
    with pytest.raises(AuditError):
        vault.trim(0)
    with pytest.raises(AuditError) as refused:
        erase(
            roles.location("agents"),
            signer=roles.signer,
            origin=roles.origin,
            runtime_version="1",
            call="c-1",
        )
    assert refused.value.code == "audit.write_failed"
    with vault.erasing(wait=False) as mine:
        assert not mine
    with pytest.raises(AuditError):
        vault.erase(0, row.commitment)
    vault.close()
    eraser = PostgresVault.of(roles.location("eraser"))
    with eraser.erasing(wait=False) as mine:
        assert mine
    assert eraser.erase(0, row.commitment)
    assert eraser.open(row.commitment, 0).state == "erased"
    eraser.close()
    with psycopg.connect(roles.database, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute("DELETE FROM cathedral.vault")


def test_a_repairer_moves_away_what_a_writer_forged(roles):
    """T-AUD-80: and a role that only writes cannot."""
    options = {"signer": roles.signer, "origin": roles.origin, "runtime_version": "1"}
    roles.open("agents").close()
    store = roles.location("agents").open(create=False)
    with store.records.locked():
        store.records.append(b'{"torn', store.records.size())
    store.close()
    with pytest.raises(AuditError):
        roles.open("agents")
    with pytest.raises(AuditError):
        repair(roles.location("agents"), **options, apply=True)
    assert repair(roles.location("repairer"), **options, apply=True).applied
    roles.open("agents").close()


def test_an_auditor_who_may_only_read_verifies_with_the_key_alone(roles, tmp_path):
    """T-AUD-90: no settings, no folder, no right but SELECT."""
    roles.open("agents").close()
    words = ["audit", "verify", roles.url("auditor"), "--key", str(roles.signer.key)]
    done = subprocess.run(
        [sys.executable, "-m", "runtime", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "OK_NOT_WITNESSED"), done.stderr


@pytest.mark.parametrize("role", ["auditor", "agents", "eraser"])
def test_no_role_changes_what_is_recorded(roles, role):
    """T-AUD-73 T-AUD-90"""
    forbidden = [
        "UPDATE cathedral.records SET data = 'x'",
        "DELETE FROM cathedral.records",
        "TRUNCATE cathedral.vault",
        "DELETE FROM cathedral.checkpoints",
        "UPDATE cathedral.seals SET data = 'x'",
        "UPDATE cathedral.vault SET seq = 7",
        "INSERT INTO cathedral.logs (name) VALUES ('another')",
        "INSERT INTO cathedral.quarantine VALUES (1, 'x', 0, 'x')",
        "DROP TRIGGER only_erased ON cathedral.vault",
        "SET session_replication_role = replica",
    ]
    if role == "auditor":
        forbidden += [
            "INSERT INTO cathedral.records VALUES (1, 99, 9999999, NULL, 'x')",
            "INSERT INTO cathedral.vault VALUES (1, 0, decode(repeat('00', 32), 'hex'), 'x')",
            "DELETE FROM cathedral.vault",
            "SELECT note FROM cathedral.frontiers",
        ]
    for statement in forbidden:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            roles.sql(role, statement)


def test_a_value_is_erased_or_stays_even_for_the_owner(roles):
    """T-AUD-90: the trigger on the vault."""
    vault = PostgresVault.of(PostgresLog(roles.database, roles.origin))
    roles.open("agents").close()
    row = Sealed(commitment(SALT, b"kept"), SALT, b"kept")
    vault.append([(0, row)], 0)
    with psycopg.connect(roles.database, autocommit=True) as owner:
        for statement in (
            "UPDATE cathedral.vault SET data = 'x'",
            "UPDATE cathedral.vault SET seq = seq + 1",
            "DELETE FROM cathedral.vault",
            "TRUNCATE cathedral.vault",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                owner.execute(statement)
        assert vault.open(row.commitment, 0).value == b"kept"
        owner.execute("SET session_replication_role = replica")
        owner.execute("DELETE FROM cathedral.vault")
    vault.close()


def test_what_was_erased_is_gone_from_the_files_once_the_table_is_written_anew(roles):
    """T-AUD-60 T-AUD-90: what docs/audit-postgres.md says of the table's own files."""
    vault = PostgresVault.of(PostgresLog(roles.database, roles.origin))
    roles.open("agents").close()
    secret = uuid.uuid4().hex.encode()
    row = Sealed(commitment(SALT, secret), SALT, secret)
    vault.append([(0, row)], 0)
    with psycopg.connect(roles.database, autocommit=True) as owner:
        folder = Path(str(owner.execute("SHOW data_directory").fetchone()[0])) / "base"

        def is_there() -> bool:
            owner.execute("CHECKPOINT")
            return any(secret in file.read_bytes() for file in folder.rglob("*") if file.is_file())

        assert is_there()
        assert vault.erase(0, row.commitment)
        vault.close()
        owner.execute("VACUUM FULL cathedral.vault")
        assert not is_there()
        owner.execute("SET session_replication_role = replica")
        owner.execute("DELETE FROM cathedral.vault")


def test_a_period_has_a_partition_that_is_archived_and_dropped(tmp_path):
    """T-AUD-92 T-AUD-73: the statements of the document, in their order, around the life of one log."""
    name, origin = f"test_{uuid.uuid4().hex}", "example.com/agents-2026q4"
    text = (Path(__file__).parents[2] / "docs" / "audit-postgres.md").read_text()
    statements = sql_of(text, "A billion records").partition("ALTER TABLE")
    signer = make_signer(1, origin)
    with psycopg.connect(server_url(), autocommit=True) as console:
        console.execute(f"CREATE DATABASE {name}")
        try:
            location = PostgresLog(make_conninfo(server_url(), dbname=name), origin)
            with psycopg.connect(make_conninfo(server_url(), dbname=name), autocommit=True) as owner:
                owner.execute(statements[0])
                with Log.open(
                    location, signer=signer, origin=origin, runtime_version="1", create=True
                ) as log:
                    log.commit_sync(whole_call("c-1"))
                for table in ("records", "vault"):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        owner.execute(f"TRUNCATE cathedral.{table}")
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    owner.execute("DELETE FROM cathedral.records")
                archive = FolderLocation(tmp_path / "archive")
                assert copy_log(location, archive, verifier_keys=[signer.key]).report.exit_code == 0
                owner.execute("".join(statements[1:]))
                assert verify(location, verifier_keys=[signer.key]).code == "log.cut"
                assert verify(archive, verifier_keys=[signer.key]).exit_code == 0
        finally:
            console.execute(f"DROP DATABASE {name} WITH (FORCE)")
