"""The protocols between the parts. Each has one conformance suite that every implementation passes."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, runtime_checkable

import msgspec

from runtime.contracts.audit import Body, Check, Entry, LoggedRecord, Receipt
from runtime.contracts.capability import Capability
from runtime.contracts.changes import HeldChanges
from runtime.contracts.database import DatabaseAccess
from runtime.contracts.decision import Decision, PolicyInput
from runtime.contracts.invocation import Outcome
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.manifest import Manifest
from runtime.contracts.process import OnOutput, ProcessAccess, ProcessResult, Served
from runtime.contracts.session import SessionAccess
from runtime.contracts.shell import ScriptUse, ShellAccess
from runtime.contracts.tracing import TraceContext
from runtime.contracts.vault import Opened, Sealed
from runtime.contracts.wasm import FileScope
from runtime.contracts.web import WebAccess

FileKind = Literal["file", "dir", "symlink", "other"]


class FileStat(msgspec.Struct, frozen=True):
    """What a tool may know of a file."""

    kind: FileKind
    size_bytes: int
    mtime_ns: int
    mode: int


class DirEntry(msgspec.Struct, frozen=True):
    """One name in a folder. ``kind`` is that of the link itself for symbolic links."""

    name: str
    kind: FileKind


class WalkEntry(msgspec.Struct, frozen=True):
    """A regular file met on a walk: its workspace path and how deep it lies."""

    path: str
    depth: int


@runtime_checkable
class FileAccess(Protocol):
    """``ctx.fs``: files beneath the granted prefixes of the workspace, and nothing else.

    Every path is relative to the workspace, in POSIX form. No method follows a link, ``..`` or mount magic out
    of the workspace; only regular files are opened. A path outside the workspace raises `OutsideWorkspace`; one
    inside it but outside the granted prefixes raises `CapabilityExceeded`; otherwise the usual OSError
    subclasses (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError, PermissionError)
    with the workspace path as ``filename``.
    """

    def stat(self, path: str) -> FileStat: ...
    def list_dir(self, path: str) -> list[DirEntry]: ...
    def open_read(self, path: str) -> BinaryIO: ...
    def read_bytes(self, path: str, *, max_bytes: int | None = None) -> bytes: ...
    def walk(
        self,
        path: str,
        *,
        max_depth: int = 20,
        wanted: Callable[[str, list[str]], list[str]] | None = None,
        enter: Callable[[str], bool] | None = None,
    ) -> Iterator[WalkEntry]:
        """The granted regular files beneath a folder; one above the granted prefixes shows what lies beneath those.

        ``wanted`` is shown a folder's path with its closing slash (nothing for the workspace) and names of some of its
        files, and says which to take. ``enter`` says of each folder, by its path, whether to go into it.
        """
        ...

    def scan(
        self,
        path: str,
        *,
        wanted: Callable[[str, list[str]], list[str]],
        whole: Callable[[bytes], bool],
        max_bytes: int,
        max_depth: int = 20,
        enter: Callable[[str], bool] | None = None,
    ) -> Iterator[tuple[str, bytes | None]]:
        """`walk` and `read_bytes` of the wanted files in one; None for a file that could not be read.

        ``whole`` says by the first 64 KiB of a larger file whether the rest is to be read, too.
        """
        ...

    def create(self, path: str, data: bytes, *, mode: int = 0o644, parents: bool = False) -> None: ...
    def replace(self, path: str, data: bytes, *, expected: bytes | None = None) -> None:
        """Give a file new content; OSError with ESTALE where it does not hold what was ``expected`` any more."""
        ...

    def make_dir(self, path: str) -> list[str]: ...


@runtime_checkable
class EnvAccess(Protocol):
    """``ctx.env``: the granted environment variables."""

    def get(self, name: str) -> str | None: ...


@runtime_checkable
class ClockAccess(Protocol):
    """``ctx.clock``: real time."""

    def now_us(self) -> int: ...


@runtime_checkable
class RandomAccess(Protocol):
    """``ctx.random``: random bytes."""

    def bytes(self, count: int) -> bytes: ...


class ToolContext(Protocol):
    """What a running tool is handed. A handle that was not granted raises `CapabilityExceeded` on first use."""

    @property
    def call_id(self) -> str: ...
    @property
    def fs(self) -> FileAccess: ...
    @property
    def env(self) -> EnvAccess: ...
    @property
    def clock(self) -> ClockAccess: ...
    @property
    def random(self) -> RandomAccess: ...
    @property
    def http(self) -> WebAccess: ...
    @property
    def db(self) -> DatabaseAccess: ...
    @property
    def process(self) -> ProcessAccess: ...
    @property
    def session(self) -> SessionAccess: ...
    @property
    def shell(self) -> ShellAccess: ...
    @property
    def limits(self) -> ResourceBounds: ...
    def remaining_s(self) -> float: ...
    def check(self) -> None: ...
    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """Make a governed call inside this one; see `runtime.contracts.nested.CallAccess`."""
        ...

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome: ...

    @property
    def streaming(self) -> bool:
        """Whether anybody follows the call while it runs."""
        ...

    async def status(
        self, status: ToolStatus | str, *, percent_complete: float | None = None, eta_ms: int | None = None
    ) -> None:
        """Tell whoever follows the call: words with their progress, or an event; returns when there is room for it."""
        ...

    def status_sync(
        self, status: ToolStatus | str, *, percent_complete: float | None = None, eta_ms: int | None = None
    ) -> None: ...


class ScopedContext(ToolContext, Protocol):
    """The executor's side of a context: it starts the clock, and reads what was used afterwards."""

    fuel_used: int | None
    """Set by a backend that counts fuel."""

    @property
    def trace(self) -> TraceContext | None:
        """The call's position in a trace, which its requests carry on."""
        ...

    @property
    def principal(self) -> str:
        """Whose call it is, for backends that share what they have among principals."""
        ...

    @property
    def commands(self) -> Mapping[str, Callable[..., Any]]:
        """The granted tools as commands of the call's scripts."""
        ...

    @property
    def script_use(self) -> ScriptUse | None:
        """What the call's scripts used; None where none ran."""
        ...

    def capability(self, kind: str) -> Capability | None:
        """What the call was given of this kind, for a backend that hands it on in another form."""
        ...

    def file_scope(self) -> FileScope: ...
    async def run_program(
        self,
        argv: Sequence[str],
        *,
        file: Path | None = None,
        commands: Sequence[str] | None = None,
        stdin: bytes | AsyncIterable[bytes] = b"",
        environment: Mapping[str, str] | None = None,
        max_output_bytes: int | None,
        on_output: OnOutput | None = None,
    ) -> ProcessResult:
        """Run what the call's tool is, for a backend of programs; see `runtime.capability.process.Processes.run_program`."""
        ...

    async def exchange(
        self,
        argv: Sequence[str],
        *,
        file: Path,
        tool: str,
        request: bytes,
        accepts: Callable[[bytes], bool],
        environment: Mapping[str, str] | None = None,
        max_output_bytes: int,
    ) -> Served:
        """Have the program that the call's tool is answer one of its many calls; see `runtime.capability.process.Processes.exchange`."""
        ...

    def note_check(self, kind: str, target: str, *, allowed: bool) -> None:
        """Count a check that a backend made in the context's place."""
        ...

    @property
    def holds_changes(self) -> bool:
        """Whether what the call's command changes goes to a layer of its own: what cannot have one may not run."""
        ...

    def hold_changes(self) -> HeldChanges:
        """Have what the call's command changes go to a layer of its own, and nothing else of the call write files.

        Raises:
            BackendUnavailable: there is no workspace, or nothing that could make the changes.
        """
        ...

    def start(self) -> None: ...
    def stop_clock(self) -> None: ...
    def restart_clock(self) -> None: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...
    def checks(self) -> tuple[Check, ...]: ...


