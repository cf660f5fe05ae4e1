"""Commands that a TOML file wraps: words with places for arguments, no shell, nothing that becomes an option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from program_tools import name_tools_folder, put_file, put_program

from runtime import FsRead
from runtime.backends._executables.template import Template, TemplateInvalid
from runtime.contracts.errors import ConfigurationChanged, ToolError
from runtime.host.discovery import discover_folder

TEXT = {"type": "string"}
SHOW = """
[command]
description = "Show its words"
argv = ["printf", "--", "<%s>", "{text}", ["--depth={depth}"], {when = "all", words = ["-a"]}, "{paths}"]
capabilities = [{type = "fs_read", prefixes = ["."]}]

[command.parameters]
text = {type = "string"}
depth = {type = "integer", required = false}
all = {type = "boolean", default = false}
paths = {type = "array", items = {type = "string"}, default = []}
"""


@pytest.fixture
def tools(workspace: Any) -> Path:
    name_tools_folder(workspace.folder)
    folder: Path = workspace.folder / "tools"
    folder.mkdir()
    return folder


def test_arguments_are_words_of_the_command_and_never_code(workspace, tools):
    """T-EXE-06"""
    put_file(tools, "show.toml", SHOW, mode=0o644)
    hostile = "; touch made $(touch made) `touch made` | sh\n'\""
    with workspace.open() as executor:
        grants = [FsRead(["."])]
        few = executor.call_sync("show", {"text": hostile}, grants=grants)
        all_given = {"text": "-n", "depth": 2, "all": True, "paths": ["a b", "-c", "*"]}
        many = executor.call_sync("show", all_given, grants=grants)
        wrong = executor.call_sync("show", {"text": 1}, grants=grants)
        unknown = executor.call_sync("show", {"text": "", "argv": ["sh"]}, grants=grants)
        nul = executor.call_sync("show", {"text": "a\0b"}, grants=grants)
    assert few.output == f"<{hostile}>"
    assert many.output == "<-n><--depth=2><-a><a b><-c><*>"
    assert {wrong.error.code, unknown.error.code} == {"input.invalid"}
    assert nul.error.code == "invalid_argument"


def test_a_wrapped_command_executes_no_other_program(workspace, tools):
    """T-EXE-06"""
    put_file(
        tools,
        "run.toml",
        '[command]\ndescription = "d"\nargv = ["env", "--", "{word}"]\n[command.parameters]\nword = {type = "string"}\n',
        mode=0o644,
    )
    with workspace.open() as executor:
        refused = executor.call_sync("run", {"word": "ls"})
    assert (refused.error.code, refused.error.details["exit_status"]) == ("not_executable", 126)
    assert "Permission denied" in refused.error.message


def test_a_value_that_begins_with_a_hyphen_is_refused_where_it_would_be_an_option():
    """T-EXE-06"""
    parameters = {"path": TEXT, "number": {"type": "number"}}
    guarded = Template(["du", "--", "{path}"], parameters={"path": TEXT})
    open_ = Template(["du", "{number}", "{path}", "--name={path}", "{path}/x"], parameters)
    assert guarded.render({"path": "-rf"}) == ("du", "--", "-rf")
    assert open_.render({"path": "a", "number": -2.0}) == ("du", "-2", "a", "--name=a", "a/x")
    with pytest.raises(ToolError):
        open_.check({"path": "-x", "number": 1})


@pytest.mark.parametrize(
    ("argv", "names"),
    [
        ([], []), (["{p}"], ["p"]), (["bash", "-c", "{p}"], ["p"]), (["./own", "{p}"], ["p"]), (["du", "{other}"], []), (["du"], ["p"]), (["du", "{p"], ["p"]),
        (["du", ["-x"]], []), (["du", {"when": "p", "words": ["-a"]}], ["p"]), (["du", 3], []), ("du", []), (["/bin/sh", "{p}"], ["p"]), (["busybox", "{p}"], ["p"]),
    ],
)  # fmt: skip
def test_a_template_that_could_mean_something_else_is_none(argv, names):
    with pytest.raises(TemplateInvalid):
        Template(argv, dict.fromkeys(names, TEXT))


def test_braces_can_be_written_twice_to_stand_for_themselves():
    assert Template(["awk", "{{print $1}}"], {}).render({}) == ("awk", "{print $1}")


def test_each_wrapped_command_that_is_none_is_named_with_its_reason(workspace, tools):
    """T-EXE-01"""
    files = {
        "syntax.toml": "[command",
        "empty.toml": "",
        "shell.toml": '[command]\ndescription = "d"\nargv = ["sh", "-c", "{x}"]\n[command.parameters]\nx = {type = "string"}\n',
        "misspelt.toml": '[command]\ndescription = "d"\nargv = ["ls"]\ncapabilites = []\n',
        "untyped.toml": '[command]\ndescription = "d"\nargv = ["ls", "{x}"]\n[command.parameters]\nx = {}\n',
        "silent.toml": '[command]\nargv = ["ls"]\n',
    }
    for name, text in files.items():
        put_file(tools, name, text, mode=0o644)
    workspace.accept()
    assert {Path(one.file).name: one.code for one in discover_folder(workspace.folder).skipped} == {
        "syntax.toml": "toml.unreadable",
        "empty.toml": "toml.kind",
        "shell.toml": "command.argv",
        "misspelt.toml": "command.field",
        "untyped.toml": "command.parameters",
        "silent.toml": "describe.fields",
    }


def test_a_running_executor_takes_up_files_that_were_added_changed_and_removed(workspace, tools):
    """T-EXE-03"""
    import asyncio

    from runtime import Executor

    place = put_program(tools, "first.sh", "echo one")
    workspace.accept()

    async def scenario() -> list[Any]:
        found: list[Any] = []
        async with Executor.open(workspace.folder, isolation="in_process") as executor:
            put_program(tools, "second.sh", "echo two")
            with pytest.raises(ConfigurationChanged):
                await executor.rediscover()
            found.append((await executor.call("first", {}, grants=[])).output)
            found.append((await executor.call("second", {}, grants=[])).error.code)
            workspace.accept()
            await executor.rediscover()
            found.append((await executor.call("second", {}, grants=[])).output)
            place.unlink()
            found.append((await executor.call("first", {}, grants=[])).error.code)
            workspace.accept()
            assert "first" not in await executor.rediscover()
            found.append((await executor.call("first", {}, grants=[])).error.code)
            found.append((await executor.call("second", {}, grants=[])).output)
        return found

    assert asyncio.run(scenario()) == [
        "one\n", "tool.not_found", "two\n", "tool.changed", "tool.not_found", "two\n",
    ]  # fmt: skip


def test_a_stub_executor_offers_stubs_alone_and_grants_them_nothing(workspace, tools):
    """T-EXE-06"""
    declared = {"stub": True, "capabilities": [{"type": "fs_read", "prefixes": ["."]}]}
    put_program(tools, "both.sh", 'echo "$RUNTIME_STUB$SHELLCLAW_STUB"; ls README.md', **declared)
    put_program(tools, "real.sh", "echo real")
    with workspace.open(stub=True) as executor:
        assert executor.tools == ("both",)
        stubbed = executor.call_sync("both", {}, grants=[FsRead(["."])])
    assert stubbed.error.code == "usage"
    assert "cannot access 'README.md'" in stubbed.error.message
    assert workspace.bodies(stubbed.call_id)[0].version == "1.0.0+stub"
    with workspace.open() as executor:
        assert executor.call_sync("both", {}, grants=[FsRead(["."])]).output == "\nREADME.md\n"
