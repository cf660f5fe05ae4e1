"""What `runtime doctor` looks at: each check is a function from a folder to a finding."""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.verify.verifier import verify
from runtime.backends._confinement import landlock
from runtime.backends._wasm.folder import read_tool
from runtime.backends.inprocess import InProcess
from runtime.backends.launcher import PROTECTIONS, ConfinedLauncher
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import ConfigurationUntrusted, FailedError
from runtime.contracts.process import Spawn, Stage
from runtime.host import acceptance, resources, trust
from runtime.host.accepted_settings import find_settings
from runtime.host.differences import COMMANDS, NOUNS, compare
from runtime.host.inspection import list_manifests
from runtime.host.log_checks import examine_log
from runtime.host.log_keys import key_file, keys_of
from runtime.host.log_location import log_location, witnesses_to_ask
from runtime.host.policy_check import check_engine
from runtime.host.settings import load_settings
from runtime.hostfs.locate import openat2
from runtime.policy.testing import run_tests


class CheckResult(msgspec.Struct, frozen=True):
    """One check's result: ``ok``, ``note`` (works, and you should know) or ``bad`` with what to do."""

    name: str
    state: Literal["ok", "note", "bad"]
    found: str
    fix: str = ""


def check_python(_: str) -> CheckResult:
    """The interpreter is one that is tested."""
    found = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.platform != "linux":
        return CheckResult("python", "note", found, "Only Linux is tested.")
    return CheckResult("python", "ok", found)


def check_kernel(_: str) -> CheckResult:
    """Paths are resolved beneath their root by the kernel."""
    if openat2() is not None:
        return CheckResult("kernel", "ok", "paths are resolved by openat2(RESOLVE_BENEATH)")
    return CheckResult(
        "kernel", "note", "no openat2 here: paths are resolved by a walk of our own, which is slower"
    )


def check_backends(_: str) -> CheckResult:
    """What the backends enforce here."""
    enforced = ", ".join(sorted(InProcess.enforces))
    return CheckResult(
        "backends", "note", f"builtin enforces {enforced}; it does not bound memory or processor time"
    )


def check_wasm(_: str) -> CheckResult:
    """A shipped module runs in a worker, and burns the same twice."""
    backend = Wasm(cache=None, secret=b"", files=None)
    try:
        burnt = asyncio.run(_burnt_twice(backend))
    except FailedError as error:
        return CheckResult(
            "wasm", "bad", error.message, "Install the package again; tools that are modules fail."
        )
    finally:
        backend.close()
    if None in burnt or burnt[0] != burnt[1]:
        return CheckResult(
            "wasm", "bad", f"fuel differs from run to run: {burnt}", "Report it: replays will not hold."
        )
    enforced = ", ".join(sorted(Wasm.enforces))
    return CheckResult("wasm", "ok", f"a module burnt {burnt[0]} units of fuel, twice; enforces {enforced}")


async def _burnt_twice(backend: Wasm) -> list[int | None]:
    tool, burnt = read_tool(resources.folder("wasm_tools") / "json_pretty"), []
    for _ in range(2):
        context = CallContext("doctor", CapabilitySet(), tool.manifest.resource_bounds)
        await backend.run(tool, {"text": "{}"}, context)
        burnt.append(context.fuel_used)
    return burnt


