"""Random scripts say in the virtual shell what they say in GNU bash, to the byte.

``generated.jsonl`` is a fixed sample with GNU bash's recorded answers (``just record``); the soak draws new ones and asks
GNU bash itself.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from gnu_bash import Said, in_gnu_bash, in_virtual_bash, present
from hypothesis import given, settings
from script_grammar import PREAMBLE, scripts

SAMPLE = Path(__file__).parent / "generated.jsonl"

# Differences that stay, each with its reason: (what marks such a script, why).
KNOWN: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"eval '\\'"),
        "a backslash at the end of eval's text: bash counts the missing line twice in later messages of the line",
    ),
    (
        re.compile(r"p \$\{x\n"),
        "a brace that is never closed: bash's message shows brace expansions of the lines that follow",
    ),
    (
        re.compile(r"\*\*\s*-|\*\*[^)]*- "),
        "a negative exponent in a branch that is not taken: bash fails all the same",
    ),
    (
        re.compile(r"\[\d\]=\$\{\w+\[\*\]"),
        "[4]=${b[*]} under an empty IFS: bash joins by a space in an element and by nothing elsewhere",
    ),
    (
        re.compile(r"eval 'p `'"),
        "after an open backquote in eval, bash no longer knows [[ on the lines that follow",
    ),
    (
        re.compile(r"declare -A \w+=\(\[[^=]*\]=[^\n]*\"\$\{\w+\[@\]"),
        "an element of a table made of several lists: bash splits the value once more before it joins it",
    ),
    (
        re.compile(r"declare -ia \S+='\("),
        "an expression in parentheses for an integer array: bash calls its text 'array assign' and ends the line",
    ),
    (
        re.compile(r"\$\w+(\}|\))?d/\*"),
        "a pattern behind an empty value may look at the root folder, which is the host's",
    ),
)


# What bash says when it gives a script up: `bash -c` alone leaves 127 then, a script file and the virtual shell 1.
_GIVEN_UP = re.compile(
    r": (unbound variable|bad substitution|parameter null or not set|parameter not set|\S+: (?!not found|command not found|No such file|Permission denied|Is a directory)[^:]*)\n\Z"
)


def _like_a_file(said: Said) -> Said:
    if said.status == 127 and _GIVEN_UP.search(said.stderr) and not said.stdout.endswith("=127\n"):
        return said._replace(status=1)
    return said


def _known(script: str) -> bool:
    return any(mark.search(script) for mark, _ in KNOWN)


def test_a_recorded_sample_of_random_scripts_gives_what_gnu_bash_gave() -> None:
    rows = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    assert len(rows) >= 500
    differing = [
        (row["script"], expected, got)
        for row in rows
        if not _known(row["script"])
        and (got := in_virtual_bash(PREAMBLE + row["script"]))
        != (expected := _like_a_file(Said(row["stdout"], row["stderr"], row["status"])))
    ]
    assert differing == []


@pytest.mark.soak
@settings(max_examples=20_000)
@given(scripts)
def test_random_scripts_give_what_gnu_bash_gives(script: str) -> None:
    assert present(), "this proof needs GNU bash 5.2 at /bin/bash"
    if not _known(script):
        assert in_virtual_bash(PREAMBLE + script) == _like_a_file(in_gnu_bash(PREAMBLE + script))
