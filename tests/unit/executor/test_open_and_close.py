"""Opening fails closed, closing waits, and a log that cannot be written stops everything."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import subprocess
import sys
import threading

import pytest

from runtime import AuditError, CallRequest, ConfigurationError, Executor, FsRead, tool
from runtime.host.workspace import initialise

READ = [FsRead(prefixes=["."])]


@tool(description="Wait a moment", side_effects=["none"])
async def moment(number: int) -> int:
    await asyncio.sleep(0.01)
    return number


def code_of(callable_, *args, **kwargs):
    with pytest.raises((ConfigurationError, AuditError)) as caught:
        callable_(*args, **kwargs)
    return caught.value.code


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        (".runtime/keys/log.key", "config.missing"),
        ("policies", "config.missing"),
        (".runtime/audit", "config.missing"),
    ],
)
def test_without_key_policy_or_log_nothing_opens(workspace, missing, code):
    """T-RUN-02"""
    path = workspace.folder / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert code_of(workspace.open) == code


def test_a_folder_that_was_never_initialised_does_not_open(tmp_path):
    """T-RUN-02"""
    assert code_of(Executor.open, tmp_path) == "config.missing"


def test_a_folder_that_this_user_did_not_accept_does_not_open(workspace):
    """T-RUN-03"""
    assert code_of(Executor.open, workspace.folder) == "config.untrusted"


def test_accepting_a_folder_pins_its_key_and_another_key_is_refused(workspace):
    """T-RUN-03"""
    initialise(workspace.folder, accept=True)
    Executor.open(workspace.folder, isolation="in_process").close()
    (workspace.folder / ".runtime/keys/log.key").unlink()
    shutil.rmtree(workspace.log)
    with pytest.raises(ConfigurationError):
        initialise(workspace.folder.parent / "nowhere")
    other = workspace.folder.parent / "other"
    other.mkdir()
    initialise(other, pin=False)
    shutil.copytree(other / ".runtime", workspace.folder / ".runtime", dirs_exist_ok=True)
    assert code_of(Executor.open, workspace.folder) == "config.untrusted"


def test_a_key_that_others_can_read_is_refused(workspace):
    """T-RUN-02"""
    (workspace.folder / ".runtime/keys/log.key").chmod(0o640)
    assert code_of(workspace.open) == "audit.key_unusable"


def test_two_tools_of_one_name_are_refused(workspace):
    """T-RUN-14"""

    @tool(name="read_file", description="An impostor", side_effects=["none"])
    def impostor() -> None: ...

    assert code_of(workspace.open, impostor) == "tool.duplicate"


def test_a_hostile_schema_is_refused_at_registration(workspace):
    @tool(description="x", side_effects=["none"], input_schema={"$ref": "http://127.0.0.1:1/schema.json"})
    def remote(value: str) -> None: ...

    assert code_of(workspace.open, remote) == "schema.refused"


def test_a_closed_executor_refuses_to_be_called(workspace):
    executor = workspace.open(moment)
    executor.close()
    executor.close()
    with pytest.raises(ConfigurationError) as caught:
        asyncio.run(executor.call("moment", {"number": 1}))
    assert caught.value.code == "runtime.closed"


def test_closing_waits_for_the_calls_under_way(workspace):
    async def scenario():
        async with workspace.open(moment) as executor:
            calls = [asyncio.create_task(executor.call("moment", {"number": i})) for i in range(10)]
            await asyncio.sleep(0)
        return [await call for call in calls]

    outcomes = asyncio.run(scenario())
    assert all(outcome.ok for outcome in outcomes)
    assert all(workspace.kinds(o.call_id)[-1] == "ToolCompleted" for o in outcomes)


def test_call_many_keeps_the_order_and_the_bound(opened):
    running, most = 0, 0

    @tool(description="Count who runs", side_effects=["none"])
    async def watch(number: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.002)
        running -= 1
        return number

    executor = opened(watch)
    requests = [CallRequest(tool="watch", arguments={"number": i}) for i in range(40)]
    outcomes = asyncio.run(executor.call_many(requests, concurrency=5))
    assert [o.output for o in outcomes] == list(range(40))
    assert most == 5


def test_call_many_refuses_a_senseless_bound(opened):
    with pytest.raises(ConfigurationError) as caught:
        asyncio.run(opened().call_many([], concurrency=0))
    assert caught.value.details == {"field": "concurrency"}


def test_plain_code_can_call_from_several_threads(workspace, opened):
    executor = opened(moment)
    results: list[int] = []

    def work(number: int) -> None:
        results.append(executor.call_sync("moment", {"number": number}).output)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(12))


LIMITED = """
import asyncio, resource, signal, sys
from pathlib import Path
from runtime import AuditError, ConfigurationError, Executor, tool
from runtime.host.settings import load_settings