def check_processes(folder: str) -> CheckResult:
    """What the kernel holds child processes to: a command that does nothing is run, and asked."""
    settings = load_settings(Path(folder)).settings.process
    if sys.platform != "linux":
        return CheckResult(
            "processes", "note", "commands are confined on Linux only", "Run commands on Linux."
        )
    try:
        held = asyncio.run(_held(settings.system))
        with contextlib.suppress(FailedError):
            held |= asyncio.run(_held(settings.system, stage=_Nobody()))
    except FailedError as error:
        return CheckResult(
            "processes", "bad", f"{error.message}: commands are refused", error.suggestion or ""
        )
    found = "commands are held to " + ", ".join(PROTECTIONS[name] for name in PROTECTIONS if name in held)
    spoken = landlock.version()
    found += (
        f"; Landlock is at version {spoken}"
        if spoken
        else "; the kernel has no Landlock, or it is switched off"
    )
    found += "; sums over all processes are held by a supervisor, not by a control group"
    if "network" in held:
        found += "; loopback and the local network of this machine are out of reach unless a grant names them"
    missing = [PROTECTIONS[name] for name in PROTECTIONS if name not in held]
    if not missing:
        return CheckResult("processes", "ok", found)
    refused = settings.protection == "required" and not held >= {
        "filesystem",
        "hidden",
        "network",
        "syscalls",
    }
    then = "commands are refused" if refused else "commands run without"
    if held >= PROTECTIONS.keys() - {"changes"}:
        then = "commands whose changes are to be reviewed are refused"
    return CheckResult(
        "processes",
        "note",
        f"{found}; missing here: {', '.join(missing)}: {then}",
        "Landlock needs Linux 6.2 and `lsm=landlock`; the tree needs Linux 5.12 and user namespaces that the host permits; a layer Linux 6.6 and overlayfs.",
    )


class _Nobody:
    """Takes the changes of a command that makes none."""

    def receive(self, layer: int) -> None:
        """Let go of them."""
        os.close(layer)


async def _held(system: tuple[str, ...], stage: Stage | None = None) -> frozenset[str]:
    launcher = ConfinedLauncher(protection="best-effort", system=system)
    with tempfile.TemporaryDirectory(prefix="runtime-") as folder:
        nothing = Spawn(
            argv=("/bin/sh", "-c", ":"),
            workspace=Path(folder),
            working_directory=".",
            environment={},
            stdin=b"",
            timeout_s=10.0,
            max_output_bytes=0,
            cpu_s=10.0,
            memory_bytes=2**30,
            read=(".",),
            write=(),
            hidden=(),
            locked=(),
            commands=("/bin/sh",),
            stage=stage,
        )
        await launcher.launch(nothing, cancelled=lambda: False)
    return launcher.enforces


def check_settings(folder: str) -> CheckResult:
    """The settings hold."""
    loaded = load_settings(Path(folder))
    source = loaded.project_file.name if loaded.project_file else "safe defaults: there is no runtime.toml"
    return CheckResult("settings", "ok" if loaded.project_file else "note", source)


def check_trust(folder: str) -> CheckResult:
    """The folder was accepted by this user."""
    loaded = load_settings(Path(folder))
    if trust.pinned_key(loaded.workspace) is None:
        return CheckResult(
            "trust",
            "bad",
            "this user has not accepted the folder",
            "Run `runtime init`, with --trust for a clone you read.",
        )
    return CheckResult("trust", "ok", f"accepted, its key pinned in {trust.known_logs()}")


def check_accepted(folder: str) -> CheckResult:
    """Settings, policies and tools are the ones that this user accepted."""
    loaded = load_settings(Path(folder))
    if not loaded.pin:
        return CheckResult(
            "accepted", "note", "settings, policies and tools need no acceptance here: pin is false"
        )
    found = [find_settings(loaded), acceptance.find_policy(loaded)]
    if loaded.settings.tools.folders:
        found.append(acceptance.find_tools(loaded))
    for one in found:
        difference = compare(one)
        if not difference.is_none:
            return CheckResult(
                "accepted",
                "bad",
                f"the {NOUNS[one.subject]} found are not the accepted ones: {len(difference.changes)} files differ",
                f"Run `{COMMANDS[one.subject]}`.",
            )
    return CheckResult("accepted", "ok", ", ".join(f"{one.subject} {one.digest}" for one in found))


