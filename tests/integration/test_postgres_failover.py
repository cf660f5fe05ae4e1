"""Two real clusters, a primary and its standby: the primary dies, the standby is promoted, and the log goes on or is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from postgres_cluster import Cluster, find_binaries, running

from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.write.log import FormerCalls, Log
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditUnavailable
from runtime.host.reopening_log import ReopeningLog


class Pair:
    """A primary, its standby, and a log of both: the address names two hosts, and the one that may be written to counts."""

    def __init__(self, primary: Cluster, standby: Cluster, witness: Path) -> None:
        self.primary, self.standby = primary, standby
        self.url = f"postgresql://tester@/postgres?host={primary.folder},{standby.folder}"
        self.witness = FolderWitness(witness, [make_signer().key])

    @property
    def location(self) -> PostgresLog:
        return PostgresLog(self.url, ORIGIN)

    def open(self, former: FormerCalls, *, witnessed: bool = False) -> Log:
        return Log.open(
            self.location,
            signer=make_signer(),
            origin=ORIGIN,
            runtime_version="1",
            create=True,
            witnesses=[self.witness] if witnessed else [],
            former=former,
        )

    def tell(self, cluster: Cluster, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(cluster.url, autocommit=True) as admin:
            cursor = admin.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def wait_until(self, cluster: Cluster, question: str) -> None:
        with psycopg.connect(cluster.url, autocommit=True) as admin:
            while admin.execute(question).fetchone() != (True,):
                pass

    def synchronous(self) -> None:
        """No commit returns before the standby has it."""
        self.tell(self.primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.tell(self.primary, "SELECT pg_reload_conf()")
        self.wait_until(
            self.primary, "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        )


@pytest.fixture
def pair(tmp_path) -> Iterator[Pair]:
    binaries = find_binaries()
    assert binaries
    with running(binaries) as primary, running(binaries, of=primary) as standby:
        yield Pair(primary, standby, tmp_path / "witness")


def commit_until_lost(log: ReopeningLog, acknowledged: list[str], first: int) -> str:
    """Commit calls one after another until one is refused; the code."""
    for number in range(first, first + 100_000):
        try:
            log.commit_sync(whole_call(f"c-{number}"))
        except AuditError as error:
            return error.code
        acknowledged.append(f"c-{number}")
    return ""


def test_a_synchronous_standby_that_is_promoted_has_all_that_was_acknowledged(pair):
    """T-AUD-71 T-AUD-93: the primary dies while calls are committed; the same executor's log goes on at the standby."""
    pair.synchronous()
    log = ReopeningLog(lambda former: pair.open(former))
    acknowledged: list[str] = []
    codes: list[str] = []
    writer = threading.Thread(target=lambda: codes.append(commit_until_lost(log, acknowledged, 0)))
    writer.start()
    while len(acknowledged) < 50:
        pass
    pair.primary.stop("immediate")
    writer.join()
    assert codes == ["audit.unavailable"]
    with pytest.raises(AuditUnavailable):
        log.commit_sync(whole_call("nobody there"))
    pair.standby.promote()
    before = len(acknowledged)
    for number in range(before, before + 20):
        commit_until_answered(log, f"c-after-{number}")
        acknowledged.append(f"c-after-{number}")
    assert all(log.has_call(call) for call in acknowledged)
    log.close()
    report = verify(pair.location, verifier_keys=[make_signer().key])
    assert (report.verdict, report.open_calls) == ("OK_NOT_WITNESSED", 0)


def commit_until_answered(log: ReopeningLog, call: str) -> None:
    """Commit a call as soon as the log takes it, or refuses it for good."""
    while True:
        try:
            log.commit_sync(whole_call(call))
        except AuditUnavailable:  # tried again a few times a second
            continue
        return


def test_a_standby_that_is_behind_is_refused(pair):
    """T-AUD-93: an asynchronous standby lacks what was acknowledged: a witness knows, and so does a writer that lived through it."""
    log = ReopeningLog(lambda former: pair.open(former))
    log.commit_sync(whole_call("c-both"))
    pair.wait_until(pair.standby, "SELECT to_regclass('cathedral.records') IS NOT NULL")
    pair.wait_until(pair.standby, "SELECT count(*) > 4 FROM cathedral.records")
    pair.standby.stop("fast")
    with pair.open(FormerCalls(), witnessed=True) as witnessed:
        witnessed.commit_sync(whole_call("c-1"))
    log.commit_sync(whole_call("c-2"))
    pair.primary.stop("immediate")
    pair.standby.start()
    pair.standby.promote()
    for refuse in (
        lambda: commit_until_answered(log, "c-late"),
        lambda: pair.open(FormerCalls(), witnessed=True),
    ):
        with pytest.raises(AuditInconsistent) as refused:
            refuse()
        assert refused.value.code == "audit.inconsistent"
    log.close()
    report = verify(pair.location, verifier_keys=[make_signer().key], witnesses=[pair.witness])
    assert (report.verdict, report.code) == ("TAMPERED", "witness.ahead")


def test_a_connection_that_is_lost_between_calls_costs_no_call(tmp_path):
    """T-AUD-93: nothing was sent, so the batch is committed to the log that is opened anew; a lost one is never written twice."""
    binaries = find_binaries()
    assert binaries
    with running(binaries) as cluster:
        pair = Pair(cluster, cluster, tmp_path / "witness")
        pair.url = cluster.url
        log = ReopeningLog(lambda former: pair.open(former))
        log.commit_sync(whole_call("c-0")[:1])
        for number in range(1, 4):
            pair.tell(
                cluster,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cathedral-runtime'",
            )
            log.commit_sync(whole_call(f"c-{number}"))
        pair.tell(
            cluster,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cathedral-runtime'",
        )
        asyncio.run(log.commit(whole_call("c-0")[1:]))  # it was under way all the time
        log.close()
        report = verify(pair.location, verifier_keys=[make_signer().key])
        assert (report.verdict, report.open_calls) == ("OK_NOT_WITNESSED", 0)
