"""The tests of tools, which run stubs, and what a careful reader would say of tools that somebody wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts.errors import ConfigurationError, ToolNotFound
from runtime.contracts.manifest import Manifest
from runtime.host.discovery import open_catalog
from runtime.host.executor import Executor
from runtime.host.settings import LoadedSettings, load_settings
from runtime.host.tool_starts import TEST_SUFFIX
from runtime.validation.strict_json import parse

_MAX_TEST_BYTES = 1024 * 1024
_SHORTEST_DESCRIPTION = 10
_FAR = frozenset({"net_read", "net_write", "db_read", "db_write"})


class TrialCase(msgspec.Struct, frozen=True, kw_only=True):
    """How one case of a tool's test ended."""

    arguments: dict[str, Any]
    passed: bool
    told: str = ""
    """What is wrong."""


class ToolRemark(msgspec.Struct, frozen=True, kw_only=True):
    """One remark on a file or a tool."""

    file: str
    told: str


class _Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arguments: dict[str, Any]
    output: Any = msgspec.UNSET
    error: str = ""
    """The code of the error that it must end with."""


def try_tool(folder: str | Path, name: str) -> list[TrialCase]:
    """Run the cases of a tool's test as governed calls: on its stub, or on itself where it declares no effects.

    Raises:
        ToolNotFound: no tools folder gives a tool of this name.
        ConfigurationError: it has no test, or neither a stub nor no effects.
    """
    loaded = load_settings(Path(folder))
    with Executor.open(folder, stub=True, isolation="in_process") as executor:
        if executor.file_of(name) is not None:
            return _tried(executor, loaded, name)
    with Executor.open(folder, isolation="in_process") as executor:
        if executor.file_of(name) is None:
            raise ToolNotFound(
                "no tools folder gives a tool of that name", suggestion="See: runtime tools discover"
            )
        manifest = next(one for one in executor.manifests if one.name == name)
        if manifest.side_effects != ("none",):
            raise ConfigurationError(
                f"{name} has effects and declares no stub, so that a test would have them",
                suggestion='Declare "stub": true, and answer without effects where RUNTIME_STUB is 1.',
            )
        return _tried(executor, loaded, name)


def lint_tools(folder: str | Path) -> list[ToolRemark]:
    """What is wrong with the files of the tools folders, or could be better.

    Raises:
        ConfigurationError: the folder cannot be read, or is not accepted.
    """
    loaded = load_settings(Path(folder))
    catalog = open_catalog(loaded)
    findings = [ToolRemark(file=one.file, told=one.reason) for one in catalog.skipped]
    for tool in catalog.registry:
        file = catalog.files.get(tool.manifest.name)
        if file is not None:
            told = [
                *_remarks(tool.manifest),
                *(f"the field {name!r} is not known" for name in _ignored(tool)),
            ]
            told += (
                [] if test_of(loaded, file).is_file() else [f"it has no test: {test_of(loaded, file).name}"]
            )
            findings += [ToolRemark(file=file, told=one) for one in told]
    stubbed = {*open_catalog(loaded, stub=True).files.values()}
    for name, file in catalog.files.items():
        found = catalog.registry.get(name)
        if found is not None and _FAR & {*found.manifest.side_effects} and file not in stubbed:
            findings.append(ToolRemark(file=file, told="it reaches other machines and declares no stub"))
    return sorted(findings, key=lambda one: one.file)


def test_of(loaded: LoadedSettings, file: str) -> Path:
    """Where the test of the tool of a file is."""
    place = loaded.workspace / file
    return place.with_name(f"{place.name.partition('.')[0]}{TEST_SUFFIX}")


def _tried(executor: Executor, loaded: LoadedSettings, name: str) -> list[TrialCase]:
    place = test_of(loaded, executor.file_of(name) or "")
    if not place.is_file():
        place = place.with_name(f"{name}{TEST_SUFFIX}")
    try:
        with place.open("rb") as file:
            cases = msgspec.convert(parse(file.read(_MAX_TEST_BYTES), max_bytes=_MAX_TEST_BYTES), list[_Case])
    except OSError as error:
        raise ConfigurationError(
            f"{place.name} cannot be read: {error.strerror}",
            suggestion='Write it beside the tool: [{"arguments": {...}, "output": ...}]',
            file=str(place),
        ) from None
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"{place.name}: {error}", file=str(place)) from None
    return [_try(executor, name, case) for case in cases]


def _try(executor: Executor, name: str, case: _Case) -> TrialCase:
    outcome = executor.call_sync(name, case.arguments, principal="user:tools-test")
    code = "" if outcome.error is None else outcome.error.code
    told = ""
    if code != case.error:
        told = f"it ended with {code or 'an output'}" + (
            f": {outcome.error.message}" if outcome.error is not None else ""
        )
    elif not code and case.output is not msgspec.UNSET and outcome.output != case.output:
        told = f"it gave {outcome.output!r}, not {case.output!r}"
    return TrialCase(arguments=case.arguments, passed=not told, told=told)


def _remarks(manifest: Manifest) -> list[str]:
    remarks = []
    if len(manifest.description) < _SHORTEST_DESCRIPTION:
        remarks.append("its description says too little to a model")
    properties = manifest.input_schema.get("properties", {})
    remarks += [
        f"the parameter {name!r} has no description"
        for name, schema in properties.items()
        if not (isinstance(schema, dict) and schema.get("description"))
    ]
    return remarks


def _ignored(tool: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(tool, "ignored", ())
    return found
