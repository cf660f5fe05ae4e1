"""The records of calls for clients that ask for them: what `runtime audit show` and `runtime audit prove` tell, of the calls that are theirs."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import RecordLine, calls_inside, calls_of
from runtime.audit.read.reader import LogReader, parse_keys
from runtime.audit.stores import Location
from runtime.audit.vault.opening import read_vault
from runtime.audit.vault.vault_rows import VaultRows
from runtime.cli.commands.audit.show import in_tree, shown_record
from runtime.cli.log import cache_of, index_of
from runtime.contracts.audit import LoggedRecord, ToolInvoked
from runtime.contracts.digest import digest
from runtime.executor.recorded_outcome import principal_of


class CallRecords:
    """Looks up calls in the log of a workspace."""

    def __init__(self, location: Location, keys: tuple[str, ...]) -> None:
        """Read nothing yet.

        Args:
            location: Where the log is.
            keys: The verifier keys that are trusted; without any nothing can be proved.
        """
        self._location = location
        self._keys = keys

    def shown(self, call: str, owner: str | None) -> dict[str, Any] | None:
        """What happened in a call; None where the owner has no such call. Its values are shown to its owner alone.

        Args:
            call: The call's id.
            owner: The principal whose call it has to be; None for anybody's.

        Raises:
            AuditError: there is no such call, or the log cannot be read.
        """
        with LogReader(self._location) as reader, read_vault(self._location) as vault:
            calls = self._calls(reader, call, owner, vault)
            if not calls:
                return None
            values = None if owner is None else vault
            inside = in_tree(calls, calls_inside(reader, call, file=index_of(self._location)))
            return {
                "call": call,
                "calls": [[shown_record(records[0], one, values) for one in records] for records in calls],
                "inside": [
                    {
                        "call": records[0].record.call,
                        "depth": depth,
                        "records": [shown_record(records[0], one, values) for one in records],
                    }
                    for depth, records in inside
                ],
            }

    def proofs(self, call: str, owner: str | None) -> dict[str, Any] | None:
        """The proof of each record of a call; None where the owner has no such call, or no key is trusted. Raises as `shown`."""
        if not self._keys:
            return None
        with LogReader(self._location) as reader, read_vault(self._location) as vault:
            calls = self._calls(reader, call, owner, vault)
            if not calls:
                return None
            cache = cache_of(self._location, "subtrees")
            prover = Prover(reader, parse_keys(list(self._keys)), cache=cache)
            made = [prover.prove_record(one.record.seq) for one in chain.from_iterable(calls)]
        proofs = [
            {"seq": proof.index, "record": digest(proof.line), "proof": proof.encode().decode()}
            for proof in made
        ]
        return {"call": call, "keys": list(self._keys), "proofs": proofs}

    def _calls(
        self, reader: LogReader, call: str, owner: str | None, vault: VaultRows
    ) -> list[list[RecordLine]]:
        """The calls of this id that are the owner's."""
        found = [list(one) for one in calls_of(reader, call, file=index_of(self._location))]
        return [one for one in found if owner is None or _owner_of(one, vault) == owner]


def _owner_of(records: list[RecordLine], vault: VaultRows) -> str | None:
    """On whose behalf the call was made; None where nobody can tell any more, and so nobody's."""
    first = records[0]
    if not isinstance(first.body, ToolInvoked):
        return getattr(first.body, "principal", None)
    return principal_of([LoggedRecord(first.record, first.body, "")], vault.open)


def records_of(folder: str | Path) -> CallRecords:
    """The records of a folder's workspace.

    Raises:
        ConfigurationError: its settings name no log that can be read.
    """
    from runtime.host import trust
    from runtime.host.log_location import location_to_read
    from runtime.host.settings import load_settings

    loaded = load_settings(Path(folder))
    pinned = trust.pinned_key(loaded.workspace)
    return CallRecords(location_to_read(loaded), () if pinned is None else (pinned,))
