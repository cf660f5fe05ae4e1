"""The network of a command that was granted servers: its own loopback, and a proxy's socket on it.

The socket is made here, in the command's network, and handed to the launcher, which answers on it from outside: a socket stays in
the network that it was made in.

Source: netdevice(7).
"""

from __future__ import annotations

import _socket
import fcntl

from runtime.backends._confinement.messages import send

PROXY = ("127.0.0.1", 3128)
"""Free in a network that nobody was in before."""
_BACKLOG = 128
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1
_NAME = b"lo".ljust(16, b"\0")
_REQUEST_BYTES = 40


def offer_listener(gate: int) -> None:
    """Bring the loopback up, and hand over a socket that listens there.

    Raises:
        OSError: the kernel refused it.
    """
    listening = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    answer = fcntl.ioctl(listening.fileno(), _GET_FLAGS, _NAME.ljust(_REQUEST_BYTES, b"\0"))
    flags = int.from_bytes(answer[16:18], "little") | _UP
    fcntl.ioctl(
        listening.fileno(), _SET_FLAGS, (_NAME + flags.to_bytes(2, "little")).ljust(_REQUEST_BYTES, b"\0")
    )
    listening.bind(PROXY)
    listening.listen(_BACKLOG)
    channel = _socket.socket(fileno=gate)
    send(channel, b"listening", [listening.fileno()])
    channel.detach()
    listening.close()