ran = []

@tool(description="Run", side_effects=["none"])
async def run(text: str) -> int:
    ran.append(1)
    if len(ran) == int(sys.argv[2]):
        size = (folder / ".runtime/audit/records.jsonl").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[3]), size + int(sys.argv[3])))
    return len(ran)

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
executor = Executor.open(folder, tools=[run], settings=load_settings(folder).settings, isolation="in_process")
codes = []
for _ in range(6):
    try:
        codes.append("ok" if executor.call_sync("run", {"text": "x"}).ok else "refused")
    except (AuditError, ConfigurationError) as error:
        codes.append(error.code)
print(len(ran), *codes, flush=True)
import os
os._exit(0)
"""


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        # No room for the completion record: the tool ran, its result is withheld, nothing runs while there is none.
        (
            10,
            "2 ok audit.unavailable audit.unavailable audit.unavailable audit.unavailable audit.unavailable",
        ),
        # Room for the completion and not for the next intent: the third call does not run.
        (1000, "2 ok ok audit.unavailable audit.unavailable audit.unavailable audit.unavailable"),
    ],
)
def test_when_the_log_cannot_be_written_nothing_runs(workspace, tmp_path, room, expected):
    """T-RUN-01"""
    script = tmp_path / "limited.py"
    script.write_text(LIMITED)
    done = subprocess.run(
        [sys.executable, script, workspace.folder, "2", str(room)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == expected
    # What nobody set up logging for is told on standard error.
    assert done.stderr.startswith("the audit log cannot be written, calls are refused: ")


def test_a_log_whose_sync_failed_stays_closed(workspace, opened, monkeypatch):
    """T-AUD-11: the kernel may have dropped what it did not write, and shows it all the same."""
    executor = opened(moment)
    assert executor.call_sync("moment", {"number": 1}).ok

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", fail)
        with pytest.raises(AuditError) as caught:
            executor.call_sync("moment", {"number": 2})
    assert caught.value.code == "audit.write_failed"
    with pytest.raises(ConfigurationError) as closed:
        executor.call_sync("moment", {"number": 3})
    assert closed.value.code == "runtime.closed"


def test_a_reloaded_policy_decides_from_then_on_and_a_broken_one_does_not(workspace, opened):
    executor = opened(moment)
    assert executor.call_sync("moment", {"number": 1}).ok
    workspace.decide('{"allow": false, "reasons": ["closed"]}')
    assert asyncio.run(executor.reload_policy()).accepted
    assert executor.call_sync("moment", {"number": 1}).decision.reasons == ("closed",)
    workspace.policy("package runtime.authz\n\nnot rego at all")
    reloaded = asyncio.run(executor.reload_policy())
    assert (reloaded.accepted, bool(reloaded.detail)) == (False, True)
    assert executor.call_sync("moment", {"number": 1}).decision.reasons == ("closed",)
    assert [body.accepted for _, body in workspace.records() if body.kind == "PolicyLoaded"] == [
        True,
        True,
        False,
    ]
