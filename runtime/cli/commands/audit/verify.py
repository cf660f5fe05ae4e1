"""``runtime audit verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style
from runtime.cli.log import given_location, key_option, location_and_keys, progress_bar

if TYPE_CHECKING:
    from runtime.audit.format.trust_policy import TrustPolicy
    from runtime.audit.stores import Location
    from runtime.audit.verify.report import Report
    from runtime.audit.witness.port import Witness

_EXIT_CODES = {
    0: "OK: everything that is signed holds, and the witnesses agree; OK_NOT_WITNESSED: none saw it to its end",
    1: "TAMPERED: something inside the signed range is wrong; the first bad record is named",
    2: "usage, or the log or a witness is missing or cannot be read",
    3: "UNPROVEN: intact, but unsigned or torn at its end, a call without its end, a value lost, or empty",
    4: "UNTRUSTED: signed with a key that is not the pinned one",
}
_COLOURS = {0: "green", 1: "red", 2: "red", 3: "yellow", 4: "red"}


@click.command(
    cls=CliCommand,
    examples=(
        "runtime audit verify",
        "runtime audit verify --quick --json",
        "runtime audit verify --shards",
        "runtime audit verify evidence --policy auditors.policy --checkpoint newest.checkpoint",
        "runtime audit verify /mnt/evidence/audit --no-vault",
        "runtime audit verify /mnt/evidence/audit --key 'cathedral.local/1f…+3d2c…+AR…'",
        "runtime audit verify postgresql://auditor@db.example.com/audit --key 'example.com/agents+3d2c…+AR…'",
    ),
    exit_codes=_EXIT_CODES,
)
@click.argument("log", required=False)
@key_option
@click.option("--full/--quick", default=True, help="Everything, or the signed bytes against their root only.")
@click.option(
    "--vault/--no-vault",
    default=True,
    help="Expect the values behind the commitments, or not: for a log that was handed over without them.",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="WITNESS",
    help="A folder, or `https://HOST/PREFIX KEY`. Default: those of the workspace for its own log, else none.",
)
@click.option(
    "--shards", is_flag=True, help="LOG is a parent: verify every log that it keeps checkpoints of, too."
)
@click.option(
    "--shard",
    "shard_places",
    multiple=True,
    metavar="ORIGIN=LOG",
    help="With --shards: where the shard of this name is, if it is not where the parent says.",
)
@click.option(
    "--signing-key",
    metavar="FILE",
    help="Check who wrote the records that are not signed yet. Default: the workspace's key, for its own log.",
)
@click.option(
    "--policy",
    metavar="FILE",
    help="Which witnesses have to have cosigned the log, and how many (c2sp.org/tlog-policy). Default: the workspace's, for its own log.",
)
@click.option(
    "--checkpoint",
    "checkpoints",
    multiple=True,
    metavar="FILE",
    help="With --policy: a checkpoint with cosignatures, as `runtime audit checkpoint` writes it.",
)
@click.option("--require-witness", is_flag=True, help="Call a log UNPROVEN that no witness saw to its end.")
@json_option
@folder_option
def command(
    log: str | None,
    key_texts: tuple[str, ...],
    full: bool,
    vault: bool,
    witnesses: tuple[str, ...],
    require_witness: bool,
    shards: bool,
    shard_places: tuple[str, ...],
    signing_key: str | None,
    policy: str | None,
    checkpoints: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Verify LOG: a folder with records.jsonl and checkpoints, or postgresql://HOST/DATABASE. Default: the log of the workspace.

    A database may hold several logs: the key's name says which, or what follows a # behind the address.
    """
    from runtime.audit.verify.verifier import verify

    rule = _policy(log, policy, folder)
    if rule is not None and policy is not None and not key_texts:
        key_texts = tuple(map(str, rule.logs))
    location, keys = location_and_keys(log, key_texts, folder)
    asked = _witnesses(log, location, keys, witnesses, folder)
    if shards:
        return _verify_shards(
            location,
            keys,
            as_json=as_json,
            quick=not full,
            vault=vault,
            witnesses=asked,
            require_witness=require_witness,
            locations=_shard_locations(shard_places),
        )
    with progress_bar(as_json, "verifying") as progress:
        report = verify(
            location,
            verifier_keys=keys,
            quick=not full,
            vault=vault,
            progress=progress,
            witnesses=asked,
            require_witness=require_witness,
            tag_keys=_tag_keys(log, keys, signing_key, folder),
        )
    if witnesses:
        _require_seen(asked, report)
    if rule is not None:
        from runtime.audit.verify.policy_check import compare_with_policy

        notes = _cosigned(log, keys, checkpoints, folder)
        report = compare_with_policy(report, location, rule, notes)
    if as_json:
        print_json(report.to_data())
    else:
        _tell(report)
    return report.exit_code


def _policy(log: str | None, file: str | None, folder: str) -> TrustPolicy | None:
    """The policy that is given, else the workspace's for its own log."""
    from runtime.audit.witness.policy_file import read_policy
    from runtime.host.log_location import witness_policy
    from runtime.host.settings import load_settings

    if file is not None:
        return read_policy(Path(file))
    return witness_policy(load_settings(Path(folder))) if log is None else None


