"""What rules read of a call's surroundings: time, session, counts, environment and roles; and what is recorded of it."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import msgspec
import pytest

from runtime import tool
from runtime.audit.vault.vault_reader import VaultReader
from runtime.contracts.audit import PolicyDecision, ToolDenied, ToolInvoked
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.invocation import Principal
from runtime.executor import activity
from runtime.executor.activity import Activity, CountsUnknown
from runtime.executor.session import Session
from runtime.host.executor import Executor
from runtime.host.settings import PrincipalSettings, parse_settings

HEAD = 'package runtime.authz\n\ndefault decision := {"allow": false}\n\n'
AT_MOST_THREE = HEAD + (
    'decision := {"allow": true} if input.context.counts.principal_and_tool.hour.calls < 3\n'
)


@tool(description="Say a word", side_effects=["none"], determinism="pure", output_schema={})
def say(word: str = "hello") -> str:
    return word


def invoked(principal: str, name: str = "say", size: int = 10) -> ToolInvoked:
    return ToolInvoked(
        arguments=None, arguments_bytes=size, manifest="m", principal=principal, tool=name, version="1"
    )


def asked(workspace: Any, call: str) -> dict[str, Any]:
    """The question that the vault keeps of a call, without its arguments."""
    for record, body in workspace.records():
        if record.call == call and isinstance(body, PolicyDecision):
            assert body.input is not None
            with VaultReader.at(workspace.log) as vault:
                value = vault.open(body.input, record.seq).value
            assert value is not None
            return dict(msgspec.json.decode(value))
    raise AssertionError("no decision is recorded")


def test_at_most_three_calls_an_hour_are_let_through(workspace, opened):
    workspace.policy(AT_MOST_THREE)
    executor = opened(say)
    ended = [executor.call_sync("say", {}).ok for _ in range(5)]
    other = executor.call_sync("say", {}, principal="agent:other").ok
    assert (ended, other) == ([True, True, True, False, False], True)


def test_calls_that_are_asked_about_at_once_do_not_all_find_the_last_place(workspace, opened):
    """T-POL-30"""
    workspace.policy(AT_MOST_THREE)
    executor = opened(say)

    async def all_at_once() -> list[bool]:
        return [
            outcome.ok for outcome in await asyncio.gather(*(executor.call("say", {}) for _ in range(12)))
        ]

    assert sum(asyncio.run(all_at_once())) <= 3


def test_what_was_counted_before_is_known_to_the_next_process_and_to_one_beside(workspace, opened):
    """T-POL-30"""
    workspace.policy(AT_MOST_THREE)
    first, second = opened(say), opened(say)
    ended = [first.call_sync("say", {}).ok, second.call_sync("say", {}).ok]
    first.close()
    third = opened(say)
    ended += [third.call_sync("say", {}).ok, second.call_sync("say", {}).ok]
    assert ended == [True, True, True, False]


def test_a_preview_counts_nothing(workspace, opened):
    workspace.policy(AT_MOST_THREE)
    executor = opened(say)
    assert all(executor.preview("say", {}).error is None for _ in range(9))


def test_the_question_is_kept_with_what_the_rules_read_and_nothing_else(workspace, opened):
    workspace.policy(HEAD + 'decision := {"allow": true} if input.context.time.hour >= 0\n')
    executor = opened(say)
    call = executor.call_sync("say", {}, principal=Principal(id="agent:x", roles=("reader",))).call_id
    kept = asked(workspace, call)
    assert set(kept) == {"capabilities", "context", "principal", "tool"}
    assert kept["principal"]["roles"] == ["reader"]
    assert set(kept["context"]) == {"environment", "tenant", "time"}
    moment = datetime.datetime.fromtimestamp(kept["context"]["time"]["unix_s"], datetime.UTC)
    assert kept["context"]["time"]["rfc3339"] == moment.isoformat()


def test_a_rule_that_takes_the_whole_context_gets_all_of_it(workspace, opened):
    workspace.policy(HEAD + 'decision := {"allow": true} if count(input.context) > 2\n')
    call = opened(say).call_sync("say", {}, session=Session(name="s-1")).call_id
    context = asked(workspace, call)["context"]
    assert set(context) == {"counts", "environment", "parent", "session", "tenant", "time"}
    assert context["session"] == "s-1"
    assert context["counts"]["principal"]["day"]["calls"] == 0


def test_roles_of_the_settings_come_beside_those_of_the_call(workspace):
    workspace.policy(
        HEAD
        + 'decision := {"allow": true} if {"a", "b"} & {r | some r in input.principal.roles} == {"a", "b"}\n'
    )
    settings = msgspec.structs.replace(
        workspace.settings, principals={"agent:x": PrincipalSettings(roles=("b",))}
    )
    with Executor.open(workspace.folder, tools=[say], settings=settings, isolation="in_process") as executor:
        given = [
            executor.call_sync("say", {}, principal=Principal(id=name, roles=("a",))).ok
            for name in ("agent:x", "agent:y")
        ]
    assert given == [True, False]


def test_environment_and_tenant_come_from_the_settings(workspace):
    workspace.policy(
        HEAD
        + 'decision := {"allow": true} if {\n\tinput.context.environment == "test"\n\tinput.context.tenant == "acme"\n}\n'
    )
    policy = msgspec.structs.replace(workspace.settings.policy, environment="test", tenant="acme")
    settings = msgspec.structs.replace(workspace.settings, policy=policy)
    with Executor.open(workspace.folder, tools=[say], settings=settings, isolation="in_process") as executor:
        assert executor.call_sync("say", {}).ok


def test_a_time_zone_that_is_none_is_refused_by_its_setting():
    with pytest.raises(ConfigurationError) as caught:
        parse_settings({"policy": {"timezone": "Europe/Atlantis"}})
    assert caught.value.details["field"] == "policy.timezone"


class TestActivity:
    """Counting by itself."""

    def counts(self, kept: Activity, at_s: int, principal: str = "agent:a") -> dict[str, int]:
        found = kept.ask("probe", principal, "say", at_s * 1_000_000)
        kept.forget("probe")
        return {name: window["calls"] for name, window in found["principal"].items()}

    def test_a_call_leaves_each_window_after_its_length_and_not_before(self):
        kept = Activity()
        kept.take("c", 0, invoked("agent:a"))
        for at_s, counts in (
            (60, {"minute": 1, "hour": 1, "day": 1}),
            (61, {"minute": 0, "hour": 1, "day": 1}),
            (3_600, {"minute": 0, "hour": 1, "day": 1}),
            (3_660, {"minute": 0, "hour": 0, "day": 1}),
            (86_400, {"minute": 0, "hour": 0, "day": 1}),
            (87_300, {"minute": 0, "hour": 0, "day": 0}),
        ):
            assert self.counts(kept, at_s) == counts

    def test_a_call_that_is_refused_stops_counting_and_counts_as_refused(self):
        kept = Activity()
        kept.take("c", 0, invoked("agent:a"))
        kept.take("c", 2_000_000, ToolDenied(code="policy.denied", step=6))
        found = kept.ask("d", "agent:a", "say", 2_000_000)["principal_and_tool"]["minute"]
        assert (found["calls"], found["refused"]) == (0, 1)

    def test_more_principals_than_are_counted_are_an_error_and_never_a_zero(self, monkeypatch):
        """T-POL-30"""
        monkeypatch.setattr(activity, "MAX_KEYS", 6)
        kept = Activity()
        for number in range(9):
            kept.take(f"c{number}", 0, invoked(f"agent:{number}"))
        with pytest.raises(CountsUnknown):
            self.counts(kept, 5, "agent:8")
        assert self.counts(kept, 200_000, "agent:8")["day"] == 0

    def test_names_that_no_tool_has_are_not_counted_as_tools(self):
        kept = Activity()
        made_up = msgspec.structs.replace(invoked("agent:a", "made_up"), manifest=None)
        kept.take("c", 0, made_up)
        assert kept.ask("d", "agent:b", "made_up", 0)["tool"]["minute"]["calls"] == 0
