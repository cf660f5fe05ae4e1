"""docs/coding-tools.md: what each shipped tool takes, needs and may use, from its manifest.

The rest of the page is written by hand and stays: only what stands between the two marks is made here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from runtime.contracts.capability import Capability
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.sdk import as_tool
from runtime.sdk.registry import discover

PAGE = Path(__file__).resolve().parents[1] / "coding-tools.md"
BEGIN = "<!-- Generated from the manifests of tools/ by `just docs`. -->\n"
END = "<!-- End of the generated part. -->\n"
_TABLE = """
| tool | does | risk | effects |
|---|---|---|---|
"""
_PARAMETERS = """
| parameter | type | default | meaning |
|---|---|---|---|
"""


def render() -> dict[str, str]:
    """The page by its path.

    Raises:
        ValueError: the page lacks a mark.
    """
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} has lost a mark of its generated part")
    manifests = sorted((as_tool(tool).manifest for tool in discover()), key=lambda m: m.name)
    made = [_TABLE, *map(_row, manifests), *map(_entry, manifests), "\n"]
    return {"docs/coding-tools.md": "".join([before, begin, *made, end, after])}


def _row(manifest: Manifest) -> str:
    effects = " ".join(f"`{effect}`" for effect in manifest.side_effects)
    name, does = manifest.name, plain(manifest.short_description)
    return f"| [{name}](#{name}) | {does} | `{manifest.risk}` | {effects} |\n"


def _entry(manifest: Manifest) -> str:
    parts = [f"\n### {manifest.name}\n\n{plain(manifest.description)}\n"]
    if properties := manifest.input_schema.get("properties"):
        required = manifest.input_schema.get("required", [])
        parts.append(_PARAMETERS)
        parts += [_parameter(name, schema, name in required) for name, schema in properties.items()]
    parts += ["\n", *_facts(manifest)]
    return "".join(parts)


def _facts(manifest: Manifest) -> list[str]:
    told = {
        "Needs": ", ".join(map(_capability, manifest.required_capabilities)) or "no capability",
        "Uses where granted": ", ".join(map(_capability, manifest.optional_capabilities)),
        "Changes": ", ".join(f"what `{name}` names" for name in manifest.affects),
        "Session": "yes" if manifest.session else "",
        "Bounds": _bounds(manifest.resource_bounds),
        "Determinism": manifest.determinism,
    }
    return [f"- {label}: {text}\n" for label, text in told.items() if text]


def _parameter(name: str, schema: dict[str, Any], required: bool) -> str:
    default = "required" if required else f"`{_json(schema['default'])}`" if "default" in schema else "none"
    kind = schema["type"] + _range(schema)
    return f"| `{name}` | {kind} | {default} | {plain(schema.get('description', ''))} |\n"


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if schema.get("minLength"):
        return ", not empty"
    if low is not None and high is not None:
        return f", {low} to {high}"
    return f", at least {low}" if low is not None else ""


def _capability(capability: Capability) -> str:
    (targets,) = [getattr(capability, name) for name in capability.__struct_fields__][:1] or [()]
    return f"`{capability.kind}={','.join(targets)}`" if targets else f"`{capability.kind}`"


def _bounds(bounds: ResourceBounds) -> str:
    """Those that are not everybody's, and the time."""
    told = [f"{bounds.wall_s:g} s"]
    usual = ResourceBounds()
    if bounds.input_bytes != usual.input_bytes:
        told.append(f"arguments {_size(bounds.input_bytes)}")
    if bounds.output_bytes != usual.output_bytes:
        told.append(f"output {_size(bounds.output_bytes)}")
    if bounds.network is not None:
        told.append(f"{bounds.network.requests} requests and {_size(bounds.network.bytes)} of the network")
    return ", ".join(told)


def _size(count: int) -> str:
    return f"{count / 2**20:.0f} MiB" if count >= 2**20 else f"{count / 2**10:.0f} KiB"


def _json(value: Any) -> str:
    return json.dumps(value)


def plain(text: str) -> str:
    """The text as Markdown shows it letter by letter, globs included."""
    return text.replace("|", "\\|").replace("*", "\\*")
