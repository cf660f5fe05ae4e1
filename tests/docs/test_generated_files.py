"""Generated files are up to date, and the schemas say the same as the code that reads the data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from docs.generate import contents, decisions, errors, manpages, schemas, settings, tools, utilities
from docs.generate.__main__ import differences, main
from runtime.contracts import audit
from runtime.contracts.decision import DecisionDocument
from runtime.contracts.errors import catalogue
from runtime.contracts.manifest import Manifest
from runtime.host.settings import Settings
from runtime.sdk import as_tool
from runtime.sdk.registry import discover

DECISIONS: dict[str, tuple[Any, bool]] = {
    "the smallest answer": ({"allow": True}, True),
    "a full answer": (
        {
            "allow": True,
            "ask": True,
            "reasons": ["a human looks at writes"],
            "obligations": {
                "redact": ["/arguments/token"],
                "limits": {"wall_s": 5},
                "rate": {"key": "k", "max": 60, "per_s": 60},
                "grants": [{"type": "fs_read", "prefixes": ["src"]}],
            },
        },
        True,
    ),
    "no object": (True, False),
    "nothing decided": ({}, False),
    "a number for a boolean": ({"allow": 1}, False),
    "a misspelt field": ({"allow": True, "reason": "typo"}, False),
    "an unknown obligation": ({"allow": True, "obligations": {"log": True}}, False),
    "an unknown limit": ({"allow": True, "obligations": {"limits": {"wall": 5}}}, False),
    "a capability outside the set": ({"allow": True, "obligations": {"grants": [{"type": "root"}]}}, False),
}


def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schemas.render()[f"schemas/{name}.schema.json"]))


def test_every_generated_file_is_up_to_date() -> None:
    made = [
        part.render() for part in (contents, decisions, errors, manpages, schemas, settings, tools, utilities)
    ]
    assert differences({path: text for files in made for path, text in files.items()}) == ""


def test_the_check_fails_where_a_file_is_out_of_date(
    capsys: pytest.CaptureFixture[str], monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("docs.generate.__main__.ROOT", tmp_path)
    assert main(["--check", "errors"]) == 1
    assert "docs/errors.md" in capsys.readouterr().out
    assert main(["errors"]) == 0
    assert main(["--check", "errors"]) == 0


def test_a_schema_that_nothing_generates_is_reported(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("docs.generate.__main__.ROOT", tmp_path)
    assert main([]) == 0
    (tmp_path / "schemas" / "old.schema.json").write_text("{}")
    assert "schemas/old.schema.json" in differences({})


def test_a_decision_without_its_number_and_title_is_refused(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(decisions, "FOLDER", tmp_path)
    (tmp_path / "0007-elsewhere.md").write_text("# 0008 Elsewhere\n")
    with pytest.raises(ValueError, match="0007-elsewhere"):
        decisions.render()


def test_a_page_that_lost_the_marks_of_its_generated_part_is_refused(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tools, "PAGE", tmp_path / "coding-tools.md")
    (tmp_path / "coding-tools.md").write_text("# The coding tools\n")
    with pytest.raises(ValueError, match="coding-tools"):
        tools.render()


def test_the_page_of_coding_tools_says_what_each_manifest_declares() -> None:
    page = tools.render()["docs/coding-tools.md"]
    for manifest in (as_tool(tool).manifest for tool in discover()):
        entry = page.partition(f"### {manifest.name}\n")[2].partition("\n###")[0]
        assert tools.plain(manifest.description) in entry
        assert [p for p in manifest.input_schema["properties"] if f"| `{p}` |" not in entry] == []
        needs = [*manifest.required_capabilities, *manifest.optional_capabilities]
        assert [c.kind for c in needs if f"`{c.kind}" not in entry] == []


def test_an_unknown_part_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["pictures"])
    assert exit_.value.code == 2


def test_the_page_of_errors_has_an_entry_for_each_code() -> None:
    page = errors.render()["docs/errors.md"]
    assert [e.code for e in catalogue() if f"### `{e.code}`" not in page] == []


@pytest.mark.parametrize("name", ["decision", "manifest", "outcome", "record"])
def test_each_schema_is_valid_in_its_dialect(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(dict(_validator(name).schema))


@pytest.mark.parametrize("case", DECISIONS)
def test_schema_and_code_agree_on_what_policy_may_answer(case: str) -> None:
    answer, fits = DECISIONS[case]
    try:
        msgspec.json.decode(json.dumps(answer), type=DecisionDocument)
        decoded = True
    except msgspec.ValidationError:
        decoded = False
    assert decoded is _validator("decision").is_valid(answer) is fits


def test_the_schema_accepts_what_a_manifest_prints() -> None:
    manifest = Manifest(
        name="wc", description="Count words.", input_schema={"type": "object"}, output_schema={}
    )
    printed = json.loads(json.dumps(manifest.to_data()))
    assert _validator("manifest").is_valid(printed)
    assert not _validator("manifest").is_valid({**printed, "name": "no spaces"})
    assert not _validator("manifest").is_valid({**printed, "sudo": True})


def test_a_record_fits_the_schema_of_its_own_kind_only() -> None:
    line = {
        "at_us": 1,
        "body": {"code": "policy.denied", "step": 6},
        "call": "c-1",
        "kind": "ToolDenied",
        "prev": audit.GENESIS,
        "seq": 0,
        "tag": "0" * 32,
    }
    assert _validator("record").is_valid(line)
    wrong = [{**line, "kind": kind} for kind in (*audit.KINDS, "ToolBlessed") if kind != "ToolDenied"]
    assert [w["kind"] for w in wrong if _validator("record").is_valid(w)] == []


def test_the_page_of_settings_has_every_setting_with_its_variable() -> None:
    page = settings.render()["docs/settings.md"]
    for field in msgspec.structs.fields(Settings):
        for setting in getattr(field.type, "__struct_fields__", ()):
            entry = page.partition(f"### `{field.name}.{setting}`\n\n")[2].partition("\n### ")[0]
            assert re.match(r"\S.*\n\n- Value: .+\n- Default: `.+`\n- Variable: .+", entry), (
                field.name,
                setting,
            )
    assert "`RUNTIME_PROCESS_PROTECTION`" in page
    assert "`RUNTIME_TOOLS_FOLDERS`" not in page
