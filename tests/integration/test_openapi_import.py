"""Published OpenAPI documents as tools: every operation imported, called, and each request judged by the document that it came from."""

from __future__ import annotations

import asyncio
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi_server import JudgingServer, judging
from schema_examples import example

from runtime.backends.egress import HttpEgress
from runtime.backends.http_tools import HttpTools
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import InputInvalid, OutputInvalid
from runtime.openapi import Imported, import_document, read_document
from runtime.sdk.http_declaration import HttpTool
from runtime.sdk.http_files import read_http_file
from runtime.validation.schema import compile_schema
from runtime.validation.tool_check import run_check

CASES = Path(__file__).resolve().parents[1] / "cases" / "openapi"
# By file: how many operations become tools, how many do not.
PUBLISHED = {
    "petstore-3.0.json": (20, 0),
    "readme-legacy-3.0.json": (36, 0),
    "parameters-style-3.1.json": (15, 10),
    "readme-3.1.json": (54, 0),
    "galaxy-3.1.yaml": (9, 0),
}


# Of a property that is required and read-only the judge asks that requests have it; OpenAPI 3.0 says that this concerns answers alone, 3.1 is silent.
# Of a file in a form it asks that its bytes are a text, as 3.1 no longer knows the format `binary`, which that document uses.
EXCUSED = {"galaxy-3.1.yaml": ("'id' is a required property", "upload_image.toml whole")}
# GitHub's document says `readOnly` of `components.parameters.alert-number`, a number that stands in the path and has to be sent. The judge takes it at its word. These
# operations have it; nothing else is held against any of the 1,223.
MISTAKEN = (
    "code_scanning_commit_autofix", "code_scanning_create_autofix", "code_scanning_get_alert", "code_scanning_get_autofix",
    "code_scanning_list_alert_instances", "code_scanning_update_alert",
    "dependabot_get_alert", "dependabot_update_alert", "secret_scanning_get_alert", "secret_scanning_list_locations_for_alert", "secret_scanning_update_alert",
)  # fmt: skip


class Broker:
    """Every secret has a value of its form."""

    async def reveal(self, name: str, *, tool: str, target: Any) -> str:
        return "user:password-of-it"


def plain(data: bytes, name: str) -> dict[str, Any]:
    """The document as the judge reads it, by other readers than the importer's."""
    found: dict[str, Any] = yaml.safe_load(data) if name.endswith("yaml") else json.loads(data)
    return found


def called(tool: HttpTool, arguments: dict[str, Any]) -> Any:
    manifest = tool.manifest
    compile_schema(manifest.input_schema, where="t", error=InputInvalid, arguments=True).check(arguments)
    run_check(manifest.name, tool.check, arguments)
    context = CallContext(
        "c", CapabilitySet(manifest.required_capabilities), manifest.resource_bounds, egress=HttpEgress()
    )
    output = asyncio.run(HttpTools(Broker()).run(tool, arguments, context))
    compile_schema(manifest.output_schema, where="t", error=OutputInvalid).check(output)
    return output


def judged(server: JudgingServer, imported: Imported, names: list[str]) -> list[str]:
    """What the document has against the requests of its tools, called with little and with all that they take."""
    found: list[str] = []
    for name in names:
        tool = read_http_file(name, imported.files[name].encode())
        request = tool.manifest.http
        assert request is not None
        server.is_json = request.answer != "text"
        server.answer = example(tool.manifest.output_schema) if server.is_json else "a text"
        for whole in (False, True):
            server.problems = ["nothing was asked"]
            called(tool, example(tool.manifest.input_schema, whole=whole))
            found += [f"{name} {'whole' if whole else 'least'}: {problem}" for problem in server.problems]
    return found


# The judge takes six seconds for the largest.
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.soak) if name == "readme-3.1.json" else name for name in PUBLISHED],
)
def test_every_request_of_an_imported_tool_is_one_that_its_document_describes(name):
    data = (CASES / name).read_bytes()
    with judging(plain(data, name)) as server:
        imported = import_document(read_document(data), server=f"{server.origin}/base")
        assert (len(imported.files), len(imported.skipped)) == PUBLISHED[name]
        assert imported.loosened == ()
        found = judged(server, imported, sorted(imported.files))
        assert [each for each in found if not any(known in each for known in EXCUSED.get(name, ()))] == []


@pytest.mark.soak
def test_each_operation_of_a_document_of_a_thousand_sends_what_the_document_describes():
    data = lzma.decompress((CASES / "github-3.0.json.xz").read_bytes())
    with judging(plain(data, "github.json")) as server:
        imported = import_document(read_document(data), server=f"{server.origin}/base")
        assert (len(imported.files), imported.skipped, imported.loosened) == (1223, (), ())
        found = judged(server, imported, sorted(imported.files))
        assert all("alert_number" in problem and "read-only" in problem for problem in found), found
        asked = [f"{name}.toml {size}" for name in MISTAKEN for size in ("least", "whole")]
        assert [problem.partition(":")[0] for problem in found] == asked


def test_a_document_of_half_a_megabyte_becomes_tools_with_all_of_its_schemas():
    imported = import_document(read_document((CASES / "readme-3.1.json").read_bytes()), prefix="readme_")
    assert (len(imported.files), imported.skipped, imported.loosened) == (54, (), ())
    assert imported.secrets == {"README_API_BEARER": ("https://api.readme.com:443",)}
