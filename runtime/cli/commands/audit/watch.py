"""``runtime audit watch``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import key_option
from runtime.cli.reading import opened_log, witnesses_option, witnesses_to_ask

if TYPE_CHECKING:
    from runtime.audit.format.note import VerifierKey
    from runtime.audit.verify.report import Report
    from runtime.audit.watch.look import WatchState


class _Telling(NamedTuple):
    webhook: str | None
    command: str | None
    metrics: str | None


@click.command(
    cls=CliCommand,
    short_help="Verify what is new again and again, and alert somebody.",
    examples=(
        "runtime audit watch --state watch.state --once",
        "runtime audit watch --state watch.state --interval 30 --metrics /var/lib/node_exporter/audit.prom",
        "runtime audit watch /mnt/evidence/audit --key KEY --state watch.state --witness /mnt/w --alert 'mail -s audit ops'",
    ),
    exit_codes={
        0: "with --once: everything that is signed holds",
        1: "TAMPERED: ends at once",
        2: "usage; with --once: the log or a witness cannot be read",
        3: "with --once: UNPROVEN, as `runtime audit verify` says",
        4: "UNTRUSTED: ends at once",
        130: "interrupted, which is how a watch ends",
    },
)
@click.argument("log", required=False)
@click.option(
    "--state", required=True, metavar="FILE", help="Where it stands, between two looks and after a restart."
)
@click.option("--once", is_flag=True, help="Look once, and end with the verdict.")
@click.option(
    "--interval",
    default=10.0,
    type=click.FloatRange(0.1, 86_400),
    help="Seconds between two looks. Default: 10.",
)
@click.option("--require-witness", is_flag=True, help="Call a log UNPROVEN that no witness saw to its end.")
@click.option("--webhook", metavar="URL", help="Post the report there when the verdict changes.")
@click.option(
    "--alert",
    "alert_command",
    metavar="COMMAND",
    help="Run it when the verdict changes, with the report as JSON on stdin.",
)
@click.option("--metrics", metavar="FILE", help="Write metrics there after each look, for Prometheus.")
@witnesses_option
@key_option
@json_option
@folder_option
def command(
    log: str | None,
    state: str,
    once: bool,
    interval: float,
    require_witness: bool,
    webhook: str | None,
    alert_command: str | None,
    metrics: str | None,
    witnesses: tuple[str, ...],
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Verify what LOG gained since the last look, and compare it with the witnesses.

    The first look verifies the whole log but its vault. Each change of the verdict is told once; an alert that cannot be delivered is tried again at the next look.
    """
    from runtime.audit.follow.state_file import held, load_state, save_state
    from runtime.audit.watch.look import WatchState, look_at, unreadable_log
    from runtime.contracts.errors import AuditError, ConfigurationMissing

    file, telling = Path(state), _Telling(webhook, alert_command, metrics)
    with held(file):
        saved = load_state(file, WatchState)
        while True:
            try:
                with opened_log(log, key_texts, folder) as opened:
                    saved = _require_same(saved, opened.keys)
                    asked = witnesses_to_ask(log, opened, witnesses, folder)
                    report = look_at(opened.reader, saved, asked, require_witness=require_witness)
            except (AuditError, ConfigurationMissing) as error:
                if saved is None:  # it was never there
                    raise
                report = unreadable_log(error, saved)
            try:
                _tell(report, saved, telling, as_json=as_json)
            finally:
                save_state(file, saved)
            if once or report.verdict in ("TAMPERED", "UNTRUSTED"):
                return report.exit_code
            time.sleep(interval)


def _require_same(saved: WatchState | None, keys: list[VerifierKey]) -> WatchState:
    from runtime.audit.follow.position import Position
    from runtime.audit.watch.look import WatchState

    if saved is None:
        return WatchState(position=Position.start(keys))
    if not saved.position.is_sound() or not any(map(saved.position.knows, keys)):
        raise click.UsageError("The state is of another log than the one whose key is trusted.")
    return saved


def _tell(report: Report, state: WatchState, telling: _Telling, *, as_json: bool) -> None:
    """Metrics after each look; the rest where the verdict is another one than was told last."""
    from runtime.audit.watch.alerts import post_webhook, run_command, write_metrics
    from runtime.contracts.errors import AuditExportUnavailable

    if telling.metrics is not None:
        try:
            write_metrics(Path(telling.metrics), report, state.position.at_us)
        except AuditExportUnavailable as error:
            click.echo(f"Not told: {one_line(error.message)}", err=True)
    now = "OK" if report.exit_code == 0 else f"{report.verdict} {report.code}"
    if as_json:
        print_json(report.to_data(), line=True)
    elif now != state.told or report.exit_code:
        click.echo(f"{now}  {one_line(report.detail)} ({report.signed_size} records)")
    if now == state.told:
        return
    told = True
    for target, tell in ((telling.webhook, post_webhook), (telling.command, run_command)):
        try:
            if target is not None:
                tell(target, report)
        except AuditExportUnavailable as error:
            told = False
            click.echo(f"Not told: {one_line(error.message)}", err=True)
    if told:
        state.told = now
