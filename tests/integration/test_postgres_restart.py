"""A log in a PostgreSQL server that is stopped, crashes, or is set up so that it would lose records."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from postgres_cluster import Cluster, find_binaries, running

from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditWriteFailed


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running(find_binaries()) as cluster:
        yield cluster


def open_log(cluster: Cluster) -> Log:
    store = PostgresLog(cluster.url, ORIGIN).open(create=True)
    return Log.on(store, signer=make_signer(), origin=ORIGIN, runtime_version="1.0")


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_stops_or_crashes_loses_nothing_acknowledged(cluster, mode):
    """T-AUD-71: `immediate` ends every process of the server without a word, and it recovers from its journal."""
    log = open_log(cluster)
    for number in range(20):
        log.commit_sync(whole_call(f"{mode}-{number}"))
    cluster.stop(mode)
    with pytest.raises(AuditWriteFailed) as caught:
        log.commit_sync(whole_call("refused"))
    assert caught.value.code == "audit.write_failed"
    with pytest.raises(AuditWriteFailed):
        open_log(cluster)
    report = verify(PostgresLog(cluster.url, ORIGIN), verifier_keys=[make_signer().key])
    assert (report.verdict, report.code) == ("ERROR", "log.unreadable")
    cluster.start()
    log.close()
    with open_log(cluster) as log:
        assert all(log.has_call(f"{mode}-{number}") for number in range(20))
        assert not log.has_call("refused")
    report = verify(PostgresLog(cluster.url, ORIGIN), verifier_keys=[make_signer().key])
    assert report.verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize(
    ("lose", "keep", "named"),
    [
        ("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()", "ALTER SYSTEM RESET fsync", "fsync"),
        (
            "ALTER TABLE cathedral.records SET UNLOGGED",
            "ALTER TABLE cathedral.records SET LOGGED",
            "unlogged",
        ),
    ],
)
def test_a_server_that_would_lose_records_is_refused(cluster, lose, keep, named):
    """T-AUD-71: found when the log is opened."""
    open_log(cluster).close()
    with psycopg.connect(cluster.url, autocommit=True) as admin:
        for statement in lose.split(";"):
            admin.execute(statement)
        while named == "fsync" and admin.execute("SHOW fsync").fetchone() != ("off",):
            pass
        with pytest.raises(AuditWriteFailed) as caught:
            open_log(cluster)
        assert named in caught.value.message
        admin.execute(keep)
        admin.execute("SELECT pg_reload_conf()")
        while admin.execute("SHOW fsync").fetchone() != ("on",):
            pass
    open_log(cluster).close()
