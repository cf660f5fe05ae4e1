"""Messages between the processes that run a command: a few bytes, and descriptors."""

from __future__ import annotations

import _socket
import marshal
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_DESCRIPTORS = 7
"""At most: the specification, the launcher's socket, both outputs, the input, and the sockets for the network and for changes."""
_INT_BYTES = 4
_MESSAGE_BYTES = 4096


def send(channel: _socket.socket, message: bytes, descriptors: Iterable[int]) -> None:
    """One message.

    Raises:
        OSError: the other side is gone.
    """
    raw = b"".join(number.to_bytes(_INT_BYTES, "little") for number in descriptors)
    channel.sendmsg([message], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, raw)])


def receive(channel: _socket.socket) -> tuple[bytes, list[int]]:
    """The next message and its descriptors; nothing when the other side is gone."""
    room = _socket.CMSG_SPACE(_DESCRIPTORS * _INT_BYTES)
    message, extra, _, _ = channel.recvmsg(_MESSAGE_BYTES, room, _socket.MSG_CMSG_CLOEXEC)
    found = [fd for _, _, data in extra for fd in memoryview(data[: len(data) // 4 * 4]).cast("i")]
    return message, found


def read_all(channel: _socket.socket) -> bytes:
    """All that the other side, which has ended, had sent."""
    said = b""
    while message := channel.recv(_MESSAGE_BYTES):
        said += message
    return said


def read_specification(written: int) -> dict[str, Any]:
    """What the launcher wrote, read in place: each of the processes reads it."""
    raw = os.pread(written, os.fstat(written).st_size, 0)
    # The launcher's own, from the same interpreter; json takes 8 ms to import.
    found: dict[str, Any] = marshal.loads(raw)  # noqa: S302
    return found
