"""OPA's own test cases on the embedded engine: which it answers alike, which it refuses, which differ silently.

The cases lie in OPA's Go module, ``v1/test/cases/testdata/v1``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from opa_oracle import FAILED, REFUSED, UNDEFINED, Embedded, agree
from opa_server import VERSION

_ENTRY = 'package runtime.authz\n\ndecision := {"allow": false}\n'
_QUERY = re.compile(r"data\.([\w.]+) = x")


def folder() -> Path:
    """Where OPA's cases lie: `OPA_CASES`, or the module cache of Go."""
    if given := os.environ.get("OPA_CASES"):
        return Path(given)
    cache = subprocess.run(
        ["go", "env", "GOMODCACHE"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return Path(cache) / f"github.com/open-policy-agent/opa@v{VERSION}/v1/test/cases/testdata/v1"


def cases(root: Path) -> Iterator[dict[str, Any]]:
    """The cases that ask for one rule's value, with an input that JSON can hold."""
    for file in sorted(root.rglob("*.yaml")):
        for case in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)["cases"]:
            if _QUERY.fullmatch(case["query"]) and _input(case) is not NotImplemented:
                yield case


def judge(case: dict[str, Any]) -> tuple[str, str]:
    """``same``, ``silent``, ``refused`` or ``error``, and why."""
    found = _QUERY.fullmatch(case["query"])
    rule = f"data.{found[1] if found else ''}"
    files = {f"m{number}.rego": text for number, text in enumerate(case.get("modules") or [])}
    data = json.dumps(case.get("data") or {})
    bundle = Embedded({**files, "entry.rego": _ENTRY, "data.json": data}, closed=False)
    ours = bundle.value(rule, _input(case))
    if ours[0] == FAILED:  # the engine gives the value of a rule; of a whole package another rule has to ask
        asking = f"{_ENTRY}\nanswer := {rule}\n"
        bundle = Embedded({**files, "entry.rego": asking, "data.json": data}, closed=False)
        ours = bundle.value("data.runtime.authz.answer", _input(case))
    if "want_error" in case or "want_error_code" in case:
        is_same = ours[0] in (REFUSED, FAILED) or (ours[0] == UNDEFINED and case.get("strict_error"))
        return ("same" if is_same else "silent"), ""
    wanted = ["value", case["want_result"][0]["x"]] if case["want_result"] else [UNDEFINED]
    if agree(ours, wanted) or (case.get("sort_bindings") and agree(_sorted(ours), _sorted(wanted))):
        return "same", ""
    if ours[0] in (REFUSED, FAILED):
        return ours[0], bundle.refused.split("\n")[0][:160]
    return "silent", json.dumps([ours, wanted])


def _input(case: dict[str, Any]) -> Any:
    """The input, None where there is none, NotImplemented where it is no JSON."""
    if "input_term" not in case:
        return case.get("input")
    try:
        return json.loads(case["input_term"])
    except ValueError:
        return NotImplemented


def _sorted(value: Any) -> Any:
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


def counted() -> dict[str, Any]:
    """Every case judged: how many are the same, and the others by name with the reason."""
    judged = [(case["note"], *judge(case)) for case in cases(folder())]
    counts = {kind: sum(k == kind for _, k, _ in judged) for kind in ("same", "refused", "error", "silent")}
    return {
        "opa": VERSION,
        "counts": counts,
        "differ": [[n, kind, why] for n, kind, why in judged if kind != "same"],
    }
