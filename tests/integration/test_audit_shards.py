"""Shards under a parent log: what is missing, cut or forked of one is seen with the parent's key alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from audit_forge import make_signer, whole_call

from runtime.audit.shards.parent_log import read_shards
from runtime.audit.shards.parent_writer import ParentLogWriter
from runtime.audit.shards.verifier import ShardsReport, verify_shards
from runtime.audit.write.log import Log
from runtime.cli.main import main
from runtime.contracts.errors import AuditInconsistent, ConfigurationError
from runtime.host.executor import Executor
from runtime.host.workspace import initialise

PARENT = "example.com/parent"


class ShardedLog:
    """A parent, and shards that are opened by name."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.parent = base / "parent"
        self.signer = make_signer(99, PARENT)
        self.open_parent(create=True).close()

    def open_parent(self, *, create: bool = False) -> Log:
        return Log.open(self.parent, signer=self.signer, origin=PARENT, runtime_version="1.0", create=create)

    def open(self, number: int) -> Log:
        name = f"example.com/shard-{number}"
        signer = make_signer(number, name)
        above = ParentLogWriter(
            self.parent, [signer.key], shard=f"../shard-{number}", open_log=lambda: self.open_parent()
        )
        place = self.base / f"shard-{number}"
        return Log.open(
            place, signer=signer, origin=name, runtime_version="1.0", create=True, witnesses=[above]
        )

    def write(self, number: int, calls: int) -> None:
        with self.open(number) as log:
            for call in range(calls):
                log.commit_sync(whole_call(f"{log.size}-{call}"))

    def verify(self, **options: object) -> ShardsReport:
        return verify_shards(self.parent, verifier_keys=[self.signer.key], vault=False, **options)


@pytest.fixture
def sharded(tmp_path) -> ShardedLog:
    sharded = ShardedLog(tmp_path)
    for number in (1, 2):
        sharded.write(number, 5)
    return sharded


def test_one_key_is_enough_for_a_parent_and_its_shards(sharded):
    report = sharded.verify()
    assert (report.verdict, report.exit_code) == (
        "OK_NOT_WITNESSED",
        0,
    )  # of the parent: its own witness is another matter
    assert {origin: (shard.verdict, shard.records) for origin, shard in report.shards.items()} == {
        "example.com/shard-1": ("OK", 21),
        "example.com/shard-2": ("OK", 21),
    }
    assert sharded.verify(quick=True).exit_code == 0


def test_a_witness_that_is_required_is_required_of_the_parent_too(sharded):
    report = sharded.verify(require_witness=True)
    assert (report.verdict, report.exit_code, report.parent.code) == ("UNPROVEN", 3, "witness.missing")
    assert {shard.verdict for shard in report.shards.values()} == {"OK"}


def test_a_shard_tells_its_parent_at_most_every_second_and_when_it_closes(sharded):
    with sharded.open(1) as log:
        for call in range(50):
            log.commit_sync(whole_call(f"more-{call}"))
            log.checkpoint()
    told = [body.size for _, body in read_shards(sharded.parent) if body.origin == "example.com/shard-1"]
    assert told[-1] == log.size
    assert len(told) <= 1 + 3 + 3  # before; opened, after a second of a loaded machine or two, and closed
    assert sharded.verify().shards["example.com/shard-1"].witnessed_size == log.size


def restore(copy: str) -> Callable[[ShardedLog], None]:
    def act(sharded: ShardedLog) -> None:
        shutil.rmtree(sharded.base / "shard-1")
        shutil.copytree(sharded.base / copy, sharded.base / "shard-1")

    return act


def remove(sharded: ShardedLog) -> None:
    shutil.rmtree(sharded.base / "shard-1")


