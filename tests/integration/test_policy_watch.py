"""A policy that is edited while calls are decided: what each look finds, and when processes take it up."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from runtime import Executor
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.host.policy_watch import look, watched_place

DENIES = 'package runtime.authz\n\ndecision := {"allow": false, "reasons": ["closed"]}\n'
TESTS = (
    "package runtime.authz_test\n\nimport data.runtime.authz\n\ntest_denies if { not authz.decision.allow }\n"
)


def call(executor: Executor) -> str:
    outcome = executor.call_sync("list_dir", {"path": "."})
    return "ran" if outcome.error is None else outcome.error.code


def test_each_look_says_what_decides_what_differs_and_what_fails(workspace):
    workspace.accept()
    folder = str(workspace.folder)
    assert look(folder).state == "accepted"

    workspace.policy(DENIES)
    (watched_place(folder) / "authz_test.rego").write_text(TESTS)
    waiting = look(folder)
    assert (waiting.state, len(waiting.tests), waiting.failed) == ("waiting", 1, ())
    assert waiting.changed is not None
    assert "data.runtime.authz.decision" in {one.rule for one in waiting.changed.rules}

    (watched_place(folder) / "authz_test.rego").write_text(TESTS.replace("not ", ""))
    assert [test.rule.line for test in look(folder).failed] == [5]

    workspace.policy("package runtime.authz\n\nbroken {")
    with pytest.raises(BundleInvalid):
        look(folder)


def test_a_sound_version_reaches_every_process_only_where_nothing_need_be_accepted(workspace, monkeypatch):
    """T-RUN-24"""
    workspace.accept()
    monkeypatch.setenv("RUNTIME_TRUST_PIN", "false")
    folder = str(workspace.folder)
    with (
        Executor.open(workspace.folder, isolation="in_process") as one,
        Executor.open(workspace.folder, isolation="in_process") as other,
    ):
        workspace.policy("package runtime.authz\n\nbroken {")
        with pytest.raises(BundleInvalid):
            look(folder)
        assert [call(one), call(other)] == ["ran", "ran"], "the last good one goes on"
        workspace.policy(DENIES)
        assert look(folder).state == "in_force"
        deadline = time.monotonic() + 60
        while {call(one), call(other)} != {"policy.denied"}:
            assert time.monotonic() < deadline


def test_a_server_has_no_place_to_watch(workspace):
    workspace.accept()
    settings = workspace.folder / "runtime.toml"
    settings.write_text(settings.read_text().replace('"rego:policies"', '"opa+http://127.0.0.1:1"'))
    with pytest.raises(ConfigurationError):
        watched_place(str(workspace.folder))


def test_watching_tells_each_look_in_a_line_until_it_is_interrupted(workspace):
    workspace.accept()
    command = [sys.executable, "-m", "runtime", "policy", "watch", "--json", "-C", str(workspace.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None

        def told() -> dict[str, object]:
            assert watching.stdout is not None
            found: dict[str, object] = json.loads(watching.stdout.readline())
            return found

        assert told()["state"] == "accepted"
        workspace.policy("package runtime.authz\n\nbroken {")
        assert told()["state"] == "unsound"
        workspace.policy(DENIES)
        assert told()["state"] == "waiting"
        watching.send_signal(signal.SIGINT)
        assert watching.wait(60) == 0
