"""A real workspace with a real policy, key and log, and an executor over it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.compose import Executor
from runtime.config import Settings, load
from runtime.contracts.audit import KINDS, Body, Record
from runtime.workspace import initialise

ALLOW_ALL = """\
package runtime.authz

import rego.v1

default decision := {"allow": true, "reasons": ["allowed for this test"]}
"""


class Workspace:
    """A folder with an executor's set-up, and what its log says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.verifier_key = initialise(folder, pin=False).verifier_key
        self.policy(ALLOW_ALL)

    @property
    def settings(self) -> Settings:
        return load(self.folder).settings

    @property
    def log(self) -> Path:
        return self.folder / ".runtime" / "audit"

    def policy(self, text: str) -> None:
        """Let this text be the whole policy."""
        for file in (self.folder / "policies").glob("*"):
            file.unlink()
        (self.folder / "policies" / "authz.rego").write_text(text)

    def decide(self, decision: str) -> None:
        """Let policy always answer this Rego value."""
        self.policy(f"package runtime.authz\n\nimport rego.v1\n\ndefault decision := {decision}\n")

    def open(self, *tools: Any, **options: Any) -> Executor:
        return Executor.open(
            self.folder, tools=tools, settings=self.settings, isolation="in_process", **options
        )

    def records(self) -> list[tuple[Record, Body]]:
        """Every record of the log, decoded."""
        decoded = []
        for line in (self.log / "records.jsonl").read_bytes().split(b"\n")[:-1]:
            record = msgspec.json.decode(line, type=Record)
            decoded.append((record, msgspec.json.decode(record.body, type=KINDS[record.kind])))
        return decoded

    def bodies(self, call_id: str) -> list[Body]:
        """The bodies of one call's records, in order."""
        return [body for record, body in self.records() if record.call == call_id]

    def kinds(self, call_id: str) -> list[str]:
        """The kinds of one call's records, in order."""
        return [body.kind for body in self.bodies(call_id)]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "README.md").write_text("# Hello\n")
    return Workspace(folder)


@pytest.fixture
def opened(workspace: Workspace) -> Iterator[Callable[..., Executor]]:
    """Opens executors over the workspace and closes them at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda *tools, **options: stack.enter_context(workspace.open(*tools, **options))