def flip(sharded: ShardedLog) -> None:
    file = sharded.base / "shard-1" / "records.jsonl"
    data = bytearray(file.read_bytes())
    data[700] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (remove, "shard.missing"),
        (restore("older"), "witness.ahead"),
        (restore("forked"), "witness.differs"),
        (restore("shard-2"), ""),
        (flip, ""),
    ],
)
def test_what_was_done_to_a_shard_is_tampered(sharded, act, code):
    """T-AUD-74: it is gone, an older copy, another history of the same key, another shard, or edited."""
    shutil.copytree(sharded.base / "shard-1", sharded.base / "older")
    sharded.write(1, 5)
    name = "example.com/shard-1"
    with Log.open(
        sharded.base / "forked", signer=make_signer(1, name), origin=name, runtime_version="1.0", create=True
    ) as log:
        for call in range(40):
            log.commit_sync(whole_call(f"other-{call}"))
    assert sharded.verify().exit_code == 0
    act(sharded)
    report = sharded.verify()
    shard = report.shards[name]
    assert (report.exit_code, shard.exit_code) in {(1, 1), (4, 4)}
    assert not code or shard.code == code
    assert report.shards["example.com/shard-2"].verdict == "OK"


def test_a_shard_that_was_put_back_is_not_written_to(sharded):
    """T-AUD-74: its writer asks the parent before it signs."""
    shutil.copytree(sharded.base / "shard-1", sharded.base / "older")
    sharded.write(1, 5)
    restore("older")(sharded)
    with pytest.raises(AuditInconsistent) as caught:
        sharded.open(1)
    assert caught.value.code == "audit.inconsistent"


def test_a_changed_parent_says_nothing_of_its_shards(sharded):
    file = sharded.parent / "records.jsonl"
    file.write_bytes(file.read_bytes().replace(b"shard-1", b"shard-9"))
    report = sharded.verify()
    assert (report.verdict, report.shards) == ("TAMPERED", {})


def test_a_parent_that_is_missing_or_of_another_key_has_no_shards(sharded, tmp_path):
    missing = verify_shards(tmp_path / "nothing", verifier_keys=[sharded.signer.key])
    assert (missing.verdict, missing.parent.code, missing.shards) == ("ERROR", "log.missing", {})
    other = verify_shards(sharded.parent, verifier_keys=[make_signer(7, PARENT).key])
    assert (other.verdict, other.shards) == ("UNTRUSTED", {})


def test_shards_that_were_moved_are_found_where_the_caller_says(sharded):
    shutil.move(sharded.base / "shard-1", sharded.base / "elsewhere")
    assert sharded.verify().exit_code == 1
    assert sharded.verify(locations={"example.com/shard-1": sharded.base / "elsewhere"}).exit_code == 0


def test_a_workspace_is_a_shard_by_its_settings(tmp_path, capsys):
    above, folder = tmp_path / "above", tmp_path / "worker"
    for place in (above, folder):
        place.mkdir()
        initialise(place)
    settings = folder / "runtime.toml"
    settings.write_text(settings.read_text().replace("[audit]\n", '[audit]\nparent = "../above"\n'))
    initialise(folder, accept=True)
    with Executor.open(folder) as executor:
        executor.call_sync("list_dir", principal="agent:demo", arguments={})
    assert main(["audit", "verify", "--folder", str(folder)]) == 0
    assert main(["audit", "verify", "--shards", "--require-witness", "--folder", str(above)]) == 0
    capsys.readouterr()
    assert main(["audit", "verify", "--shards", "--json", "--folder", str(above)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [shard["verdict"] for shard in report["shards"].values()] == ["OK"]
    shutil.rmtree(folder / ".runtime" / "audit")
    assert main(["audit", "verify", "--shards", "--folder", str(above)]) == 1
    assert "shard.missing" in capsys.readouterr().out


def test_a_workspace_is_no_shard_of_itself(tmp_path):
    initialise(tmp_path)
    settings = tmp_path / "runtime.toml"
    settings.write_text(settings.read_text().replace("[audit]\n", '[audit]\nparent = "."\n'))
    initialise(tmp_path, accept=True)
    with pytest.raises(ConfigurationError) as caught:
        Executor.open(tmp_path)
    assert caught.value.code == "config.invalid"
