"""Every way in which a governed call ends, told apart by type.

    python examples/outcomes.py

mypy and pyright check it strictly: in each branch only what the outcome has can be read.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from runtime import Completed, Executor, Failed, FsRead, Outcome, Refused, ToolError, tool


class Stock:
    """A bound method is a tool as well: what it knows stays with the program."""

    def __init__(self, left: dict[str, int]) -> None:
        self._left = left

    @tool(description="How many of an item are left", side_effects=["none"])
    def in_stock(self, item: str) -> int:
        """How many are left; an unknown item is an error of the tool."""
        if item not in self._left:
            raise ToolError("unknown_item", f"no item {item!r}", suggestion="Ask for one of the catalogue.")
        return self._left[item]


def told(outcome: Outcome) -> str:
    """An outcome as a line of text."""
    match outcome:
        case Completed(output=output, receipt=receipt):
            return f"completed with {output!r}, record {receipt.seq}"
        case Refused(error=error):
            return f"refused, nothing ran: {error.code}"
        case Failed(error=error):
            return f"failed, effects are possible: {error.code}"


def output_of(outcome: Outcome) -> Any:
    """What a call gave, for programs that go on with completed calls alone.

    mypy narrows by ``if outcome.ok``; pyright by ``match``, ``outcome.ok is True`` or ``outcome.error is None``.
    """
    if outcome.ok is False:
        raise RuntimeError(f"{outcome.error.code}: {outcome.error.message} {outcome.error.suggestion}")
    return outcome.output


async def main(folder: str) -> None:
    """Make one call of each kind."""
    async with Executor.open(folder, tools=[Stock({"laptop": 3}).in_stock]) as executor:
        print(told(await executor.call("in_stock", {"item": "laptop"})))
        print(told(await executor.call("read_file", {"path": "note.txt"}, grants=[])))
        print(told(await executor.call("in_stock", {"item": "mouse"})))
        read = await executor.call("read_file", {"path": "note.txt"}, grants=[FsRead(["."])])
        print(output_of(read)["output"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as workspace:
        Path(workspace, "note.txt").write_text("hello\n", encoding="utf-8")
        Executor.init(workspace)
        asyncio.run(main(workspace))
