"""Opens the vault of a log, wherever the log is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from runtime.audit.stores import Location, location_of
from runtime.audit.vault.vault_row import VaultRow
from runtime.audit.vault.vault_rows import VaultRows
from runtime.contracts.ports import Vault


class KeptVault(Vault, Protocol):
    """A vault that can be copied, too."""

    def rows(self, from_seq: int = 0) -> Iterator[VaultRow]:
        """See `VaultRows`."""
        ...

    def append_rows(self, rows: Sequence[VaultRow]) -> None:
        """Write rows of another vault of the same log behind those that are there, erased ones among them."""
        ...


def open_vault(place: Path | str | Location) -> KeptVault:
    """The vault of a log that is open for writing; it is made where it is missing.

    Raises:
        AuditWriteFailed: ``audit.write_failed``: it cannot be opened.
    """
    location = location_of(place)
    if location.folder is not None:
        from runtime.audit.vault.file_vault import FileVault

        return FileVault(location.folder)
    from runtime.audit.vault.postgres_vault import PostgresVault

    return PostgresVault.of(location)


def read_vault(place: Path | str | Location) -> VaultRows:
    """The vault of a log, for reading alone; empty where the log has none.

    Raises:
        AuditDamaged: ``audit.damaged``: it cannot be read.
    """
    location = location_of(place)
    if location.folder is not None:
        from runtime.audit.vault.vault_reader import VaultReader

        return VaultReader.at(location.folder)
    from runtime.audit.vault.postgres_vault import PostgresVaultReader

    return PostgresVaultReader.of(location)
