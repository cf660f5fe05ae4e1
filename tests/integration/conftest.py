"""An executor over a workspace of its own for each file of tests: modules are compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

if TYPE_CHECKING:
    from runtime.host.executor import Executor

ALLOW_ALL = (
    'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": true, "reasons": ["a test"]}\n'
)


@pytest.fixture(scope="module")
def wasm_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the calls of `call` may be granted."""
    return tmp_path_factory.mktemp("wasm") / "workspace"


@pytest.fixture(scope="module")
def wasm_executor(root: Path, wasm_workspace: Path) -> Iterator[Executor]:
    """Has the tools of wasm_tools/ and examples/."""
    from runtime.host.executor import Executor
    from runtime.host.settings import load_settings
    from runtime.host.workspace import initialise

    wasm_workspace.mkdir()
    initialise(wasm_workspace, pin=False)
    for file in (wasm_workspace / "policies").glob("*"):
        file.unlink()
    (wasm_workspace / "policies" / "authz.rego").write_text(ALLOW_ALL)
    settings = load_settings(wasm_workspace).settings
    tools = msgspec.structs.replace(settings.tools, folders=(str(root / "examples"),))
    settings = msgspec.structs.replace(settings, tools=tools)
    with Executor.open(wasm_workspace, settings=settings, isolation="in_process") as executor:
        yield executor


@pytest.fixture(scope="module")
def call(wasm_executor: Executor) -> Callable[..., Any]:
    """Call a tool by its name and arguments; ``grants`` are capabilities."""

    def run(tool: str, /, *, grants: Any = (), **arguments: Any) -> Any:
        return wasm_executor.call_sync(tool, arguments, grants=list(grants))

    return run


@pytest.fixture(scope="module")
def call_within(wasm_executor: Executor) -> Callable[..., Any]:
    """Call a tool under bounds that are narrower than its own."""

    def run(limits: Any, tool: str, /, **arguments: Any) -> Any:
        return wasm_executor.call_sync(tool, arguments, grants=[], limits=limits)

    return run
