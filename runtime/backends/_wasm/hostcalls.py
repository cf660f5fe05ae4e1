"""The functions of the host, on behalf of a guest: each goes through a handle of the call, which checks and records it.

A guest is told what happened by a number: a negated errno of WASI preview 1. What it is denied is such a number too, and a denied check in the log;
what ends the call (a bound that is used up, the deadline, the caller who gave up) is kept as ``failure``, and the guest hears
nothing more. Nothing is ever raised into the guest: what wasmtime carries across is one exception for the whole process, which another
thread's call can receive.

Guests of this process call these directly, those of a worker through its pipe.
"""

from __future__ import annotations

import codecs
import errno
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, ClassVar, Literal

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.bounds import MAX_ERROR_BYTES, MAX_WRITE_BYTES, bounds_of
from runtime.backends._wasm.errno import (
    INVAL,
    IO,
    NOENT,
    NOSPC,
    NOTCAPABLE,
    PROTOCOL,
    REFUSED,
    RESET,
    TIMEDOUT,
    TOO_BIG,
    UNREACHABLE,
    from_host,
)
from runtime.contracts.errors import (
    CapabilityExceeded,
    Error,
    FilesLimit,
    FuelLimit,
    OutputLimit,
    ToolFault,
)
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.ports import ScopedContext
from runtime.contracts.web import FetchError

MAX_CALLS = 1_000_000
"""Host calls of one run: each takes some microseconds that fuel does not count."""
MAX_PATH_BYTES = 4096
MAX_LOG_BYTES = 65_536
"""Of one run, all lines together."""
MAX_READ_BYTES = 1024 * 1024
"""Of one read: a component names any size, and no memory of its own bounds what the host would hold for it.

Each byte takes wasmtime two microseconds on its way into a component; the bound keeps one call from outliving its deadline by much.
"""
MAX_RANDOM_BYTES = 1024 * 1024
MAX_REQUEST_BYTES = 1024 * 1024
MAX_ANSWER_BYTES = 16 * 1024 * 1024
_MAX_OPEN = 8

_OF_THE_WEB = {"refused": REFUSED, "reset": RESET, "unresolved": UNREACHABLE, "unreachable": UNREACHABLE}
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)

Answer = int | bytes
_log = logging.getLogger("runtime.tools")
_faults = logging.getLogger("runtime.backends")


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    url: str
    method: str = "GET"
    headers: list[tuple[str, str]] = []
    body: str = ""


