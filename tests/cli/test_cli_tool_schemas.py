"""``runtime tools schema``: definitions as each provider takes them, and a word on what is not strict."""

from __future__ import annotations

import pytest

from runtime.cli.commands.tools import FORMATS
from runtime.providers import PROVIDERS

LOOSE = """\
from runtime import tool


@tool(description="Take \\x1b[31manything", side_effects=["none"])
def anything(values: dict[str, int]) -> None:
    return None
"""
BROKEN = """\
from runtime import tool


@tool(description="x", side_effects=["none"], input_schema={"type": "object", "properties": {"a": {"anyOf": 3}}})
def broken(a: int = 1) -> None:
    return None
"""


@pytest.fixture
def own(project, run):
    """The project with a folder of tools of its own; writes one into it, which this user accepts."""
    (project / "mine").mkdir()
    with (project / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["mine"]\n')
    assert run("accept", "--yes").status == 0

    def write(text: str) -> None:
        (project / "mine" / "own.py").write_text(text)
        assert run("tools", "accept", "--yes").status == 0

    return write


def test_the_command_offers_every_form_that_there_is():
    assert list(FORMATS) == list(PROVIDERS)


@pytest.mark.parametrize(
    ("form", "listed", "name"),
    [
        ("openai", lambda data: data, lambda tool: tool["function"]["name"]),
        ("openai-responses", lambda data: data, lambda tool: tool["name"]),
        ("anthropic", lambda data: data, lambda tool: tool["name"]),
        ("gemini", lambda data: data["functionDeclarations"], lambda tool: tool["name"]),
        ("mcp", lambda data: data["tools"], lambda tool: tool["name"]),
    ],
)
def test_each_form_is_what_goes_into_a_request(project, run, form, listed, name):
    every = [tool["name"] for tool in run("tools", "list", "--json").data["tools"]]
    ran = run("tools", "schema", "--format", form)
    assert (ran.status, ran.err) == (0, "")
    assert [name(tool) for tool in listed(ran.data)] == every
    two = run("tools", "schema", "read_file", "list_dir", "read_file", "--format", form)
    assert [name(tool) for tool in listed(two.data)] == ["read_file", "list_dir"]
    told = run("tools", "schema", "--format", form, "--json").data
    assert told == {"format": form, "tools": listed(ran.data), "not_strict": {}}


def test_openai_is_the_form_unless_another_is_named(project, run):
    assert run("tools", "schema").out == run("tools", "schema", "--format", "openai").out


def test_an_unknown_name_is_refused_and_the_nearest_is_named(project, run):
    plain = run("tools", "schema", "list_dir", "read_fil")
    assert (plain.status, plain.out) == (3, "")
    assert "read_file" in plain.err
    ran = run("tools", "schema", "read_fil", "--json")
    assert (ran.status, ran.code, ran.err) == (3, "tool.not_found", "")
    assert "read_file" in ran.data["error"]["suggestion"]


def test_an_unknown_form_is_a_usage_error(project, run):
    ran = run("tools", "schema", "--format", "telegraph", "--json")
    assert (ran.status, ran.code) == (2, "usage.invalid")
    assert all(form in run("tools", "schema", "--format", "telegraph").err for form in FORMATS)


def test_what_is_not_strict_is_said_beside_the_data_and_does_not_steer_the_terminal(own, run):
    """T-RUN-17"""
    own(LOOSE)
    ran = run("tools", "schema", "anything")
    assert ran.status == 0
    assert ran.data[0]["function"]["strict"] is False
    assert ran.err == "anything is not strict: values takes names that are not listed\n"
    assert run("tools", "schema", "anything", "--json").data["not_strict"] == {
        "anything": "values takes names that are not listed"
    }
    assert "\x1b" not in ran.out + ran.err
    # A matter of one provider: others are told the schema as it is.
    assert run("tools", "schema", "anything", "--format", "anthropic").err == ""


@pytest.mark.parametrize("form", FORMATS)
def test_a_tool_whose_schema_is_none_is_refused_with_a_code(own, run, form):
    own(BROKEN)
    ran = run("tools", "schema", "--format", form, "--json")
    assert (ran.status, ran.code) == (2, "schema.refused")
    assert run("tools", "schema", "read_file", "--format", form).status == 0
