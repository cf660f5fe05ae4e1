"""Signs by a program of the user's: whatever can sign with Ed25519 can be one, such as the client of a key management service.

``command:PROGRAM ARGUMENT...``, quoted as in a shell, and no shell runs it. The program reads the message on its standard input to the end, and
writes the signature: 64 bytes, or their base64. It ends with status 0 within the deadline. Neither its standard error nor its answer is shown.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from runtime.audit.signers.device import DEADLINE_S, Secret, failed
from runtime.contracts.errors import AuditKeyUnusable
from runtime.hostfs.ownership import changeable_by

_MAX_ANSWER_BYTES = 1_024


class CommandDevice:
    """Implements `runtime.audit.signers.device.Device`."""

    def __init__(self, argv: Sequence[str], deadline_s: float = DEADLINE_S) -> None:
        """Run nothing yet.

        Args:
            argv: The program, as an absolute path, and its arguments.
            deadline_s: How long it may take.
        """
        self._argv = list(argv)
        self._deadline_s = deadline_s

    @property
    def name(self) -> str:
        """See `Device`; the arguments are not told."""
        return f"command {Path(self._argv[0]).name}"

    def public_key(self) -> None:
        """See `Device`: a program only signs."""

    def sign(self, message: bytes) -> bytes:
        """See `Device`."""
        try:
            process = subprocess.Popen(  # noqa: S603  # the user's own program, and no shell
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise failed(self.name, getattr(error, "strerror", None) or "it cannot be started") from None
        try:
            answer = self._exchange(process, message)
        finally:
            with suppress(ProcessLookupError):  # with whatever it started
                os.killpg(process.pid, signal.SIGKILL)
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            process.wait()
        return _signature(answer)

    def _exchange(self, process: subprocess.Popen[bytes], message: bytes) -> bytes:
        """What it wrote until it closed its output and ended well. Messages are shorter than a pipe holds, so writing does not wait."""
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
        until_s = time.monotonic() + self._deadline_s
        with suppress(BrokenPipeError):  # how it ends says more
            process.stdin.write(message)
            process.stdin.close()
        answer = b""
        while True:
            rest_s = until_s - time.monotonic()
            if rest_s <= 0 or not select.select([process.stdout], [], [], rest_s)[0]:
                raise failed(self.name, f"it did not answer within {self._deadline_s:g} s")
            chunk = os.read(process.stdout.fileno(), _MAX_ANSWER_BYTES + 1)
            if not chunk:
                break
            answer += chunk
            if len(answer) > _MAX_ANSWER_BYTES:
                raise failed(self.name, f"its answer has more than {_MAX_ANSWER_BYTES} bytes")
        try:
            status = process.wait(max(0.0, until_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise failed(self.name, f"it did not end within {self._deadline_s:g} s") from None
        if status:
            how = f"signal {-status}" if status < 0 else f"status {status}"
            raise failed(self.name, f"it ended with {how}")
        return answer


def open_device(place: str, secret: Secret) -> CommandDevice:
    """See `Kind`; a program has no use for a secret of ours."""
    del secret
    try:
        argv = shlex.split(place.removeprefix("command:"))
    except ValueError:
        argv = []
    if not argv or any("\0" in word for word in argv):
        raise AuditKeyUnusable(
            "the signer names no program",
            suggestion="Write command:/PATH/TO/PROGRAM ARGUMENT..., quoted as in a shell.",
        )
    _require_unchangeable(argv[0])
    return CommandDevice(argv)


def absolute_place(place: str) -> str:
    """The place with the program's absolute path, so that no later PATH or folder changes what is run."""
    program, *arguments = shlex.split(place.removeprefix("command:")) or [""]
    found = shutil.which(program) or program
    return "command:" + shlex.join([str(Path(found).absolute()), *arguments])


def _require_unchangeable(program: str) -> None:
    if not os.path.isabs(program):  # noqa: PTH117
        raise AuditKeyUnusable(
            f"the signer's program {program!r} is no absolute path", suggestion="Give the whole path."
        )
    try:
        reason = changeable_by(os.stat(program))  # noqa: PTH116
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be looked at"
    if reason:
        raise AuditKeyUnusable(
            f"the signer's program {program} cannot be trusted: {reason}",
            suggestion="Let the file be yours or root's, and writable by nobody else.",
        )


def _signature(answer: bytes) -> bytes:
    if len(answer) == 64:
        return answer
    try:
        return b64decode(answer.strip(), validate=True)
    except ValueError:
        return b""
