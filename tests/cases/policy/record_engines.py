"""Ask OPA again for what `engines.yaml` needs of it: ``python tests/cases/policy/record_engines.py``; read the diff.

Writes `compiled/*.tar.gz`, which `opa build -t wasm` makes, and `served.json`, a server's answers. Needs OPA as `tests/cases/opa/record.py` does.
"""

from __future__ import annotations

import http.client
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))

from engine_cases import COMPILED, SERVED, asked, bundles, data_of, files_of, sources_digest
from opa_oracle import compiled
from opa_server import OpaError, OpaServer, opa_program

from runtime.contracts.digest import digest
from runtime.policy.question import QuestionTooLarge, question

ENTRY = "data.runtime.authz.decision"


def record(program: str) -> None:
    """Write everything anew."""
    served: dict[str, Any] = {}
    with OpaServer(program) as server:
        for bundle in bundles():
            name = bundle["bundle"]
            try:
                made = compiled(program, files_of(bundle), data_of(bundle), ENTRY)
                (COMPILED / f"{name}.tar.gz").write_bytes(made)
            except OpaError:
                assert bundle.get("refused"), name
            refused = server.put_bundle(files_of(bundle), data_of(bundle))
            assert bool(refused) == bool(bundle.get("refused")), (name, refused)
            answers = [] if refused else [served_case(server, case) for case in bundle["cases"]]
            served[name] = {"of": sources_digest(bundle), "answers": answers}
    lines = (f"{json.dumps(name)}: {json.dumps(answers)}" for name, answers in served.items())
    SERVED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def served_case(server: OpaServer, case: dict[str, Any]) -> list[Any]:
    """The digest of the request, OPA's status and its answer; nothing where it takes too long, or is not asked."""
    if "timeout" in str(case["outcome"]):
        return ["", 0, ""]
    try:
        body = b'{"input":' + question(asked(case)) + b"}"
    except QuestionTooLarge:
        return ["", 0, ""]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/v1/data/runtime/authz/decision", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read().decode()
    connection.close()
    return [digest(body), response.status, answer]


if __name__ == "__main__":
    found = opa_program()
    if found is None:
        sys.exit("OPA is not here: go install github.com/open-policy-agent/opa@v1.21.1")
    record(found)
