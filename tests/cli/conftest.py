"""The command line run in this process, as a child, and at a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from runtime.cli.main import main

OWN_TOOLS = """\
import os
import time

from runtime import ToolContext, tool

NONE = {"side_effects": ["none"], "risk": "read_only"}


@tool(description="Say \\x1b[31mred\\x1b[0m", **NONE)
def paint(text: str) -> str:
    return text


@tool(description="Break its promise", output_schema={"type": "integer"}, **NONE)
def lie() -> int:
    return "three"


@tool(description="Take its time", **NONE)
def dawdle(ctx: ToolContext, seconds: float) -> None:
    os.write(2, b"begun\\n")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        ctx.check()
        time.sleep(0.005)


@tool(description="Throw what no tool may", **NONE)
def explode() -> None:
    class Bomb(BaseException):
        pass

    raise Bomb


@tool(description="Wait for a person", requires_approval=True, **NONE)
def ponder(text: str) -> str:
    return text
"""


class Ran(NamedTuple):
    """How a command ended: its status, and what it wrote to stdout and stderr."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What stdout holds, as JSON."""
        return json.loads(self.out)

    @property
    def code(self) -> str | None:
        """The code of the error in it; None where there is none."""
        error = self.data["error"]
        return None if error is None else error["code"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line in this process."""

    def run_(*argv: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        return Ran(main(list(argv)), *capsys.readouterr())

    return run_


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: empty but for one file."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# Hello\n")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def project(folder: Path, run: Callable[..., Ran]) -> Path:
    """The current folder, made ready with ``runtime init``."""
    assert run("init").status == 0
    return folder


@pytest.fixture
def own_tools(project: Path, run: Callable[..., Ran]) -> Path:
    """The project with a folder of tools that misbehave, which this user accepted."""
    (project / "mine").mkdir()
    (project / "mine" / "own.py").write_text(OWN_TOOLS)
    with (project / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["mine"]\n')
    assert run("accept", "--yes").status == 0
    return project


@pytest.fixture
def child() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts ``python -m runtime``; what is still alive at the end is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*argv: str | Path, **options: Any) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started.append(subprocess.Popen([sys.executable, "-m", "runtime", *argv], **(pipes | options)))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


class Terminal:
    """A pseudo-terminal with a command at its other end; ``shown`` is what it wrote there."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]], *argv: str) -> None:
        self.master, slave = pty.openpty()
        self.process = start(*argv, stdin=slave, stderr=slave)
        os.close(slave)
        self.shown = b""

    def wait_for(self, text: bytes) -> None:
        """Read until the text was shown."""
        deadline = time.monotonic() + 60
        while text not in self.shown:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{text!r} was not shown: {self.shown!r}"
            self.shown += os.read(self.master, 4096)

    def type(self, text: bytes) -> None:
        """Type on the keyboard."""
        os.write(self.master, text)

    def end(self) -> tuple[int, bytes]:
        """The command's status and stdout, once it ended."""
        out, _ = self.process.communicate(timeout=60)
        return self.process.returncode, out


@pytest.fixture
def terminal(child: Callable[..., subprocess.Popen[bytes]]) -> Iterator[Callable[..., Terminal]]:
    """Starts a command at a pseudo-terminal."""
    opened: list[Terminal] = []

    def start(*argv: str) -> Terminal:
        opened.append(Terminal(child, *argv))
        return opened[-1]

    yield start
    for terminal_ in opened:
        os.close(terminal_.master)
