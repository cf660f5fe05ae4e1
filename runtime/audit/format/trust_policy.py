"""Reads policies that say whose signatures make a checkpoint valid: which logs, which witnesses, and how many of them.

A file of lines::

    log <verifier key>
    witness <name> <cosigner key> [<address>]
    group <name> <all | any | k> <name>...
    quorum <name | none>

A group is met where so many of its members are, and each name is a member of one group at most. A public key stands in one line only,
whatever name it bears: nobody counts twice, and no log witnesses itself.

Source: C2SP tlog-policy; the last rule is stricter than it, which parts the keys of logs and witnesses.
"""

from __future__ import annotations

import msgspec

from runtime.audit.format.cosignature import WitnessKey
from runtime.audit.format.note import InvalidNote, VerifierKey

MAX_POLICY_BYTES = 65_536
_NONE = "none"


class InvalidPolicy(ValueError):
    """A policy that does not hold; the message names the line."""


class PolicyWitness(msgspec.Struct, frozen=True):
    """A witness of a policy."""

    name: str
    key: WitnessKey
    address: str
    """Where it is asked: ``https://...``, or ``file:KEY`` for a key of this machine; may be empty."""


class _Group(msgspec.Struct, frozen=True):
    needed: int
    members: tuple[str, ...]


class TrustPolicy(msgspec.Struct, frozen=True):
    """A policy."""

    logs: tuple[VerifierKey, ...]
    witnesses: tuple[PolicyWitness, ...]
    quorum: str
    groups: dict[str, _Group]

    @classmethod
    def parse(cls, data: bytes) -> TrustPolicy:
        """The policy that a file holds.

        Raises:
            InvalidPolicy: it breaks a rule.
        """
        return _Reader().read(data)

    def signers_of(self, note: bytes, now_s: float) -> dict[str, int]:
        """The witnesses of this policy that cosigned a note, by name, and when each says that it did, in seconds."""
        lines = note.partition(b"\n\n")[2]
        found = {}
        for witness in self.witnesses:
            try:
                line = witness.key.find(note, lines, now_s)
            except InvalidNote:  # not this one's, or it does not hold
                continue
            found[witness.name] = witness.key.time_of(line)
        return found

    def is_met_by(self, names: frozenset[str]) -> bool:
        """Whether these witnesses are enough."""
        return self.quorum == _NONE or self._counts(self.quorum, names)

    def _counts(self, name: str, names: frozenset[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in names
        return sum(self._counts(member, names) for member in group.members) >= group.needed


class _Reader:
    """Takes a policy line by line: what a line names stands in front of it."""

    def __init__(self) -> None:
        self._logs: list[VerifierKey] = []
        self._witnesses: list[PolicyWitness] = []
        self._groups: dict[str, _Group] = {}
        self._names: set[str] = set()
        self._members: set[str] = set()
        self._publics: set[bytes] = set()
        self._quorum: str | None = None

    def read(self, data: bytes) -> TrustPolicy:
        if len(data) > MAX_POLICY_BYTES:
            raise InvalidPolicy(f"it has more than {MAX_POLICY_BYTES} bytes")
        takers = {
            "log": self._log,
            "witness": self._witness,
            "group": self._group,
            "quorum": self._take_quorum,
        }
        for number, line in enumerate(data.split(b"\n"), 1):
            if any((byte < 0x20 and byte != 9) or byte == 0x7F for byte in line):
                raise InvalidPolicy(f"line {number} holds a control character")
            words = [word.decode("latin-1") for word in line.replace(b"\t", b" ").split(b" ") if word]
            if not words or words[0].startswith("#"):
                continue
            if words[0] not in takers:
                raise InvalidPolicy(f"line {number}: {words[0]!r} is none of {', '.join(takers)}")
            try:
                takers[words[0]](words[1:])
            except (InvalidPolicy, InvalidNote) as error:
                raise InvalidPolicy(f"line {number}: {error}") from None
        if self._quorum is None:
            raise InvalidPolicy("it has no line `quorum`")
        return TrustPolicy(tuple(self._logs), tuple(self._witnesses), self._quorum, self._groups)

    def _log(self, words: list[str]) -> None:
        if len(words) not in (1, 2):
            raise InvalidPolicy("a log is a verifier key, and an address or none")
        key = VerifierKey.parse(_utf8(words[0]))
        self._keep_public(key.public)
        self._logs.append(key)

    def _witness(self, words: list[str]) -> None:
        if len(words) not in (2, 3):
            raise InvalidPolicy("a witness is a name, a cosigner key, and an address or none")
        key = WitnessKey.parse(_utf8(words[1]))
        self._keep_public(key.key.public)
        self._keep_name(words[0])
        self._witnesses.append(PolicyWitness(words[0], key, _utf8("".join(words[2:]))))

    def _group(self, words: list[str]) -> None:
        if len(words) < 3:
            raise InvalidPolicy("a group is a name, how many, and its members")
        name, count, *members = words
        if count not in ("any", "all") and not (count.isascii() and count.isdigit() and len(count) < 6):
            raise InvalidPolicy(f"{count!r} is no number, `any` or `all`")
        needed = {"any": 1, "all": len(members)}.get(count) or int(count)
        if not 1 <= needed <= len(members):
            raise InvalidPolicy(f"{needed} of {len(members)} can never be met, or always is")
        for member in members:
            if member not in self._names:
                raise InvalidPolicy(f"{member!r} is not named in a line in front")
            if member in self._members:
                raise InvalidPolicy(f"{member!r} is a member twice")
            self._members.add(member)
        self._keep_name(name)
        self._groups[name] = _Group(needed, tuple(members))

    def _take_quorum(self, words: list[str]) -> None:
        if len(words) != 1 or self._quorum is not None:
            raise InvalidPolicy("the quorum is one name, in one line")
        if words[0] != _NONE and words[0] not in self._names:
            raise InvalidPolicy(f"{words[0]!r} is not named in a line in front")
        self._quorum = words[0]

    def _keep_name(self, name: str) -> None:
        if name == _NONE or name in self._names:
            raise InvalidPolicy(f"the name {name!r} is taken")
        self._names.add(name)

    def _keep_public(self, public: bytes) -> None:
        if public in self._publics:
            raise InvalidPolicy("the public key stands in a line in front")
        self._publics.add(public)


def _utf8(word: str) -> str:
    try:
        return word.encode("latin-1").decode()
    except UnicodeDecodeError:
        raise InvalidPolicy("it is not UTF-8") from None
