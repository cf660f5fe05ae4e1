"""Servers that speak tlog-witness: one written from the specification, and litewitness where Go can build it."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sqlite3
import subprocess
import time
from base64 import b64decode, b64encode
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from web_server import Server, response

from runtime.audit.format.cosignature import WitnessKey
from runtime.audit.format.note import VerifierKey, open_note
from runtime.audit.format.tree_proof import verify_consistency

NAME = "witness.example/w1"
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
KEY = WitnessKey(VerifierKey.make(NAME, PRIVATE.public_key().public_bytes_raw()))
_MODULE = "filippo.io/torchwood"


class SpecWitness:
    """C2SP tlog-witness, status by status; it knows one log. While ``mood`` is one, it answers that instead."""

    def __init__(self, key: VerifierKey, *, name: str = NAME, seed: bytes = b"w") -> None:
        self.key = key
        self.private = Ed25519PrivateKey.from_private_bytes(seed * 32)
        self.own = WitnessKey(VerifierKey.make(name, self.private.public_key().public_bytes_raw()))
        self.mood = ""
        self.size, self.root = 0, b""
        self.server = Server({"/add-checkpoint": self._answer})
        self.text = f"{self.server.url('')} {self.own}"

    def close(self) -> None:
        self.server.close()

    def _answer(self, connection, asked) -> None:
        status, body, kind = self._judge(asked.body)
        connection.sendall(response(body, f"Content-Type: {kind}", status=status))

    def _judge(self, body: bytes) -> tuple[str, bytes, str]:
        if self.mood:
            return self.mood, b"", "text/plain"
        head, _, note = body.partition(b"\n\n")
        old, *proof = head.decode().split("\n")
        text, _ = open_note(note, [self.key])
        _, size_text, root_text, _ = text.split("\n")
        size, root, asked = int(size_text), b64decode(root_text), int(old.removeprefix("old "))
        if asked > size:
            return "400 Bad Request", b"", "text/plain"
        if asked != self.size:
            return "409 Conflict", b"%d\n" % self.size, "text/x.tlog.size"
        if asked == size and self.size and root != self.root:
            return "409 Conflict", b"", "text/plain"
        if asked and not verify_consistency(
            asked, size, [b64decode(line) for line in proof], self.root, root
        ):
            return "422 Unprocessable Entity", b"", "text/plain"
        self.size, self.root = size, root
        now = int(time.time())
        signature = self.private.sign(f"cosignature/v1\ntime {now}\n{text}".encode())
        data = b64encode(self.own.key_id + now.to_bytes(8) + signature).decode()
        return "200 OK", f"\N{EM DASH} {self.own.key.name} {data}\n".encode(), "text/plain"


def build_litewitness(folder: Path) -> Path | None:
    """The program, built by Go from its module; None where either cannot be had."""
    go = shutil.which("go") or shutil.which("go", path="/usr/local/go/bin")
    if go is None:
        return None
    (folder / "go.mod").write_text(f"module local\n\ngo 1.25\n\nrequire {_MODULE} v0.8.0\n")
    program = folder / "litewitness"
    environment = os.environ | {
        "GOPATH": str(folder / "go"),
        "GOCACHE": str(folder / "cache"),
        "GOFLAGS": "-modcacherw",
    }
    command = [go, "build", "-mod=mod", "-o", str(program), f"{_MODULE}/cmd/litewitness"]
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=300, check=False)
    return program if program.exists() else None


class LiteWitness:
    """litewitness, with its key in an ssh-agent of its own."""

    def __init__(self, program: Path, folder: Path, key: VerifierKey) -> None:
        folder.mkdir()
        secret = folder / "key"
        secret.touch(mode=0o600)
        form = serialization.PrivateFormat.OpenSSH
        secret.write_bytes(
            PRIVATE.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
        )
        agent = folder / "agent"
        self._agent = subprocess.Popen(["ssh-agent", "-D", "-a", str(agent)], stdout=subprocess.DEVNULL)
        _until(agent.exists)
        subprocess.run(
            ["ssh-add", "-q", str(secret)], env=os.environ | {"SSH_AUTH_SOCK": str(agent)}, check=True
        )
        digest = subprocess.run(
            ["ssh-keygen", "-lf", str(secret)], capture_output=True, text=True, check=True
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        base = [str(program), "-db", str(folder / "db"), "-name", NAME, "-ssh-agent", str(agent)]
        self._process = subprocess.Popen(
            [*base, "-key", digest.stdout.split()[1], "-listen", f"127.0.0.1:{port}"],
            stderr=subprocess.DEVNULL,
        )
        _until(lambda: _listens(port))
        with contextlib.closing(sqlite3.connect(folder / "db")) as database, database:
            database.execute("INSERT INTO log VALUES (?, 0, ?)", (key.name, b64encode(bytes(32)).decode()))
            database.execute("INSERT INTO key VALUES (?, ?)", (key.name, str(key)))
        self.text = f"http://127.0.0.1:{port} {KEY}"

    def close(self) -> None:
        for process in (self._process, self._agent):
            process.kill()
            process.wait()


def _until(holds) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
