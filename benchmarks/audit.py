"""How fast the audit log is, beside what the machine allows in the same minute.

    python benchmarks/audit.py [--folder DIR] [--scale 1.0] [--json]

Absolute figures differ between machines and hours; the ratio to a floor does not. Each row stands beside its own floor,
measured in the same run: what nobody who keeps the same promise can undercut.

| row | floor |
|---|---|
| appends of n callers | one write of n records and one fdatasync |
| CPU of a call's records | the hashes of four records: BLAKE3 of the line, SHA-256 of the leaf and of one inner node |
| full verification | the same hashes of one record |
| two processes | half the time of one |
| quick verification | BLAKE3 over the log's bytes, read from the cache of the kernel |
| proof | the SHA-256 of the path's inner nodes |

The kills have no figure: `pytest -m soak tests/integration/test_audit_crash.py` makes a thousand of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path

import msgspec
from blake3 import blake3
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.format.note import Signer
from runtime.audit.format.tlog_proof import check_inclusion
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import Query, calls_of, find_calls
from runtime.audit.read.reader import LogReader
from runtime.audit.stores._call_table import SealedFile
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.audit.write.log_state import LogState
from runtime.contracts.audit import (
    CapabilityCheck,
    Check,
    Entry,
    PolicyDecision,
    ToolCompleted,
    ToolInvoked,
)
from runtime.contracts.digest import digest

SOME = digest(b"some")


def whole_call(call: str) -> list[Entry]:
    """The records of one governed call; with chain and time they have some 520 bytes each."""
    gate = Check(allowed=True, capability="fs_read:src/**", count=1, target="src/module/file.py")
    return [
        Entry(
            call,
            ToolInvoked(
                arguments=SOME,
                arguments_bytes=345,
                manifest=SOME,
                principal="agent:builder",
                tool="read_file",
                version="1.4.2",
            ),
        ),
        Entry(call, CapabilityCheck(allowed=True, checks=(gate,) * 3, decision_id=SOME, phase="gate")),
        Entry(
            call,
            PolicyDecision(
                bundle=SOME,
                cached=False,
                decision_id=SOME,
                engine="rego",
                outcome="allow",
                reasons=("reading inside the workspace is allowed to every agent",),
            ),
        ),
        Entry(
            call,
            ToolCompleted(
                backend="inprocess",
                duration_us=1234,
                fuel=None,
                normalization="json-canonical",
                output_bytes=2048,
                output_hash=SOME,
                raw=SOME,
            ),
        ),
    ]


class Row(msgspec.Struct):
    """One figure, what it is a multiple or fraction of, and what it should be."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    target: float | None = None
    """At least this; where ``less`` is set, at most."""
    less: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How much better than its floor (a part of 1 for all that can be reached), or how many floors it costs."""
        return self.value / self.floor if self.floor else None

    @property
    def met(self) -> bool | None:
        """Whether the target is reached."""
        if self.target is None:
            return None
        return self.value <= self.target if self.less else self.value >= self.target


def best_us(work: Callable[[], object], times: int) -> float:
    """Microseconds of one run, in the best of five rounds."""
    rounds = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            work()
        rounds.append((time.perf_counter() - start) / times * 1e6)
    return min(rounds)


class Floors:
    """What cannot be avoided, in microseconds."""

    def __init__(self, folder: Path, record_bytes: int, times: int) -> None:
        """Measure it; ``times`` is how often a sync is timed in each of five rounds."""
        data = os.urandom(1 << 20)
        key = Ed25519PrivateKey.generate()
        descriptor = os.open(folder / "floor", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

        def append(records: int) -> None:
            os.write(descriptor, data[: record_bytes * records])
            os.fdatasync(descriptor)

        try:
            self.append_us = {
                records: best_us(partial(append, records), times) for records in (1, 64, 256, 1000)
            }
        finally:
            os.close(descriptor)
        self.sign_us = best_us(lambda: key.sign(data[:200]), 500)
        self.digest_us = best_us(lambda: blake3(data[:1024]).hexdigest(), 5000)
        line, nodes = data[:record_bytes], data[:65]
        self.node_us = best_us(lambda: sha256(nodes).digest(), 5000)
        self.record_us = (
            best_us(lambda: blake3(line).hexdigest(), 5000)
            + best_us(lambda: sha256(line).digest(), 5000)
            + self.node_us
        )

    def appends(self, records: int) -> float:
        """Records a second of bare writes of so many."""
        return records / self.append_us[records] * 1e6

    def rows(self) -> list[Row]:
        """The floors themselves."""
        appends = [
            Row(f"floor: write and fdatasync, {n} records", us, "us") for n, us in self.append_us.items()
        ]
        return [
            *appends,
            Row("floor: Ed25519 sign", self.sign_us, "us"),
            Row("floor: BLAKE3 of 1 KB", self.digest_us, "us"),
            Row("floor: hashes of a record", self.record_us, "us"),
        ]


async def append_from(log: Log, callers: int, commits: int, entries: list[Entry]) -> tuple[float, float]:
    """Records a second, and microseconds of CPU a record, with so many tasks committing one after another."""

    async def caller() -> None:
        for _ in range(commits):
            await log.commit(entries, under_way=callers)

    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(caller() for _ in range(callers)))
    records = callers * commits * len(entries)
    return records / (time.perf_counter() - wall), (time.process_time() - cpu) / records * 1e6


def appends(folder: Path, signer: Signer, scale: float, floors: Floors) -> list[Row]:
    """Durable appends by number of callers."""
    log = Log.open(folder, signer=signer, origin=signer.name, runtime_version="bench", create=True)
    one = [Entry(None, whole_call("c-1")[2].body)]
    made = []
    # callers, commits of each, entries of each commit, records a second to reach
    rows = ((1, 3000, 1, 7_000), (64, 300, 1, 30_000), (256, 100, 1, 50_000), (1, 100, 1000, 90_000))
    for callers, commits, entries, target in rows:
        speed, cpu_us = asyncio.run(append_from(log, callers, max(1, int(commits * scale)), one * entries))
        name = f"appends: batches of {entries}" if entries > 1 else f"appends: {callers} callers"
        floor = floors.appends(callers * entries)
        made.append(Row(name, speed, "records/s", floor, target, note=f"CPU {cpu_us:.1f} us each"))
    commits = max(1, int(2000 * scale))
    start = time.perf_counter()
    for _ in range(commits):
        log.commit_sync(one)
    speed = commits / (time.perf_counter() - start)
    made.append(Row("appends: 1 thread", speed, "records/s", floors.appends(1), 7_000))
    log.close()
    return made


def chain_us() -> float:
    """Microseconds to encode, chain and hash one record into the tree, without the disk."""
    from runtime.audit.format.chain import prepare

    state, entries = LogState(), whole_call("c-1")

    def extend() -> None:
        for entry in entries:
            state.extend(entry, prepare(entry), 1, b"k" * 32)

    return best_us(extend, 2000) / len(entries)


def write_calls(folder: Path, signer: Signer, calls: int) -> float:
    """Write whole calls from 64 tasks, four records each in two commits; microseconds of CPU a call."""
    log = Log.open(folder, signer=signer, origin=signer.name, runtime_version="bench", create=True)

    async def caller(task: int) -> None:
        for number in range(calls // 64):
            entries = whole_call(f"c-{task}-{number}")
            await log.commit(entries[:3], under_way=64)
            await log.commit(entries[3:], under_way=64)

    async def everybody() -> None:
        await asyncio.gather(*(caller(task) for task in range(64)))

    cpu = time.process_time()
    asyncio.run(everybody())
    used = time.process_time() - cpu
    log.close()
    return used / (calls // 64 * 64) * 1e6


def write_long(folder: Path, signer: Signer, records: int) -> None:
    """A log of so many records, in batches."""
    with Log.open(folder, signer=signer, origin=signer.name, runtime_version="bench", create=True) as log:
        number = 0
        while log.size < records:
            calls = range(number, number + 250)
            log.commit_sync(list(chain.from_iterable(whole_call(f"c-{call}") for call in calls)))
            number += 250


def verifications(folder: Path, signer: Signer, floors: Floors) -> list[Row]:
    """Full, shared out, and quick."""

    def timed(**options: object) -> tuple[float, float, int]:
        wall, cpu = time.perf_counter(), time.process_time()
        report = verify(folder, verifier_keys=[signer.key], **options)  # type: ignore[arg-type]
        if report.verdict != "OK_NOT_WITNESSED":
            raise SystemExit(f"the benchmark's own log is {report.verdict}: {report.detail}")
        return time.perf_counter() - wall, time.process_time() - cpu, report.records

    wall_s, cpu_s, records = timed(processes=1)
    before_s = children_s()
    two_s, parent_s, _ = timed(processes=2)
    shared_s = (children_s() - before_s + parent_s) / 2
    quick_s, _, _ = min(timed(quick=True) for _ in range(3))
    return [
        Row(
            f"full verify of {records:,}, a core",
            records / cpu_s,
            "records/s",
            1e6 / floors.record_us,
            100_000,
        ),
        Row(
            "full verify, two processes to one",
            wall_s / two_s,
            "times",
            2.0,
            1.5,
            note=f"by CPU time {cpu_s / shared_s:.2f}",
        ),
        Row("quick verify", records / quick_s, "records/s", records / hash_s(folder), 1_000_000),
    ]


def children_s() -> float:
    """Seconds of CPU that processes used which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def hash_s(folder: Path) -> float:
    """Seconds that BLAKE3 takes over the log's bytes."""
    start = time.perf_counter()
    hasher = blake3()
    for path in folder.glob("records*.jsonl"):
        with path.open("rb", buffering=0) as file:
            while chunk := file.read(1 << 20):
                hasher.update(chunk)
    return time.perf_counter() - start


