"""Proofs and tiles are read by Go's own implementation of transparency logs, which shares no code with this project.

Go's distribution carries the packages of its checksum database (`golang.org/x/mod/sumdb`), so nothing is fetched. Where there is no
Go, these tests do not exist; the standard's rules are then held by `test_audit_export` and `test_audit_tlog_proof` alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.export.tiles import write_tiles
from runtime.audit.format.note import Signer
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import LogReader, read_trusted_checkpoint
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, ToolDenied, ToolInvoked

READER = Path(__file__).parent / "tlog_reader" / "main.go"
GO = shutil.which("go", path=f"{os.environ['PATH']}:/usr/local/go/bin:/usr/lib/go/bin")
PACKAGES = Path("src/cmd/vendor/golang.org/x/mod/sumdb")

pytestmark = pytest.mark.soak  # Go compiles its standard library first

if GO:

    @pytest.fixture(scope="module")
    def reader(tmp_path_factory):
        """The reader, built."""
        folder = tmp_path_factory.mktemp("reader")
        environ = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
            "GOFLAGS": "-mod=mod",
        }
        root = subprocess.run(
            [GO, "env", "GOROOT"], env=environ, capture_output=True, text=True, check=True
        ).stdout.strip()
        for package in ("note", "tlog"):
            shutil.copytree(root / PACKAGES / package, folder / "mod" / "sumdb" / package)
        (folder / "mod" / "go.mod").write_text("module golang.org/x/mod\n\ngo 1.22\n")
        (folder / "go.mod").write_text(
            "module reader\n\ngo 1.22\n\nrequire golang.org/x/mod v0.0.0\nreplace golang.org/x/mod => ./mod\n"
        )
        shutil.copy(READER, folder)
        subprocess.run([GO, "build", "-o", "reader", "."], cwd=folder, env=environ, check=True, timeout=600)
        return folder / "reader"

    @pytest.fixture(scope="module")
    def signer():
        return Signer("example.com/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))

    @pytest.fixture(scope="module", params=[1, 255, 257, 70_001])
    def exported(request, signer, tmp_path_factory):
        """A log of a size, a proof of its middle, and its tiles."""
        folder = tmp_path_factory.mktemp("log")
        options = {"signer": signer, "origin": signer.name, "runtime_version": "1", "create": True}
        with Log.open(folder / "log", **options) as log:
            invoked = ToolInvoked(
                arguments="a", arguments_bytes=2, manifest="m", principal="agent:a", tool="t", version="1"
            )
            bodies = (invoked, ToolDenied(code="policy.denied", step=4))
            entries = [Entry(f"c-{n}", body) for n in range(request.param // 2) for body in bodies]
            for start in range(0, len(entries), 1000):
                log.commit_sync(entries[start : start + 1000])
        with LogReader(folder / "log") as opened:
            note = opened.newest_note()
            write_tiles(opened, note, read_trusted_checkpoint(note, [signer.key]), folder / "tiles")
            proof = Prover(opened, [signer.key]).prove_record(request.param // 2)
            lines = [line for _, line in opened.lines()]
        (folder / "middle.tlog-proof").write_bytes(proof.encode())
        return folder, lines

    def read(reader, signer, folder):
        command = [str(reader), str(signer.key), folder / "tiles", folder / "middle.tlog-proof"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    def test_an_independent_reader_finds_every_record_in_the_tiles(reader, signer, exported):
        folder, lines = exported
        ran = read(reader, signer, folder)
        assert (ran.returncode, ran.stderr) == (0, "")
        size, records, proved = ran.stdout.split()
        assert int(size) == len(lines)
        assert records == sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
        assert proved == sha256(lines[len(lines) // 2]).hexdigest()

    def test_an_independent_reader_refuses_changed_tiles(reader, signer, exported):
        """T-AUD-52"""
        folder, _ = exported
        for file in (*sorted((folder / "tiles" / "tile").rglob("*.p/*"))[:4], folder / "middle.tlog-proof"):
            intact = file.read_bytes()
            file.write_bytes(
                intact[:40] + bytes([intact[40] ^ 1]) + intact[41:]
                if len(intact) > 40
                else intact[:-1] + b"?"
            )
            assert read(reader, signer, folder).returncode == 1
            file.write_bytes(intact)
        assert read(reader, signer, folder).returncode == 0
