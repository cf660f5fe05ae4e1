"""What validation costs: each row beside what it is built on, or what it replaces, in the same run.

    python -m benchmarks.validation [ROUNDS]

Figures are microseconds a call, the median of the rounds; the ratio is to the row that the table names. Calls are timed a thousand at a
time, since one takes less than a clock's own error.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import jsonschema_rs
import msgspec

from runtime.contracts.manifest import Manifest
from runtime.sdk import as_tool, tool
from runtime.validation.normalize import Normalizer
from runtime.validation.schema import compile_schema
from runtime.validation.strict_json import freeze_arguments, parse

CALLS = 1000
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "start_line": {"type": "integer", "minimum": 1},
        "end_line": {"type": "integer", "minimum": 1},
    },
    "required": ["path"],
    "additionalProperties": False,
}
ARGUMENTS = {"path": "src/module.py", "start_line": 1, "end_line": 200}
WRONG = {"path": 5, "start_lin": 1}
TEXT = json.dumps(ARGUMENTS)
OUTPUT = {
    "output": "Contents of src/module.py (lines 1-200):\n" + "x" * 2000,
    "metadata": {"total_lines": 500},
}


@tool(description="Count words", side_effects=["none"])
def count_words(text: str) -> dict[str, int]:
    """Count."""
    return {"words": len(text.split())}


def micros(work: Callable[[], object]) -> float:
    """The time that one of a thousand calls takes."""
    begun = time.perf_counter()
    for _ in range(CALLS):
        work()
    return (time.perf_counter() - begun) / CALLS * 1e6


def _refused(check: Callable[[Any], None], value: Any) -> Callable[[], object]:
    def work() -> object:
        try:
            check(value)
        except Exception as error:  # noqa: BLE001  # each library has a class of its own
            return error
        raise AssertionError("accepted")

    return work


def rows() -> dict[str, tuple[str, Callable[[], object]]]:
    """Row to the row that it is measured against, and its work."""
    ours = compile_schema(SCHEMA, where="benchmark", arguments=True)
    bare = jsonschema_rs.Draft202012Validator(SCHEMA)
    reference = jsonschema.Draft202012Validator(SCHEMA)
    counter = as_tool(count_words)
    manifest = Manifest(name="t", description="t", input_schema={}, output_schema={})
    normalizer = Normalizer()
    context: Any = None
    words = {"text": "to be or not to be"}
    return {
        "check, valid": ("jsonschema-rs, valid", lambda: ours.check(ARGUMENTS)),
        "jsonschema-rs, valid": ("jsonschema, valid", lambda: bare.is_valid(ARGUMENTS)),
        "jsonschema, valid": ("jsonschema, valid", lambda: reference.validate(ARGUMENTS)),
        "check, invalid and explained": ("jsonschema, invalid", _refused(ours.check, WRONG)),
        "jsonschema, invalid": ("jsonschema, invalid", _refused(reference.validate, WRONG)),
        "parse a text strictly": ("json.loads", lambda: parse(TEXT)),
        "freeze a dict": ("json.dumps and json.loads", lambda: freeze_arguments(ARGUMENTS)),
        "freeze a text": ("json.dumps and json.loads", lambda: freeze_arguments(TEXT)),
        "json.loads": ("json.loads", lambda: json.loads(TEXT)),
        "json.dumps and json.loads": (
            "json.loads",
            lambda: json.loads(json.dumps(ARGUMENTS, sort_keys=True)),
        ),
        "call a tool through its types": ("call its function", lambda: counter.execute(words, context)),
        "call its function": ("call its function", lambda: count_words(**words)),
        "normalize and hash 2 kB": ("msgspec, encode only", lambda: normalizer.normalize(manifest, OUTPUT)),
        "msgspec, encode only": ("msgspec, encode only", lambda: msgspec.json.encode(OUTPUT)),
    }


def main(rounds: int) -> None:
    """Measure and print."""
    found = rows()
    taken: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(rounds):  # the rows take turns, so that a busy moment falls on all of them
        for name, (_, work) in found.items():
            taken[name].append(micros(work))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    print(f"{'':32} {'us':>8} {'ratio':>8}  to")
    for name, (against, _) in found.items():
        print(f"{name:32} {medians[name]:8.2f} {medians[name] / medians[against]:8.2f}  {against}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
