"""Tools that a running executor takes and drops, groups of built-in tools, and what the settings give to one principal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from runtime import ConfigurationError, Executor, FsRead, tool
from runtime.contracts.errors import ToolNotFound
from runtime.host.settings import PrincipalSettings, Settings, parse_settings


@tool(description="Doubles a number", side_effects=["none"])
def double(number: int) -> int:
    return 2 * number


@tool(description="Halves a number", side_effects=["none"])
def half(number: int) -> float:
    return number / 2


@tool(name="double", description="Another of that name", side_effects=["none"])
def impostor(number: int) -> int:
    return 0


def opened(workspace: Any, settings: Settings, tools: Any = ()) -> Executor:
    return Executor.open(workspace.folder, settings=settings, tools=tools, isolation="in_process")


def test_a_tool_can_be_called_from_its_registration_to_its_end(workspace) -> None:
    with workspace.open(half) as executor:
        assert executor.call_sync("double", {"number": 2}).error.code == "tool.not_found"
        assert "double" in executor.register(double)
        assert executor.call_sync("double", {"number": 2}).output == 4
        assert "double" not in executor.unregister("double")
        assert executor.call_sync("double", {"number": 2}).error.code == "tool.not_found"
        assert executor.call_sync("half", {"number": 2}).output == 1


def test_a_registration_that_fails_leaves_every_tool_as_it_was(workspace) -> None:
    with workspace.open(double) as executor:
        before = executor.tools
        for wrong, code in ((impostor, "tool.duplicate"), (print, "tool.manifest_invalid")):
            with pytest.raises(ConfigurationError) as caught:
                executor.register(half, wrong)
            assert caught.value.code == code
            assert executor.tools == before
        assert executor.call_sync("double", {"number": 2}).output == 4
        with pytest.raises(ToolNotFound):
            executor.unregister("double", "read_file")
        assert executor.tools == before


def test_rediscovery_keeps_what_was_registered(workspace) -> None:
    with workspace.open() as executor:
        executor.register(double)
        executor._live_tools.rediscover()
        assert executor.call_sync("double", {"number": 3}).output == 6


def test_a_group_offers_its_built_in_tools_and_no_others(workspace) -> None:
    with opened(workspace, workspace.settings, "coding") as executor:
        assert len(executor.tools) == 10
        assert {"read_file", "run_in_terminal"} < set(executor.tools)
        assert executor.call_sync("bash", {"commands": "true"}).error.code == "tool.not_found"
    with workspace.open("shell", "read_file", double) as executor:
        assert executor.tools == ("bash", "double", "read_file")


def test_a_program_gets_no_built_in_tool_that_the_settings_leave_out(workspace) -> None:
    chosen = msgspec.structs.replace(workspace.settings.tools, builtin=("web", "read_file"))
    settings = msgspec.structs.replace(workspace.settings, tools=chosen)
    with opened(workspace, settings) as executor:
        assert executor.tools == ("fetch_webpage", "http_fetch", "read_file")
    with opened(workspace, settings, "coding") as executor:
        assert executor.tools == ("fetch_webpage", "read_file")


def test_a_misspelt_group_is_refused_with_the_name_that_is_near(workspace) -> None:
    with pytest.raises(ConfigurationError) as caught:
        opened(workspace, workspace.settings, "codign")
    assert caught.value.suggestion == "Did you mean 'coding'?"
    settings = msgspec.structs.replace(
        workspace.settings, tools=msgspec.structs.replace(workspace.settings.tools, builtin=("shel",))
    )
    with pytest.raises(ConfigurationError) as caught:
        opened(workspace, settings)
    assert caught.value.details["field"] == "tools.builtin"


def test_a_principal_of_the_settings_has_its_own_grants_and_every_other_has_those_of_all(workspace) -> None:
    principals = {
        "agent:none": PrincipalSettings(grants={}),
        "agent:docs": PrincipalSettings(grants={"fs_read": ["docs"]}),
        "agent:roles": PrincipalSettings(roles=("reader",)),
    }
    settings = msgspec.structs.replace(workspace.settings, grants={"fs_read": ["."]}, principals=principals)
    (workspace.folder / "docs").mkdir()
    for place in ("a.txt", "docs/b.txt"):
        (workspace.folder / place).write_text("x", "utf-8")

    def code(executor: Executor, principal: str, path: str, **options: object) -> str | None:
        outcome = executor.call_sync("read_file", {"path": path}, principal=principal, **options)
        return outcome.error and outcome.error.code

    with opened(workspace, settings) as executor:
        assert code(executor, "agent:none", "a.txt") == "capability.missing"
        assert code(executor, "agent:docs", "a.txt") == "capability.exceeded"
        assert code(executor, "agent:docs", "docs/b.txt") is None
        assert code(executor, "agent:roles", "a.txt") is None
        assert code(executor, "agent:other", "a.txt") is None
        assert code(executor, "agent:none", "a.txt", grants=[FsRead(["."])]) is None


@pytest.mark.parametrize(
    "principals",
    [
        {"agent ci": {}},
        {"agent:ci": {"grant": {}}},
        {"agent:ci": {"roles": "reader"}},
        {"agent:ci": {"grants": {"fs_raed": ["."]}}},
    ],
)
def test_a_malformed_principal_refuses_the_settings(workspace, principals) -> None:
    def open_with() -> Executor:
        return opened(
            workspace,
            msgspec.structs.replace(
                workspace.settings, principals=parse_settings({"principals": principals}).principals
            ),
        )

    with pytest.raises(ConfigurationError):
        open_with()