def proof(folder: Path, signer: Signer, cache: Path, floors: Floors) -> list[Row]:
    """A proof from the middle of the log, once its subtrees are known."""
    with LogReader(folder) as reader:
        prover = Prover(reader, [signer.key], cache=cache)
        start = time.perf_counter()
        _, checkpoint = prover.newest()
        seq = checkpoint.size // 2
        made = prover.prove_record(seq)
        data = made.encode()
        first_ms = (time.perf_counter() - start) * 1e3
        ms = best_us(lambda: prover.prove_record(seq), 3) / 1e3
    check_inclusion(data, [signer.key])
    floor_ms = floors.node_us * len(bin(checkpoint.size)) / 1e3
    name = f"proof from {checkpoint.size:,}"
    return [
        Row(name, ms, "ms", floor_ms, 5, less=True, note=f"the first takes {first_ms:,.0f} ms"),
        Row(
            "proof's size, beside the record",
            len(data) - len(b64encode(made.line)),
            "bytes",
            None,
            1229,
            less=True,
        ),
    ]


def show_call(folder: Path, signer: Signer, cache: Path) -> list[Row]:
    """One call of a large log found by the index, read and proved, once index and subtrees are made."""
    table = SealedFile(cache.with_name("calls.sqlite"), b"s" * 32, str(folder))

    def find_and_prove() -> None:
        with LogReader(folder) as reader:
            ((first, *_),) = calls_of(reader, name, file=table)
            Prover(reader, [signer.key], cache=cache).prove_lines([(first.record.seq, first.line)])

    with LogReader(folder) as reader:
        start = time.perf_counter()
        name = find_calls(reader, Query(), 1, file=table)[0].call
        first_s = time.perf_counter() - start
    ms = best_us(find_and_prove, 5) / 1e3
    return [
        Row(
            "a call found, read and proved",
            ms,
            "ms",
            None,
            50,
            less=True,
            note=f"the index takes {first_s:,.1f} s",
        )
    ]


