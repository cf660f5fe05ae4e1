"""The protocol over standard input and output: one client, which started this process.

From the first line of `protocol_streams` on, descriptor 1 is where descriptor 2 leads, and descriptor 0 is empty: what a tool, a library or a child process
prints never mixes with the protocol, and none of them reads a message of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import sys
from collections.abc import Iterator
from typing import NamedTuple

import anyio
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

from runtime.server.mcp.news import News


class ProtocolStreams(NamedTuple):
    """Where the client speaks, and is spoken to."""

    stdin: io.TextIOWrapper
    stdout: io.TextIOWrapper


@contextlib.contextmanager
def protocol_streams() -> Iterator[ProtocolStreams]:
    """Keep standard input and output for the protocol alone, to the end of the block."""
    sys.stdout.flush()
    kept_in, kept_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    try:
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        with (
            open(kept_in, "rb", closefd=False) as raw_in,  # a descriptor, not a path
            open(kept_out, "wb", closefd=False) as raw_out,
        ):
            yield ProtocolStreams(
                io.TextIOWrapper(raw_in, encoding="utf-8", errors="replace"),
                io.TextIOWrapper(raw_out, encoding="utf-8", errors="backslashreplace", write_through=True),
            )
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os.dup2(kept_in, 0)
        os.dup2(kept_out, 1)
        for descriptor in (kept_in, kept_out, nothing):
            os.close(descriptor)


async def serve(server: Server, news: News, streams: ProtocolStreams) -> None:
    """Serve the client until it closes its end, or this process is told to stop."""
    serving = asyncio.create_task(_serve(server, streams))
    watching = asyncio.create_task(news.watch())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(RuntimeError, ValueError):  # not in the main thread
            loop.add_signal_handler(number, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:
        if not serving.cancelled():
            raise
    finally:
        watching.cancel()
        await asyncio.wait({watching})


async def _serve(server: Server, streams: ProtocolStreams) -> None:
    async with stdio_server(anyio.wrap_file(streams.stdin), anyio.wrap_file(streams.stdout)) as (
        reading,
        writing,
    ):
        await server.run(reading, writing, server.create_initialization_options())
