"""What the vault costs, beside the floor of the same run: writing and hashing the same bytes.

    python -m benchmarks.vault [--rows 100000] [--folder DIR]

Rows hold 600 bytes. Figures are CPU time, so that other work on the machine matters little, except for finding, which is wall time.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from blake3 import blake3

from runtime.audit.vault.file_vault import FileVault
from runtime.audit.verify.vault_check import VaultCheck
from runtime.contracts.audit import ToolInvoked
from runtime.contracts.digest import commitment
from runtime.contracts.vault import Sealed

VALUE_BYTES = 600
BATCH = 64
FOUND = 200


def cpu_us(work: Callable[[], object], times: int) -> float:
    """Microseconds of CPU for each of so many."""
    start = time.process_time()
    work()
    return (time.process_time() - start) / times * 1e6


def measure(folder: Path, count: int) -> dict[str, float]:
    """Microseconds by what is done to one row."""
    values = [os.urandom(VALUE_BYTES // 2).hex().encode() for _ in range(count)]
    rows: list[Sealed] = []

    def seal() -> None:
        for value in values:
            salt = os.urandom(32)
            rows.append(Sealed(commitment(salt, value), salt, value))

    with (folder / "floor").open("ab", buffering=0) as floor:
        figures = {
            "floor: hash": cpu_us(lambda: [blake3(value).hexdigest() for value in values], count),
            "floor: write, one at a time": cpu_us(lambda: [floor.write(value) for value in values], count),
        }
    figures["seal"] = cpu_us(seal, count)
    vault = FileVault(folder)
    try:
        for batch in (1, BATCH):
            vault.trim(0)
            figures[f"append, batches of {batch}"] = cpu_us(lambda: fill(vault, rows, batch), count)  # noqa: B023
        start = time.perf_counter()
        for seq in random.sample(range(count), min(FOUND, count)):
            if vault.open(rows[seq].commitment, seq).value != values[seq]:
                raise SystemExit("the benchmark's own vault does not hold")
        figures["find one, wall"] = (time.perf_counter() - start) / min(FOUND, count) * 1e6
    finally:
        vault.close()
    figures["compare with the log"] = cpu_us(lambda: compare(folder, rows), count)
    return figures


def fill(vault: FileVault, rows: Sequence[Sealed], batch: int) -> None:
    """Append all rows, so many at a time."""
    for start in range(0, len(rows), batch):
        vault.append(list(enumerate(rows[start : start + batch], start)), start)


def compare(folder: Path, rows: Sequence[Sealed]) -> None:
    """Compare the vault with the records of these rows."""
    check = VaultCheck(folder)
    for seq, row in enumerate(rows):
        check.take(seq, _invoked(row.commitment))
    if check.close().opened != len(rows):
        raise SystemExit("the benchmark's own vault does not verify")


def _invoked(made: str) -> ToolInvoked:
    return ToolInvoked(
        arguments=made,
        arguments_bytes=VALUE_BYTES,
        kept="whole",
        manifest=None,
        principal="agent:x",
        tool="t",
        version=None,
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the vault.")
    parser.add_argument("--rows", type=int, default=100_000, help="how many")
    parser.add_argument("--folder", type=Path, default=None, help="where the vault is written; a real disk")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        for what, us in measure(Path(name), options.rows).items():
            print(f"{what:36}{us:10.2f} us{1e6 / us:14,.0f} a second")


if __name__ == "__main__":
    main()
