"""Ask GNU bash in a container-like root what each task of ``sessions/`` gives: ``python tests/spec/record_sessions.py [kind...]``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from agent_sessions import SESSIONS, in_container, sessions
from gnu_bash import present
from spec_cases import written


def main(names: list[str]) -> None:
    """Record the kinds of those names, or all."""
    if not present():
        sys.exit("error: GNU bash 5.2 is not at /bin/bash; its answers are the record")
    for chapter in sessions():
        if names and chapter.name not in names:
            continue
        cases = []
        for case in chapter.cases:
            first, again = in_container(case.script), in_container(case.script)
            if first != again:
                print(f"error: {case.name}: says something else each time", file=sys.stderr)
            cases.append(case._replace(expected=first))
        (SESSIONS / f"{chapter.name}.sh").write_text(written(chapter._replace(cases=cases)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
