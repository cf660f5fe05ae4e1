"""What the commands share that read a log for somebody else: reports, evidence, exports, watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from runtime.cli.log import cache_of, handed_out, location_and_keys

if TYPE_CHECKING:
    from runtime.audit.format.note import Signer, VerifierKey
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import LogReader
    from runtime.audit.stores import Location
    from runtime.audit.vault.vault_rows import VaultRows
    from runtime.audit.witness.port import Witness


class OpenedLog(NamedTuple):
    """A log that is open for reading, and who is trusted about it."""

    place: Location
    reader: LogReader
    keys: list[VerifierKey]
    prover: Prover


@contextmanager
def opened_log(
    log: str | None,
    key_texts: Sequence[str],
    folder: str,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[OpenedLog]:
    """The log that is meant, with the keys that are given or pinned.

    Raises:
        ConfigurationMissing: there is no log, or no key.
    """
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import LogReader, parse_keys

    place, texts = location_and_keys(log, tuple(key_texts), folder)
    keys = parse_keys(texts)
    with LogReader(place) as reader:
        yield OpenedLog(
            place,
            reader,
            keys,
            Prover(
                reader,
                keys,
                cache=cache_of(place, "subtrees"),
                progress=progress,
                handed_out=handed_out(log, texts, folder),
            ),
        )


def load_auditor(file: str | None, folder: str) -> Signer:
    """Who signs what is made here: the key of a file, else the log's own key in the workspace.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it cannot be used.
        ConfigurationError: there is none.
    """
    from runtime.audit.keys.auditor_key import load_auditor_key
    from runtime.host.log_keys import key_passphrase, open_keyring
    from runtime.host.settings import load_settings

    loaded = load_settings(Path(folder))
    if file is not None:
        return load_auditor_key(Path(file), key_passphrase(loaded, file))
    return open_keyring(loaded, trusted=False).current


witnesses_option = click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="WITNESS",
    help="A folder, or `https://HOST/PREFIX KEY`. Default: those of the workspace for its own log, else none.",
)


def witnesses_to_ask(log: str | None, opened: OpenedLog, named: Sequence[str], folder: str) -> list[Witness]:
    """The witnesses that are named, else those of the workspace for its own log."""
    from runtime.audit.witness.opening import open_witness
    from runtime.host.log_location import witnesses_to_ask as witnesses_of_settings
    from runtime.host.settings import load_settings, witness_folder

    if log is None and not named:
        return witnesses_of_settings(load_settings(Path(folder)), opened.keys[0])
    texts = [name if name.startswith(("https://", "http://", "file:")) else f"file:{name}" for name in named]
    return [
        open_witness(text, own=witness_folder(), workspace=Path.cwd(), log=opened.place, keys=opened.keys[:1])
        for text in texts
    ]


def opened_vault(place: Location) -> VaultRows:
    """The vault of a log, for reading alone."""
    from runtime.audit.vault.opening import read_vault

    return read_vault(place)
