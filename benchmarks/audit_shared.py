"""What sharing a log costs: processes on one log beside a shard each, and a log in PostgreSQL beside the statement alone.

    python benchmarks/audit_shared.py [--processes 8] [--seconds 2]
    python tests/support/postgres_cluster.py python benchmarks/audit_shared.py

| row | beside |
|---|---|
| records a second of n processes on shards under one parent | the same processes on one log |
| records a second in PostgreSQL, of 1 and of 64 callers | one INSERT of as many rows, from one connection |
| records verified from PostgreSQL | the query that reads them |
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
import uuid
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.audit import whole_call
from runtime.audit.format.note import Signer
from runtime.audit.shards.parent_writer import ParentLogWriter
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log

_PARENT = "example.com/parent"
_RECORDS = 4  # of a call
_COMMITS = 400
_WAIT_S = 60


def signer(number: int, name: str) -> Signer:
    """A key of its own for each log."""
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([number + 1]) * 32))


def open_parent(base: Path, *, create: bool = False) -> Log:
    """The parent of all shards."""
    return Log.open(
        base / "parent", signer=signer(200, _PARENT), origin=_PARENT, runtime_version="1.0", create=create
    )


def write(base: Path, number: int, shards: bool, seconds: float, start: Barrier) -> int:
    """Commit calls for a while, in a process of its own; how many."""
    log_number = number if shards else 0
    name = f"example.com/{log_number}"
    key = signer(log_number, name)
    above = ParentLogWriter(
        base / "parent", [key.key], shard=f"../{log_number}", open_log=lambda: open_parent(base)
    )
    with Log.open(
        base / str(log_number),
        signer=key,
        origin=name,
        runtime_version="1.0",
        create=True,
        witnesses=[above] if shards else [],
    ) as log:
        start.wait(_WAIT_S)
        count, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            log.commit_sync(whole_call(f"{number}-{count}"))
            count += 1
    return count


def processes_per_s(processes: int, seconds: float, *, shards: bool) -> float:
    """Records a second of so many processes."""
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Manager() as manager:
        base = Path(folder)
        open_parent(base, create=True).close()
        start = manager.Barrier(processes)
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            tasks = [(base, number, shards, seconds, start) for number in range(processes)]
            return sum(pool.starmap(write, tasks)) * _RECORDS / seconds


async def commit_all(log: Log, callers: int) -> None:
    """So many callers commit until all of it is done."""

    async def caller(number: int) -> None:
        for count in range(_COMMITS // callers + 1):
            await log.commit(whole_call(f"{callers}-{number}-{count}"), under_way=callers)

    await asyncio.gather(*map(caller, range(callers)))


def timed(work: Callable[[], object]) -> float:
    """How many seconds it takes."""
    start_s = time.perf_counter()
    work()
    return time.perf_counter() - start_s


def in_postgres(url: str) -> None:
    """The rows of a log in a database."""
    name = f"example.com/{uuid.uuid4().hex}"
    place, key = PostgresLog(url, name), signer(0, name)
    for callers in (1, 64):
        with Log.open(place, signer=key, origin=name, runtime_version="1.0", create=True) as log:
            records = (_COMMITS // callers + 1) * callers * _RECORDS
            took_s = timed(lambda log=log, callers=callers: asyncio.run(commit_all(log, callers)))  # type: ignore[misc]
            floor_s = insert_s(url, callers * _RECORDS) / (callers * _RECORDS) * records
            show(f"PostgreSQL, {callers} callers", records / took_s, "one INSERT", records / floor_s)
    records = verify(place, verifier_keys=[key.key]).records
    verified_s = timed(lambda: verify(place, verifier_keys=[key.key]))
    read_s = timed(lambda: [len(part) for part in place.segments([key.key])[0].chunks()])
    place.close()
    show("PostgreSQL, verified", records / verified_s, "read alone", records / read_s)


def insert_s(url: str, rows: int) -> float:
    """The best time of a committed INSERT of so many rows of 600 bytes."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS public.floor (seq bigint, data bytea)")
        statement = "INSERT INTO public.floor SELECT * FROM unnest(%s::bigint[], %s::bytea[])"
        columns = (list(range(rows)), [os.urandom(600)] * rows)
        best_s = min(timed(lambda: connection.execute(statement, columns, binary=True)) for _ in range(20))
        connection.execute("DROP TABLE public.floor")
    return best_s


def show(name: str, figure: float, beside: str, floor: float) -> None:
    """One row."""
    print(f"{name:34} {figure:10,.0f} records/s   {beside}: {floor:,.0f}   {figure / floor:.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    for processes in sorted({1, 2, 4, options.processes}):
        one = processes_per_s(processes, options.seconds, shards=False)
        shards = processes_per_s(processes, options.seconds, shards=True)
        show(f"{processes} processes on shards", shards, "on one log", one)
    url = os.environ.get("TEST_POSTGRESQL_URL")
    if url is None:
        print("PostgreSQL: no server; run this under tests/support/postgres_cluster.py")
    else:
        in_postgres(url)


if __name__ == "__main__":
    main()
