"""``runtime policy eval [EXPRESSION]``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import (
    CliCommand,
    folder_option,
    json_option,
    one_line,
    print_json,
    printable,
    read_arguments,
)

if TYPE_CHECKING:
    from runtime.host.policy_bench.questions import BenchedPolicy
    from runtime.policy.bench.expressions import Evaluated

_CODES = {
    0: "ok: it has a value",
    1: "a finding: it is undefined, or its evaluation ends in an error",
    2: "usage or configuration: the expression or the bundle has a problem",
    5: "the input is no JSON object",
}
_HELP = """An expression or conditions are evaluated against the question. Beside them:
  :input JSON|@FILE   another question      :show   the question
  :quit               the end, as Ctrl-D is"""


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy eval deny --input @question.json",
        "runtime policy eval 'some p in paths; endswith(p, \".env\")' --call c-0123456789abcdef01234567 --json",
        "runtime policy eval --input @question.json",
    ),
    exit_codes=_CODES,
)
@click.argument("expression", required=False)
@click.option("--input", "given", metavar="JSON", help="The question: JSON, @FILE or -. Default: {}.")
@click.option("--call", help="The question of this call of the log.")
@click.option("--bundle", metavar="DIR", help="Another bundle than the workspace's.")
@json_option
@folder_option
def command(
    expression: str | None,
    given: str | None,
    call: str | None,
    bundle: str | None,
    as_json: bool,
    folder: str,
) -> int:
    """Evaluate EXPRESSION beside the rules of the bundle: a rule's name, a term, or conditions whose variables are shown.

    Without one, expressions are read from standard input line by line, as at a prompt.
    """
    from runtime.host.policy_bench.questions import policy_of, question_of_call, read_question

    if given is not None and call is not None:
        raise click.UsageError("give --input or --call")
    policy = policy_of(folder, bundle)
    if call is not None:
        question = question_of_call(folder, call).question or b"{}"
    else:
        question = read_question(read_arguments(given or "{}", "--input"))
    if expression is None:
        return _prompt(policy, question, as_json=as_json)
    evaluated = _evaluated(policy, expression, question)
    _show(evaluated, as_json=as_json)
    return 0 if evaluated.state == "value" else 1


def _evaluated(policy: BenchedPolicy, expression: str, question: bytes) -> Evaluated:
    from runtime.policy.bench.expressions import evaluate
    from runtime.policy.bundle import load

    return evaluate(
        load(policy.folder),
        expression,
        question,
        entry=policy.entry,
        allow_builtins=policy.allow_builtins,
    )


def _show(evaluated: Evaluated, *, as_json: bool) -> None:
    if as_json:
        print_json({"state": evaluated.state, "value": evaluated.value, "detail": evaluated.detail})
    elif evaluated.state == "value":
        print_json(evaluated.value)
    else:
        click.echo(
            evaluated.state + (f": {one_line(evaluated.detail)}" if evaluated.detail else ""), err=True
        )


def _prompt(policy: BenchedPolicy, question: bytes, *, as_json: bool) -> int:
    """Read, evaluate, print; a mistake is told and the next line read."""
    from runtime.contracts.errors import Error

    is_terminal = sys.stdin.isatty()
    if is_terminal:
        click.echo(_HELP, err=True)
    while True:
        if is_terminal:
            click.echo("> ", nl=False, err=True)
        line = sys.stdin.readline()
        typed = line.strip()
        if not line or typed == ":quit":
            return 0
        try:
            question = _answer(policy, typed, question, as_json=as_json)
        except Error as error:
            click.echo(printable(error.message), err=True)
        except click.UsageError as error:
            click.echo(printable(error.format_message()), err=True)


def _answer(policy: BenchedPolicy, typed: str, question: bytes, *, as_json: bool) -> bytes:
    """Do what a line says; the question of the lines behind it."""
    from runtime.host.policy_bench.questions import read_question

    if typed.startswith(":input "):
        return read_question(read_arguments(typed.removeprefix(":input ").strip(), ":input"))
    if typed == ":show":
        print_json(json.loads(question))
    elif typed.startswith(":"):
        click.echo(_HELP, err=True)
    elif typed:
        _show(_evaluated(policy, typed, question), as_json=as_json)
    return question
