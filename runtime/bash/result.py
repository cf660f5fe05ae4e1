"""What a script has written and how it ended, for the embedder: complete at the end, and in pieces on the way."""

from __future__ import annotations

from runtime.bash.errors import LimitExceeded, Stopped
from runtime.bash.streams import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.machine import Machine
    from runtime.bash.limits import Meter

__all__ = ["Collected", "Listener", "Result"]


class Result:
    """What a script has done.

    Attributes:
        stdout_bytes, stderr_bytes: all that it wrote, also before a limit ended it.
        exit_code: its status.
        exited: whether it ended by ``exit`` (or ``set -e``, or a fatal error) and not at its last command.
        error: None, or what ended it: ``limit.<name>``, ``syntax``, ``internal``.
        usage: what it used: ``commands``, ``loop_iterations``, ``output_bytes``, ``seconds``.
        failures: exceptions of the embedder's commands and callbacks; a script never sees their text.
    """

    __slots__ = ("error", "exit_code", "exited", "failures", "stderr_bytes", "stdout_bytes", "usage")

    def __init__(self, stdout: bytes, stderr: bytes, exit_code: int, error: str | None = None) -> None:
        self.stdout_bytes = stdout
        self.stderr_bytes = stderr
        self.exit_code = exit_code
        self.error = error
        self.exited = False
        self.usage: dict[str, float] = {}
        self.failures: tuple[BaseException, ...] = ()

    @property
    def stdout(self) -> str:
        """Standard output as text; what is no UTF-8 is shown as U+FFFD."""
        return self.stdout_bytes.decode("utf-8", "replace")

    @property
    def stderr(self) -> str:
        """Standard error as text."""
        return self.stderr_bytes.decode("utf-8", "replace")

    def __repr__(self) -> str:
        shown = f"{self.stdout!r}, {self.stderr!r}, exit_code={self.exit_code}"
        return f"Result({shown})" if self.error is None else f"Result({shown}, error={self.error!r})"


class Collected(Stream):
    """Standard output or error of a script, within the budget of both."""

    __slots__ = ("chunks", "handed", "meter")

    def __init__(self, name: str, meter: Meter) -> None:
        self.name = name
        self.count = 1
        self.meter = meter
        self.chunks: list[bytes] = []
        self.handed = 0  # chunks that a listener has seen

    def write(self, data: bytes) -> None:
        meter = self.meter
        meter.output = used = meter.output + len(data)
        most = meter.limits.max_output_bytes
        if used > most:
            # What fits is kept; the rest was never written.
            meter.output = most
            self.chunks.append(data[: len(data) - (used - most)])
            meter.exceeded("output_bytes", f"more than {most} bytes of output")
        self.chunks.append(data)

    def fresh(self) -> bytes:
        """What no listener has seen yet."""
        chunks = self.chunks[self.handed :]
        self.handed = len(self.chunks)
        return b"".join(chunks)


class Listener:
    """Hands output on as it comes, as bytes or as text; of text, a character that is cut waits for its rest."""

    __slots__ = ("_decoders", "_err", "_machine", "_on_output", "_out")

    def __init__(
        self,
        out: Collected,
        err: Collected,
        machine: Machine,
        on_output: Callable[..., object],
        binary: bool,
    ) -> None:
        from codecs import getincrementaldecoder

        make = getincrementaldecoder("utf-8")
        self._out, self._err = out, err
        self._machine = machine
        self._on_output: Callable[..., object] | None = on_output
        self._decoders = None if binary else (make("replace"), make("replace"))

    def emit(self, *, final: bool = False) -> None:
        """Hand on what is new."""
        if self._on_output is None:
            return
        out, err = self._out.fresh(), self._err.fresh()
        if not (out or err or final):
            return
        news: tuple[bytes, bytes] | tuple[str, str] = (out, err)
        if self._decoders is not None:
            news = (self._decoders[0].decode(out, final), self._decoders[1].decode(err, final))
        if not any(news):
            return
        try:
            given = self._on_output(*news)
            if hasattr(given, "__await__"):
                self._machine.scheduler.await_(given)
        except LimitExceeded:
            self._on_output = None
            raise
        except Exception as error:  # noqa: BLE001  # the embedder's code may raise anything; the script goes on unheard
            self._on_output = None
            self._machine.failures.append(error)

    def end(self) -> None:
        """The script has ended, and nothing of it can wait any more."""
        try:
            self.emit(final=True)
        except (LimitExceeded, Stopped) as error:
            self._machine.failures.append(error)