def _cosigned(log: str | None, keys: list[str], files: tuple[str, ...], folder: str) -> list[bytes]:
    """The checkpoints that may meet a policy: those that are given, else the one that the workspace published."""
    from runtime.audit.format.checkpoint import MAX_NOTE_BYTES
    from runtime.audit.read.reader import parse_keys
    from runtime.host.log_location import published_checkpoints
    from runtime.host.settings import load_settings

    if not files and log is None:
        note = published_checkpoints(load_settings(Path(folder)), parse_keys(keys)[0]).newest_note()
        return [note] if note else []
    notes = []
    for file in files:
        try:
            with open(file, "rb") as stream:  # noqa: PTH123
                notes.append(stream.read(MAX_NOTE_BYTES))
        except (OSError, ValueError) as error:
            raise click.UsageError(f"{file} cannot be read: {error}") from None
    return notes


def _tag_keys(log: str | None, keys: list[str], signing_key: str | None, folder: str) -> list[bytes]:
    from runtime.audit.keys.key_files import load_keyring
    from runtime.host.log_keys import key_passphrase, known_tag_keys
    from runtime.host.settings import load_settings

    if signing_key is not None:
        passphrase = key_passphrase(load_settings(Path(folder)), signing_key)
        return load_keyring(Path(signing_key), keys[0].partition("+")[0], passphrase).tag_keys
    return known_tag_keys(load_settings(Path(folder))) if log is None else []


def _verify_shards(location: Location, keys: list[str], *, as_json: bool, **options: Any) -> int:
    from runtime.audit.shards.verifier import verify_shards

    found = verify_shards(location, verifier_keys=keys, **options)
    if as_json:
        print_json(found.to_data())
        return found.exit_code
    for origin, report in {"The parent": found.parent, **found.shards}.items():
        click.echo(f"{printable(origin)}: ", nl=False)
        _tell(report)
    return found.exit_code


def _shard_locations(given: tuple[str, ...]) -> dict[str, Location]:
    locations = {}
    for one in given:
        origin, named, log = one.partition("=")
        if not named or not log:
            raise click.BadParameter(f"{one!r} is not ORIGIN=LOG", param_hint="--shard")
        locations[origin] = given_location(log, origin)
    return locations


def _witnesses(
    log: str | None, location: Location, keys: list[str], named: tuple[str, ...], folder: str
) -> list[Witness]:
    from runtime.audit.format.note import InvalidNote, VerifierKey
    from runtime.audit.witness.opening import open_witness
    from runtime.host.log_location import witnesses_to_ask
    from runtime.host.settings import load_settings, witness_folder

    try:
        key = VerifierKey.parse(keys[0])
    except InvalidNote:  # the verification says so
        return []
    if log is None and not named:
        return witnesses_to_ask(load_settings(Path(folder)), key)
    asked = []
    for name in named:
        text = name if name.startswith(("https://", "http://", "file:")) else f"file:{name}"
        asked.append(open_witness(text, own=witness_folder(), workspace=Path.cwd(), log=location, keys=[key]))
    return asked


def _require_seen(witnesses: list[Witness], report: Report) -> None:
    """A witness that was named and has seen nothing is the wrong folder, unless the key is what is wrong.

    Raises:
        ConfigurationMissing: ``config.missing``: it has seen nothing of this log.
    """
    from runtime.contracts.errors import ConfigurationMissing

    if report.verdict != "OK_NOT_WITNESSED":
        return
    for witness in witnesses:
        if not witness.remote and witness.newest() is None:
            raise ConfigurationMissing(
                f"the witness {witness.name} has seen nothing of this log",
                suggestion="Name the folder that it keeps.",
            )


def _tell(report: Report) -> None:
    from runtime.audit.format.timestamps import format_timestamp

    click.echo(
        style(report.verdict, _COLOURS[report.exit_code]) + (f" [{report.code}]" if report.code else "")
    )
    click.echo(f"  {printable(report.detail)}")
    if report.first_bad_seq is not None:
        click.echo(
            f"  First bad record: {report.first_bad_seq}, at byte {report.byte_offset} of {report.file}"
        )
    click.echo(
        f"  {report.records} records, {report.signed_size} of them signed by {report.checkpoints} checkpoints"
        + (f", {report.in_flight} in flight" if report.in_flight else "")
    )
    if report.clock_jumps:
        click.echo(f"  The writer's clock jumped {report.clock_jumps} times: times around that are doubtful.")
    if report.values is None:
        click.echo("  The vault was not compared.")
    else:
        click.echo(
            f"  {report.values} values in the vault" + (f", {report.erased} erased" if report.erased else "")
        )
    for finding in report.findings[1:10]:
        click.echo(f"  Also: {printable(finding.message)} [{finding.code}]")
    if report.witnessed_size:
        click.echo(f"  Witnessed: the first {report.witnessed_size} records")
    if report.policy is not None and report.policy.size:
        since = format_timestamp(report.policy.cosigned_s * 1_000_000)
        names = ", ".join(sorted(report.policy.witnesses))
        click.echo(
            f"  Policy: met for the first {report.policy.size} records, by {printable(names)} since {since}"
        )
    if report.verdict == "OK_NOT_WITNESSED":
        click.echo("  Not witnessed: an older, shorter copy of this log would verify as well.")
