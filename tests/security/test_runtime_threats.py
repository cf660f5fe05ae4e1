"""Hostile arguments and hostile tools against a whole executor: each ends in a code, and the next call works."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from runtime import ConfigurationError, Executor, FsRead, FsWrite, tool
from runtime.cli.main import main

GRANTS = [FsRead(prefixes=["."]), FsWrite(prefixes=["."])]


def deep(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


def cyclic() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["path"] = value
    return value


class Liar(dict[str, Any]):
    """Shows a harmless path to whoever looks first, and another one afterwards."""

    looks = 0

    def __getitem__(self, key: str) -> Any:
        self.looks += 1
        return "README.md" if self.looks == 1 else "../../etc/passwd"

    def items(self) -> Any:
        self.looks += 1
        return {"path": "README.md" if self.looks == 1 else "../../etc/passwd"}.items()


class Broken(Mapping[str, Any]):
    """A mapping that raises when it is read."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __getitem__(self, key: str) -> Any:
        raise self.error

    def __iter__(self) -> Iterator[str]:
        yield "path"

    def __len__(self) -> int:
        return 1


class Text(str):
    """A string that is another one when somebody encodes it."""

    def encode(self, *_: Any, **__: Any) -> bytes:
        return b"../../etc/passwd"


TEXTS = {
    "half a surrogate pair, raw": '{"path": "\ud800"}',
    "half a surrogate pair, escaped": '{"path": "\\ud800"}',
    "300 kB": json.dumps({"path": "x" * 300_000}),
    "10,000 levels": '{"path": ' + "[" * 10_000 + "]" * 10_000 + "}",
    "NaN": '{"path": "a", "start_line": NaN}',
    "Infinity": '{"path": "a", "start_line": Infinity}',
    "a number past every double": '{"path": "a", "start_line": 1e400}',
    "an integer past 2^53": '{"path": "a", "start_line": 9007199254740993}',
    "a key twice": '{"path": "README.md", "path": "../../etc/passwd"}',
    "no object": "[]",
    "not JSON": "path=README.md",
    "nothing": "",
}
VALUES: dict[str, Any] = {
    **TEXTS,
    "bytes that are no UTF-8": b'{"path": "\xff"}',
    "half a surrogate pair in a value": {"path": "\ud800"},
    "half a surrogate pair in a key": {"\ud800": 1},
    "300 kB in a value": {"path": "x" * 300_000},
    "10,000 levels in a value": {"path": deep(10_000)},
    "NaN in a value": {"path": "a", "start_line": float("nan")},
    "Infinity in a value": {"path": "a", "start_line": float("inf")},
    "a big integer in a value": {"path": "a", "start_line": 2**53 + 1},
    "a huge integer in a value": {"path": "a", "start_line": 10**10_000},
    "a cycle": cyclic(),
    "a key that is no string": {1: "a"},
    "an object": {"path": object()},
    "a set": {"path": {1}},
    "None": None,
    "a list": ["path"],
    "a number": 7,
}


@pytest.fixture
def executor(workspace) -> Iterator[Executor]:
    with workspace.open() as executor:
        yield executor


@pytest.mark.parametrize("attack", VALUES)
def test_hostile_arguments_are_a_coded_refusal_and_the_next_call_works(workspace, executor, attack):
    """T-RUN-15"""
    outcome = executor.call_sync("read_file", VALUES[attack], grants=GRANTS)
    assert (outcome.error.code, outcome.error.executed) == ("input.invalid", False)
    assert outcome.error.suggestion
    assert workspace.kinds(outcome.call_id) == ["ToolInvoked", "ToolDenied"]
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


@pytest.mark.parametrize("path", ["\0", "README.md\0.png", "a\0/../../etc/passwd"])
def test_a_nul_in_a_path_is_a_coded_failure_and_the_next_call_works(workspace, executor, path):
    """T-RUN-15: legal JSON, and no path."""
    outcome = executor.call_sync("create_file", {"path": path, "content": "x"}, grants=GRANTS)
    assert (outcome.error.code, outcome.error.category) == ("invalid_path", "input.invalid")
    assert workspace.kinds(outcome.call_id)[-1] == "ToolDenied"
    assert sorted(p.name for p in workspace.folder.iterdir()) == [
        ".runtime",
        "README.md",
        "policies",
        "runtime.toml",
    ]
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


def test_a_dict_that_lies_is_read_once_and_what_was_read_is_what_runs(executor):
    """T-RUN-15, T-RUN-07"""
    outcome = executor.call_sync("read_file", Liar(path="README.md"), grants=GRANTS)
    assert outcome.ok or outcome.error.code == "input.invalid"
    assert "root:" not in str(outcome.output)
    outcome = executor.call_sync("read_file", {"path": Text("README.md")}, grants=GRANTS)
    assert outcome.ok or outcome.error.code == "input.invalid"
    assert "root:" not in str(outcome.output)
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


