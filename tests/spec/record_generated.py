"""Draw the fixed sample of random scripts and record what GNU bash says of each: ``python tests/spec/record_generated.py``."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))

from gnu_bash import in_gnu_bash, present  # noqa: E402 - the folder is known only now
from hypothesis import HealthCheck, given, settings  # noqa: E402
from script_grammar import PREAMBLE, scripts  # noqa: E402

WANTED = 600


def draw() -> list[str]:
    """Different scripts, the same ones each time."""
    drawn: dict[str, None] = {}

    @settings(
        max_examples=12 * WANTED,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(scripts)
    def collect(script: str) -> None:
        if script.isprintable() or "\n" in script:
            drawn.setdefault(script)

    collect()
    # Examples come in families that begin alike: one of each, and in an order that no family rules.
    families = {script[:24]: script for script in drawn}
    return sorted(families.values(), key=lambda script: hashlib.sha256(script.encode()).digest())[:WANTED]


def main() -> None:
    """Write the sample."""
    if not present():
        sys.exit("error: GNU bash 5.2 is not at /bin/bash; its answers are the record")
    with (HERE / "generated.jsonl").open("w", encoding="utf-8") as lines:
        for script in draw():
            said = in_gnu_bash(PREAMBLE + script)
            lines.write(json.dumps({"script": script, **said._asdict()}) + "\n")


if __name__ == "__main__":
    main()