@runtime_checkable
class Tool(Protocol):
    """A tool: its declaration, and what runs it.

    ``execute`` gets a private copy of the validated arguments. Where ``blocking`` is false it is a coroutine
    function; where it is true it is a plain function, and the backend runs it in a worker thread.
    """

    @property
    def manifest(self) -> Manifest: ...
    @property
    def blocking(self) -> bool: ...
    def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any: ...


@runtime_checkable
class ToolGroup(Protocol):
    """What stands for several tools: a script and the commands that it calls."""

    def governed_tools(self) -> Sequence[Any]:
        """The tools to register."""
        ...


class Backend(Protocol):
    """Runs one kind of tool within bounds."""

    @property
    def source(self) -> str:
        """The manifest source that it runs, for example ``builtin``."""
        ...

    @property
    def enforces(self) -> frozenset[str]:
        """The bounds that it really enforces, as field names of ResourceBounds."""
        ...

    async def run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        """The tool's output. Raises FailedError and nothing else, cancellation excepted."""
        ...


class PolicyEngine(Protocol):
    """Decides calls. Total: every fault is a decision that does not allow."""

    name: str

    @property
    def bundle(self) -> str: ...
    def decide(self, question: PolicyInput) -> Decision: ...
    async def ask(self, question: PolicyInput) -> Decision:
        """The same, while the event loop goes on."""
        ...

    def close(self) -> None: ...


