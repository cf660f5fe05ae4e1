"""The cases of `tests/cases/policy/engines.yaml`, as every engine is given them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import yaml

from runtime.contracts.decision import PolicyInput
from runtime.contracts.digest import digest

CASES = Path(__file__).resolve().parents[1] / "cases" / "policy"
COMPILED = CASES / "compiled"
SERVED = CASES / "served.json"
PRINCIPAL = {"id": "agent:demo", "kind": "agent", "roles": [], "attributes": {}}


def bundles() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((CASES / "engines.yaml").read_text("utf-8"))
    return found


def asked(case: dict[str, Any]) -> PolicyInput:
    """The question of one case; ``repeat`` makes its text that long."""
    arguments = case["arguments"]
    if "repeat" in case:
        arguments = {"text": arguments["text"] * (case["repeat"] // 4)}
    return PolicyInput(
        principal=case.get("principal", PRINCIPAL),
        tool={"name": "example", "version": "1.0.0", "risk": "read_only", "side_effects": ["none"]},
        canonical_arguments=msgspec.json.encode(arguments, order="deterministic"),
        capabilities={"declared": [], "granted": []},
    )


def files_of(bundle: dict[str, Any]) -> dict[str, str]:
    """The bundle's modules by path."""
    return {name: text for name, text in bundle["files"].items() if name.endswith(".rego")}


def data_of(bundle: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bundle["files"].get("data.json", "{}"))
    return found


def sources_digest(bundle: dict[str, Any]) -> str:
    """Of what a recording was made from."""
    return str(digest(json.dumps([bundle["files"], bundle.get("cases")], sort_keys=True).encode()))


def write(bundle: dict[str, Any], folder: Path) -> Path:
    """The bundle as a folder."""
    for name, text in bundle["files"].items():
        (folder / name).write_text(text, "utf-8")
    return folder
