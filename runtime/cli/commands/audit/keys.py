"""``runtime audit keys show|rotate|new|connect|encrypt|decrypt``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, CliGroup, folder_option, json_option, one_line, print_json

if TYPE_CHECKING:
    from runtime.audit.format.note import VerifierKey
    from runtime.audit.keys.key_files import Passphrase


_passphrase_option = click.option(
    "--passphrase",
    default="prompt",
    show_default=True,
    metavar="SOURCE",
    help="Where the passphrase or PIN lies: prompt, env:NAME or file:PATH.",
)


@click.group(
    cls=CliGroup,
    short_help="Show the log's keys, or hand it over to a new one.",
    examples=(
        "runtime audit keys show",
        "runtime audit keys encrypt",
        "runtime audit keys connect hsm.key --name example.com/agents 'pkcs11:token=audit;object=log?module-path=/usr/lib/softhsm/libsofthsm2.so'",
    ),
)
def command() -> None:
    """The keys that sign the log: the pinned one, and those that it was handed over to."""


@command.command(
    "show",
    cls=CliCommand,
    examples=("runtime audit keys show", "runtime audit keys show --json"),
    exit_codes={0: "shown", 2: "usage, or a key cannot be used"},
)
@json_option
@folder_option
def show(as_json: bool, folder: str) -> None:
    """Show which key is pinned, which signs, and where those lie that have handed over."""
    import msgspec

    from runtime.host.log_keys import keys_of

    keys = keys_of(folder)
    if as_json:
        print_json(msgspec.to_builtins(keys))
        return
    click.echo(f"pinned     {one_line(keys.pinned or 'none: this user has not accepted the folder')}")
    click.echo(f"signing    {one_line(keys.signing)}")
    if keys.following is not None:
        click.echo(f"following  {one_line(keys.following)}: run `runtime audit keys rotate` to finish")
    for file in keys.retired:
        click.echo(f"retired    {one_line(file)}")


@command.command(
    "rotate",
    cls=CliCommand,
    examples=(
        "runtime audit keys rotate",
        "runtime audit keys rotate --json",
        "runtime audit keys rotate --to hsm.key",
    ),
    exit_codes={0: "handed over", 2: "usage, or the log is in use, or cannot be written"},
)
@click.option(
    "--to", "given", metavar="FILE", help="The key that takes over; its file is moved. Default: a new one."
)
@json_option
@folder_option
def rotate(given: str | None, as_json: bool, folder: str) -> None:
    """Make a new signing key and hand the log over to it, or finish what was interrupted.

    The pinned key stays the pinned one: whoever verifies starts from it and finds the new one in the log. The old key's
    file is kept under another name; store it away or destroy it. Answers that wait in the approvals' inbox were sealed
    with the old key and do not count any more.
    """
    from runtime.host.log_setup import rotate_key_of

    old, new = rotate_key_of(folder, Path(given) if given else None)
    if as_json:
        print_json({"old": str(old), "new": str(new)})
    else:
        click.echo(f"Handed over from {one_line(str(old))}\n              to {one_line(str(new))}")


@command.command(
    "new",
    cls=CliCommand,
    examples=(
        "runtime audit keys new auditor.key --name auditor.example",
        "runtime audit keys new auditor.key --name auditor.example --encrypt",
        "runtime audit keys new auditor.key --name auditor.example --encrypt --passphrase file:/run/secrets/word",
    ),
    exit_codes={0: "made", 2: "usage, or a file exists or cannot be written"},
)
@click.argument("file")
@click.option("--name", required=True, help="Whose key it is: a name without spaces, such as a domain's.")
@click.option("--encrypt", is_flag=True, help="Encrypt it with a passphrase.")
@_passphrase_option
@json_option
def new(file: str, name: str, encrypt: bool, passphrase: str, as_json: bool) -> None:
    """Make a key for FILE that signs reports and evidence. FILE.pub holds its public half, to be given away."""
    from runtime.audit.keys.auditor_key import create_auditor_key

    word = _chosen(passphrase, file) if encrypt else None
    _told(file, create_auditor_key(Path(file), name, passphrase=word), as_json)


@command.command(
    "connect",
    cls=CliCommand,
    examples=(
        "runtime audit keys connect hsm.key --name example.com/agents 'pkcs11:token=audit;object=log?module-path=/usr/lib/softhsm/libsofthsm2.so'",
        "runtime audit keys connect kms.key --name example.com/agents --public kms.pem 'command:/usr/local/bin/kms-sign --key log'",
        "runtime init --signing-key hsm.key",
    ),
    exit_codes={0: "connected", 2: "usage, or the device does not sign with this key, or a file exists"},
)
@click.argument("file")
@click.argument("device")
@click.option("--name", required=True, help="The log's name, or the auditor's: without spaces.")
@click.option(
    "--public", metavar="PEM", help="The public key in PEM, of a device that does not tell it, as a command."
)
@_passphrase_option
@json_option
def connect(file: str, device: str, name: str, public: str | None, passphrase: str, as_json: bool) -> None:
    """Write FILE, which describes an Ed25519 key that DEVICE keeps, after the device has signed with it. Then sign with it: `runtime init
    --signing-key FILE` for a new log, `runtime audit keys rotate --to FILE` for one that there is, `--sign FILE` for a report.

    DEVICE is pkcs11:token=LABEL;object=LABEL?module-path=MODULE (RFC 7512), or command:PROGRAM ARGUMENT...: a program that reads what is to be
    signed on its standard input and writes the signature.
    """
    from runtime.audit.keys.auditor_key import connect_key
    from runtime.audit.signers.command import absolute_place
    from runtime.audit.signers.passphrase import passphrase_of
    from runtime.audit.signers.public_key import read_public_pem

    place = absolute_place(device) if device.startswith("command:") else device
    known = read_public_pem(Path(public)) if public else None
    key = connect_key(Path(file), name, place, known, passphrase_of(passphrase, "the token"))
    _told(file, key, as_json)


@command.command(
    "encrypt",
    cls=CliCommand,
    examples=(
        "runtime audit keys encrypt",
        "runtime audit keys encrypt auditor.key",
        "runtime audit keys encrypt --passphrase file:/run/secrets/word",
    ),
    exit_codes={0: "encrypted", 2: "usage, or the file cannot be read or replaced"},
)
@click.argument("file", required=False)
@_passphrase_option
@json_option
@folder_option
def encrypt(file: str | None, passphrase: str, as_json: bool, folder: str) -> None:
    """Encrypt the key in FILE, by default the workspace's, with a passphrase; one that it has is changed.

    From then on `keys.passphrase` in runtime.toml says where the passphrase lies: by default it is asked for at the terminal.
    """
    path, old = _key_and_passphrase(file, folder)
    _change(path, old, _chosen(passphrase, str(path)), as_json)


@command.command(
    "decrypt",
    cls=CliCommand,
    examples=(
        "runtime audit keys decrypt",
        "runtime audit keys decrypt auditor.key",
        "runtime audit keys decrypt --passphrase env:WORD --json",
    ),
    exit_codes={0: "decrypted", 2: "usage, or the passphrase is wrong, or the file cannot be replaced"},
)
@click.argument("file", required=False)
@click.option(
    "--passphrase",
    metavar="SOURCE",
    help="Where it lies. Default: as `keys.passphrase` of the settings says.",
)
@json_option
@folder_option
def decrypt(file: str | None, passphrase: str | None, as_json: bool, folder: str) -> None:
    """Store the key in FILE, by default the workspace's, without a passphrase."""
    from runtime.audit.signers.passphrase import passphrase_of

    path, old = _key_and_passphrase(file, folder)
    _change(path, passphrase_of(passphrase, str(path)) if passphrase else old, None, as_json)


