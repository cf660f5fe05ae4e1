"""The analysis of a script beside what the script does: each of some 800 scripts is run, and policy was told of what it touched."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from runtime.bash import Bash
from runtime.contracts.capability import FsRead
from runtime.executor.session import Session
from runtime.host.resources import folder

CASES = Path(__file__).resolve().parents[1] / "cases"
SECRET = "hunter2secret"
_LOOK = "(find /workspace/policies -printf '%p %y %m %s %T@ %i %n\\n'; cat /workspace/policies/p) 2>&1"


def scripts(name: str) -> list[str]:
    return (CASES / name / "scripts.txt").read_text("utf-8").splitlines()


def shell() -> Bash:
    files = {
        "/workspace/.env": f"KEY={SECRET}\n",
        "/workspace/secretdir/.env": f"KEY={SECRET}\n",
        "/workspace/x": "x\n",
        "/workspace/sub/deep/a/q": "q",
        "/workspace/sub/f": "f",
        "/workspace/-d/f": "f",
        "/workspace/evil.sh": "#!/bin/bash\ncat /workspace/.e*\n",
        "/workspace/policies/p": "x\ny\n",
    }
    made = Bash(files=files, cwd="/workspace", username="agent", clock=0.0, seed=0)
    asyncio.run(made.exec("chmod +x evil.sh; mkdir policies/e"))
    return made


def told(script: str) -> dict[str, Any]:
    return Bash().analyze(script).summary(cwd="/workspace", home="/home/agent")


def judge(name: str, kind: str, mark: str, acts: Any) -> tuple[Counter[str], list[str]]:
    """How many scripts did what they tried, and those of which too little was told."""
    counts: Counter[str] = Counter()
    understated = []
    for script in scripts(name):
        if acts(script):
            counts["acted"] += 1
            said = told(script)
            paths = [path for path in said["reads"] + said["writes"] if path.startswith("/workspace/")]
            if kind not in said["unknown"] and not any(mark in path for path in paths):
                understated.append(script)
    return counts, understated


def test_a_secret_that_a_script_shows_was_told_or_said_to_be_unknown() -> None:
    """T-SH-18"""

    def shows(script: str) -> bool:
        result = asyncio.run(shell().exec(script, timeout_s=3))
        return SECRET in result.stdout + result.stderr

    counts, understated = judge("scripts_that_read", "reads", ".env", shows)
    assert understated == []
    assert counts["acted"] > 400


def test_a_closed_folder_that_a_script_changes_was_told_or_said_to_be_unknown() -> None:
    """T-SH-18"""

    def changes(script: str) -> bool:
        sh = shell()
        before = asyncio.run(sh.exec(_LOOK)).stdout
        asyncio.run(sh.exec(f"({script}\n)", timeout_s=3))
        return asyncio.run(sh.exec(_LOOK)).stdout != before

    counts, understated = judge("scripts_that_write", "writes", "policies", changes)
    assert understated == []
    assert counts["acted"] > 150


@pytest.fixture
def by_default(workspace: Any) -> Any:
    import shutil

    shutil.copytree(folder("policies"), workspace.folder / "policies", dirs_exist_ok=True)
    (workspace.folder / ".env").write_text(SECRET)
    (workspace.folder / "note").write_text("note")
    return workspace


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ('tac() { cat "/workspace/.env"; }', "tac note"),
        ("cat() { command cat /workspace/.env; }", "cat note"),
        ("mkdir -p /tmp/a/b; cd /tmp/a/b", "cat ../../../workspace/note"),
        ("ln -s /workspace /tmp/w", "cat /tmp/w/.env"),
        ("PATH=/tmp:$PATH; echo 'cat /workspace/.env' > /tmp/zork; chmod +x /tmp/zork", "zork"),
    ],
)
def test_a_call_in_a_session_is_not_judged_by_its_text_alone(by_default: Any, before: str, then: str) -> None:
    """T-SH-18: what an earlier call without grants left there decides what the words of this one mean."""
    session = Session(name="s")
    with by_default.open(approvals=False) as executor:
        first = executor.call_sync("bash", {"commands": before}, grants=[], session=session)
        assert first.ok
        second = executor.call_sync("bash", {"commands": then}, grants=[FsRead(["."])], session=session)
        assert SECRET not in str(second)
        assert second.error.code == "approval.required"


@pytest.mark.parametrize(
    "script",
    [
        "i=0; while read -r l; do i=$((i + 1)); done < x; echo $i",
        "for f in $(seq 3); do ((n++)); done; echo $n",
        'n=$(wc -l < x); [ "$n" -gt 3 ] && echo many',
        'a=(1 2); for i in {0..1}; do echo "${a[$i]} ${a[@]:1}"; done; d=$(date)',
        'if [[ $(uname) == Linux && -n "$d" ]]; then printf "%s\\n" "${d:0:3}"; fi',
    ],
)
def test_counting_beside_a_substitution_leaves_a_script_known(script: str) -> None:
    assert told(script)["unknown"] == []