class HostCalls:
    """What one run of a guest asks of its host."""

    def __init__(self, context: ScopedContext, tool: str, *, tells_stdout: bool = True) -> None:
        """Begin.

        Args:
            context: The call's.
            tool: Its name.
            tells_stdout: Whether a command's standard output is text, which may be told while it runs; bytes come whole.
        """
        self._context = context
        self._told: frozenset[str] = frozenset({"stdout", "stderr"} if tells_stdout else {"stderr"})
        self._decoders = {
            name: codecs.getincrementaldecoder("utf-8")("replace") for name in ("stdout", "stderr")
        }
        self.printed = {"stdout": bytearray(), "stderr": bytearray()}
        """What a command wrote whose call is followed."""
        self._tool = tool
        self._calls = 0
        self._logged = 0
        self._opened = 0
        self._written = 0
        self._files: dict[bytes, BinaryIO | bytes] = {}
        self._answer = memoryview(b"")
        self.failure: Error | None = None
        """What ended the call."""

    def call(self, name: str, *arguments: int | bytes) -> Answer:
        """The answer: bytes, a number, or a negated errno. Never raises."""
        if self.failure is not None:
            return -IO
        try:
            self._calls += 1
            if self._calls > MAX_CALLS:
                raise FuelLimit(f"more than {MAX_CALLS} calls of the host", host_calls=MAX_CALLS)  # noqa: TRY301
            return self._FUNCTIONS[name](self, *arguments)
        except CapabilityExceeded:  # recorded by the handle
            return -NOTCAPABLE
        except Error as error:
            self.failure = error
        except FetchError as error:
            return -_OF_THE_WEB.get(error.cause, PROTOCOL)
        except TimeoutError:
            return -TIMEDOUT
        except OSError as error:
            return -from_host(error)
        except (ValueError, OverflowError):  # of bad JSON and bad names, too; a place that no file has
            return -INVAL
        except BaseException as error:  # noqa: BLE001  # whatever it is, it must not reach the guest's frames
            _faults.error("cathedral.%s broke for %s", name, self._tool, exc_info=error)
            self.failure = ToolFault(f"a function of the host broke ({type(error).__name__})")
        return -IO

    def tell(self, stream: Literal["stdout", "stderr"], data: bytes) -> None:
        """Keep a piece of what a command writes, and hand it to whoever follows the call. Never raises.

        Returns when there is room for it; the thread of the call waits, and with it the command.
        """
        if self.failure is not None:
            return
        printed = self.printed[stream]
        most = MAX_ERROR_BYTES if stream == "stderr" else bounds_of(self._context).output_bytes
        try:
            if len(printed) + len(data) > most:  # an honest worker has ended the command by now
                raise OutputLimit(f"more than {most} bytes were printed", output_bytes=most)  # noqa: TRY301
            printed += data
            if stream in self._told and (text := self._decoders[stream].decode(data)):
                self._context.status_sync(ToolStatus(phase="output", output=text, stream=stream))
        except Error as error:
            self.failure = error
        except BaseException as error:  # noqa: BLE001  # a loop that was closed, for one
            self.failure = ToolFault(f"its output could not be handed on ({type(error).__name__})")

    def go_on(self) -> bool:
        """Whether the guest may go on: asked at every tick."""
        if self.failure is None:
            try:
                self._context.check()
            except Error as error:
                self.failure = error
        return self.failure is None

    @property
    def principal(self) -> str:
        """Whose call it is."""
        return self._context.principal

    @contextmanager
    def clock_stopped(self) -> Iterator[None]:
        """Let no time of the call pass: what is done has bounds of its own."""
        self._context.stop_clock()
        try:
            yield
        finally:
            self._context.restart_clock()

    def start_clock(self) -> None:
        """The call's time begins now."""
        self._context.start()

    def remaining_s(self) -> float:
        """How long the call may still take."""
        return self._context.remaining_s()

    def note(self, check: wire.Checked) -> None:
        """Keep a check that a worker made."""
        self._context.note_check(check.kind, check.target, allowed=check.allowed)

    def close(self) -> None:
        """Close what the guest had open."""
        for file in self._files.values():
            if not isinstance(file, bytes):
                file.close()
        self._files.clear()

    def _write_log(self, level: int, text: bytes) -> int:
        if self._logged + len(text) > MAX_LOG_BYTES:
            return -NOSPC
        self._logged += len(text) + 1
        words = text.decode("utf-8", "backslashreplace")
        # A line of the log is one line, whatever the guest writes: it forges no other, and moves no cursor.
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)
        _log.log(_LEVELS[max(0, min(level, 3))], "%s: %s", self._tool, line)
        return 0

    def _read(self, path: bytes, offset: int, size: int) -> Answer:
        if offset < 0 or size < 0:
            return -INVAL
        size = min(size, MAX_READ_BYTES)
        file = self._files.get(path)
        if file is None:
            file = self._open(path)
        if isinstance(file, bytes):
            return file[offset : offset + size]
        file.seek(offset)
        return file.read(size)

    def _open(self, path: bytes) -> BinaryIO | bytes:
        name = _text(path, MAX_PATH_BYTES)
        self._count_file()
        file: BinaryIO | bytes
        try:
            file = self._context.fs.open_read(name)
        except IsADirectoryError:
            entries = self._context.fs.list_dir(name)
            file = b"".join(
                entry.name.encode("utf-8", "surrogateescape") + (b"/\0" if entry.kind == "dir" else b"\0")
                for entry in entries
            )
        if len(self._files) >= _MAX_OPEN:
            oldest = self._files.pop(next(iter(self._files)))
            if not isinstance(oldest, bytes):
                oldest.close()
        self._files[path] = file
        return file

    def _write(self, path: bytes, data: bytes) -> int:
        name = _text(path, MAX_PATH_BYTES)
        self._count_file()
        self._written += len(data)
        if self._written > MAX_WRITE_BYTES:
            raise OutputLimit(
                f"more than {MAX_WRITE_BYTES} bytes were written to files", write_bytes=MAX_WRITE_BYTES
            )
        self.close()  # what it reads from here on is what is there now, by whatever name it has it open
        try:
            self._context.fs.replace(name, data)
        except FileNotFoundError:
            self._context.fs.create(name, data)
        return 0

    def _count_file(self) -> None:
        self._opened += 1
        most = bounds_of(self._context).files
        if self._opened > most:
            raise FilesLimit(f"more than {most} files were opened", files=most)

    def _fetch(self, request: bytes, size: int) -> Answer:
        if request:
            if len(request) > MAX_REQUEST_BYTES:
                return -TOO_BIG
            self._answer = memoryview(b"")  # a request that fails leaves nothing of the last one
            self._answer = memoryview(self._ask(msgspec.json.decode(request, type=_Request)))
        part, self._answer = self._answer[:size], self._answer[size:]
        return bytes(part)

    def _ask(self, asked: _Request) -> bytes:
        fetched = self._context.http.fetch_sync(
            asked.url,
            method=asked.method,
            headers=asked.headers,
            body=asked.body.encode(),
            max_bytes=MAX_ANSWER_BYTES,
        )
        head = {
            "status": fetched.status,
            "url": fetched.url,
            "headers": fetched.headers,
            "truncated": fetched.truncated,
        }
        return msgspec.json.encode(head) + b"\n" + fetched.body

    def _env(self, name: bytes) -> Answer:
        value = self._context.env.get(_text(name, MAX_PATH_BYTES))
        return -NOENT if value is None else value.encode("utf-8", "surrogateescape")

    def _clock(self) -> int:
        return self._context.clock.now_us()

    def _random(self, size: int) -> Answer:
        if not 0 <= size <= MAX_RANDOM_BYTES:
            return -TOO_BIG
        return self._context.random.bytes(size)

    _FUNCTIONS: ClassVar[dict[str, Callable[..., Answer]]] = {
        "log": _write_log,
        "read": _read,
        "write": _write,
        "fetch": _fetch,
        "env": _env,
        "clock": _clock,
        "random": _random,
    }


def _text(data: bytes, most: int) -> str:
    """A name as the host writes it. File names of other bytes than UTF-8 pass through."""
    if len(data) > most:
        raise OSError(errno.ENAMETOOLONG, "too long")
    return data.decode("utf-8", "surrogateescape")
