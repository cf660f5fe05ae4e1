"""How fast the audit log is, beside what the machine allows in the same minute.

    python benchmarks/audit.py [--folder DIR] [--scale 1.0]

Absolute figures differ between machines and hours; the ratio to a floor does not. Floors: one write and fdatasync
(what a lone durable append cannot undercut), one Ed25519 signature, one BLAKE3 digest of 1 KB.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from blake3 import blake3
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.note import Signer
from runtime.audit.trail import Trail
from runtime.audit.verify import verify
from runtime.audit.writer import Log
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
        Entry(call, CapabilityCheck(allowed=True, checks=(gate,) * 3, decision_id=None, phase="gate")),
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


def best_us(work: Callable[[], object], times: int) -> float:
    """Microseconds of one run, in the best of five rounds."""
    rounds = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            work()
        rounds.append((time.perf_counter() - start) / times * 1e6)
    return min(rounds)


def floors(folder: Path) -> dict[str, float]:
    """Microseconds of what cannot be avoided."""
    line = os.urandom(1024)
    key = Ed25519PrivateKey.generate()
    descriptor = os.open(folder / "floor", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def append() -> None:
        os.write(descriptor, line[:600])
        os.fdatasync(descriptor)

    try:
        return {
            "write + fdatasync": best_us(append, 300),
            "Ed25519 sign": best_us(lambda: key.sign(line), 500),
            "BLAKE3 of 1 KB": best_us(lambda: blake3(line).hexdigest(), 5000),
        }
    finally:
        os.close(descriptor)


async def append_from(log: Log, callers: int, commits: int, entries: list[Entry]) -> tuple[float, float]:
    """Records a second, and microseconds of CPU a record, with so many tasks committing one after another."""

    async def caller() -> None:
        for _ in range(commits):
            await log.commit(entries)

    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(caller() for _ in range(callers)))
    records = callers * commits * len(entries)
    return records / (time.perf_counter() - wall), (time.process_time() - cpu) / records * 1e6


def chain_us() -> float:
    """Microseconds to encode, chain and hash one record into the tree, without the disk."""
    from runtime.audit.chain import prepare

    trail, entries = Trail(), whole_call("c-1")

    def extend() -> None:
        for entry in entries:
            trail.extend(entry, prepare(entry), 1)

    return best_us(extend, 2000) / len(entries)


def verify_speed(folder: Path, signer: Signer, *, quick: bool) -> tuple[float, int]:
    """Records a second, and how many."""
    start = time.perf_counter()
    report = verify(folder, verifier_keys=[signer.key], quick=quick)
    if report.verdict != "OK_NOT_WITNESSED":
        raise SystemExit(f"the benchmark's own log is {report.verdict}: {report.detail}")
    return report.records / (time.perf_counter() - start), report.records


def line(name: str, value: float, unit: str, target: float | None = None, floor: str = "") -> None:
    """One row of the report."""
    aim = f"aim {target:>9,.0f}  {'met' if value >= target else 'NOT MET'}" if target else ""
    print(f"{name:<34}{value:>12,.1f} {unit:<12}{floor:<34}{aim}")


def measure_appends(folder: Path, signer: Signer, scale: float, sync_us: float) -> None:
    """Durable appends by number of callers."""
    log = Log.open(folder, signer=signer, origin=signer.name, runtime_version="bench", create=True)
    one = [Entry(None, whole_call("c-1")[2].body)]
    # name, callers, commits of each, entries of each commit, records a second to reach
    rows = (
        ("appends: lone", 1, 3000, one, 7_000),
        ("appends: 64 callers", 64, 300, one, 30_000),
        ("appends: 256 callers", 256, 100, one, 50_000),
        ("appends: batches of 1000", 1, 60, one * 1000, 90_000),
    )
    for name, callers, commits, entries, target in rows:
        speed, cpu_us = asyncio.run(append_from(log, callers, max(1, int(commits * scale)), entries))
        line(
            name, speed, "records/s", target, f"{speed * sync_us / 1e6:6.2f} a sync, CPU {cpu_us:.1f} us each"
        )
    start = time.perf_counter()
    for _ in range(int(2000 * scale)):
        log.commit_sync(one)
    speed = int(2000 * scale) / (time.perf_counter() - start)
    line("appends: lone thread", speed, "records/s", None, f"{speed * sync_us / 1e6:6.2f} a sync")
    log.close()


def write_calls(folder: Path, signer: Signer, calls: int) -> float:
    """Write whole calls from 64 tasks, four records each in two commits; microseconds of CPU a call."""
    log = Log.open(folder, signer=signer, origin=signer.name, runtime_version="bench", create=True)

    async def caller(task: int) -> None:
        for number in range(calls // 64):
            entries = whole_call(f"c-{task}-{number}")
            await log.commit(entries[:3])
            await log.commit(entries[3:])

    async def everybody() -> None:
        await asyncio.gather(*(caller(task) for task in range(64)))

    cpu = time.process_time()
    asyncio.run(everybody())
    used = time.process_time() - cpu
    log.close()
    return used / (calls // 64 * 64) * 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the audit log.")
    parser.add_argument(
        "--folder", type=Path, default=None, help="where the logs are written (default: temporary)"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the work")
    options = parser.parse_args()
    signer = Signer("bench.example/log", Ed25519PrivateKey.generate())
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        floor = floors(folder)
        for title, microseconds in floor.items():
            line(f"floor: {title}", microseconds, "us")
        sync_us, digest_us = floor["write + fdatasync"], floor["BLAKE3 of 1 KB"]
        extend_us = chain_us()
        line("encode + chain + leaf", extend_us, "us/record", None, f"{extend_us / digest_us:6.2f} digests")
        measure_appends(folder / "appends", signer, options.scale, sync_us)
        call_us = write_calls(folder / "calls", signer, int(25_600 * options.scale))
        aim = "met" if call_us <= 40 else "NOT MET"
        line("CPU of a call's 4 records", call_us, "us", None, f"{call_us / digest_us:6.2f} digests")
        print(f"{'':<34}{'':>12} {'':<12}{'making the entries included':<34}aim at most 40  {aim}")
        for quick, target in ((False, 100_000), (True, 1_000_000)):
            speed, records = verify_speed(folder / "calls", signer, quick=quick)
            title = f"{'quick' if quick else 'full'} verify of {records:,}"
            line(title, speed, "records/s", target, f"{1e6 / speed / digest_us:6.2f} digests a record")


if __name__ == "__main__":
    main()
