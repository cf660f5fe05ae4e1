"""A workspace with a witness policy: what is handed out met it, calls are refused while it is not met, and a verifier counts for himself."""

from __future__ import annotations

import shutil

import pytest
from witness_servers import SpecWitness

from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.cosignature import WitnessKey
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.trust_policy import TrustPolicy
from runtime.audit.keys.auditor_key import create_auditor_key, load_auditor_key
from runtime.audit.read.reader import LogReader
from runtime.audit.verify.policy_check import compare_with_policy
from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import AuditUnproven, AuditUnwitnessed, ConfigurationError, Error
from runtime.host import trust
from runtime.host.executor import Executor
from runtime.host.log_location import log_location, published_note
from runtime.host.settings import load_settings
from runtime.host.workspace import initialise

SETTINGS = 'policy = "witness.policy"\nunwitnessed = "refuse"\npolicy_wait_s = {wait}\n'


class Arena:
    """A workspace, two servers and a key of this machine, of which two have to cosign."""

    def __init__(self, folder, wait: float = 0.3) -> None:
        self.folder = folder
        initialise(folder)
        self.key = VerifierKey.parse(trust.pinned_key(folder) or "")
        self.servers = [SpecWitness(self.key, name=f"w{n}.example", seed=bytes([n])) for n in (1, 2)]
        own = create_auditor_key(folder / "ops.key", "ops.example")
        lines = [f"witness s{n} {one.own} {one.server.url('')}" for n, one in enumerate(self.servers)]
        lines += [
            f"log {self.key}",
            f"witness ops {WitnessKey(own)} file:ops.key",
            "group g 2 s0 s1 ops",
            "quorum g",
        ]
        self.policy_file = folder / "witness.policy"
        self.policy_file.write_text("\n".join(lines) + "\n")
        settings = folder / "runtime.toml"
        settings.write_text(
            settings.read_text().replace("[audit]\n", "[audit]\n" + SETTINGS.format(wait=wait))
        )
        initialise(folder, accept=True)

    @property
    def policy(self) -> TrustPolicy:
        return TrustPolicy.parse(self.policy_file.read_bytes())

    @property
    def published(self) -> bytes:
        return published_note(load_settings(self.folder), self.key) or b""

    def call(self) -> str:
        """The status or error code of one call."""
        try:
            with Executor.open(self.folder) as executor:
                outcome = executor.call_sync("list_dir", {})
                return "completed" if outcome.ok else outcome.error.code
        except Error as error:
            return error.code

    def judged(self, notes: list[bytes], folder=None):
        report = verify(folder or self.folder / ".runtime" / "audit", verifier_keys=[self.key])
        location = log_location(load_settings(self.folder))
        return compare_with_policy(report, location, self.policy, notes)


@pytest.fixture
def arena(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    made = Arena(folder)
    yield made
    for server in made.servers:
        server.close()


def test_what_is_handed_out_has_met_the_policy_and_covers_the_log(arena):
    assert arena.call() == "completed"
    report = arena.judged([arena.published])
    assert (report.verdict, report.policy.size) == ("OK_NOT_WITNESSED", report.records)
    assert len(report.policy.witnesses) >= 2


def test_calls_are_refused_while_the_policy_is_not_met_and_taken_when_it_is(arena):
    """T-AUD-97: a new process is no way around it."""
    assert arena.call() == "completed"
    for server in arena.servers:
        server.mood = "503 Service Unavailable"
    before = arena.published
    for _ in range(2):
        assert arena.call() == AuditUnwitnessed.code
    assert arena.published == before
    assert arena.judged([before]).code == "policy.unmet"
    arena.servers[0].mood = ""
    assert arena.call() == "completed"
    assert arena.judged([arena.published]).exit_code == 0


def test_nothing_is_handed_out_before_the_policy_was_met(arena):
    for server in arena.servers:
        server.mood = "503 Service Unavailable"
    arena.call()
    with pytest.raises(AuditUnproven):
        _ = arena.published


def test_a_log_that_was_cut_or_forked_is_found_by_its_cosigned_checkpoint(arena, tmp_path):
    shutil.copytree(arena.folder / ".runtime" / "audit", tmp_path / "older")
    assert arena.call() == "completed"
    note = arena.published
    shutil.rmtree(arena.folder / ".runtime" / "audit")
    shutil.copytree(tmp_path / "older", arena.folder / ".runtime" / "audit")
    assert arena.judged([note]).code == "witness.ahead"
    with LogReader(arena.folder / ".runtime" / "audit") as reader:
        size = reader.stated_size()
    signer = load_auditor_key(arena.folder / "ops.key")
    other = Checkpoint(arena.key.name, size, bytes(32)).sign(signer)
    forked = other + WitnessKey(signer.key).cosign(other, 1_795_000_000, signer.sign_raw)
    assert arena.judged([forked]).code == "witness.differs"


def test_cosignatures_that_were_cut_off_or_too_few_are_not_enough(arena):
    assert arena.call() == "completed"
    text, _, lines = arena.published.partition(b"\n\n")
    first, second, *_ = lines.splitlines(keepends=True)
    for note in (text + b"\n\n" + first + second, text + b"\n\n" + first + second * 3, b"", b"\n\n", text):
        assert arena.judged([note]).code == "policy.unmet"


@pytest.mark.parametrize(
    "change",
    [
        ("file:ops.key", "file:missing.key"),
        ("file:ops.key", "file:.runtime/keys/log.key"),
        ("file:ops.key", "ftp://example.com"),
        ("group g 2", "group g 4"),
        ("quorum g", "quorum h"),
    ],
)
def test_a_policy_that_cannot_be_met_is_told_at_the_start(arena, change):
    arena.policy_file.write_text(arena.policy_file.read_text().replace(*change))
    assert arena.call() in (ConfigurationError.code, "audit.key_unusable")
