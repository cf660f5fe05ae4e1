"""A worker's end of the pipe: what it says to the runtime, and asks of it."""

from __future__ import annotations

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.errno import IO, TOO_BIG
from runtime.backends._wasm.hostcalls import Answer


class WorkerPipe:
    """The other end, as a run of a guest uses it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.most = wire.MAX_FRAME
        """The largest word that the runtime takes of the run that is on: a larger one would be the last."""

    def ask(self, name: str, *arguments: int | bytes) -> tuple[Answer, bool]:
        """The host's answer, and whether the run is over."""
        asked = msgspec.msgpack.encode(wire.Ask(name, arguments))
        if len(asked) > self.most:
            return -TOO_BIG, False
        self.reply(wire.ASK, asked)
        letter, body = wire.receive(self._descriptor)
        if letter != wire.ANSWER:
            return -IO, True
        answered = msgspec.msgpack.decode(body, type=wire.Answered)
        return answered.answer, answered.over

    def checked(self, kind: str, target: str, allowed: bool) -> None:
        """Tell of a check before what it is about is done: what a killed worker did is in the log all the same."""
        # A name that is no UTF-8 is shown by its escapes, as the log does.
        target = target.encode("utf-8", "backslashreplace").decode()
        self.say(wire.CHECKED, wire.Checked(kind, target, allowed))

    def say(self, letter: bytes, message: msgspec.Struct) -> None:
        """Send a message."""
        wire.send(self._descriptor, letter, msgspec.msgpack.encode(message))

    def reply(self, letter: bytes, body: bytes = b"") -> None:
        """Send what is encoded already, or nothing."""
        wire.send(self._descriptor, letter, body)

    def next(self) -> tuple[bytes, bytes]:
        """The next request."""
        return wire.receive(self._descriptor)
