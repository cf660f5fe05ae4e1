"""What a program that embeds the executor finds at its door: set-up, outcomes by type, verification."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import runtime
from runtime import Executor, FsRead
from runtime.contracts.errors import ConfigurationError


def test_the_example_tells_each_kind_of_outcome_by_its_type(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, root / "examples" / "outcomes.py"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ran.stdout.splitlines() == [
        "completed with 3, record 6",
        "refused, nothing ran: capability.missing",
        "failed, effects are possible: unknown_item",
        "Contents of note.txt (lines 1-1):",
        "hello",
        "",
    ]


def test_a_program_prepares_a_folder_calls_and_verifies_without_the_command(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("hello\n", "utf-8")
    done = Executor.init(tmp_path)
    assert ("runtime.toml" in done.made, done.kept) == (True, ())
    assert Executor.init(tmp_path).made == ()
    with Executor.open(tmp_path) as executor:
        outcome = executor.call_sync("read_file", {"path": "note.txt"}, grants=[FsRead(["."])])
        assert outcome.ok is True
    found = runtime.verify(tmp_path)
    assert (found.ok, found.verdict, found.tags_checked) == (True, "OK", True)
    records = next((tmp_path / ".runtime" / "audit").glob("records*.jsonl"))
    records.write_bytes(records.read_bytes().replace(b"read_file", b"fine_file", 1))
    tampered = runtime.verify(tmp_path)
    assert (tampered.ok, tampered.verdict) == (False, "TAMPERED")


def test_verifying_a_folder_without_a_pinned_key_is_refused_and_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        runtime.verify(tmp_path)
    assert (caught.value.code, caught.value.suggestion) == ("config.missing", "Run `runtime init` here.")


def test_importing_the_executor_loads_neither_engine_nor_event_loop() -> None:
    program = "import sys; from runtime import Executor; print(sorted({'asyncio', 'regorus', 'wasmtime', 'cryptography'} & set(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout == "[]\n"


def test_a_shipped_tool_is_imported_with_its_first_call(tmp_path: Path) -> None:
    program = (
        "import sys; from runtime import Executor; Executor.init('.'); executor = Executor.open('.')\n"
        "def loaded(): return sorted(m[14:] for m in sys.modules if m.startswith('runtime.tools.') and m[14] != '_')\n"
        "print(loaded(), len(executor.tools)); executor.call_sync('list_dir', {}); print(loaded()); executor.close()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    before, after = ran.stdout.splitlines()
    assert before.startswith("[] 1")
    assert after == "['list_dir']"
