"""Write the generated files, or with ``--check`` say which of them are out of date (exit status 1)."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from docs.generate import contents, decisions, errors, manpages, schemas, settings, tools, utilities

ROOT = Path(__file__).resolve().parents[2]
PARTS = {
    "contents": contents.render,
    "decisions": decisions.render,
    "errors": errors.render,
    "manpages": manpages.render,
    "schemas": schemas.render,
    "settings": settings.render,
    "tools": tools.render,
    "utilities": utilities.render,
}


def differences(files: dict[str, str]) -> str:
    """What writing these files would change, as a unified diff; a stale schema that nothing makes counts too."""
    lines: list[str] = []
    for name, text in files.items():
        path = ROOT / name
        present = path.read_text("utf-8") if path.exists() else ""
        lines += difflib.unified_diff(
            present.splitlines(), text.splitlines(), name, f"{name} (generated)", "", "", 1, ""
        )
    strays = {str(p.relative_to(ROOT)) for p in (ROOT / "schemas").glob("*.json")} - set(schemas.render())
    strays |= manpages.strays(ROOT)
    return "\n".join([*lines, *(f"{stray}: nothing generates it" for stray in sorted(strays))])


def main(arguments: list[str]) -> int:
    """Run the generator and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a file is out of date"
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all where none is named"
    )
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no part named {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    files = {name: text for part in options.parts or PARTS for name, text in PARTS[part]().items()}
    if options.check:
        found = differences(files)
        sys.stdout.write(f"{found}\nOut of date: run `just docs schemas`.\n" if found else "")
        return 1 if found else 0
    for name, text in files.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