@pytest.mark.parametrize("attack", TEXTS)
def test_hostile_arguments_on_the_command_line_are_a_coded_refusal(workspace, attack, capsys, monkeypatch):
    """T-RUN-15"""
    workspace.accept()
    monkeypatch.chdir(workspace.folder)
    assert main(["call", "read_file", TEXTS[attack], "--json"]) == 5
    told = capsys.readouterr()
    assert json.loads(told.out)["error"]["code"] == "input.invalid"
    assert told.err == ""
    assert main(["call", "read_file", '{"path": "README.md"}']) == 0


def test_hostile_arguments_in_a_file_are_a_coded_refusal_in_a_process_of_its_own(workspace, child):
    """T-RUN-15: whatever the interpreter makes of them, the process ends with a code."""
    workspace.accept()
    for number, text in enumerate(TEXTS.values()):
        (workspace.folder / f"{number}.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    done = child(
        f"""
        import os, sys
        from runtime.cli.main import main
        os.chdir({str(workspace.folder)!r})
        for number in range({len(TEXTS)}):
            status = main(["call", "read_file", f"@{{number}}.json"])
            print("status", status)
        print("status", main(["call", "list_dir"]))
        """
    )
    statuses = [line for line in done.stdout.splitlines() if line.startswith("status")]
    assert statuses == ["status 5"] * len(TEXTS) + ["status 0"]
    assert done.stderr.count("[input.invalid]") == len(TEXTS)
    assert "Traceback" not in done.stderr


def laughs() -> dict[str, Any]:
    definitions: dict[str, Any] = {"l0": {"type": "string"}}
    for level in range(1, 40):
        definitions[f"l{level}"] = {"allOf": [{"$ref": f"#/$defs/l{level - 1}"}] * 10}
    return {"type": "object", "$defs": definitions, "properties": {"a": {"$ref": "#/$defs/l39"}}}


def nested_schema() -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(5_000):
        schema = {"properties": {"a": schema}}
    return {"type": "object"} | schema


SCHEMAS: dict[str, Any] = {
    "a reference to the network": {"type": "object", "$ref": "http://127.0.0.1:1/schema.json"},
    "a reference to a file": {"type": "object", "$ref": "file:///etc/passwd"},
    "a relative reference": {"type": "object", "$ref": "other.json"},
    "a catastrophic pattern": {
        "type": "object", "properties": {"a": {"type": "string", "pattern": "^(?=(a+)+$)(a|aa)+\\1$"}},
    },
    "a billion laughs": laughs(),
    "5,000 levels": nested_schema(),
    "a schema that is none": {"type": "no such type"},
    "a cycle": cyclic(),
}  # fmt: skip


@pytest.mark.parametrize("side", ["input_schema", "output_schema"])
@pytest.mark.parametrize("attack", SCHEMAS)
def test_a_hostile_schema_is_refused_when_the_executor_opens_and_nothing_is_left_open(
    workspace, attack, side
):
    """T-RUN-15: a tool that cannot be bounded is not registered; the executor opens without it."""
    descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # counted, not walked

    def declare() -> None:
        @tool(description="Hostile", side_effects=["none"], **{side: SCHEMAS[attack]})
        def hostile(a: str = "") -> str:
            return a

        workspace.open(hostile).close()

    with pytest.raises(ConfigurationError) as caught:
        declare()
    assert caught.value.code in {"schema.refused", "tool.manifest_invalid"}
    assert len(os.listdir("/proc/self/fd")) <= descriptors  # noqa: PTH208  # garbage of other tests may go meanwhile
    with workspace.open() as executor:
        assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


def test_a_mapping_that_breaks_refuses_the_call(executor):
    """T-RUN-15"""
    outcome = executor.call_sync("read_file", Broken(ZeroDivisionError()), grants=GRANTS)
    assert outcome.error.executed is False
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


def test_a_mapping_that_exits_ends_its_own_call_and_nobody_elses(executor):
    """T-RUN-15: the event loop stops for SystemExit, which must not leave later callers waiting for ever."""
    with pytest.raises(SystemExit):
        executor.call_sync("read_file", Broken(SystemExit("gotcha")), grants=GRANTS)
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=GRANTS).ok


def test_the_recursion_limit_is_as_it_was_after_every_attack(executor):
    """T-RUN-15: none of the defences raises it for good."""
    before = sys.getrecursionlimit()
    for value in VALUES.values():
        executor.call_sync("read_file", value, grants=GRANTS)
    assert sys.getrecursionlimit() == before
