"""What every vault must do. A new ``*_vault`` file in ``runtime/audit/vault`` with an entry here is under it at once."""

from __future__ import annotations

import os
import pkgutil
import resource
import signal
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from postgres_cluster import has_server, server_url

import runtime.audit.vault
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.vault.postgres_vault import PostgresVault
from runtime.audit.vault.vault_reader import ERASING, VAULT, VaultReader
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed
from runtime.contracts.ports import Vault
from runtime.contracts.vault import MAX_VALUE_BYTES, Sealed

VAULTS: dict[str, Callable[[Path], Vault]] = {
    "file_vault": FileVault,
    "postgres_vault": lambda base: open_in_database(base),
}
PRESENT = sorted(VAULTS) if has_server() else ["file_vault"]
SALT = bytes(range(32))


def open_in_database(base: Path) -> Vault:
    place = PostgresLog(server_url(), str(base))
    place.open(create=True).close()
    return PostgresVault.of(place)


def sealed(value: bytes, *, keep: bool = True) -> Sealed:
    return Sealed(commitment(SALT, value), SALT, value if keep else None)


def test_every_vault_is_under_this_suite():
    modules = {module.name for module in pkgutil.iter_modules(runtime.audit.vault.__path__)}
    assert {name for name in modules if name.endswith("_vault")} == set(VAULTS)


@pytest.fixture(params=PRESENT)
def opener(request, tmp_path) -> Iterator[Callable[[], Vault]]:
    vaults: list[Vault] = []

    def open_one() -> Vault:
        vaults.append(VAULTS[request.param](tmp_path))
        return vaults[-1]

    yield open_one
    for vault in vaults:
        vault.close()


VALUES = [
    b"{}",
    b'{"a":"b c"}',
    b"",
    b"a\nb",
    bytes(range(256)),
    b" ",
    b"\0" * 9,
    "\u2028é".encode(),
    b"x" * MAX_VALUE_BYTES,
]


@pytest.mark.parametrize("value", VALUES, ids=[str(number) for number in range(len(VALUES))])
def test_another_opener_is_given_salt_and_value(opener, value):
    row = sealed(value)
    opener().append([(7, row)], 0)
    found = opener().open(row.commitment, 7)
    assert (found.state, found.salt, found.value) == ("value", SALT, value)


def test_of_a_large_value_the_salt_alone_is_held(opener):
    row = sealed(b"large", keep=False)
    vault = opener()
    vault.append([(0, row)], 0)
    found = vault.open(row.commitment, 0)
    assert (found.state, found.salt, found.value) == ("salt", SALT, None)


def test_what_was_never_given_is_absent(opener):
    vault = opener()
    vault.append([(3, sealed(b"1"))], 0)
    assert vault.open(sealed(b"2").commitment, 3).state == "absent"
    assert vault.open(sealed(b"1").commitment, 4).state == "absent"


@pytest.mark.parametrize("value", [b"hunter2", b"hun\nter2" * 1000, b"hunter2" * 100_000])
def test_what_is_erased_is_erased_for_every_opener_and_the_neighbours_stay(opener, value):
    """T-AUD-60"""
    vault = opener()
    rows = [(0, sealed(b"before")), (1, sealed(value)), (1, sealed(b"beside")), (2, sealed(b"after"))]
    vault.append(rows, 0)
    assert vault.erase(1, rows[1][1].commitment)
    vault.sync()
    for one in (vault, opener()):
        assert [one.open(row.commitment, seq).state for seq, row in rows] == [
            "value",
            "erased",
            "value",
            "value",
        ]
    assert not vault.erase(1, rows[1][1].commitment)
    assert not vault.erase(9, rows[1][1].commitment)


@pytest.mark.parametrize("value", [b"hunter2", b"hun\nter2" * 1000, b"hunter2" * 100_000])
def test_erased_bytes_are_gone_from_the_files_and_the_neighbours_stay(tmp_path, value):
    """T-AUD-60"""
    vault = FileVault(tmp_path)
    rows = [(0, sealed(b"before")), (1, sealed(value)), (2, sealed(b"after"))]
    vault.append(rows, 0)
    assert vault.erase(1, rows[1][1].commitment)
    vault.sync()
    assert [vault.open(row.commitment, seq).state for seq, row in rows] == ["value", "erased", "value"]
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"hunter2" not in raw
    assert raw.count(SALT.hex().encode()) == 2
    assert not vault.erase(1, rows[1][1].commitment)


def test_an_overwriting_that_was_interrupted_is_finished(tmp_path):
    """T-AUD-61: the kind goes first, so the value may still be there behind it."""
    vault = FileVault(tmp_path)
    row = sealed(b"hunter2")
    vault.append([(5, row)], 0)
    data = (tmp_path / VAULT).read_bytes()
    (tmp_path / VAULT).write_bytes(data.replace(b"5 t ", b"5 e ", 1))
    assert vault.open(row.commitment, 5).state == "erased"
    assert vault.erase(5, row.commitment)
    assert b"hunter2" not in (tmp_path / VAULT).read_bytes()


def test_rows_of_a_writer_that_was_killed_before_its_records_are_removed_by_the_next(opener):
    """T-AUD-62: otherwise no record would name them, and nobody could erase them."""
    killed, living = opener(), opener()
    living.append([(0, sealed(b"a"))], 0)
    killed.append([(1, sealed(b"orphan")), (2, sealed(b"orphan 2"))], 1)
    living.append([(1, sealed(b"b"))], 1)
    living.append([(2, sealed(b"c"))], 2)
    assert [
        living.open(sealed(value).commitment, seq).state for seq, value in enumerate((b"a", b"b", b"c"))
    ] == ["value"] * 3
    assert living.open(sealed(b"orphan 2").commitment, 2).state == "absent"


