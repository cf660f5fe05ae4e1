"""A log in PostgreSQL: what several writers, lost connections, other roles and people with a console do to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import psycopg
import pytest
from audit_forge import TAG_KEY, make_bodies, make_signer, whole_call
from postgres_cluster import server_url
from psycopg.conninfo import make_conninfo

from runtime.audit.format.chain import Chain, prepare
from runtime.audit.maintain.repair import repair
from runtime.audit.stores import find_location
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry
from runtime.contracts.errors import (
    ApprovalSpent,
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditWriteFailed,
    ConfigurationError,
    ConfigurationMissing,
)

OpenLog = Callable[..., Log]


@pytest.fixture
def database() -> Iterator[str]:
    """An empty database of its own: what a test does to tables is not seen by others."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server_url(), autocommit=True) as console:
        console.execute(f"CREATE DATABASE {name}")
        yield make_conninfo(server_url(), dbname=name)
        console.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def origin() -> str:
    return f"example.com/{uuid.uuid4().hex}"


@pytest.fixture
def place(origin) -> Iterator[PostgresLog]:
    place = PostgresLog(server_url(), origin)
    yield place
    place.close()


@pytest.fixture
def open_log(origin) -> Iterator[OpenLog]:
    logs: list[Log] = []

    def open_one(place: PostgresLog, *, create: bool = True) -> Log:
        store = place.open(create=create)
        logs.append(Log.on(store, signer=make_signer(1, origin), origin=origin, runtime_version="1.0"))
        return logs[-1]

    yield open_one
    for log in logs:
        log.close()


@pytest.fixture
def check(origin):
    return lambda place, **options: verify(place, verifier_keys=[make_signer(1, origin).key], **options)


