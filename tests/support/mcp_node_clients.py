"""Tries the TypeScript SDK's client and the Inspector's command line against `runtime serve mcp`, over both transports, and prints a table.

    python tests/support/mcp_node_clients.py NODE_MODULES [NODE]

NODE_MODULES is a folder in which `@modelcontextprotocol/sdk` and `@modelcontextprotocol/inspector` were installed with npm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

TYPESCRIPT = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [, , how, ...rest] = process.argv;
const transport = how === "http"
  ? new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit: { headers: { Authorization: `Bearer ${rest[1]}` } } })
  : new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env });
const client = new Client({ name: "trial", version: "1" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "accept", content: { decision: "approve" } }));
await client.connect(transport);
const names = (await client.listTools()).tools.map((tool) => tool.name);
const sum = await client.callTool({ name: "add", arguments: { a: 1, b: 2 } });
const said = await client.callTool({ name: "say", arguments: { word: "hello" } });
const heard = [];
await client.callTool({ name: "count", arguments: { to: 3 } }, undefined, { onprogress: (one) => heard.push(one.message) });
const refused = await client.callTool({ name: "add", arguments: { a: "x" } });
const file = await client.readResource({ uri: "runtime://files/README.md" });
console.log(JSON.stringify({
  listed: names.includes("add"), sum: sum.structuredContent, said: said.content[0].text, heard: heard.length,
  refused: JSON.parse(refused.content[0].text).error.code, file: file.contents[0].text,
}));
await client.close();
"""
EXPECTED = {
    "listed": True,
    "sum": {"sum": 3},
    "said": "said hello",
    "heard": 3,
    "refused": "input.invalid",
    "file": "# Hello\n",
}


def main(modules: Path, node: str) -> int:
    """Try each client; how many fail."""
    with tempfile.TemporaryDirectory() as made:
        home = Path(made) / "home"
        home.mkdir(mode=0o700)
        os.environ["HOME"] = str(home)
        os.environ["XDG_CONFIG_HOME"] = str(home / ".config")
        from mcp_server_process import add_token, make_workspace, serving

        folder = make_workspace(Path(made) / "workspace")
        token = add_token(folder, "trial", "fs_read=.", approver="user:ana")
        script = Path(made) / "trial.mjs"
        script.write_text(TYPESCRIPT)
        (Path(made) / "node_modules").symlink_to(modules)
        stdio = [sys.executable, "-m", "runtime", "serve", "mcp", "-C", str(folder), "--grant", "fs_read=."]
        inspector = [node, str(modules / "@modelcontextprotocol" / "inspector" / "cli" / "build" / "cli.js")]
        call = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "--tool-arg", "b=2"]
        failed = 0
        with serving(folder) as server:
            http = ["--transport", "http", "--header", f"Authorization: Bearer {token}"]
            for name, command, expected in (
                ("TypeScript SDK, stdio", [node, str(script), "stdio", *stdio], EXPECTED),
                ("TypeScript SDK, HTTP", [node, str(script), "http", server.url, token], EXPECTED),
                ("Inspector, stdio", [*inspector, *stdio, *call], None),
                ("Inspector, HTTP", [*inspector, server.url, *http, *call], None),
            ):
                done = subprocess.run(command, cwd=made, capture_output=True, text=True, timeout=120)
                told = json.loads(done.stdout) if done.returncode == 0 else done.stderr or done.stdout
                passed = (
                    told == expected
                    if expected
                    else isinstance(told, dict) and told.get("structuredContent") == {"sum": 3}
                )
                failed += not passed
                print(f"| {name} | {'passed' if passed else 'FAILED'} |", flush=True)
                if not passed:
                    print(told, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else "node"))
