"""A witness policy: which signatures make a checkpoint valid, and that nobody counts twice."""

from __future__ import annotations

import pytest
from audit_forge import make_signer

from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.cosignature import WitnessKey
from runtime.audit.format.trust_policy import InvalidPolicy, TrustPolicy

NOW = 1_795_000_000
LOG = make_signer(1)
SIGNERS = {name: make_signer(seed, f"{name}.example") for seed, name in enumerate("abcd", 2)}
KEYS = {name: WitnessKey(signer.key) for name, signer in SIGNERS.items()}
NOTE = Checkpoint(LOG.name, 7, bytes(32)).sign(LOG)
WITNESSES = "".join(f"witness {name} {key}\n" for name, key in KEYS.items())


def parsed(text: str) -> TrustPolicy:
    return TrustPolicy.parse(text.encode())


def cosigned(*names: str, note: bytes = NOTE, at: int = NOW, own: bytes = NOTE) -> bytes:
    """A note with the cosignatures of these, made of the second one."""
    return note + b"".join(KEYS[name].cosign(own, at, SIGNERS[name].sign_raw) for name in names)


def met(text: str, note: bytes) -> bool:
    policy = parsed(text)
    return policy.is_met_by(frozenset(policy.signers_of(note, NOW)))


@pytest.mark.parametrize(
    ("rule", "names", "expected"),
    [
        ("quorum none", "", True),
        ("quorum a", "a", True),
        ("quorum a", "b", False),
        ("group g any a b\nquorum g", "b", True),
        ("group g all a b\nquorum g", "b", False),
        ("group g 2 a b c\nquorum g", "ac", True),
        ("group g 2 a b c\nquorum g", "c", False),
        ("group x 1 a b\ngroup y all c d\ngroup both all x y\nquorum both", "bcd", True),
        ("group x 1 a b\ngroup y all c d\ngroup both all x y\nquorum both", "abc", False),
    ],
)
def test_a_quorum_is_met_by_enough_of_its_members(rule, names, expected):
    assert met(f"# a comment\n\n\t{WITNESSES}{rule}\n", cosigned(*names)) is expected


def test_a_cosignature_that_stands_twice_counts_once():
    """T-AUD-97"""
    assert not met(f"{WITNESSES}group g 2 a b\nquorum g\n", cosigned("a", "a", "a"))


@pytest.mark.parametrize(
    "note",
    [
        cosigned("a", own=Checkpoint(LOG.name, 8, bytes(32)).sign(LOG)),
        cosigned("a", own=Checkpoint("other/log", 7, bytes(32)).sign(LOG)),
        cosigned("a", at=NOW + 3600),
        cosigned("a", at=0),
        NOTE + SIGNERS["a"].sign_line("text\n"),
        NOTE + SIGNERS["a"].sign_line(NOTE.partition(b"\n\n")[0].decode() + "\n"),
        NOTE + KEYS["a"].cosign(NOTE, NOW, SIGNERS["b"].sign_raw),
        NOTE,
    ],
    ids=[
        "older",
        "other log",
        "future",
        "no time",
        "other text",
        "of another type",
        "of another key",
        "none",
    ],
)
def test_a_line_that_is_no_cosignature_of_this_checkpoint_counts_nothing(note):
    """T-AUD-97: replayed, of another log, from the future, and of another kind of signature by the same key."""
    assert not met(f"{WITNESSES}quorum a\n", note)


def test_when_a_witness_cosigned_is_told():
    assert parsed(f"{WITNESSES}quorum a\n").signers_of(cosigned("a", "c"), NOW) == {"a": NOW, "c": NOW}


@pytest.mark.parametrize(
    "text",
    [
        "",
        WITNESSES,
        f"{WITNESSES}quorum e\n",
        f"{WITNESSES}quorum a\nquorum a\n",
        f"quorum a\n{WITNESSES}",
        f"{WITNESSES}group g 0 a\nquorum g\n",
        f"{WITNESSES}group g 3 a b\nquorum g\n",
        f"{WITNESSES}group g -1 a b\nquorum g\n",
        f"{WITNESSES}group g \u0661 a b\nquorum g\n",
        f"{WITNESSES}group g 2 a a\nquorum g\n",
        f"{WITNESSES}group g any a\ngroup h any a\nquorum g\n",
        f"{WITNESSES}group g any g\nquorum g\n",
        f"{WITNESSES}group a any b\nquorum a\n",
        f"{WITNESSES}group none any a\nquorum none\n",
        f"{WITNESSES}witness e {KEYS['a']}\nquorum a\n",
        f"{WITNESSES}witness e {WitnessKey(make_signer(2, 'another.name').key)}\nquorum a\n",
        f"log {make_signer(2, 'some/log').key}\n{WITNESSES}quorum a\n",
        f"log {LOG.key}\nlog {LOG.key}\nquorum none\n",
        f"witness a {LOG.key}\nquorum a\n",
        f"log {KEYS['a']}\nquorum none\n",
        f"{WITNESSES}quorum a\r\n",
        f"{WITNESSES}quorum a\0\n",
        f"{WITNESSES}require a\n",
        "#" * 100_000,
    ],
)
def test_a_policy_that_breaks_a_rule_is_refused(text):
    """T-AUD-97: among them one key under two names, and the log's own key as its witness."""
    with pytest.raises(InvalidPolicy):
        parsed(text)