def measure(folder: Path, scale: float) -> list[Row]:
    """Every row."""
    signer = Signer("bench.example/log", Ed25519PrivateKey.generate())
    lines = LogState()
    from runtime.audit.format.chain import prepare

    record_bytes = (
        sum(len(lines.extend(entry, prepare(entry), 1, signer.tag_key)) + 1 for entry in whole_call("c-1"))
        // 4
    )
    floors = Floors(folder, record_bytes, max(2, int(200 * scale)))
    rows = floors.rows()
    rows.append(Row("encode, chain and leaf", chain_us(), "us/record", floors.record_us))
    rows += appends(folder / "appends", signer, scale, floors)
    calls = max(64, int(25_600 * scale))
    call_us = write_calls(folder / "calls", signer, calls)
    rows.append(Row("CPU of a call's 4 records", call_us, "us", 4 * floors.record_us, 40, less=True))
    write_long(folder / "long", signer, max(1000, int(1_000_000 * scale)))
    rows += verifications(folder / "long", signer, floors)
    rows += proof(folder / "long", signer, folder / "cache", floors)
    rows += show_call(folder / "long", signer, folder / "cache")
    return rows


def show(rows: Sequence[Row]) -> None:
    """The table."""
    for row in rows:
        ratio = f"{row.ratio:8.2f} of its floor" if row.ratio is not None else ""
        aim = ""
        if row.target is not None:
            aim = (
                f"at {'most' if row.less else 'least'} {row.target:>9,.1f}  {'met' if row.met else 'NOT MET'}"
            )
        print(f"{row.name:<46}{row.value:>12,.1f} {row.unit:<11}{ratio:<24}{aim:<32}{row.note}".rstrip())
    print("kill -9 at random moments: pytest -m soak tests/integration/test_audit_crash.py")


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the audit log.")
    parser.add_argument(
        "--folder", type=Path, default=None, help="where the logs are written (default: temporary)"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the work")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        rows = measure(Path(name), options.scale)
    if options.json:
        print(json.dumps([{**msgspec.to_builtins(row), "ratio": row.ratio, "met": row.met} for row in rows]))
    else:
        show(rows)


if __name__ == "__main__":
    main()
