"""Every example in the documents runs, each in a new folder, as a reader would paste it.

| block | how it is run |
|---|---|
| ``bash`` | with ``-euo pipefail``; `runtime` and `python` are on the path |
| ``console`` | the lines after ``$``; what they print must be what the block shows (``...`` stands for any lines, ``…`` for any text) |
| ``python`` | in a folder that `runtime init` prepared, with a README.md; ``await`` is allowed at the top level |

A line before the block may change that:

| mark | meaning |
|---|---|
| ``<!-- continued -->`` | in the folder of the block before |
| ``<!-- file: NAME -->`` | not run, but written to a file; the next blocks run in the same folder |
| ``<!-- not run: REASON -->`` | neither; each one stands in ``tests/golden/unrun_blocks.txt`` |
| ``<!-- demo-command -->``, ``<!-- test-command -->`` | installs; run by ``.ci/run`` |
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "AGENTS.md",
        ROOT / "SECURITY.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "runtime").rglob("README.md"),
    ]
)
BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*) -->\n+)?^(?P<fence>```+)(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=fence)\s*$",
    re.MULTILINE | re.DOTALL,
)
RUN = {"bash", "console", "python"}
SHOWN = {
    "",
    "c",
    "diff",
    "ini",
    "js",
    "json",
    "jsonl",
    "makefile",
    "mermaid",
    "rego",
    "sql",
    "text",
    "toml",
    "wat",
    "yaml",
}
BY_CI = {"demo-command", "test-command"}
TIMEOUT_S = 120
PROMPT = "@@ next command @@"
PYTHON = """
import ast, asyncio, inspect, sys
with open(sys.argv[1], encoding="utf-8") as file:
    _code = compile(file.read(), sys.argv[1], "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
_result = eval(_code)
if inspect.iscoroutine(_result):
    asyncio.run(_result)
"""


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: str
    line: int
    mark: str
    language: str
    text: str

    @property
    def unrun(self) -> str:
        """Why the block is not run; empty where it is."""
        return self.mark if self.mark in BY_CI or self.mark.startswith("not run:") else ""


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of one page, in order."""
    text = page.read_text("utf-8")
    return [
        Block(
            str(page.relative_to(ROOT)),
            text.count("\n", 0, match.start("fence")) + 1,
            match["mark"] or "",
            match["language"],
            match["text"],
        )
        for match in BLOCK.finditer(text)
    ]


def chains_of(page: Path) -> list[list[Block]]:
    """The blocks to run, those together that share a folder."""
    chains: list[list[Block]] = []
    joined = False
    for block in blocks_of(page):
        is_file = block.mark.startswith("file:")
        if block.unrun or not (is_file or block.language in RUN):
            continue
        if joined or (block.mark == "continued" and chains):
            chains[-1].append(block)
        else:
            chains.append([block])
        joined = is_file
    return chains


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
CHAINS = [chain for page in PAGES for chain in chains_of(page)]


def _run(command: list[str], folder: Path, *, check: bool = True) -> str:
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert not check or done.returncode == 0, f"exit status {done.returncode}:\n{done.stdout}"
    return done.stdout


def _run_python(text: str, folder: Path) -> None:
    if not (folder / "runtime.toml").exists():
        (folder / "README.md").write_text("# Hello\n", "utf-8")
        _run(["runtime", "init"], folder)
    program = folder.parent / "block.py"
    program.write_text(text, "utf-8")
    _run([sys.executable, "-W", "error", "-c", PYTHON, str(program)], folder)


def _pattern(shown: str) -> re.Pattern[str]:
    """What a console block shows, as a pattern of what may be printed."""
    lines = [
        r"(?:[^\n]*\n)*"
        if line.strip() == "..."
        else re.escape(line.rstrip()).replace("…", r"[^\n]*") + r"[ ]*\n"
        for line in shown.strip("\n").splitlines()
    ]
    return re.compile("".join(lines))


def _run_console(text: str, folder: Path) -> None:
    parts = re.split(r"^\$ (.*)\n?", text, flags=re.MULTILINE)
    commands, shown = parts[1::2], parts[2::2]
    assert not parts[0].strip(), "a console block begins with a prompt"
    script = f"\nprintf '%s\\n' '{PROMPT}'\n".join(commands)
    printed = _run(["bash", "-c", script], folder, check=False).split(f"{PROMPT}\n")
    for command, expected, actual in itertools.zip_longest(commands, shown, printed):
        assert _pattern(expected).fullmatch(actual.strip("\n") + "\n" * bool(actual.strip("\n"))), (
            f"$ {command}\nshown:\n{expected}\nprinted:\n{actual}"
        )


def _run_block(block: Block, folder: Path) -> None:
    if block.mark.startswith("file:"):
        path = folder / block.mark.removeprefix("file:").strip()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")
    elif block.language == "bash":
        _run(["bash", "-euo", "pipefail", "-c", block.text], folder)
    elif block.language == "console":
        _run_console(block.text, folder)
    else:
        _run_python(block.text, folder)


@pytest.mark.parametrize("chain", CHAINS, ids=[f"{chain[0].page}:{chain[0].line}" for chain in CHAINS])
def test_the_example_runs_as_it_is_written(chain: list[Block], tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for block in chain:
        _run_block(block, folder)


def test_every_block_says_a_language_that_this_test_knows() -> None:
    """A block in ``sh`` or ``py`` would silently not be run."""
    assert [f"{b.page}:{b.line} {b.language}" for b in BLOCKS if b.language not in RUN | SHOWN] == []


def test_blocks_that_cannot_run_are_few_and_known(golden) -> None:
    golden("unrun_blocks.txt", (f"{b.page}: {b.unrun}" for b in BLOCKS if b.unrun))


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ("a\n", "a\n", True),
        ("a\n", "b\n", False),
        ("a…z\n", "a to z\n", True),
        ("a\n...\nz\n", "a\nb\nc\nz\n", True),
        ("a\n...\nz\n", "a\nb\nc\n", False),
        ("", "a\n", False),
    ],
)
def test_a_console_block_shows_what_is_printed(shown: str, printed: str, fits: bool) -> None:
    assert bool(_pattern(shown).fullmatch(printed)) is fits


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("bash", "false\ntrue\n"),
        ("bash", "false | true\n"),
        ("console", "$ echo one\ntwo\n"),
        ("console", "$ true\nno output\n"),
    ],
)
def test_an_example_that_does_not_work_is_noticed(language: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        _run_block(Block("page.md", 1, "", language, text), tmp_path)


def test_blocks_joined_by_a_mark_share_their_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- file: greeting.txt -->\n```text\nhello\n```\n\nShow it:\n\n```console\n$ cat greeting.txt\nhello\n```\n\n"
        "<!-- continued -->\n```bash\ntest -f greeting.txt\n```\n\n```bash\ntest ! -e greeting.txt\n```\n\n"
        "<!-- not run: installs -->\n```bash\nfalse\n```\n"
    )
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    chains = chains_of(page)
    assert [[block.line for block in chain] for chain in chains] == [[2, 8, 14], [18]]
    for number, chain in enumerate(chains):
        folder = tmp_path / str(number)
        folder.mkdir()
        for block in chain:
            _run_block(block, folder)
