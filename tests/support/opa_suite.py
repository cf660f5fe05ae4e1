"""OPA's own test cases on each engine: which it answers alike, which it refuses, which differ silently.

The cases lie in OPA's Go module, ``v1/test/cases/testdata/v1``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from opa_oracle import FAILED, REFUSED, UNDEFINED, Answer, Compiled, Embedded, Served, agree, opa_rule
from opa_server import VERSION, OpaError, OpaServer

_ENTRY = 'package runtime.authz\n\ndecision := {"allow": false}\n'
_CLOCK = frozenset({"time.now_ns"})
"""Allowed by name, as an operator may, and on the other engines as well."""
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
    rule = _rule(case)
    files = {f"m{number}.rego": text for number, text in enumerate(case.get("modules") or [])}
    data = json.dumps(case.get("data") or {})
    bundle = Embedded({**files, "entry.rego": _ENTRY, "data.json": data}, closed=False, allowed=_CLOCK)
    ours = bundle.value(rule, _input(case))
    wanted = case.get("want_result")
    if ours[0] == UNDEFINED and wanted and wanted[0]["x"] == "<undefined>":
        # The engine writes a rule without a value as this very text.
        asking = f"{_ENTRY}\nanswer := [{rule}]\n"
        bundle = Embedded({**files, "entry.rego": asking, "data.json": data}, closed=False, allowed=_CLOCK)
        found = bundle.value("data.runtime.authz.answer", _input(case))
        ours = ["value", found[1][0]] if found[0] == "value" else found
    if ours[0] == FAILED:  # the engine gives the value of a rule; of a whole package another rule has to ask
        asking = f"{_ENTRY}\nanswer := {rule}\n"
        bundle = Embedded({**files, "entry.rego": asking, "data.json": data}, closed=False, allowed=_CLOCK)
        ours = bundle.value("data.runtime.authz.answer", _input(case))
    return _verdict(case, ours, bundle.refused or bundle.failed)


def judge_compiled(case: dict[str, Any], program: str, server: OpaServer) -> tuple[str, str]:
    """The same for what OPA compiles to Wasm."""
    compiled = Compiled(program, _files(case), case.get("data") or {}, _rule(case))
    ours = compiled.value(_input(case))
    if case.get("strict_error") and ours[0] == "value":
        # The case wants errors of built-in functions to end the evaluation: neither Wasm modules nor servers do that.
        _, theirs, _ = _served(case, server)
        return ("same" if agree(ours, theirs) else "silent"), ""
    return _verdict(case, ours, compiled.refused)


def judge_served(case: dict[str, Any], server: OpaServer) -> tuple[str, str]:
    """The same for an OPA server, asked through its engine."""
    direct, ours, refused = _served(case, server)
    if ours[0] == "value" and agree(ours, direct):
        return "same", ""
    return _verdict(case, ours, refused)


def _served(case: dict[str, Any], server: OpaServer) -> tuple[Answer, Answer, str]:
    """What a server answers directly and through its engine, and why it refuses the modules."""
    try:
        refused = server.put_bundle(_files(case), case.get("data") or {})
    except OpaError as error:
        refused = str(error)
    if not refused:
        return _answers(case, server)
    with tempfile.TemporaryDirectory() as folder:  # modules that need each other are loaded at once
        for name, text in {**_files(case), "data.json": json.dumps(case.get("data") or {})}.items():
            Path(folder, name).write_text(text, "utf-8")
        try:
            with OpaServer(server.program, Path(folder)) as other:
                return _answers(case, other)
        except OSError:
            return [REFUSED], [REFUSED], refused


def _answers(case: dict[str, Any], server: OpaServer) -> tuple[Answer, Answer, str]:
    refused, rule, asked = "", _rule(case), _input(case)
    try:
        direct = opa_rule(server, rule.removeprefix("data."), asked)
    except OpaError as error:
        direct, refused = [FAILED], str(error)
    return direct, Served(server, rule).value(asked), refused


def _files(case: dict[str, Any]) -> dict[str, str]:
    return {f"m{number}.rego": text for number, text in enumerate(case.get("modules") or [])}


def _rule(case: dict[str, Any]) -> str:
    found = _QUERY.fullmatch(case["query"])
    return f"data.{found[1] if found else ''}"


def _verdict(case: dict[str, Any], ours: Any, refused: str) -> tuple[str, str]:
    if "want_error" in case or "want_error_code" in case:
        is_same = ours[0] in (REFUSED, FAILED) or (ours[0] == UNDEFINED and case.get("strict_error"))
        return ("same" if is_same else "silent"), ""
    wanted = ["value", case["want_result"][0]["x"]] if case["want_result"] else [UNDEFINED]
    if agree(ours, wanted) or (case.get("sort_bindings") and agree(_sorted(ours), _sorted(wanted))):
        return "same", ""
    if ours[0] in (REFUSED, FAILED):
        return ours[0], refused.split("\n")[0][:160]
    return "silent", json.dumps([ours, wanted])


def judges(program: str, server: OpaServer) -> dict[str, Callable[[dict[str, Any]], tuple[str, str]]]:
    """How each engine's answer to a case is judged, by the engine's scheme."""
    return {
        "rego": judge,
        "wasm": lambda case: judge_compiled(case, program, server),
        "opa": lambda case: judge_served(case, server),
    }


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


def counted(judge: Callable[[dict[str, Any]], tuple[str, str]]) -> dict[str, Any]:
    """Every case judged: how many are the same, and the others by name with the reason."""
    judged = [(case["note"], *judge(case)) for case in cases(folder())]
    counts = {kind: sum(k == kind for _, k, _ in judged) for kind in ("same", "refused", "error", "silent")}
    return {
        "opa": VERSION,
        "counts": counts,
        "differ": [[n, kind, why] for n, kind, why in judged if kind != "same"],
    }
