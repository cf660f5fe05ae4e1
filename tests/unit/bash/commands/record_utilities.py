"""Ask the real tools what each case of ``chapters/`` gives: ``python tests/unit/bash/commands/record_utilities.py [utility...]``.

They are GNU's of Debian 12 (coreutils 9.1, grep 3.8, sed 4.9, findutils 4.9, diffutils 3.8), mawk 1.3.4, util-linux's rev and hexdump,
and vim's xxd, run by root: a case that could change anything beyond its folder (the clock, the root of the files, another
process) is refused before any is run. A case that does not say the same twice is left as it is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "support"))
sys.path.insert(0, str(Path(__file__).parent))

from gnu_bash import in_gnu_bash, present
from recorded import CHAPTERS, chapters
from spec_cases import written

BEYOND = re.compile(
    r"\bdate\s+(-u\s+)?\d|\bdate\b[^|;\n]*\s(-u?s\b|--set)"  # the real date sets the real clock
    r"|\b(rm|chmod|mv|cp|dd|touch|mkdir|rmdir|tee|truncate)\b[^|;\n]*\s(of=)?/(?!dev/(null|zero|full|std))"
    r"|(^|[;|&]\s*)(kill|mount|umount|reboot|halt|sysctl|hostname\s+\w)\b|\s>\s*/(?!dev/(null|std))"
    r"|\bfind\s+/\S*\s.*-(delete|exec)",
    re.MULTILINE,
)


def main(names: list[str]) -> None:
    """Record the chapters of those names, or all."""
    if not present():
        sys.exit("error: GNU bash 5.2 is not at /bin/bash; its tools' answers are the record")
    for chapter in chapters():
        for case in chapter.cases:
            if BEYOND.search(chapter.preface + case.script):
                sys.exit(f"error: {chapter.name}: {case.name}: reaches beyond its folder")
    for chapter in chapters():
        if names and chapter.name not in names:
            continue
        cases = []
        for case in chapter.cases:
            first, again = (in_gnu_bash(chapter.preface + case.script) for _ in range(2))
            cases.append(case._replace(expected=first) if first == again else case)
        (CHAPTERS / f"{chapter.name}.sh").write_text(
            written(chapter._replace(cases=cases)), "utf-8", "surrogateescape"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
