"""Calls a shipped tool the way the executor does: schema, handles, function, schema."""

from __future__ import annotations

import asyncio
import ctypes
import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.backends.egress import HttpEgress
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import Tool
from runtime.executor.session import Session
from runtime.sdk import as_tool
from runtime.validation.schema import compile_schema

Call = Callable[..., dict[str, Any]]


def shipped(name: str) -> Tool:
    """The tool of a file in ``tools/``."""
    return as_tool(getattr(importlib.import_module(f"runtime.tools.{name}"), name))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """The working directory, with a neighbour that no tool may reach."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("the neighbour's secret\n")
    return folder


@pytest.fixture
def session() -> Session:
    """What the calls of a test share."""
    return Session()


@pytest.fixture
def context(workspace: Path, session: Session) -> Callable[..., CallContext]:
    """Contexts over the workspace with exactly what a tool declares, unless told otherwise."""

    def make(
        tool: Tool,
        *,
        grants: tuple[Capability, ...] | None = None,
        bounds: ResourceBounds | None = None,
        session: Session = session,
        **clock: Callable[[], float],
    ) -> CallContext:
        manifest = tool.manifest
        declared = (*manifest.required_capabilities, *manifest.optional_capabilities)
        made = CallContext(
            "call-1",
            CapabilitySet(declared if grants is None else grants),
            manifest.resource_bounds.narrowed(bounds),
            session=session if manifest.session else None,
            workspace=workspace,
            egress=HttpEgress(),
            launcher=ConfinedLauncher(protection="required"),
            environ={},
            **clock,
        )
        made.start()
        return made

    return make


@pytest.fixture
def call(context: Callable[..., CallContext]) -> Call:
    """Run a tool on arguments; its result as JSON data, checked against its own output schema.

    ``checked=False`` goes past the input schema, for what must hold whoever calls the tool.
    """

    def run(name: str, arguments: dict[str, Any], *, checked: bool = True, **options: Any) -> dict[str, Any]:
        tool = shipped(name)
        manifest = tool.manifest
        if checked:
            compile_schema(manifest.input_schema, where="input").check(arguments)
        result = tool.execute(arguments, context(tool, **options))
        if inspect.iscoroutine(result):
            result = asyncio.run(result)
        assert isinstance(result, dict)
        compile_schema(manifest.output_schema, where="output").check(result)
        return result

    return run


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


# capabilities(7): version 3 of the call; CAP_DAC_OVERRIDE (1) and CAP_DAC_READ_SEARCH (2) let root past modes.
_VERSION_3 = 0x20080522
_PAST_MODES = 1 << 1 | 1 << 2


@pytest.fixture
def modes_hold() -> Iterator[None]:
    """File modes bind this thread, even where the tests run as root."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION_3, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), sets) == 0
    before = sets[0].effective
    sets[0].effective = before & ~_PAST_MODES
    assert libc.capset(ctypes.byref(header), sets) == 0
    yield
    sets[0].effective = before
    assert libc.capset(ctypes.byref(header), sets) == 0
