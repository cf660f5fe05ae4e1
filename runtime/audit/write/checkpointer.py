"""Decides when a log is signed: when a writer asks, and soon after records were appended."""

from __future__ import annotations

import threading

from runtime.audit.write.appender import Appender
from runtime.audit.write.checkpoint_writer import CheckpointWriter
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.log_state import LogState
from runtime.contracts.errors import AuditError, AuditWriteFailed
from runtime.contracts.ports import Vault


class Checkpointer:
    """Signs one log. ``lock`` holds off every other checkpoint of this process; it is taken before the appender's."""

    def __init__(
        self, appender: Appender, writer: CheckpointWriter, vault: Vault | None, failure: LogFailure
    ) -> None:
        """Sign what the appender has, through a writer."""
        self.lock = threading.Lock()
        self._appender = appender
        self._writer = writer
        self._vault = vault
        self._failure = failure

    def checkpoint(self) -> None:
        """Sign the log as it stands, unless a checkpoint covers it already.

        Raises:
            AuditError: it could not be made durable; the log has failed for good.
        """
        with self.lock:
            with self._appender.lock:
                state = self._appender.snapshot()
            try:
                self.publish(state)
            except AuditError as error:
                self._failure.record(error)
                raise

    def publish(self, state: LogState, *, save_frontier: bool = False) -> None:
        """Sign a state whose records are durable, after the vault's rows of them are. ``lock`` is held.

        Raises:
            AuditError: it could not be made durable.
        """
        if self._vault is not None:
            self._vault.sync()
        self._writer.publish(state, save_frontier=save_frontier)

    def look(self) -> bool:
        """Sign what another process left unsigned when it was killed, as `tick`, which is not called while this one writes nothing.

        Where the log cannot be locked or reached, the next commit says so.
        """
        try:
            with self._appender.lock:
                grew = self._appender.take_in()
            return not grew or self.tick()
        except AuditWriteFailed:
            return True
        except Exception as error:  # noqa: BLE001  # nobody waits here: the next commit reports it
            self._failure.record(_unexpected(error))
        return False

    def tick(self) -> bool:
        """Sign in the background; whether there is a next time. A failure is told to the next caller of the log."""
        try:
            self.checkpoint()
        except Exception as error:  # noqa: BLE001  # nobody waits here: the next commit reports it
            self._failure.record(_unexpected(error))
        return not self._failure.occurred


def _unexpected(error: Exception) -> AuditError:
    return (
        error
        if isinstance(error, AuditError)
        else AuditWriteFailed(f"Signing broke off: {type(error).__name__}")
    )
