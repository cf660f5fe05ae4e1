"""Python tools in a process of their own: what holds them, and what they can reach."""

from __future__ import annotations

import os
import socket
import textwrap
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime import EnvRead, Executor, FsRead, FsWrite, ResourceBounds, Session, tool
from runtime.contracts.audit import CapabilityCheck, ToolCompleted
from runtime.contracts.errors import ConfigurationError, ManifestInvalid
from runtime.host.settings import parse_settings

READ = [FsRead(["."])]
HEAD = "from runtime.sdk import *\n"
TOOLS = HEAD + textwrap.dedent('''
    import asyncio, ctypes, os, socket, sys, threading
    from pathlib import Path
    from typing import Any

    BOUNDS = ResourceBounds(memory_bytes=256 * 1024 * 1024, cpu_s=20, wall_s=60)
    FILES = dict(side_effects=["fs_read", "fs_write"], capabilities=[FsRead(["."]), FsWrite(["."])])

    @tool(description="Read a file", side_effects=["fs_read"], capabilities=[FsRead(["."])], isolation="process", bounds=BOUNDS)
    def size(ctx: ToolContext, path: str) -> int:
        print("to nobody")
        return len(ctx.fs.read_bytes(path))

    @tool(description="Write a file", isolation="process", bounds=BOUNDS, **FILES)
    async def write(ctx: ToolContext, path: str, text: str) -> str:
        await asyncio.sleep(0)
        ctx.fs.create(path, text.encode())
        return path

    @tool(description="Give bytes", side_effects=["none"], normalization="binary", isolation="process")
    def blob() -> bytes:
        return b"\\0\\xff"

    @tool(description="Refuse in words of its own", side_effects=["none"], isolation="process")
    def refuse() -> str:
        raise ToolError("own_code", "as it says", suggestion="this way", number=7)

    @tool(description="Say what it sees of the variables", side_effects=["none"], optional=[EnvRead(["*"])], isolation="process")
    def variable(ctx: ToolContext, name: str) -> str | None:
        return ctx.env.get(name)

    @tool(description="Do what it is told, past its handles", isolation="process", bounds=BOUNDS, output_schema={},
          side_effects=["fs_read", "fs_write"], optional=[FsRead(["."]), FsWrite(["."])])
    def hostile(ctx: ToolContext, code: str) -> Any:
        found = {"ctx": ctx}
        exec(code, globals() | found, found)
        return found.get("result")
''')  # fmt: skip


@pytest.fixture
def executor(workspace: Any) -> Any:
    with _opened(workspace) as opened:
        yield opened


def _opened(workspace: Any, source: str = TOOLS, tools: dict[str, Any] | None = None) -> Executor:
    folder = workspace.folder / "own"
    folder.mkdir(exist_ok=True)
    (folder / "tools.py").write_text(source)
    base = workspace.settings
    section = parse_settings({"tools": {"folders": ["own"]} | (tools or {})}).tools
    return Executor.open(
        workspace.folder, settings=msgspec.structs.replace(base, tools=section), isolation="in_process"
    )


def _told(executor: Executor, code: str, **options: Any) -> Any:
    """What the hostile tool gives, or the code and message of its end."""
    outcome = executor.call_sync("hostile", {"code": textwrap.dedent(code)}, **options)
    return outcome.output if outcome.error is None else outcome.error.code


def test_a_tool_in_a_process_works_on_the_real_files_through_its_handles(workspace, executor) -> None:
    assert executor.call_sync("size", {"path": "README.md"}, grants=READ).output == len("# Hello\n")
    made = executor.call_sync("write", {"path": "made.txt", "text": "x"}, grants=[*READ, FsWrite(["."])])
    assert (made.output, (workspace.folder / "made.txt").read_text()) == ("made.txt", "x")
    assert executor.call_sync("blob", {}).output == b"\0\xff"


def test_its_checks_and_its_backend_are_in_the_record(workspace, executor) -> None:
    outcome = executor.call_sync("size", {"path": "README.md"}, grants=READ)
    bodies = workspace.bodies(outcome.call_id)
    used = [body for body in bodies if isinstance(body, CapabilityCheck) and body.phase == "use"]
    assert [(c.capability, c.target, c.allowed) for c in used[0].checks] == [("fs_read", "README.md", True)]
    assert [body.backend for body in bodies if isinstance(body, ToolCompleted)] == ["process"]