def _key_and_passphrase(file: str | None, folder: str) -> tuple[Path, Passphrase]:
    from runtime.host.log_keys import key_file, key_passphrase
    from runtime.host.settings import load_settings

    loaded = load_settings(Path(folder))
    path = Path(file) if file else key_file(loaded)
    return path, key_passphrase(loaded, str(path))


def _chosen(source: str, file: str) -> bytes:
    """A passphrase that is chosen now: typed twice at a terminal, since nobody sees it."""
    from runtime.audit.signers.passphrase import passphrase_of
    from runtime.contracts.errors import AuditKeyUnusable

    word = passphrase_of(source, f"{file} from now on")()
    if source == "prompt" and passphrase_of(source, f"{file} once more")() != word:
        raise AuditKeyUnusable("The two passphrases are not the same", suggestion="Try again.")
    return word


def _change(path: Path, old: Passphrase, new: bytes | None, as_json: bool) -> None:
    from runtime.audit.keys.key_files import change_passphrase

    change_passphrase(path, old, new)
    if as_json:
        print_json({"file": str(path), "encrypted": new is not None})
    else:
        click.echo(f"{one_line(str(path))} {'takes a passphrase' if new else 'takes no passphrase'} now")


def _told(file: str, key: VerifierKey, as_json: bool) -> None:
    from runtime.audit.format.cosignature import WitnessKey

    cosigner = str(WitnessKey(key))
    if as_json:
        print_json(
            {"file": file, "public": f"{file}.pub", "verifier_key": str(key), "cosigner_key": cosigner}
        )
    else:
        click.echo(f"{key}\nIn a witness policy: {cosigner}")
