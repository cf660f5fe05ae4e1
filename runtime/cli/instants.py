"""The options ``--since`` and ``--until``: a date, a time, an age."""

from __future__ import annotations

from datetime import UTC, datetime

import click


def _instant(ctx: click.Context, parameter: click.Parameter, given: str | None) -> int | None:
    from runtime.audit.format.timestamps import parse_timestamp

    if given is None:
        return None
    try:
        return parse_timestamp(given, datetime.now(UTC))
    except (ValueError, OverflowError) as error:
        raise click.BadParameter(str(error), ctx, parameter) from None


since_option = click.option(
    "--since",
    "since_us",
    metavar="WHEN",
    callback=_instant,
    help="Not before: a date, a time (UTC), an age (2h, 7d).",
)
until_option = click.option(
    "--until", "until_us", metavar="WHEN", callback=_instant, help="Before: as --since."
)
