"""Ask GNU bash what each case of ``chapters/`` gives, and write that below it: ``python tests/spec/record.py [chapter...]``.

Each case runs twice; one that does not say the same both times is no case.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from gnu_bash import in_gnu_bash, present
from spec_cases import CHAPTERS, Case, chapters, written


def recorded(chapter: str, case: Case) -> Case:
    """The case with what GNU bash says now."""
    first, again = in_gnu_bash(case.script), in_gnu_bash(case.script)
    if first != again:
        print(f"error: {chapter}: {case.name}: says something else each time", file=sys.stderr)
    return case._replace(expected=first)


def main(names: list[str]) -> None:
    """Record the chapters of those names, or all."""
    if not present():
        sys.exit("error: GNU bash 5.2 is not at /bin/bash; its answers are the record")
    for chapter in chapters():
        if not names or chapter.name in names:
            cases = [recorded(chapter.name, case) for case in chapter.cases]
            (CHAPTERS / f"{chapter.name}.sh").write_text(written(chapter._replace(cases=cases)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
