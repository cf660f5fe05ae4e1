"""``runtime demo``: real tools over real files, under governance, shown step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from runtime.cli.frame import CliCommand, json_option, print_json, printable, style

if TYPE_CHECKING:
    from runtime.audit.verify.report import Report
    from runtime.contracts.capability import Capability
    from runtime.contracts.invocation import Outcome
    from runtime.host.executor import Executor

_FILES = {
    "README.md": "# Demo\n\nA small project.\n\nTODO: say more\n",
    "src/app.py": 'def greet(name: str) -> str:\n    return f"hello {name}"  # TODO: translate\n',
    ".env": "PASSWORD=correct-horse-battery-staple\n",
}


class DemoStep(msgspec.Struct, frozen=True):
    """One call of the demonstration: what is tried, with which grants, and how it must end."""

    title: str
    tool: str
    arguments: dict[str, Any]
    writes: bool
    expected: str
    """``completed``, or the code of the refusal."""


STEPS = (
    DemoStep("An allowed call", "read_file", {"path": "README.md"}, False, "completed"),
    DemoStep("Another, over all files", "grep_search", {"pattern": "TODO"}, False, "completed"),
    DemoStep("A write, with the capability for it", "create_file", {"path": "notes/plan.md", "content": "1. ship\n"}, True, "completed"),
    DemoStep("The same write without the capability", "create_file", {"path": "more.md", "content": "x"}, False, "capability.missing"),
    DemoStep("A secret, which policy keeps", "read_file", {"path": ".env"}, False, "policy.denied"),
    DemoStep("A wrong argument", "read_file", {"path": "README.md", "start_line": "one"}, False, "input.invalid"),
    DemoStep("A path out of the workspace", "read_file", {"path": "../../etc/passwd"}, False, "path_outside_working_dir"),
)  # fmt: skip


@click.command(
    cls=CliCommand,
    short_help="Show governed calls end to end, in a temporary folder.",
    examples=("runtime demo", "runtime demo --keep demo-workspace", "runtime demo --json"),
    exit_codes={0: "every step ended as it should", 1: "a step did not", 2: "usage or configuration"},
)
@click.option(
    "--keep", metavar="DIR", help="Use this new folder instead of a temporary one, and leave it there."
)
@json_option
def command(keep: str | None, as_json: bool) -> int:
    """Run real tools over real files and show what governance does to each call.

    An allowed call, refusals for a missing capability, by policy and by validation, then the audit log: verified,
    and a tampered copy of it caught.
    """
    import shutil
    import tempfile

    if keep is not None and Path(keep).exists():
        raise click.UsageError(f"--keep: {keep} exists; name a new folder")
    folder = Path(keep) if keep is not None else Path(tempfile.mkdtemp(prefix="runtime-demo-"))
    try:
        results = list(_run(folder, say=not as_json))
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    held = all(result["as_expected"] for result in results)
    if as_json:
        print_json({"steps": results, "ok": held})
    else:
        verdict = (
            style("every step ended as it should", "green") if held else style("a step went wrong", "red")
        )
        click.echo(f"\n{len(results)} steps: {verdict}")
    return 0 if held else 1


def _run(folder: Path, *, say: bool) -> Iterator[dict[str, Any]]:
    import asyncio

    from runtime.host.executor import Executor
    from runtime.host.settings import load_settings
    from runtime.host.workspace import initialise

    for name, text in _FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    done = initialise(folder, pin=False)
    if say:
        click.echo(f"Workspace {done.workspace}: files, policies, a signing key and an empty audit log\n")
    settings = load_settings(
        folder
    ).settings  # made in code, so the demo leaves no trace in the user's configuration
    with Executor.open(folder, settings=settings, isolation="in_process") as executor:
        for number, step in enumerate(STEPS, 1):
            outcome = asyncio.run(_call(executor, step))
            if say:
                _tell(number, step, outcome)
            yield _call_result(number, step, outcome)
    yield from _check_log(folder, done.verifier_key, say=say)


async def _call(executor: Executor, step: DemoStep) -> Outcome:
    from runtime.contracts.capability import FsRead, FsWrite

    grants: list[Capability] = [FsRead((".",))]
    if step.writes:
        grants.append(FsWrite(("notes",)))
    return await executor.call(step.tool, step.arguments, grants=grants, principal="agent:demo")


def _ended(outcome: Outcome) -> str:
    return "completed" if outcome.error is None else outcome.error.code


def _call_result(number: int, step: DemoStep, outcome: Outcome) -> dict[str, Any]:
    from runtime.cli.render import outcome_data

    return {
        "step": number,
        "title": step.title,
        "expected": step.expected,
        "as_expected": _ended(outcome) == step.expected,
        "outcome": outcome_data(outcome),
    }


def _tell(number: int, step: DemoStep, outcome: Outcome) -> None:
    arguments = msgspec.json.encode(step.arguments).decode()
    held = " with fs_read=. fs_write=notes" if step.writes else " with fs_read=."
    click.echo(style(f"{number}. {step.title}", "cyan"))
    click.echo(f"   {step.tool} {printable(arguments)}{held}")
    if outcome.error is None:
        lines = str(outcome.output["output"]).rstrip("\n").split("\n")
        click.echo("   " + style("✓ ", "green") + printable("\n     ".join(lines)))
        click.echo(f"     {outcome.digest}")
    else:
        click.echo(
            "   "
            + style(f"✗ {printable(outcome.error.code)}", "red")
            + f": {printable(outcome.error.message)}"
        )
        click.echo(f"     {printable(outcome.error.suggestion)}")
    decision = "; ".join(outcome.decision.reasons) or outcome.decision.outcome.replace("_", " ")
    click.echo(f"     policy: {printable(decision)} · record {outcome.receipt.seq}\n")


def _check_log(folder: Path, verifier_key: str, *, say: bool) -> Iterator[dict[str, Any]]:
    """Verify the log that the calls wrote; flip one bit in a copy, and verify that."""
    import shutil

    from runtime.audit.verify.verifier import verify

    log = folder / ".runtime" / "audit"
    report = verify(log, verifier_keys=[verifier_key])
    if say:
        click.echo(style("The audit log", "cyan"))
    yield _verified("the log", report, expected=0, say=say)
    copy = folder / "tampered"
    shutil.copytree(log, copy)
    records = copy / "records.jsonl"
    data = bytearray(records.read_bytes())
    position = data.find(b"agent:demo")
    data[position] ^= 1
    records.write_bytes(data)
    if say:
        click.echo(f"   one bit flipped at byte {position} of a copy")
    yield _verified("the tampered copy", verify(copy, verifier_keys=[verifier_key]), expected=1, say=say)


def _verified(what: str, report: Report, *, expected: int, say: bool) -> dict[str, Any]:
    if say:
        colour = "green" if report.exit_code == expected else "red"
        found = f" at record {report.first_bad_seq}: {report.code}" if report.exit_code == 1 else ""
        click.echo(f"   {what}: " + style(report.verdict, colour) + f"{found} ({report.records} records)")
    return {
        "title": what,
        "expected": expected,
        "as_expected": report.exit_code == expected,
        "report": msgspec.to_builtins(report),
    }