def check_key(folder: str) -> CheckResult:
    """The signing key is usable and the pinned one."""
    loaded = load_settings(Path(folder))
    if not key_file(loaded).exists():
        return CheckResult(
            "key", "bad", f"{loaded.settings.keys.signing} is not there", "Run `runtime init`."
        )
    try:
        keys = keys_of(folder)
    except ConfigurationUntrusted:
        return CheckResult(
            "key",
            "bad",
            "the signing key is not the pinned one, nor was it handed over to",
            "Restore the key that was pinned.",
        )
    if key_file(loaded).stat().st_nlink > 1:
        return CheckResult(
            "key",
            "bad",
            "the signing key has another name: a hard link, which nothing keeps tools and commands from reading",
            "Remove the other name (`find . -samefile` finds it), then run `runtime audit keys rotate`.",
        )
    if keys.following is not None:
        return CheckResult(
            "key", "note", "a handing over was begun and not finished", "Run `runtime audit keys rotate`."
        )
    return CheckResult("key", "ok", keys.signing)


def check_policy(folder: str) -> CheckResult:
    """The policy can decide, and its tests pass where it has any here."""
    sound = check_engine(folder)
    if sound.unchecked:
        found = f"{sound.engine}: {', '.join(sound.checked)}; not checked: {', '.join(sound.unchecked)}"
        return CheckResult("policy", "note", found)
    policy = load_settings(Path(folder)).settings.policy
    results = run_tests(
        sound.engine.partition(":")[2],
        entry=policy.entry,
        allow_builtins=frozenset(policy.allow_builtins),
    )
    bad = [r.rule.name for r in results if r.outcome in ("failed", "error")]
    if bad:
        return CheckResult(
            "policy",
            "bad",
            f"{len(bad)} of {len(results)} tests fail: {bad[0]}",
            "Run `runtime policy test`.",
        )
    return CheckResult("policy", "ok", f"{sound.bundle}, {len(results)} tests pass")


def check_tools(folder: str) -> CheckResult:
    """The tools can be registered."""
    return CheckResult("tools", "ok", ", ".join(manifest.name for manifest in list_manifests(folder)))


def check_log(folder: str) -> CheckResult:
    """The log is as it was signed, its values with it; nobody else can write it, and its clock did not jump."""
    report, trouble = examine_log(load_settings(Path(folder)))
    if trouble is not None:
        return CheckResult("log", trouble.state, trouble.found, trouble.fix)
    values = "values not compared" if report.values is None else f"{report.values} values"
    return CheckResult("log", "ok", f"{report.records} records, as they were signed, and {values}")


def check_witness(folder: str) -> CheckResult:
    """Every witness has seen the log to its end, and can be written."""
    loaded = load_settings(Path(folder))
    pinned = trust.pinned_key(loaded.workspace)
    if not loaded.settings.audit.witness or pinned is None:
        return CheckResult(
            "witness", "note", "none: nobody can tell an older copy of the log", "Set `audit.witness`."
        )
    try:
        witnesses = witnesses_to_ask(loaded, VerifierKey.parse(pinned))
    except InvalidNote as error:
        return CheckResult("witness", "bad", f"the pinned key: {error.message}", "Run `runtime init` again.")
    report = verify(log_location(loaded), verifier_keys=[pinned], quick=True, witnesses=witnesses)
    names = ", ".join(witness.name for witness in witnesses)
    if report.verdict == "OK":
        return CheckResult("witness", "ok", f"{names}: {report.witnessed_size} records")
    return CheckResult(
        "witness",
        "note" if report.verdict == "OK_NOT_WITNESSED" else "bad",
        f"{names}: {report.detail}",
        "See that it can be written, and run `runtime audit verify`.",
    )


CHECKS: tuple[Callable[[str], CheckResult], ...] = (
    check_python,
    check_kernel,
    check_backends,
    check_wasm,
    check_processes,
    check_settings,
    check_trust,
    check_accepted,
    check_key,
    check_policy,
    check_tools,
    check_log,
    check_witness,
)
