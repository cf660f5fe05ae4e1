"""An executor to be killed: 500 callers at once create files, and tell the parent of each outcome.

Usage: governed_crash_child.py FOLDER NAME. Each line of its output is ``<call id> <seq> <record digest>``, written
when the outcome arrived. It ends only by a signal.
"""

from __future__ import annotations

import asyncio
import os
import sys

from runtime import Executor, FsWrite

CALLERS = 500
GRANTS = [FsWrite(prefixes=["effects"])]


async def call_for_ever(executor: Executor, name: str) -> None:
    number = 0
    while True:
        call_id = f"{name}-{number}"
        outcome = await executor.call(
            "create_file", {"path": f"effects/{call_id}", "content": call_id}, grants=GRANTS, call_id=call_id
        )
        assert outcome.ok, outcome
        os.write(1, f"{call_id} {outcome.receipt.seq} {outcome.receipt.record}\n".encode())
        number += 1


async def main(folder: str, name: str) -> None:
    async with Executor.open(folder, isolation="in_process") as executor:
        await asyncio.gather(*(call_for_ever(executor, f"{name}-{caller}") for caller in range(CALLERS)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