def test_its_own_errors_arrive_with_their_words(executor) -> None:
    error = executor.call_sync("refuse", {}).error
    assert (error.code, error.category, error.message) == ("own_code", "tool.failed", "as it says")
    assert (error.suggestion, error.details) == ("this way", {"number": 7})


def test_a_handle_refuses_what_was_not_granted(workspace, executor) -> None:
    (workspace.folder / "src").mkdir()
    outcome = executor.call_sync("size", {"path": "README.md"}, grants=[FsRead(["src"])])
    assert outcome.error.code == "capability.exceeded"


def test_only_granted_variables_are_there(executor, monkeypatch) -> None:
    """T-RUN-34"""
    monkeypatch.setenv("GIVEN", "yes")
    monkeypatch.setenv("SECRET", "no")
    grants = [EnvRead(["GIVEN"])]
    assert executor.call_sync("variable", {"name": "GIVEN"}, grants=grants).output == "yes"
    assert (
        executor.call_sync("variable", {"name": "SECRET"}, grants=grants).error.code == "capability.exceeded"
    )
    assert _told(executor, "result = [v for k, v in os.environ.items() if v == 'no']") == []


BOMBS = {
    "memory": ("hold = b'x' * 600_000_000", {}, "limit.memory"),
    "memory of its children": (
        """
        for _ in range(4):
            if not os.fork():
                hold = bytearray(100_000_000)
                hold[::4096] = b'x' * len(hold[::4096])
                while True: pass
        while True: pass
        """,
        {},
        "limit.memory",
    ),
    "processor time": ("while True: pass", {"limits": ResourceBounds(cpu_s=1, wall_s=60)}, "limit.cpu"),
    "waiting": ("threading.Event().wait()", {"limits": ResourceBounds(wall_s=1)}, "limit.wall"),
    "exit": ("os._exit(3)", {}, "tool.failed"),
    "a crash": ("ctypes.string_at(0)", {}, "tool.failed"),
    "a signal": ("os.kill(os.getpid(), 9)", {}, "tool.failed"),
    "an exception of the host's end": ("raise KeyboardInterrupt", {}, "tool.failed"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bound_or_a_crash_ends_the_process_and_not_the_host(executor, bomb: str) -> None:
    """T-RUN-34"""
    code, options, expected = BOMBS[bomb]
    assert _told(executor, code, **options) == expected
    assert _told(executor, "result = 'next'") == "next"


LIES = {
    "garbage": "[os.write(fd, b'\\xc1garbage') for fd in range(3, 20) if _open(fd)]; os._exit(0)",
    "nothing": "os._exit(0)",
    "a pickle": "import pickle; [os.write(fd, pickle.dumps(Path('x'))) for fd in range(3, 20) if _open(fd)]; os._exit(0)",
    "too much": "[os.write(fd, b'x' * 9_000_000) for fd in range(3, 20) if _open(fd)]; os._exit(0)",
}
OPEN = """
def _open(fd):
    try: return bool(os.fstat(fd))
    except OSError: return False
globals()['_open'] = _open
"""


@pytest.mark.parametrize("lie", LIES)
def test_what_a_process_says_is_believed_only_as_far_as_it_makes_sense(executor, lie: str) -> None:
    """T-RUN-34"""
    limits = ResourceBounds(output_bytes=1_000_000)
    assert _told(executor, OPEN + LIES[lie], limits=limits) in ("tool.failed", "limit.output")
    assert _told(executor, "result = 'next'") == "next"


def test_a_check_that_a_process_made_up_is_counted_as_denied(workspace, executor) -> None:
    """T-RUN-34"""
    lie = "ctx._ledger.note('fs_write', 'secret', allowed=True)"
    outcome = executor.call_sync("hostile", {"code": lie}, grants=READ)
    assert outcome.error.code == "capability.exceeded"


OUT_OF_REACH = {
    "the key": "Path({folder!r}, '.runtime/keys/log.key').read_bytes()",
    "the log": "list(Path({folder!r}, '.runtime/audit').iterdir())",
    "what was not granted": "Path({folder!r}, 'outside.txt').read_bytes()",
    "what may only be read": "Path({folder!r}, 'src/a.txt').write_bytes(b'')",
    "the policy": "Path({folder!r}, 'policies/authz.rego').write_bytes(b'')",
    "the host beyond": "Path({beside!r}).read_bytes()",
    "the network": "socket.create_connection(('127.0.0.1', {port}), 5)",
    "another process": "os.kill({pid}, 0)",
}


@pytest.mark.parametrize("target", OUT_OF_REACH)
def test_code_that_passes_its_handles_by_reaches_nothing(workspace, executor, target: str) -> None:
    """T-RUN-34"""
    (workspace.folder / "src").mkdir()
    (workspace.folder / "src" / "a.txt").write_text("kept")
    (workspace.folder / "outside.txt").write_text("kept")
    beside = workspace.folder.parent / "beside.txt"
    beside.write_text("kept")
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = OUT_OF_REACH[target].format(
            folder=str(workspace.folder), beside=str(beside), port=server.getsockname()[1], pid=os.getpid()
        )
        code = f"try:\n    {line}\n    result = 'reached'\nexcept OSError as error:\n    result = 'held'"
        assert _told(executor, code, grants=[FsRead(["src"])]) == "held"
    assert (workspace.folder / "src" / "a.txt").read_text() == "kept"
    assert (workspace.folder / "policies" / "authz.rego").read_text()


def test_nothing_of_a_call_outlives_it(workspace, executor) -> None:
    """T-RUN-34"""
    mark = "runtime-survivor"
    code = f"""
        if not os.fork():
            os.setsid()
            ctypes.CDLL(None).prctl(15, {mark!r}.encode())
            threading.Event().wait()
        result = 'ended'
    """
    assert _told(executor, code) == "ended"
    named = [p for p in Path("/proc").glob("[0-9]*/comm") if _text(p).startswith(mark[:15])]
    assert named == []


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


# -- registration -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bounds", [ResourceBounds(memory_bytes=1_000_000), ResourceBounds(cpu_s=1), ResourceBounds(fuel=9)]
)
def test_a_bound_that_nobody_would_hold_is_refused_at_registration(workspace, bounds) -> None:
    """T-RUN-34: it was ignored without a word."""

    @tool(description="Never runs", side_effects=["none"], bounds=bounds)
    def never() -> int:
        return 0

    with pytest.raises(ManifestInvalid) as caught:
        workspace.open(never)
    assert caught.value.details["field"].startswith("resource_bounds.")
    assert ("process" in caught.value.suggestion) is (bounds.fuel is None)


@pytest.mark.parametrize(
    "limits", [ResourceBounds(memory_bytes=1_000_000), ResourceBounds(cpu_s=1), ResourceBounds(fuel=9)]
)
def test_a_bound_that_a_caller_asks_for_and_nobody_would_hold_is_refused(workspace, limits) -> None:
    """T-RUN-34"""
    with workspace.open() as executor:
        outcome = executor.call_sync("read_file", {"path": "README.md"}, grants=READ, limits=limits)
    assert (outcome.error.code, outcome.error.executed) == ("input.invalid", False)


def test_a_function_that_no_other_process_could_find_is_refused_at_registration(workspace) -> None:
    @tool(description="Never runs", side_effects=["none"], isolation="process")
    def never() -> int:
        return 0

    with pytest.raises(ManifestInvalid) as caught:
        workspace.open(never)
    assert caught.value.details["field"] == "isolation"


@pytest.mark.parametrize(
    "declared",
    [
        "session=True, side_effects=['none']",
        "side_effects=['net_read'], capabilities=[NetRead(['*'])]",
        "side_effects=['process_spawn'], capabilities=[ProcessSpawn(['*'])]",
    ],
)
def test_a_tool_that_needs_more_than_files_is_not_isolated(workspace, declared: str) -> None:
    source = f"{HEAD}@tool(description='Never runs', isolation='process', {declared})\ndef never() -> int:\n    return 0\n"
    with pytest.raises(ManifestInvalid):
        _opened(workspace, source)


def test_the_settings_isolate_a_shipped_tool(workspace) -> None:
    with _opened(workspace, tools={"read_file": {"isolation": "process"}}) as executor:
        outcome = executor.call_sync("read_file", {"path": "README.md"}, grants=READ)
        assert outcome.output["output"].endswith("# Hello\n")
        assert _backend(workspace, outcome.call_id) == "process"


def _backend(workspace: Any, call_id: str) -> str:
    return next(b.backend for b in workspace.bodies(call_id) if isinstance(b, ToolCompleted))


@pytest.mark.parametrize(
    "section", [{"no_such_tool": {"isolation": "process"}}, {"run_in_terminal": {"isolation": "process"}}]
)
def test_a_setting_that_cannot_hold_is_refused(workspace, section: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError):
        _opened(workspace, tools=section)


def test_a_session_stays_with_the_tools_of_this_process(executor) -> None:
    assert executor.call_sync("blob", {}, session=Session()).ok
