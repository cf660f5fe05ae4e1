"""Fetches through a name server that never answers, and reads a file meanwhile. Runs in user, network and mount namespaces of its own."""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import json
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

from runtime.backends.egress import HttpEgress
from runtime.backends.inprocess import InProcess
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import FsRead, NetRead
from runtime.contracts.limits import ResourceBounds
from runtime.sdk import ToolContext, as_tool, tool

ASKED = 80
"""More than there are threads for look-ups."""


def isolate() -> socket.socket:
    """Bring the loopback device up, name a silent name server, and be that server."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        flags = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(control, 0x8914, flags)  # SIOCSIFFLAGS
    libc = ctypes.CDLL(None, use_errno=True)
    settings = tempfile.NamedTemporaryFile("w", delete=False)  # noqa: SIM115  # it stays for the mount
    settings.write("nameserver 127.0.0.1\noptions timeout:5 attempts:2\n")
    settings.close()
    if libc.mount(settings.name.encode(), b"/etc/resolv.conf", None, 4096, None):  # MS_BIND
        raise OSError(ctypes.get_errno(), "resolv.conf cannot be covered")
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    return server


@tool(description="Fetch a page", side_effects=["net_read"], capabilities=[NetRead(["*"])])
def fetch(context: ToolContext, name: str) -> str:
    try:
        context.http.fetch_sync(f"http://{name}.example.com/", timeout_s=1)
    except TimeoutError:
        return "timed out"
    return "answered"


@tool(description="Read a file", side_effects=["fs_read"], capabilities=[FsRead(["."])])
def read(context: ToolContext) -> str:
    return context.fs.read_bytes("a.txt").decode()


async def main(folder: Path, egress: HttpEgress) -> dict[str, object]:
    """80 fetches at once, each with a second of time, and a read among them."""
    backend = InProcess()
    limits = ResourceBounds(wall_s=30.0)

    def context(*grants: object) -> CallContext:
        return CallContext("c", CapabilitySet(grants), limits, workspace=folder, egress=egress)  # type: ignore[arg-type]

    began = time.monotonic()
    fetching = [
        asyncio.create_task(backend.run(as_tool(fetch), {"name": f"n{i}"}, context(NetRead(["*"]))))
        for i in range(ASKED)
    ]
    read_in_between = await backend.run(as_tool(read), {}, context(FsRead(["."])))
    outcomes = await asyncio.gather(*fetching)
    return {
        "asked": ASKED,
        "timed_out": outcomes.count("timed out"),
        "fetching_s": time.monotonic() - began,
        "read_in_between": read_in_between,
    }


if __name__ == "__main__":
    held = isolate()
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "a.txt").write_text("text")
        told = asyncio.run(main(Path(name), HttpEgress()))
    sys.stdout.write(json.dumps(told))
