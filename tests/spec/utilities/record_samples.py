"""Record what the real tools give for the fixed sample of each grammar: ``python tests/spec/utilities/record_samples.py [tool...]``."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "support"))

from gnu_bash import present  # noqa: E402 - the folder is known only now
from utility_oracle import grammar, grammars, sample  # noqa: E402


def main(names: list[str]) -> None:
    """Write the samples."""
    if not present():
        sys.exit("error: GNU bash 5.2 is not at /bin/bash; the tools that it finds are the record")
    for name in names or grammars():
        lines = list(sample(grammar(name)))
        (HERE / "samples" / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
