"""Bounds that are none: of a call, of a manifest, of a principal."""

from __future__ import annotations

import math

import pytest

from runtime import FsRead, NetworkBounds, ResourceBounds, ToolContext, tool
from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.invocation import Principal
from runtime.sdk import as_tool

NONE = {"side_effects": ["none"]}

NO_BOUNDS = [
    {"wall_s": -1.0},
    {"wall_s": math.nan},
    {"wall_s": math.inf},
    {"wall_s": "1"},
    {"wall_s": True},
    {"wall_s": None},
    {"wall_s": 1e300},
    {"cpu_s": math.nan},
    {"input_bytes": None},
    {"output_bytes": -1},
    {"files": 1.5},
    {"memory_bytes": -1},
    {"fuel": 2**60},
    {"network": 5},
    {"network": NetworkBounds(requests=-1)},
    {"network": NetworkBounds(bytes="1")},
]


@tool(description="Answer", **NONE)
def answer() -> int:
    return 42


@pytest.mark.parametrize("bounds", NO_BOUNDS, ids=repr)
def test_a_call_with_an_absurd_bound_is_refused_and_the_executor_goes_on(opened, bounds):
    """T-RUN-20"""
    executor = opened(answer)
    limits = ResourceBounds(**bounds)
    assert executor.call_sync("answer", {}, limits=limits).error.code == "input.invalid"
    assert executor.preview("answer", {}, limits=limits).error.code == "input.invalid"
    assert executor.call_sync("answer", {}).ok


@pytest.mark.parametrize("bounds", NO_BOUNDS, ids=repr)
def test_a_manifest_with_an_absurd_bound_is_refused_when_it_is_made(bounds):
    """T-RUN-20"""

    @tool(description="Answer", bounds=ResourceBounds(**bounds), **NONE)
    def unbounded() -> int:
        return 42

    with pytest.raises(ManifestInvalid):
        as_tool(unbounded)


def test_bounds_of_zero_are_bounds(opened):
    """T-RUN-20"""

    @tool(description="Read", capabilities=[FsRead(["."])], side_effects=["fs_read"])
    def read(ctx: ToolContext) -> int:
        return len(ctx.fs.read_bytes("README.md"))

    limits = ResourceBounds(files=0)
    outcome = opened(read).call_sync("read", {}, grants=[FsRead(["."])], limits=limits)
    assert outcome.error.code == "limit.files"


def test_a_version_too_long_for_a_record_is_refused_when_the_manifest_is_made():
    """T-RUN-20"""

    @tool(description="Answer", version="1.0.0-" + "a" * 70_000, **NONE)
    def versioned() -> int:
        return 42

    with pytest.raises(ManifestInvalid):
        as_tool(versioned)


@pytest.mark.parametrize("principal", [5, None, Principal(id=5), Principal(id="agent:a\n")], ids=repr)
def test_a_principal_without_a_name_is_refused(opened, principal):
    outcome = opened(answer).call_sync("answer", {}, principal=principal)
    assert outcome.error.code == "input.invalid"


@pytest.mark.parametrize("limits", ['{"cpu_s": 1}', '{"memory_bytes": 1000}', '{"fuel": 1, "wall_s": 1}'])
def test_an_obligation_that_the_backend_cannot_keep_refuses_the_call(workspace, opened, limits):
    """T-POL-11"""
    workspace.decide(f'{{"allow": true, "obligations": {{"limits": {limits}}}}}')
    executor = opened(answer)
    outcome = executor.call_sync("answer", {})
    assert outcome.error.code == executor.preview("answer", {}).error.code == "policy.denied"
    assert workspace.kinds(outcome.call_id)[-1] == "ToolDenied"
    workspace.decide(
        '{"allow": true, "obligations": {"limits": {"wall_s": 1, "files": 1, "output_bytes": 9}}}'
    )
    assert opened(answer).call_sync("answer", {}).ok
