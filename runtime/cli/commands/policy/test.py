"""``runtime policy test``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, printable, style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runtime.host.policy_bench.questions import BenchedPolicy
    from runtime.policy.bench.coverage import Coverage
    from runtime.policy.bench.explanation import ExplainedRule
    from runtime.policy.testing import TestResult

_MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "error": ("✗", "red"), "skipped": ("-", "yellow")}
_CODES = {
    0: "ok",
    1: "a finding: the bundle has a problem, a test failed, too little is covered",
    2: "usage or configuration",
}


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy test",
        "runtime policy test my/policies -v --run 'secret|closed'",
        "runtime policy test --coverage --threshold 90 --json",
        "runtime policy test --watch",
    ),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@click.option(
    "-v", "--verbose", is_flag=True, help="Of a failed test, every condition that failed beneath it."
)
@click.option("--run", "wanted", default="", metavar="REGEX", help="Only tests whose name has a match.")
@click.option("--coverage", is_flag=True, help="Show the rules and conditions that held for no test.")
@click.option("--threshold", type=click.FloatRange(0, 100), help="Fail where less is covered, in percent.")
@click.option("--watch", is_flag=True, help="Run again whenever a file of the bundle changes, until Ctrl-C.")
@json_option
@folder_option
def command(**options: Any) -> int:
    """Run the ``test_`` rules of BUNDLE's ``*_test.rego`` files, and say why one failed. Default: the bundle of the workspace."""
    import re

    from runtime.host.policy_bench.questions import policy_of

    try:
        re.compile(options["wanted"])
    except re.error as error:
        raise click.UsageError(f"--run: {error}") from None
    policy = policy_of(options["folder"], options["bundle"])
    if options["watch"]:
        from runtime.cli.watching import run_on_changes

        return run_on_changes(policy.folder, lambda: _run(policy, options), is_data=options["as_json"])
    return _run(policy, options)


def _run(policy: BenchedPolicy, options: dict[str, Any]) -> int:
    from runtime.policy.testing import run_tests

    results = run_tests(
        str(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins, wanted=options["wanted"]
    )
    bad = [r for r in results if r.outcome in ("failed", "error")]
    whys = _whys(policy, bad)
    coverage = None
    if options["coverage"] or options["threshold"] is not None:
        from runtime.policy.bench.coverage import cover
        from runtime.policy.bundle import load

        coverage = cover(load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins)
    short = coverage is not None and coverage.percent < (options["threshold"] or 0.0)
    if options["as_json"]:
        print_json(_data(results, whys, coverage, ok=not bad and not short))
    else:
        _tell(results, whys, verbose=options["verbose"])
        click.echo(f"{len(results)} tests, {len(bad)} failed")
        if coverage is not None:
            _tell_coverage(coverage, show_missing=options["coverage"])
    return 1 if bad or short else 0


def _whys(policy: BenchedPolicy, bad: Sequence[TestResult]) -> dict[str, tuple[ExplainedRule, ...]]:
    """What failed in each failed test, its own condition first."""
    failed = [result.rule.name for result in bad if result.outcome == "failed"]
    if not failed:
        return {}
    from runtime.policy.bench.explanation import Explainer
    from runtime.policy.bundle import load

    with Explainer(
        load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins, with_tests=True
    ) as explainer:
        return {name: explainer.failures(name) for name in failed}


def _tell(
    results: Sequence[TestResult], whys: dict[str, tuple[ExplainedRule, ...]], *, verbose: bool
) -> None:
    for r in results:
        mark, colour = _MARKS[r.outcome]
        line = f"{r.rule.name} ({r.rule.file}:{r.rule.line})"
        detail = f": {printable(r.detail)}" if r.detail else ""
        click.echo(style(mark, colour) + f" {printable(line)}{detail}")
        found = whys.get(r.rule.name, ())
        for rule in found if verbose else found[:1]:
            click.echo(f"    {rule.file}:{rule.condition_line}  expected {one_line(rule.condition or '')}")
            for text, values in rule.values.items():
                click.echo(f"        got {one_line(text)} = {one_line(' | '.join(values)) or 'undefined'}")
            if verbose:
                click.echo(f"        in {rule.file}:{rule.line}  {one_line(rule.text)}")
        if len(found) > 1 and not verbose:
            click.echo(f"    and {len(found) - 1} conditions beneath it: -v shows them")


def _tell_coverage(coverage: Coverage, *, show_missing: bool) -> None:
    if show_missing:
        for place in coverage.missing:
            click.echo(f"  not reached  {place.file}:{place.line}  {one_line(place.text)}")
    click.echo(
        f"{coverage.percent:.1f} % covered: {coverage.covered} of {coverage.rules} rules "
        f"and {coverage.conditions} conditions"
    )


def _data(
    results: Sequence[TestResult],
    whys: dict[str, tuple[ExplainedRule, ...]],
    coverage: Coverage | None,
    *,
    ok: bool,
) -> dict[str, Any]:
    import msgspec

    tests = [
        msgspec.to_builtins(r) | {"why": msgspec.to_builtins(whys.get(r.rule.name, ()))} for r in results
    ]
    data: dict[str, Any] = {"ok": ok, "tests": tests}
    if coverage is not None:
        data["coverage"] = msgspec.to_builtins(coverage) | {"percent": round(coverage.percent, 2)}
    return data
