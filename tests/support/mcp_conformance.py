"""Runs the scenarios of `@modelcontextprotocol/conformance` against `runtime serve mcp --http`, and prints a table.

    python tests/support/mcp_conformance.py NODE_MODULES [NODE]

NODE_MODULES is a folder in which the package was installed with npm. The scenarios know no tokens, so a relay stands in between that adds one, and changes nothing
else; what it forwards names the server's own port.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "mcp_conformance"
NOT_APPLICABLE = {
    "logging-set-level": "logging is deprecated since 2026-07-28; the log is the audit log",
    "tools-call-mixed-content": "a tool has one output, which one schema describes",
    "tools-call-with-logging": "as logging-set-level",
    "tools-call-sampling": "no tool borrows the client's model: what it would cost and say, nobody governs",
    "tools-call-elicitation": "a tool asks nobody; questions about a call are approvals",
    "elicitation-sep1034-defaults": "as tools-call-elicitation",
    "elicitation-sep1330-enums": "as tools-call-elicitation",
    "resources-read-text": "asks for a resource of another server, test://static-text",
    "resources-read-binary": "asks for a resource of another server, test://static-binary",
    "resources-templates-read": "asks for a template of another server, test://template/{id}/data",
    "resources-subscribe": "changes of resources are not told; the capability is not declared",
    "resources-unsubscribe": "as resources-subscribe",
    "prompts-list": "no prompts; the capability is not declared",
    "prompts-get-simple": "as prompts-list",
    "prompts-get-with-args": "as prompts-list",
    "prompts-get-embedded-resource": "as prompts-list",
    "prompts-get-with-image": "as prompts-list",
    "server-sse-polling": "a stream is not ended by the server before its call is; there is nothing to poll",
}
"""Scenarios for what this server does not offer, and why."""


def prepare(folder: Path) -> str:
    """Make a workspace that serves the scenarios' tools; the token of its client."""
    shutil.copytree(CASES, folder / "tools", ignore=shutil.ignore_patterns("*.md", "__pycache__"))
    _run(folder, "init")
    with (folder / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["tools"]\n')
    _run(folder, "accept", "--yes")
    return _run(folder, "serve", "tokens", "add", "conformance", "--principal", "agent:conformance").strip()


def _run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "runtime", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


class Relay:
    """Hands each request on with the token, and whatever comes back as it comes."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self.port = 0

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            lines = head.decode("latin-1").replace(f":{self.port}", f":{self._port}").split("\r\n")
            kept = [line for line in lines[1:-2] if not line.lower().startswith("connection:")]
            added = [f"Authorization: Bearer {self._token}", "Connection: close"]
            far_writer.write("\r\n".join([lines[0], *kept, *added, "", ""]).encode("latin-1"))
            both = {
                asyncio.create_task(_copy(reader, far_writer)),
                asyncio.create_task(_copy(far_reader, writer)),
            }
            _, left = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.wait(both)
            far_writer.close()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


def _scenarios(conformance: list[str]) -> list[str]:
    listed = subprocess.run([*conformance, "list", "--server"], check=True, capture_output=True, text=True)
    return [
        line.strip()[2:].partition(" ")[0]
        for line in listed.stdout.splitlines()
        if line.strip().startswith("- ")
    ]


async def _try(conformance: list[str], url: str, scenario: str) -> tuple[bool, str]:
    command = [*conformance, "server", "--url", url, "--scenario", scenario]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out, _ = await process.communicate()
    return process.returncode == 0, out.decode()


async def main(modules: Path, node: str) -> int:
    conformance = [node, str(modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]
    with tempfile.TemporaryDirectory() as made:
        home, folder = Path(made) / "home", Path(made) / "workspace"
        for place in (home, folder):
            place.mkdir(mode=0o700)
        os.environ["HOME"] = str(home)
        token = prepare(folder)
        serve = [sys.executable, "-m", "runtime", "serve", "mcp", "--http", "127.0.0.1:0"]
        server = await asyncio.create_subprocess_exec(*serve, cwd=folder, stderr=asyncio.subprocess.PIPE)
        assert server.stderr is not None
        url = (await server.stderr.readline()).decode().strip()
        relay = Relay(int(url.rpartition(":")[2].partition("/")[0]), token)
        async with await relay.start():
            failed = 0
            for scenario in _scenarios(conformance):
                if reason := NOT_APPLICABLE.get(scenario):
                    print(f"| `{scenario}` | does not apply: {reason} |")
                    continue
                passed, out = await _try(conformance, f"http://127.0.0.1:{relay.port}/mcp", scenario)
                failed += not passed
                print(f"| `{scenario}` | {'passed' if passed else 'FAILED'} |")
                if not passed:
                    print(out, file=sys.stderr)
        server.terminate()
        await server.communicate()
    print(json.dumps({"failed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    raise SystemExit(asyncio.run(main(place, sys.argv[2] if len(sys.argv) > 2 else "node")))
