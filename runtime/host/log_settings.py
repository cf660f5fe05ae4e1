"""``[audit]``, ``[keys]`` and ``[retention]`` of the settings: where the log is, what signs it, and how long it is kept."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

_Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the sections of `runtime.host.settings`."""


class AuditSettings(_Section, frozen=True, kw_only=True):
    """``[audit]``: where records go."""

    store: _Text = "file:.runtime/audit"
    """The URL of the log: `file:FOLDER`, or `postgresql://...`."""
    origin: _Text = "cathedral.local/log"
    """The log's name: what its checkpoints are signed for. `runtime init` makes a unique one."""
    parent: _Text = ""
    """The folder of another workspace, whose log keeps the checkpoints of this one: this log is a shard of it."""
    vault: bool = True
    """Whether arguments and results are kept beside the log, where they can be shown, replayed and erased."""
    hide: tuple[Literal["principals", "targets"], ...] = ()
    """Names that records commit to instead of showing them: who called and approved, what was reached for. They lie in the vault,
    where they can be erased."""
    witness: tuple[_Text, ...] = ("file:",)
    """What remembers how far the log had come: ``file:`` is a folder of the user's own, ``file:FOLDER`` another one,
    ``https://HOST/PREFIX KEY`` a tlog-witness. Without any, an older copy of the log passes for the log. In a file or a
    variable one name may stand for a list of one."""

    policy: _Text = ""
    """A file that says whose cosignatures a checkpoint needs before it is handed out (https://c2sp.org/tlog-policy)."""
    policy_wait_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 30.0
    """How long a signed checkpoint may wait for them."""
    unwitnessed: Literal["continue", "refuse"] = "continue"
    """What happens to calls after that: they go on, or are refused until the policy is met."""


class KeySettings(_Section, frozen=True, kw_only=True):
    """``[keys]``: what signs the log."""

    signing: _Text = ".runtime/keys/log.key"
    """The file of the private key in PEM, with a passphrase or without, or of the description of a device's key."""
    passphrase: _Text = "prompt"  # noqa: S105  # where it lies
    """Where the passphrase of that file, or the PIN of the token, lies: ``prompt`` asks at the terminal, ``env:NAME`` is a variable,
    ``file:PATH`` a file that you alone can read."""


class RetentionSettings(_Section, frozen=True, kw_only=True):
    """``[retention]``: how long `runtime audit retain` keeps what; legal holds outweigh it."""

    records_days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 0
    """After so many days the records of full segments are moved to the archive; 0 keeps them here for good."""
    values_days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 0
    """After so many days the arguments, results and names of a call are erased from the vault; 0 keeps them for good."""
    archive: _Text = ""
    """Where records are moved to, and read from again: `file:FOLDER`, or `s3://BUCKET/PREFIX`, whose credentials and endpoint come from
    the environment."""
