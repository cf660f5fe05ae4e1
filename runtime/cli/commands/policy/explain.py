"""``runtime policy explain CALL``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import (
    CliCommand,
    folder_option,
    json_option,
    one_line,
    print_json,
    read_arguments,
    style,
)

if TYPE_CHECKING:
    from runtime.policy.bench.explanation import ExplainedRule, Explanation

_CODES = {
    0: "ok: explained, whatever was decided",
    2: "usage or configuration: the bundle has a problem, the call is not in the log",
    5: "the input is no JSON object, or the call's was not kept",
}


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy explain c-0123456789abcdef01234567",
        "runtime policy explain --input @question.json",
        'runtime policy input read_file \'{"path": ".env"}\' | runtime policy explain --input - --json',
    ),
    exit_codes=_CODES,
)
@click.argument("call", required=False)
@click.option("--input", "given", metavar="JSON", help="A question in place of a call's: JSON, @FILE or -.")
@click.option("--bundle", metavar="DIR", help="Another bundle than the workspace's.")
@click.option(
    "--all", "show_all", is_flag=True, help="Show failed conditions of rules of all files and functions, too."
)
@json_option
@folder_option
def command(
    call: str | None, given: str | None, bundle: str | None, show_all: bool, as_json: bool, folder: str
) -> int:
    """Say which rules held for CALL of the log, and which condition of the others failed, and on what value.

    The bundle as it is now is asked: `replay` compares it with the recorded decisions. Every condition is evaluated by the engine.
    """
    from runtime.host.policy_bench.questions import policy_of, question_of_call, read_question
    from runtime.policy.bench.explanation import Explainer
    from runtime.policy.bundle import load

    if (call is None) == (given is None):
        raise click.UsageError("name a call, or give --input")
    policy = policy_of(folder, bundle)
    if given is not None:
        question, recorded = read_question(read_arguments(given, "--input")), None
    else:
        found = question_of_call(folder, call or "")
        question, recorded = found.question or b"", found.outcome
    with Explainer(
        load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins
    ) as explainer:
        explanation = explainer.explain(question)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(explanation) | {"recorded_outcome": recorded})
        return 0
    _tell(explanation, recorded, show_all=show_all)
    return 0


def _tell(explanation: Explanation, recorded: str | None, *, show_all: bool) -> None:
    colour = "green" if explanation.outcome == "allow" else "red"
    click.echo(style(explanation.outcome, colour) + _because(explanation))
    if recorded is not None and recorded != explanation.outcome:
        click.echo(f"  recorded as {one_line(recorded)}: the bundle was another one")
    if explanation.decided_by is not None:
        click.echo(f"  decided by {_place(explanation.decided_by)}")
    else:
        click.echo("  no rule of the decision held: its default answers")
    _rules("held", explanation.held, show_all=show_all)
    _rules("did not hold", explanation.failed, show_all=show_all)


def _because(explanation: Explanation) -> str:
    reasons = "; ".join(explanation.reasons) or explanation.detail
    return f": {one_line(reasons)}" if reasons else ""


def _rules(title: str, rules: tuple[ExplainedRule, ...], *, show_all: bool) -> None:
    shown = [rule for rule in rules if show_all or not rule.arguments]
    if shown:
        click.echo(title)
    for rule in shown:
        click.echo(f"  {_place(rule)}")
        if rule.arguments:
            click.echo(f"      with {one_line(', '.join(rule.arguments))}")
        if rule.condition is not None:
            mark = style("✗", "red")
            click.echo(f"    {mark} {rule.file}:{rule.condition_line}  {one_line(rule.condition)}")
            for text, values in rule.values.items():
                click.echo(f"        {one_line(text)} = {one_line(' | '.join(values)) or 'undefined'}")
    if len(shown) < len(rules):
        click.echo(f"  and {len(rules) - len(shown)} evaluations of functions: --all shows them")


def _place(rule: ExplainedRule) -> str:
    return f"{one_line(rule.file)}:{rule.line}  {one_line(rule.text)}"
