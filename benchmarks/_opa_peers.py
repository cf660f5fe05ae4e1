"""OPA beside the engines, for `benchmarks/policy.py --opa`: 300 rules, a compiled bundle, and a server on a kept connection."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROLES = 200
TOOLS = 300


def write_rules(folder: Path) -> Path:
    """A bundle of 300 rules, one for each tool, over 200 roles."""
    folder.mkdir()
    rules = [
        "package runtime.authz",
        'default decision := {"allow": false, "reasons": ["no rule allows this call"]}',
        'decision := {"allow": false, "reasons": sort(deny)} if count(deny) > 0 else := {"allow": true} if allow',
        'deny contains "a path of others" if startswith(input.arguments.path, "/")',
    ]
    rules += [
        f'allow if {{ input.tool.name == "tool_{number}"; some role in input.principal.roles; '
        f'role in data.roles.r{number % ROLES}; endswith(input.arguments.path, ".py") }}'
        for number in range(TOOLS)
    ]
    (folder / "authz.rego").write_text("\n\n".join(rules) + "\n", "utf-8")
    roles = {f"r{number}": [f"role_{number}", "developer"] for number in range(ROLES)}
    (folder / "data.json").write_text(json.dumps({"roles": roles}), "utf-8")
    return folder


def program() -> str | None:
    """OPA's program: `OPA`, or the search path."""
    return os.environ.get("OPA") or shutil.which("opa")


def compiled(opa: str, folder: Path, to: Path) -> Path:
    """The folder's bundle as `opa build -t wasm` makes it."""
    entry = ["-t", "wasm", "-e", "runtime/authz/decision", "--ignore", "*_test.rego"]
    subprocess.run([opa, "build", *entry, "-b", ".", "-o", str(to)], cwd=folder, check=True)
    return to


@contextmanager
def serving(opa: str, folder: Path) -> Iterator[int]:
    """A server with the folder's bundle; its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    address = ["--addr", f"127.0.0.1:{port}", "--log-level", "error", "--skip-version-check"]
    server = subprocess.Popen(
        [opa, "run", "--server", *address, "--bundle", str(folder)], stderr=subprocess.DEVNULL
    )
    try:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()


def asking(port: int, questions: dict[int, str]) -> Callable[[int], Any]:
    """Asks the server over one kept connection, as plainly as Python can."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def work(number: int) -> Any:
        body = '{"input":' + questions[number] + "}"
        connection.request(
            "POST", "/v1/data/runtime/authz/decision", body, {"Content-Type": "application/json"}
        )
        return connection.getresponse().read()

    return work
