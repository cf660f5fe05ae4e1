"""Ask OPA again what the cases of this folder give; read the diff: ``python tests/cases/opa/record.py``.

Needs OPA of the version that `opa_server` names, on the search path or as ``OPA``.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))

import builtin_calls  # noqa: E402
import document_calls  # noqa: E402
import generated_bundles  # noqa: E402
import native_calls  # noqa: E402
import negations  # noqa: E402
import opa_suite  # noqa: E402
import opa_traces  # noqa: E402
from opa_oracle import opa_expression  # noqa: E402
from opa_server import OpaServer, opa_program  # noqa: E402

SEED = 20261122
CALLS = 25
DOCUMENTS = 10
"""Calls of functions on documents, whose arguments are long."""
NATIVES = 12
"""Calls of functions that OPA compiles into its modules."""
BUNDLES = 150
INPUTS = 8
DENIALS = 210


def record_negations(server: OpaServer) -> None:
    """For each form OPA's verdicts on the inputs, or why it refuses the module."""
    recorded = {}
    for form, module in negations.bundles():
        refused = server.put_bundle({"a": module}, negations.DATA)
        recorded[form] = refused or [
            server.value("runtime.authz.decision", {"arguments": a})[1]["allow"] for a in negations.ARGUMENTS
        ]
    _write("negations.json", [json.dumps([form, given]) for form, given in recorded.items()])


def record_builtins(server: OpaServer) -> None:
    """A fixed sample of calls with OPA's answers."""
    lines: list[str] = []
    drawn: Counter[str] = Counter()
    for name, expression in builtin_calls.calls(Random(SEED), CALLS):
        drawn[name] += 1
        if name in document_calls.CALLS and drawn[name] > DOCUMENTS:
            continue
        answer = opa_expression(server, expression)
        if answer[0] != "refused":
            lines.append(json.dumps([name, expression, answer]))
    _write("builtins.json", list(dict.fromkeys(lines)))


def record_natives(program: str, server: OpaServer) -> None:
    """The module of functions that OPA compiles, and a fixed sample of calls with the server's answers."""
    native_calls.MODULE.write_bytes(native_calls.build(program, native_calls.QUICK))
    drawn = native_calls.calls(Random(SEED), native_calls.QUICK, NATIVES)
    answered = ([name, given, native_calls.opas(server, name, given)] for name, given in drawn)
    _write("natives.json", [json.dumps(line) for line in answered if line[2] != ["error"]])


def record_bundles(server: OpaServer) -> None:
    """Generated bundles with OPA's answers to generated inputs."""
    drawn = generated_bundles.bundles(Random(SEED), BUNDLES, INPUTS)
    lines = [json.dumps([b.text, b.data, b.inputs, generated_bundles.asked(server, b)]) for b in drawn]
    _write("bundles.json", lines)


def record_traces(program: str) -> None:
    """Generated denials, and where OPA's trace says that rules failed."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for text, data, question, _ in opa_traces.denials(Random(SEED), DENIALS):
            reached = opa_traces.opa_reached(program, Path(folder), text, data, question)
            if reached is not None:
                lines.append(json.dumps([text, data, question, reached]))
    _write("traces.json", lines)


def record_suite(program: str, server: OpaServer) -> None:
    """What each engine makes of OPA's own cases."""
    for name, judge in opa_suite.judges(program, server).items():
        found = opa_suite.counted(judge)
        differ = ",\n".join(map(json.dumps, found.pop("differ")))
        text = f'{json.dumps(found)[:-1]},\n"differ": [\n{differ}\n]}}\n'
        (HERE / f"suite_{name}.json").write_text(text, "utf-8")


def _write(name: str, lines: list[str]) -> None:
    (HERE / name).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    program = opa_program()
    if program is None:
        sys.exit("OPA is not here: go install github.com/open-policy-agent/opa@v1.21.1")
    with OpaServer(program) as running:
        record_negations(running)
        record_builtins(running)
        record_natives(program, running)
        record_bundles(running)
        record_suite(program, running)
    record_traces(program)
