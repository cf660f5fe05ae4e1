"""Hands an open log over to the next key of its ring, which signs from there on."""

from __future__ import annotations

from runtime.audit.keys.key_files import Keyring
from runtime.audit.write.appender import Appender
from runtime.audit.write.checkpointer import Checkpointer
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.group_commit import GroupCommit
from runtime.contracts.errors import AuditError, AuditKeyUnusable


class KeyRotator:
    """Rotates the key of one log."""

    def __init__(
        self,
        ring: Keyring,
        commits: GroupCommit,
        appender: Appender,
        checkpointer: Checkpointer,
        failure: LogFailure,
    ) -> None:
        """Take what it stops while it hands over."""
        self._ring = ring
        self._commits = commits
        self._appender = appender
        self._checkpointer = checkpointer
        self._failure = failure

    def rotate(self) -> None:
        """Write the record that hands over, and the old key's checkpoint of exactly that size, which is its consent.

        Raises:
            AuditKeyUnusable: ``audit.key_unusable``: there is no other key.
            AuditError: it could not be made durable; the log has failed for good.
        """
        if self._ring.next is None:
            raise AuditKeyUnusable("There is no key that could take over")
        with (
            self._checkpointer.lock,
            self._appender.lock,
        ):  # nothing may stand between the record and its checkpoint
            self._commits.write_queued()
            self._failure.require_usable()
            try:
                self._appender.write_rotation(self._ring.current, self._ring.next)
                self._appender.sync()
                self._checkpointer.publish(self._appender.snapshot())
            except AuditError as error:
                self._failure.record(error)
                raise