class Vault(Protocol):
    """The values behind a log's commitments, in the order of its records; what is erased from it is gone.

    Every method raises an `AuditError` where it cannot do what it says. All writers of a log share its vault: they append under
    the lock of its records.
    """

    def append(self, rows: Sequence[tuple[int, Sealed]], size: int) -> None:
        """Write rows, each under its record's number, all or none; not yet durable.

        ``size`` is how many records the log has: rows of others, which a killed writer left behind, are removed first.
        """
        ...

    def sync(self) -> None:
        """Return once all rows survive a power failure, whoever wrote them."""
        ...

    def open(self, commitment: str, seq: int) -> Opened:
        """What is held for a commitment of the record of this number."""
        ...

    def erase(self, seq: int, commitment: str) -> bool:
        """Overwrite a row; whether there was anything to overwrite."""
        ...

    def trim(self, size: int) -> None:
        """Remove the rows of records that a log of this size does not have."""
        ...

    def erasing(self, *, wait: bool) -> AbstractContextManager[bool]:
        """Be the one process that erases; false, without waiting, where another one is at it."""
        ...

    def load_intent(self) -> bytes:
        """What an erasing that did not finish was about to do; nothing where there is none."""
        ...

    def save_intent(self, note: bytes) -> None:
        """Durably say what is about to be erased, or with nothing that it is done."""
        ...

    def close(self) -> None: ...


class AuditLog(Protocol):
    """Appends records durably, in order, each batch whole or not at all."""

    @property
    def keeps_values(self) -> bool:
        """Whether there is a vault for what the entries' commitments stand for."""
        ...

    @property
    def hidden_names(self) -> frozenset[str]:
        """Which names are kept out of the records, and in the vault: ``principals``, ``targets``."""
        ...

    async def commit(self, entries: Sequence[Entry], *, under_way: int = 0) -> Receipt:
        """The receipt of the last entry, once all are on disk. ``under_way``: with how many calls, 0 if unknown.

        The entries take their place in the log before the first suspension: a caller that is cancelled while it
        waits has still recorded them, ahead of whatever it commits next.

        Raises:
            CallRepeated: they begin or end a call whose id is another one's; none was appended.
            ApprovalSpent: they use an answer that was used before, or has expired; none was appended.
            AuditError: nothing may run any more.
        """
        ...

    def commit_sync(self, entries: Sequence[Entry]) -> Receipt:
        """The same, for a thread that may wait."""
        ...

    def has_call(self, call_id: str) -> bool:
        """Whether a call of this id is in the log that was not denied: it may have run."""
        ...

    def records_of(self, call_id: str) -> Sequence[LoggedRecord]:
        """The records of the newest call of this id, from its first on; none where they are too far back. May wait for a disk."""
        ...

    def open_value(self, commitment: str, seq: int) -> Opened:
        """What is held for a commitment of the record of this number; absent where there is no vault."""
        ...

    def has_approval(self, approval: str) -> bool:
        """Whether the answer to this waiting question is used up, whoever did it; may wait for a disk."""
        ...

    def follow(self, take: Callable[[str | None, int, Body], None], since_us: int) -> None:
        """Tell ``take`` of each record since a time, whoever wrote it: call, microseconds, body. It may wait for a disk."""
        ...

    def catch_up(self) -> None:
        """See what other processes appended, and tell those who follow."""
        ...

    def time_us(self) -> int:
        """Real time, but never before the last record's: a clock that is set back is held, as it is in the records."""
        ...

    def close(self) -> None: ...