@pytest.fixture
def console() -> Iterator[psycopg.Connection]:
    """What a person with the owner's rights types, past the triggers."""
    with psycopg.connect(server_url(), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection


def log_id(console: psycopg.Connection, name: str) -> int:
    return console.execute("SELECT log_id FROM cathedral.logs WHERE name = %s", (name,)).fetchone()[0]


def acknowledge(log: Log, calls: range) -> None:
    for number in calls:
        log.commit_sync(whole_call(f"c-{number}"))


def test_a_log_in_a_database_is_verified_as_one_in_a_folder(place, open_log, check):
    log = open_log(place)
    acknowledge(log, range(50))
    log.close()
    for quick in (False, True):
        report = check(place, quick=quick)
        assert (report.verdict, report.records, report.in_flight) == ("OK_NOT_WITNESSED", 201, 0)
    again = open_log(place, create=False)
    assert again.has_call("c-7")
    assert again.size == 202


def test_segments_of_a_database_are_sealed_and_followed(place, origin, check, console):
    """T-AUD-30: by a quick verification and a full one, and a seal that is gone is missed."""
    store = place.open(create=True, segment_records=32)
    with Log.on(store, signer=make_signer(1, origin), origin=origin, runtime_version="1.0") as log:
        acknowledge(log, range(40))
    for quick in (False, True):
        report = check(place, quick=quick)
        assert (report.verdict, report.records) == ("OK_NOT_WITNESSED", 161)
    number = log_id(console, origin)
    assert console.execute(
        "SELECT count(*) FROM cathedral.seals WHERE log_id = %s", (number,)
    ).fetchone() == (5,)
    console.execute(FLIPPED.format(number))
    assert check(place, quick=True).code == "segment.digest"
    assert check(place).verdict == "TAMPERED"
    console.execute("DELETE FROM cathedral.seals WHERE log_id = %s AND seq = 32", (number,))
    assert check(place).code == "seal.missing"


def test_a_log_with_a_writer_at_work_is_verified_as_it_stands(place, open_log, check):
    log = open_log(place)
    acknowledge(log, range(3))
    log.commit_sync(whole_call("open")[:3])
    assert place.has_writer()
    report = check(place)
    assert report.verdict == "OK_NOT_WITNESSED"
    assert report.records == 16


def test_writers_of_one_log_take_turns(place, open_log, check):
    one, two = open_log(place), open_log(place)
    for number in range(40):
        (one, two)[number % 2].commit_sync(whole_call(f"c-{number}"))
    assert one.has_call("c-39")
    one.close()
    two.close()
    assert (check(place).verdict, check(place).records) == ("OK_NOT_WITNESSED", 162)


def test_an_answer_is_used_once_by_all_writers_of_a_log(place, open_log):
    """T-APP-03"""
    used = make_bodies()["ApprovalDecided"]
    used = msgspec.structs.replace(used, approval="a-1", expires_us=2**52, modified=None, kept="nothing")
    calls = [[*whole_call(f"c-{number}")[:3], Entry(f"c-{number}", used)] for number in range(3)]
    one, two = open_log(place), open_log(place)
    one.commit_sync(calls[0])
    with pytest.raises(ApprovalSpent):
        two.commit_sync(calls[1])
    one.close()
    two.close()
    again = open_log(place, create=False)
    assert again.has_approval("a-1")
    with pytest.raises(ApprovalSpent):
        again.commit_sync(calls[2])


def test_logs_of_one_database_do_not_mix(place, open_log, check):
    other = PostgresLog(server_url(), f"example.com/{uuid.uuid4().hex}")
    acknowledge(open_log(place), range(2))
    assert not other.exists()
    assert place.exists()
    with pytest.raises(ConfigurationMissing) as caught:
        other.open(create=False)
    assert caught.value.code == "config.missing"
    assert check(other).code == "log.missing"


def test_nobody_can_put_a_second_record_behind_one(place, open_log, console, origin):
    """T-AUD-70: the table refuses a fork, whoever holds the lock."""
    log = open_log(place)
    acknowledge(log, range(2))
    log.close()
    fork = """INSERT INTO cathedral.records SELECT log_id, 1000, 10000000, prev, data
        FROM cathedral.records WHERE log_id = %s AND seq = 5"""
    with pytest.raises(psycopg.errors.UniqueViolation):
        console.execute(fork, (log_id(console, origin),))
    store = place.open(create=False)
    size = store.records.size()
    last = b"".join(store.records.read(0, size)).splitlines(keepends=True)[-1]
    with store.records.locked(), pytest.raises(AuditInconsistent) as caught:
        store.records.append(last, size)
    assert caught.value.code == "audit.inconsistent"
    store.close()


def test_a_lost_connection_refuses_calls_and_loses_nothing_acknowledged(place, open_log, check, origin):
    """T-AUD-71: every connection of the log is ended by the server while the log is open."""
    log = open_log(place)
    acknowledge(log, range(20))
    with psycopg.connect(server_url(), autocommit=True) as admin:
        holders = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE application_name = 'cathedral-runtime' AND pid IN (SELECT pid FROM pg_locks
                WHERE locktype = 'advisory' AND objid = %s::oid)"""
        # One of them, or two where a checkpoint is being written.
        assert set(admin.execute(holders, (log_id(admin, origin),)).fetchall()) == {(True,)}
    with pytest.raises(AuditWriteFailed) as caught:
        acknowledge(log, range(20, 21))
    assert caught.value.code == "audit.write_failed"
    with pytest.raises(AuditWriteFailed):  # for good: a second try is no way around a lost record
        acknowledge(log, range(21, 22))
    again = open_log(place, create=False)
    assert all(again.has_call(f"c-{number}") for number in range(20))
    again.close()
    assert check(place).verdict == "OK_NOT_WITNESSED"


WRITER = """
import sys
from audit_forge import make_signer, whole_call
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.write.log import Log
url, origin, mark = sys.argv[1:]
log = Log.on(PostgresLog(url, origin).open(create=True), signer=make_signer(1, origin), origin=origin, runtime_version="1")
number = 0
while True:
    log.commit_sync(whole_call(f"{mark}-{number}"))
    print(number, flush=True)
    number += 1
"""


def start_writer(origin: str, mark: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([*sys.path])
    command = [sys.executable, "-c", WRITER, server_url(), origin, mark]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )


def kill_writers(origin: str, open_log: OpenLog, place: PostgresLog, lines: int) -> None:
    """Two writers at work are killed after so many lines; what they acknowledged must be there."""
    writers = {mark: start_writer(origin, mark) for mark in ("a", "b")}
    said: dict[str, int] = {}
    for mark, writer in writers.items():
        for _ in range(lines):
            said[mark] = int(writer.stdout.readline())
    for mark, writer in writers.items():
        writer.send_signal(signal.SIGKILL)
        rest = writer.communicate()[0].split("\n")[:-1]
        said[mark] = int(rest[-1]) if rest else said[mark]
    log = open_log(place)
    for mark, last in said.items():
        assert all(log.has_call(f"{mark}-{number}") for number in range(last + 1))
    log.close()


def test_killed_writers_lose_nothing_acknowledged(place, open_log, check, origin):
    """T-AUD-71: kill -9 of two writers, between and inside their batches."""
    kill_writers(origin, open_log, place, 10)
    assert check(place).verdict in ("OK_NOT_WITNESSED", "UNPROVEN")
    assert check(place).exit_code != 1


@pytest.mark.soak
@pytest.mark.parametrize("attempt", range(50))
def test_writers_killed_at_any_moment_lose_nothing_acknowledged(place, open_log, check, origin, attempt):
    """T-AUD-71: after so many lines that the moment falls anywhere."""
    kill_writers(origin, open_log, place, 1 + attempt % 7)
    assert check(place).exit_code != 1


def test_a_fork_that_lets_go_of_a_log_does_not_hang_up_for_its_parent(place, open_log):
    log = open_log(place)
    child = os.fork()
    if child == 0:
        log.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    acknowledge(log, range(1))


def forge_rows(console: psycopg.Connection, number: int) -> int:
    """Add a call that continues the log well, as far as anybody without the key can; how many records there were."""
    rows = console.execute(
        "SELECT data FROM cathedral.records WHERE log_id = %s ORDER BY seq", (number,)
    ).fetchall()
    chain, stop = Chain(), sum(len(data) for (data,) in rows)
    for (data,) in rows:
        chain.follow(bytes(data[:-1]))
    for entry in whole_call("c-forged"):
        head = bytes.fromhex(chain.head.removeprefix("blake3:"))
        line = chain.extend(prepare(entry), chain.at_us, TAG_KEY) + b"\n"
        stop += len(line)
        console.execute(
            "INSERT INTO cathedral.records (log_id, seq, stop, prev, data) VALUES (%s, %s, %s, %s, %s)",
            (number, chain.size - 1, stop, head, line),
        )
    return len(rows)


@pytest.mark.parametrize("alive", [True, False])
def test_rows_that_a_role_without_the_key_inserts_are_never_signed(place, origin, open_log, check, alive):
    """T-AUD-80: INSERT is all that it takes to add a well-chained call to the table."""
    log = open_log(place)
    log.commit_sync(whole_call("c-1"))
    log.checkpoint()
    if not alive:
        log.close()
    with psycopg.connect(server_url(), autocommit=True) as stranger:
        size = forge_rows(stranger, log_id(stranger, origin))
    if alive:
        with pytest.raises(AuditError) as caught:
            log.commit_sync(whole_call("c-2"))
        assert caught.value.code == "audit.forged"
        log.close()
    told = check(place, tag_keys=[make_signer(1, origin).tag_key])
    assert (told.verdict, told.code, told.first_bad_seq) == ("TAMPERED", "record.tag", size)
    assert (check(place).verdict, check(place).signed_size) == ("UNPROVEN", size)
    with pytest.raises(AuditError) as caught:
        open_log(place, create=False)
    assert caught.value.code == "audit.forged"
    plan = repair(place, signer=make_signer(1, origin), origin=origin, runtime_version="1", apply=True)
    assert plan.forged
    assert (check(place).verdict, check(place).taken_over) == ("OK_NOT_WITNESSED", 0)


@pytest.mark.parametrize(
    "which", ["seq = 3", "seq = (SELECT max(seq) FROM cathedral.records WHERE log_id = {0})"]
)
@pytest.mark.parametrize("change", ["stop + 1", "stop + 1000000"])
def test_a_column_that_says_wrongly_where_a_row_ends_is_refused_and_corrected(
    place, origin, open_log, check, console, which, change
):
    """T-AUD-73: the bytes are what was signed, so nothing is lost, and the log goes on."""
    log = open_log(place)
    acknowledge(log, range(3))
    log.close()
    number = log_id(console, origin)
    where = f"log_id = {number} AND " + which.format(number)
    console.execute(f"UPDATE cathedral.records SET stop = {change} WHERE {where}")
    console.execute("DELETE FROM cathedral.frontiers WHERE log_id = %s", (number,))
    assert check(place).verdict == "OK_NOT_WITNESSED"
    with pytest.raises(AuditError) as caught:
        open_log(place, create=False)
    assert caught.value.code in ("audit.inconsistent", "audit.damaged")
    options = {"signer": make_signer(1, origin), "origin": origin, "runtime_version": "1"}
    assert repair(place, **options).needed
    assert repair(place, **options, apply=True).places == 1
    acknowledge(open_log(place, create=False), range(3, 5))
    assert check(place).exit_code == 0


def test_a_role_that_may_only_add_is_all_that_the_runtime_needs(database, origin, open_log, check):
    """T-AUD-73: the grants of docs/audit-postgres.md, and nothing else."""
    PostgresLog(database, origin).open(create=True).close()
    role = f"role_{uuid.uuid4().hex}"
    text = (Path(__file__).parents[2] / "docs" / "audit-postgres.md").read_text()
    grants = text.partition("```sql\n")[2].partition("```")[0].replace("agents", role)
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute(grants)
        place = PostgresLog(make_conninfo(database, user=role), origin)
        log = open_log(place, create=False)
        acknowledge(log, range(5))
        log.checkpoint()
        with psycopg.connect(database, user=role, autocommit=True) as stranger:
            for statement in (
                "UPDATE cathedral.records SET data = 'x'",
                "DELETE FROM cathedral.records",
                "TRUNCATE cathedral.records",
                "DELETE FROM cathedral.checkpoints",
                "SET session_replication_role = replica",
                "ALTER TABLE cathedral.records DISABLE TRIGGER ALL",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    stranger.execute(statement)
        log.close()
        assert check(place).verdict == "OK_NOT_WITNESSED"
        store = place.open(create=False)
        with store.records.locked(), pytest.raises(AuditWriteFailed):
            store.records.cut(0)
        store.close()
        owner.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


@pytest.mark.parametrize("table", ["records", "checkpoints", "quarantine", "seals"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET data = 'x'", "DELETE FROM {}", "TRUNCATE {}"])
def test_not_even_the_owner_changes_a_row_by_mistake(place, open_log, table, statement):
    """T-AUD-73: the triggers, of which the owner has to say that he means it."""
    open_log(place)
    store = place.open(create=False)
    store.records.seal(b"a seal", 1)
    store.quarantine(f"{table}-{statement[:3]}", iter([b"some"]))
    store.close()
    with (
        psycopg.connect(server_url(), autocommit=True) as owner,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        owner.execute(statement.format(f"cathedral.{table}"))


FLIPPED = "UPDATE cathedral.records SET data = set_byte(data, 20, get_byte(data, 20) # 1) WHERE log_id = {} AND seq = 7"


@pytest.mark.parametrize(
    ("statement", "verdict", "codes"),
    [
        (FLIPPED, "TAMPERED", {"record.fields", "chain.link", "record.body", "record.spelling", "chain.clock"}),
        ("DELETE FROM cathedral.records WHERE log_id = {} AND seq = 7", "TAMPERED", {"chain.sequence"}),
        ("DELETE FROM cathedral.records WHERE log_id = {} AND seq > 7", "TAMPERED", {"log.cut"}),
        ("UPDATE cathedral.records SET seq = 1000 WHERE log_id = {} AND seq = 7", "TAMPERED", {"chain.sequence"}),
        ("UPDATE cathedral.records SET data = data || data WHERE log_id = {} AND seq = 7", "TAMPERED", {"chain.sequence"}),
        ("UPDATE cathedral.checkpoints SET data = set_byte(data, 3, 65) WHERE log_id = {}", "TAMPERED", {"checkpoint.signature", "checkpoint.malformed", "checkpoint.origin"}),
        ("DELETE FROM cathedral.checkpoints WHERE log_id = {}", "UNPROVEN", {"log.unsigned"}),
        ("UPDATE cathedral.records SET stop = stop + 1000000 WHERE log_id = {}", "OK_NOT_WITNESSED", {""}),
    ],
)  # fmt: skip
def test_what_was_changed_at_a_console_is_seen(
    place, open_log, check, console, origin, statement, verdict, codes
):
    """T-AUD-73: rows are changed past every wall; offsets, which nothing believes, may say what they like."""
    log = open_log(place)
    acknowledge(log, range(5))
    log.close()
    console.execute(statement.format(log_id(console, origin)))
    report = check(place)
    assert report.verdict == verdict
    assert report.code in codes


def test_a_writer_does_not_go_on_with_rows_that_were_moved(place, open_log, console, origin):
    """T-AUD-73: a log whose offsets do not fit its lines is not written to."""
    log = open_log(place)
    acknowledge(log, range(5))
    log.close()
    number = log_id(console, origin)
    console.execute("DELETE FROM cathedral.frontiers WHERE log_id = %s", (number,))
    console.execute("DELETE FROM cathedral.records WHERE log_id = %s AND seq = 7", (number,))
    with pytest.raises(AuditInconsistent) as caught:
        open_log(place, create=False)
    assert caught.value.code == "audit.inconsistent"


def test_tables_that_were_dropped_under_a_writer_end_its_log(database, origin, open_log, check):
    place = PostgresLog(database, origin)
    log = open_log(place)
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("DROP SCHEMA cathedral CASCADE")
    with pytest.raises(AuditError) as caught:
        acknowledge(log, range(1))
    assert caught.value.code == "audit.inconsistent"
    assert check(place).code == "log.missing"


def test_a_torn_end_is_refused_until_it_is_repaired(place, open_log, origin):
    log = open_log(place)
    acknowledge(log, range(2))
    log.close()
    store = place.open(create=False)
    with store.records.locked():
        store.records.append(b'{"torn', store.records.size())
    store.close()
    with pytest.raises(AuditDamaged) as caught:
        open_log(place, create=False)
    assert caught.value.code == "audit.damaged"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("postgresql://agents:s3cr3t@127.0.0.1:1/audit", "audit.write_failed"),
        ("postgresql://agents:s3cr3t@no.such.host.invalid/audit", "audit.write_failed"),
        ("postgresql://agents:s3cr3t%zz@127.0.0.1/audit", "config.invalid"),
        ("postgresql://agents:s3cr3t@127.0.0.1/audit?s3cr3t=1", "config.invalid"),
        ("postgresql://127.0.0.1/audit?password=s3cr3t&port=s3cr3t", "audit.write_failed"),
        ("postgres://agents:s3cr3t@127.0.0.1/audit", "config.invalid"),
        ("postgresql:agents:s3cr3t@127.0.0.1/audit", "config.invalid"),
    ],
)
def test_no_message_shows_a_password(url, code, origin):
    """T-AUD-72: whatever is wrong with the address or the server."""
    with pytest.raises((AuditError, ConfigurationError)) as caught:
        find_location(url, Path(), origin).open(create=True)
    assert caught.value.code == code
    assert (
        "s3cr3t"
        not in f"{caught.value!r} {caught.value.message} {caught.value.suggestion} {caught.value.details}"
    )
    assert caught.value.__cause__ is None


def test_the_text_of_a_place_names_server_and_log_alone():
    """T-AUD-72: it may stand in a message."""
    url = "postgresql://agents:s3cr3t@db.example.com:5433/audit?sslpassword=s3cr3t"
    place = find_location(url, Path(), "example.com/log")
    assert str(place) == "example.com/log in postgresql://agents@db.example.com:5433/audit"
    assert "s3cr3t" not in repr(place)


def test_a_missing_driver_is_told_by_the_name_of_its_extra(monkeypatch, origin):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ConfigurationError) as caught:
        find_location("postgresql:///audit", Path(), origin)
    assert caught.value.code == "config.invalid"
    assert "cathedral-runtime[postgres]" in caught.value.suggestion


def test_a_session_that_does_not_wait_for_the_disk_is_refused(origin):
    """T-AUD-71: commits that return before they are durable."""
    url = make_conninfo(server_url(), options="-c synchronous_commit=off")
    with pytest.raises(AuditWriteFailed) as caught:
        PostgresLog(url, origin).open(create=True)
    assert "synchronous_commit" in caught.value.message
