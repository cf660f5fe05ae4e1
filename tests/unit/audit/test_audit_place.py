"""A log, or its vault, that is moved away or replaced while a writer has it open: nothing is acknowledged into the wrong place."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil

import msgspec
import pytest

from runtime.audit.vault.vault_reader import VAULT
from runtime.audit.verify.verifier import verify
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import Entry
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditWriteFailed
from runtime.contracts.vault import Sealed

SALT = b"s" * 32
QUIET = Pace(checkpoint_interval_s=3600.0, idle_interval_s=3600.0)


def kept(call):
    """A call whose arguments go to the vault."""
    sealed = Sealed(commitment(SALT, call.encode()), SALT, call.encode())

    def make(entries):
        invoked = msgspec.structs.replace(entries[0].body, arguments=sealed.commitment, kept="whole")
        return [Entry(call, invoked, sealed), *entries[1:]]

    return make


def rename(folder):
    folder.rename(folder.with_name("moved"))


def rename_parent(folder):
    folder.parent.rename(folder.parent.with_name(f"{folder.parent.name}-moved"))


def replace_by_a_copy(folder):
    shutil.copytree(folder, folder.with_name("copy"))
    rename(folder)
    folder.with_name("copy").rename(folder)


def replace_by_a_link(folder):
    rename(folder)
    shutil.copytree(folder.with_name("moved"), folder.with_name("copy"))
    folder.symlink_to("copy")


def replace_records(folder):
    shutil.copy(folder / "records.jsonl", folder / "copy")
    (folder / "copy").rename(folder / "records.jsonl")


def overwrite_in_place(folder):
    """The same file, the same length, another end."""
    size = (folder / "records.jsonl").stat().st_size
    with (folder / "records.jsonl").open("r+b") as file:
        file.seek(size - 10)
        file.write(b"0123")


@pytest.mark.parametrize(
    "change",
    [rename, rename_parent, replace_by_a_copy, replace_by_a_link, replace_records, overwrite_in_place],
)
def test_nothing_is_acknowledged_into_a_log_that_is_not_where_it_was_opened(open_log, folder, call, change):
    """T-AUD-81"""
    log = open_log(pace=QUIET)
    log.commit_sync(call("c-1"))
    change(folder)
    with pytest.raises(AuditInconsistent):
        log.commit_sync(call("c-2"))
    with pytest.raises(AuditError):
        log.commit_sync(call("c-3"))


def test_a_folder_that_moves_between_the_write_and_the_answer_is_not_acknowledged(
    open_log, folder, call, monkeypatch
):
    """T-AUD-81"""
    log = open_log(pace=QUIET)
    real = os.fdatasync

    def move_and_sync(descriptor: int) -> None:
        monkeypatch.setattr(os, "fdatasync", real)
        real(descriptor)
        rename(folder)

    monkeypatch.setattr(os, "fdatasync", move_and_sync)
    with pytest.raises(AuditInconsistent):
        log.commit_sync(call("c-1"))


def test_every_call_that_was_acknowledged_is_in_the_place_that_the_log_was_opened_at(
    open_log, folder, call, signer
):
    """T-AUD-81: put back, it goes on."""
    log = open_log(pace=QUIET)
    acknowledged = [log.commit_sync(call(f"c-{number}")).seq for number in range(5)]
    rename(folder)
    with pytest.raises(AuditInconsistent):
        log.commit_sync(call("c-9"))
    log.close()
    folder.with_name("moved").rename(folder)
    open_log(create=False).close()
    assert verify(folder, verifier_keys=[signer.key]).signed_size > max(acknowledged)


@pytest.mark.parametrize("how", ["file", "folder"])
def test_a_vault_that_is_not_where_it_was_opened_takes_no_values(open_log, folder, call, how):
    """T-AUD-81 T-AUD-64"""
    log = open_log(pace=QUIET)
    log.commit_sync(kept("c-1")(call("c-1")))
    if how == "file":
        shutil.copy(folder / VAULT, folder / "copy")
        (folder / "copy").rename(folder / VAULT)
    else:
        replace_by_a_copy(folder)
    with pytest.raises(AuditInconsistent):
        log.commit_sync(kept("c-2")(call("c-2")))


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EIO])
def test_a_place_without_locks_is_refused_with_its_reason(open_log, call, monkeypatch, code):
    """T-AUD-13: as on some network file systems."""
    log = open_log(pace=QUIET)

    def refuse(_descriptor: int, operation: int) -> None:
        if operation != fcntl.LOCK_UN:
            raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(fcntl, "flock", refuse)
        with pytest.raises(AuditWriteFailed, match="cannot be locked") as caught:
            log.commit_sync(call("c-1"))
        assert caught.value.suggestion
        with pytest.raises(AuditWriteFailed, match="cannot be locked"):
            open_log()
    open_log().commit_sync(call("c-1"))