@pytest.mark.parametrize(
    "torn", [b"1 t abc", b"\0\0\0", b"1 t " + b"a" * 64 + b" ff v", b"\n\n", b"x" * 70_000]
)
def test_a_torn_row_does_not_swallow_the_next_one(tmp_path, torn):
    """T-AUD-62"""
    vault = FileVault(tmp_path)
    vault.append([(0, sealed(b"a"))], 0)
    with (tmp_path / VAULT).open("ab") as file:
        file.write(torn)
    vault.append([(1, sealed(b"b"))], 1)
    assert [vault.open(sealed(b).commitment, seq).state for seq, b in enumerate((b"a", b"b"))] == [
        "value"
    ] * 2


def test_trimming_removes_the_rows_of_records_that_are_not_there(opener):
    vault = opener()
    vault.append([(seq, sealed(b"%d" % seq)) for seq in range(5)], 0)
    vault.trim(3)
    assert [vault.open(sealed(b"%d" % seq).commitment, seq).state for seq in range(5)] == ["value"] * 3 + [
        "absent"
    ] * 2
    vault.trim(3)
    assert [row.seq for row in vault.rows()] == [0, 1, 2]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6000)), min_size=1, max_size=60))
def test_bisection_finds_each_row_that_is_there(tmp_path_factory, steps):
    vault = FileVault(tmp_path_factory.mktemp("vault"))
    rows, seq = [], 0
    for number, (step, size) in enumerate(steps):
        seq += step
        rows.append((seq, sealed(b"%d-" % number + b"x" * size)))
    vault.append(rows, 0)
    assert [vault.open(row.commitment, seq).state for seq, row in rows] == ["value"] * len(rows)
    first = rows[len(rows) // 2][0]
    assert [row.seq for row in vault.rows(first)] == [seq for seq, _ in rows if seq >= first]
    vault.close()


def test_a_flipped_bit_never_passes_for_what_was_kept(tmp_path):
    """T-AUD-63"""
    with VaultReader.at(tmp_path) as reader:
        assert reader.open(sealed(b"x").commitment, 0).state == "absent"
    FileVault(tmp_path).append(
        [(0, sealed(b'{"a":1}')), (1, sealed(b"a\nb")), (2, sealed(b"c", keep=False))], 0
    )
    whole = (tmp_path / VAULT).read_bytes()
    values = (b'{"a":1}', b"a\nb")
    for place in range(len(whole)):
        for bit in (0, 5, 7):
            data = bytearray(whole)
            data[place] ^= 1 << bit
            (tmp_path / VAULT).write_bytes(data)
            with VaultReader.at(tmp_path) as reader:
                found = [reader.open(sealed(value).commitment, seq) for seq, value in enumerate(values)]
            assert all(
                one.state != "value" or one.value == value for one, value in zip(found, values, strict=True)
            )
            assert found[place > whole.index(b"\n")].state != "value" or place > whole.rindex(b"2 s ") - 1


def test_the_files_are_their_owners_alone_and_links_are_not_followed(tmp_path):
    """T-AUD-64"""
    vault = FileVault(tmp_path)
    vault.append([(0, sealed(b"a"))], 0)
    vault.close()
    for name in (VAULT, ERASING):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    (tmp_path / VAULT).rename(tmp_path / "elsewhere")
    (tmp_path / VAULT).symlink_to("elsewhere")
    with pytest.raises(AuditWriteFailed) as refused:
        FileVault(tmp_path)
    assert refused.value.code == "audit.write_failed"
    with pytest.raises(AuditDamaged):
        VaultReader.at(tmp_path)
    (tmp_path / VAULT).unlink()
    os.mkfifo(tmp_path / VAULT)
    with pytest.raises(AuditWriteFailed):
        FileVault(tmp_path)
    with pytest.raises(AuditDamaged):
        VaultReader.at(tmp_path)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_moved_away_or_replaced_takes_no_row_with_it(tmp_path, replaced):
    """T-AUD-64"""
    vault = FileVault(tmp_path)
    vault.append([(0, sealed(b"a"))], 0)
    (tmp_path / VAULT).rename(tmp_path / "elsewhere")
    if replaced:
        (tmp_path / VAULT).touch()
    with pytest.raises(AuditInconsistent) as refused:
        vault.append([(1, sealed(b"b"))], 1)
    assert refused.value.code == "audit.inconsistent"
    vault.close()


def test_what_a_full_disk_cut_short_is_taken_back(tmp_path):
    """T-AUD-11: the kernel's bound on the size of a file stands for a full disk."""
    vault = FileVault(tmp_path)
    vault.append([(0, sealed(b"a"))], 0)
    before = (tmp_path / VAULT).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
        with pytest.raises(AuditWriteFailed) as refused:
            vault.append([(1, sealed(b"b" * 5000))], 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert refused.value.code == "audit.write_failed"
    assert (tmp_path / VAULT).read_bytes() == before
    vault.close()


def test_only_one_process_erases_at_a_time(opener):
    first, second = opener(), opener()
    with first.erasing(wait=True) as mine, second.erasing(wait=False) as others:
        assert (mine, others) == (True, False)
    waited = threading.Event()

    def wait() -> None:
        with second.erasing(wait=True):
            waited.set()

    with first.erasing(wait=True):
        thread = threading.Thread(target=wait)
        thread.start()
        assert not waited.is_set()
    thread.join(10)
    assert waited.is_set()


def test_an_intent_is_held_until_it_is_taken_back(opener):
    vault, other = opener(), opener()
    assert other.load_intent() == b""
    vault.save_intent(b"something long to do")
    vault.save_intent(b"less")
    assert other.load_intent() == b"less"
    vault.save_intent(b"")
    assert other.load_intent() == b""
