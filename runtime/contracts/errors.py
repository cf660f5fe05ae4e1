"""The error tree. Every error has a stable code, a message and a suggestion.

::

    Error
    ├ ConfigurationError     config.*  tool.duplicate  tool.manifest_invalid  schema.refused  policy.bundle_invalid
    │   runtime.closed  approval.unknown  call.under_way  changes.left
    ├ RefusedError           nothing was executed
    │   tool.not_found  input.invalid  capability.missing  policy.denied  policy.unavailable
    │   approval.required  approval.rejected  approval.spent  limit.rate  call.conflict  call.repeated  runtime.overloaded  runtime.fault
    ├ FailedError            execution began: effects are possible
    │   tool.failed  capability.exceeded  limit.wall|cpu|memory|output|fuel|files|network
    │   backend.unavailable  backend.fault  output.invalid  call.cancelled
    │   changes.refused|discarded|conflict|unfinished
    │   mcp.unreachable|gone|protocol|flooded|asked_back
    └ AuditError             the log cannot be written or trusted: the executor refuses further calls
        audit.write_failed  audit.unavailable  audit.record_refused  audit.damaged  audit.key_unusable  audit.inconsistent
        audit.witness_unusable
        audit.not_found  audit.tampered  audit.unproven  audit.untrusted

A class is one code. Its docstring's first line is the meaning, ``cause`` and ``fix`` complete the row of
``docs/errors.md``, which is generated from here.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Any, ClassVar, Literal

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
Audience = Literal["model", "operator"]


class Error(Exception):
    """The base of everything this package raises on purpose."""

    code: ClassVar[str] = ""
    audience: ClassVar[Audience] = "operator"
    retryable: ClassVar[bool] = False
    executed: ClassVar[bool] = False
    cause: ClassVar[str] = ""
    fix: ClassVar[str] = ""

    def __init__(self, message: str, *, suggestion: str = "", **details: Any) -> None:
        """Keep the message, what to do about it, and JSON-compatible details.

        Args:
            message: One sentence. For the audience ``model``: no host path, secret, trace or repr.
            suggestion: What the reader can do next; the class's ``fix`` when empty.
            **details: JSON values that a program may act on, for example ``field="/path"``.
        """
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion or self.fix
        self.details = details

    @property
    def category(self) -> str:
        """The code of the class: stable even where a tool brings codes of its own."""
        return type(self).code


class ConfigurationError(Error):
    """The set-up is wrong, so nothing can run."""

    code = "config.invalid"
    cause = "A setting, a file or an argument of the set-up does not hold."
    fix = "Correct the named setting; `runtime doctor` checks them all."


class ConfigurationMissing(ConfigurationError):
    """Keys, policy or log are not there, and nothing runs without them."""

    code = "config.missing"
    cause = "The folder was never initialised, or a part of it was removed."
    fix = "Run `runtime init` in the folder."


class ConfigurationUntrusted(ConfigurationError):
    """The folder's set-up was not made or accepted by this user."""

    code = "config.untrusted"
    cause = "A cloned or copied folder brings its own runtime.toml, policies or keys."
    fix = "Read the folder's runtime.toml and policies, then accept them with `runtime init --trust`."


class ConfigurationUnsafe(ConfigurationError):
    """Other users of this machine can change what decides here."""

    code = "config.unsafe"
    cause = "A file of settings, policies, tools or accepted keys, or its folder, belongs to or can be written by another user."
    fix = "Make it yours with `chown`, and take the permission away with `chmod go-w`."


class ConfigurationChanged(ConfigurationError):
    """The folder's settings, policies or tools are not those that this user accepted."""

    code = "config.changed"
    cause = "A value in runtime.toml, a file of the policy bundle or of a tools folder was added, changed or removed."
    fix = "Look at the difference and accept it with `runtime accept`; `runtime policy accept` and `runtime tools accept` accept one of them."


class DuplicateTool(ConfigurationError):
    """Two tools claim one name."""

    code = "tool.duplicate"
    cause = "A tool of that name is registered already."
    fix = "Rename one of the two tools."


class ManifestInvalid(ConfigurationError):
    """A tool's declaration does not hold together."""

    code = "tool.manifest_invalid"
    cause = "A field of the manifest is missing, malformed or contradicts another."
    fix = "Correct the named field of the tool's declaration."


class SchemaRefused(ConfigurationError):
    """A tool's JSON Schema is invalid or hostile."""

    code = "schema.refused"
    cause = "The schema refers outside itself, holds a pattern that could run without end, or is too large."
    fix = "Use local references (#/$defs/...) and patterns without look-around or back-references."


class BundleInvalid(ConfigurationError):
    """The policy bundle cannot be loaded safely."""

    code = "policy.bundle_invalid"
    cause = "A policy file has an error, or uses something that the guard refuses."
    fix = "Correct the file and line named in the message."


class RuntimeClosed(ConfigurationError):
    """The executor was closed, or stopped because its log cannot be written."""

    code = "runtime.closed"
    cause = "The call came after close(), or after an audit failure."
    fix = "Open a new executor; if the log failed, run `runtime audit verify` first."


class ChangesLeft(ConfigurationError):
    """A process was killed while it made a command's changes, and they can be neither finished nor undone."""

    code = "changes.left"
    cause = (
        "A journal in `.runtime/changes` is not sealed with this log's key, or the disk refuses what it says."
    )
    fix = "Look at the folder that the message names; compare with a backup, then move it away."


class ApprovalUnknown(ConfigurationError):
    """There is no such question, or it can no longer be answered."""

    code = "approval.unknown"
    cause = "The id is wrong, or the question has expired or is answered already."
    fix = "`runtime approvals list` shows what waits for an answer."


class WasmRefused(ConfigurationError):
    """A WebAssembly module is not admitted."""

    code = "wasm.refused"
    cause = "The module is malformed, too large, not the pinned one, or imports what its manifest does not declare."
    fix = "`runtime wasm inspect FILE` shows what a module imports and needs; correct the module or its manifest."


class CallUnderWay(ConfigurationError):
    """The call has not ended, so that its records and values are not all there."""

    code = "call.under_way"
    cause = "A runtime is working on it, or died at it."
    fix = "Wait for its end; if the process died, start the runtime once."


class RefusedError(Error):
    """The call was refused and nothing was executed."""

    code = "call.refused"
    audience: ClassVar[Audience] = "model"
    cause = "One of the checks before execution said no."
    fix = "See the code of the refusal."


class ToolNotFound(RefusedError):
    """No tool of that name may be called."""

    code = "tool.not_found"
    cause = "The name is not in the registry: what is not listed is denied."
    fix = "Use a name from `runtime tools list`."


class InputInvalid(RefusedError):
    """The arguments are not what the tool accepts."""

    code = "input.invalid"
    cause = "The arguments are not JSON, exceed a bound, or do not match the tool's input schema."
    fix = "Correct the named field; `runtime tools show NAME` prints the schema."


class ArgumentRefused(InputInvalid):
    """Arguments that fit the schema and that the tool refuses all the same, before policy is asked; with a code of their own.

    Example: ``ArgumentRefused("path_outside_working_dir", "Path '../x' is outside working directory")``.

    Source: tool contract, "Validation Rules".
    """

    def __init__(self, code: str, message: str, *, suggestion: str = "", **details: Any) -> None:
        super().__init__(message, suggestion=suggestion, **details)
        self.code = code  # type: ignore[misc]  # the argument's code shadows the class's; category keeps the latter


class CapabilityMissing(RefusedError):
    """The caller did not grant a capability that the tool declares."""

    code = "capability.missing"
    cause = "The grants of the call do not cover what the tool needs."
    fix = "Grant the named capability, or call a tool that needs less."


class PolicyDenied(RefusedError):
    """Policy decided against the call."""

    code = "policy.denied"
    cause = "A rule of the policy bundle denies this call, or no rule allows it."
    fix = "Read the reasons; change the call, or have a policy author change the rule."


class PolicyUnavailable(RefusedError):
    """Policy gave no usable answer, which counts as no."""

    code = "policy.unavailable"
    retryable = True
    cause = "The engine failed, timed out, or answered outside the decision schema."
    fix = "Have the operator look at the recorded outcome of the decision."


class ApprovalRequired(RefusedError):
    """The call needs an approval that nobody here can give."""

    code = "approval.required"
    cause = "Policy or the tool's manifest asks for approval, and nobody can be asked now."
    fix = "Configure an approver, or approve the call with `runtime call --approve ask`."


class ApprovalRejected(RefusedError):
    """The approver said no."""

    code = "approval.rejected"
    cause = "The approver rejected exactly this call."
    fix = "Change the call or ask the approver why."


class ApprovalSpent(RefusedError):
    """The answer that the call took ran a call before, or has expired."""

    code = "approval.spent"
    cause = "The log holds a use of the answer, or is past its time, although the inbox still offered it."
    fix = "Make the call again: it is asked about anew. If it repeats, have somebody look at who writes the inbox."


class RateLimited(RefusedError):
    """The policy's rate for this key is used up."""

    code = "limit.rate"
    retryable = True
    cause = "Too many calls in the window that the policy's rate obligation names."
    fix = "Wait for the window to pass."


class CallConflict(RefusedError):
    """The call id was used before for a different call."""

    code = "call.conflict"
    cause = (
        "A call id of a principal names one call: same tool, arguments, roles, attributes, grants and limits."
    )
    fix = "Use a fresh call id for a different call."


class CallRepeated(RefusedError):
    """The log shows this call id already, and log and vault do not tell the whole outcome."""

    code = "call.repeated"
    cause = "The call runs in another process now, did not complete, or its values were not kept; `missing` says which."
    fix = "Read what happened in the audit log; use a fresh call id to run it again."


class Overloaded(RefusedError):
    """There is too much to do, and the call was turned away before it was begun."""

    code = "runtime.overloaded"
    retryable = True
    cause = "As many calls run as the executor has places for, and the queue for them is full or did not move in time."
    fix = "Try again after `retry_after_s` seconds; the operator can raise the bounds of the settings' [executor]."


class RuntimeFault(RefusedError):
    """The runtime itself broke before the tool was started."""

    code = "runtime.fault"
    audience = "operator"
    cause = "An unexpected fault in a step before execution."
    fix = "Report it with the call id; the program's log holds the trace."


class FailedError(Error):
    """Execution began and did not complete; effects are possible."""

    code = "call.failed"
    audience: ClassVar[Audience] = "model"
    executed = True
    cause = "The tool was started and did not end well."
    fix = "See the code of the failure."


class ToolFault(FailedError):
    """The tool reported an error, or broke."""

    code = "tool.failed"
    cause = "The tool could not do what was asked."
    fix = "Read the message; the tool's own code says what to change."


class ToolError(ToolFault):
    """An error that a tool reports on purpose, with a code of its own.

    Example: ``ToolError("file_not_found", "File 'a.txt' not found", suggestion="Check the name")``.

    Source: tool contract, "Error Handling" (code, message, suggestion).
    """

    def __init__(self, code: str, message: str, *, suggestion: str = "", **details: Any) -> None:
        super().__init__(message, suggestion=suggestion, **details)
        self.code = code  # type: ignore[misc]  # the tool's code shadows the class's; category keeps the latter


class ToolChanged(FailedError):
    """The file or the definition of a tool is not the one that was accepted."""

    code = "tool.changed"
    audience = "operator"
    cause = "The file was edited, replaced or removed after the tools were accepted; or an MCP server defines its tool otherwise by now."
    fix = "Look at the difference and accept it: `runtime tools accept`, `runtime mcp accept`; an executor that runs takes it up with `rediscover`."


class CapabilityExceeded(FailedError):
    """The tool reached for something that its capabilities do not cover."""

    code = "capability.exceeded"
    cause = "A handle was asked for a target outside what was granted, declared and allowed."
    fix = "Grant the target, or ask for one inside the grant."


class OutsideWorkspace(CapabilityExceeded):
    """A path leads out of the workspace: never granted to anyone, so tools may name it in words of their own."""


class WallLimit(FailedError):
    """The tool ran longer than its wall-clock bound."""

    code = "limit.wall"
    retryable = True
    cause = "The bound `wall_s` of the manifest, the policy or the caller was reached."
    fix = "Ask for less work in one call, or raise the bound."


class CpuLimit(FailedError):
    """The tool computed longer than its bound."""

    code = "limit.cpu"
    cause = "The bound `cpu_s` was reached."
    fix = "Ask for less work in one call, or raise the bound."


class MemoryLimit(FailedError):
    """The tool used more memory than its bound."""

    code = "limit.memory"
    cause = "The bound `memory_bytes` was reached."
    fix = "Ask for less data in one call, or raise the bound."


class OutputLimit(FailedError):
    """The tool's output is larger than its bound."""

    code = "limit.output"
    cause = "The bound `output_bytes` was reached; nothing was cut short silently."
    fix = "Ask for a smaller part, or raise the bound."


class FuelLimit(FailedError):
    """The module executed more instructions than its fuel allows."""

    code = "limit.fuel"
    cause = "The bound `fuel` was reached."
    fix = "Ask for less work in one call, or raise the bound."


class FilesLimit(FailedError):
    """The tool opened more files than its bound."""

    code = "limit.files"
    cause = "The bound `files` was reached."
    fix = "Narrow the search, or raise the bound."


class CallsLimit(FailedError):
    """The tool made more calls than its bound, or calls within calls too deep."""

    code = "limit.calls"
    cause = "The bound `calls` of a call, or of one that it was made in, was reached."
    fix = "Make fewer calls in one call, or raise the bound."


class NetworkLimit(FailedError):
    """The tool made more requests or moved more bytes than its bound."""

    code = "limit.network"
    cause = "The bound `network` was reached."
    fix = "Ask for less, or raise the bound."


class BackendUnavailable(FailedError):
    """The backend that runs this kind of tool is not usable here."""

    code = "backend.unavailable"
    audience = "operator"
    retryable = True
    cause = "A part of the backend is missing on this machine, or a required protection is."
    fix = "Run `runtime doctor` to see what this machine enforces."


class BackendFault(FailedError):
    """The backend itself broke while the tool ran."""

    code = "backend.fault"
    audience = "operator"
    cause = "An unexpected fault outside the tool's own code."
    fix = "Report it with the call id; the audit log holds the call."


class ChangesRefused(FailedError):
    """What the command changed cannot be made, so nothing of it was."""

    code = "changes.refused"
    cause = "There is a device, a FIFO, a socket, a set-user-id bit, a name that is no text, a place that may not be changed, or too much."
    fix = "Have the command leave out what the message names."


class ChangesDiscarded(FailedError):
    """Policy or an approver said no to what the command changed, so nothing of it was made."""

    code = "changes.discarded"
    cause = "The command ran on a layer of its own; its changes were reviewed and not allowed."
    fix = "Read the reasons and the changes; have the command change something else."


class ChangesConflict(FailedError):
    """Somebody else changed the same places while the command ran or its changes were reviewed, so nothing of it was made."""

    code = "changes.conflict"
    retryable = True
    cause = "A file of the workspace is not the one any more that the command saw, or that was reviewed."
    fix = "Call it again: the command then works on the files as they are now."


class ChangesUnfinished(FailedError):
    """The disk failed while the command's changes were made."""

    code = "changes.unfinished"
    audience = "operator"
    cause = "A file could not be written or renamed after the transaction had begun; its journal was kept."
    fix = "Make room or repair the disk; the next start of a runtime finishes or undoes them all."


class McpUnreachable(FailedError):
    """The MCP server of a tool could not be reached, so that nothing was asked of it."""

    code = "mcp.unreachable"
    audience = "operator"
    retryable = True
    cause = "Its program did not start, ended before it listed its tools, or its address does not answer."
    fix = "Try it with `runtime mcp diff`; a program's own code and files must be among its grants and its `system` folders."


class McpGone(FailedError):
    """The MCP server of a tool ended, or its connection broke, before it answered."""

    code = "mcp.gone"
    audience = "operator"
    retryable = True
    cause = "The server crashed, was ended at a bound, or closed its output; the next call starts it anew."
    fix = "See whether the call had an effect before it is repeated."


class McpProtocol(FailedError):
    """The MCP server of a tool sent what no server may send."""

    code = "mcp.protocol"
    audience = "operator"
    cause = (
        "A message was no strict JSON, no JSON-RPC, or answered what nobody asked; the connection was closed."
    )
    fix = "The server is broken or hostile: look at it before it is used again."


class McpFlooded(FailedError):
    """The MCP server of a tool sent more than anybody reads."""

    code = "mcp.flooded"
    audience = "operator"
    cause = "One message, the messages of one call, or a list of tools was beyond its bound; the connection was closed."
    fix = "The server is broken or hostile: look at it before it is used again."


class McpAskedBack(FailedError):
    """The MCP server of a tool asked back, for a model, a person or files, and may not."""

    code = "mcp.asked_back"
    audience = "operator"
    cause = "The server wants sampling, elicitation or roots, and its settings allow none of it."
    fix = "Name a tool that answers in mcp.servers.NAME.sampling or .elicitation, if the server shall have answers."


class OutputInvalid(FailedError):
    """The tool's output is not what its output schema promises."""

    code = "output.invalid"
    cause = "The output does not match the schema, is not JSON, or has no normalization rule."
    fix = "Have the tool's author correct the tool or its output schema."


class CallCancelled(FailedError):
    """The caller gave up before the tool had finished."""

    code = "call.cancelled"
    cause = "The awaiting task was cancelled."
    fix = "Check what the tool did before repeating the call."


class AuditError(Error):
    """The audit log cannot be used, so the executor refuses further calls."""

    code = "audit.failed"
    cause = "The log cannot be written, read or trusted."
    fix = "Run `runtime audit verify`."


class AuditWriteFailed(AuditError):
    """A record could not be made durable."""

    code = "audit.write_failed"
    cause = "The disk is full, the folder is read-only, or the device failed."
    fix = "Make room or repair the device, then open a new executor."

    @classmethod
    def by(cls, what: str, error: OSError, then: str = "") -> AuditWriteFailed:
        """What the system refused, and whether for want of room, which comes back."""
        failed = cls(f"{what}: {error.strerror}{then}")
        if error.errno in _NO_SPACE:
            failed.details["no_space"] = True
        return failed


class AuditUnavailable(AuditError):
    """The log's disk is full, or its database or lock cannot be had: nothing runs until that has passed, and then calls are taken as before."""

    code = "audit.unavailable"
    retryable = True
    cause = "A record, a checkpoint or a value for the vault found no room, or no way to the log. What was acknowledged is in the log."
    fix = "Make room, or see that the server runs, and make the call again; no new executor is needed."


class AuditRecordRefused(AuditError):
    """A record cannot be put into the log, and nothing of its batch was written; the log goes on."""

    code = "audit.record_refused"
    cause = "A field has the wrong type, a string holds a lone surrogate, or the line exceeds 65,535 bytes."
    fix = "Shorten or correct the named record; this is a defect of the code that made it."


class AuditDamaged(AuditError):
    """The log's end is torn or its content is not a valid chain."""

    code = "audit.damaged"
    cause = "A crash in the middle of a write, or someone changed the files."
    fix = "Run `runtime audit verify`; for a torn tail `runtime audit repair` shows what it would do."


class AuditForged(AuditError):
    """Records stand at the log's end that nobody who holds its key wrote."""

    code = "audit.forged"
    cause = "Somebody who can write the log, and has no key, appended them."
    fix = "Find out who writes there; `runtime audit repair` shows the records, `--apply` moves them to quarantine."


class AuditInconsistent(AuditError):
    """The log is smaller than, or differs from, what was signed before."""

    code = "audit.inconsistent"
    cause = "Records were removed or replaced after a checkpoint was signed."
    fix = "Stop and keep the files; run `runtime audit verify`."


class AuditKeyUnusable(AuditError):
    """The signing key cannot be used safely."""

    code = "audit.key_unusable"
    cause = "The key file is malformed, readable by others, or not the pinned key."
    fix = "Set the file's mode to 0600, or restore the right key."


class AuditSignerFailed(AuditWriteFailed):
    """The device that keeps the signing key did not sign, so no record is taken until it does."""

    code = "audit.signer_failed"
    retryable = True
    cause = "The token or the command cannot be reached, takes too long, or gave what is no signature of the pinned key."
    fix = "See that the device or the command works by itself; the runtime goes on as soon as it signs."


class AuditNotFound(AuditError):
    """The log holds no such record, call or checkpoint."""

    code = "audit.not_found"
    cause = "The number is behind the log's end, the name is spelled differently, or the log is another one."
    fix = "Look with `runtime audit query` or `runtime audit tail`."


class AuditTampered(AuditError):
    """What was to be read or proved is not what was signed."""

    code = "audit.tampered"
    cause = "Records or checkpoints were changed after they were signed."
    fix = "Stop and keep the files; run `runtime audit verify`."


class AuditUnproven(AuditError):
    """No checkpoint covers it, so nothing can be proved about it."""

    code = "audit.unproven"
    cause = "It was written a moment ago, the process died before it was signed, or it was never signed."
    fix = "Try again; if that does not help, run `runtime audit verify`."


class AuditUntrusted(AuditError):
    """A checkpoint is signed with a key that is not the pinned one."""

    code = "audit.untrusted"
    cause = "The key is another log's, or somebody else signed this log."
    fix = "Get the verifier key from where it is pinned, and give it with --key."


class AuditExportUnavailable(AuditError):
    """What records are exported to does not take them; nothing is lost, since an export goes on where it stood."""

    code = "audit.export_unavailable"
    retryable = True
    cause = "The collector cannot be reached, refuses what it is sent, or the file cannot be written."
    fix = "See that it runs and has room; start the export again with the same cursor."


class AuditWitnessUnusable(AuditError):
    """A witness of the log cannot be asked, or what it keeps cannot be read."""

    code = "audit.witness_unusable"
    cause = (
        "Its folder or server cannot be reached, or what is kept there was not signed by a key of this log."
    )
    fix = "Correct the setting `audit.witness`, or move what is kept there away and look at it."


class AuditUnwitnessed(AuditError):
    """The checkpoints that are due do not meet the witness policy, and the settings refuse calls until they do; nothing was executed."""

    code = "audit.unwitnessed"
    retryable = True
    cause = "Too few of the policy's witnesses can be reached, or too few of its keys sign."
    fix = (
        "See that they can be reached (`runtime doctor`), and make the call again; no new executor is needed."
    )


def catalogue() -> Iterator[type[Error]]:
    """Every class of the tree that carries a code of its own, parents first."""

    def walk(node: type[Error]) -> Iterator[type[Error]]:
        if "code" in vars(node) and node is not Error:
            yield node
        for child in node.__subclasses__():
            if child.__module__ == __name__:
                yield from walk(child)

    yield from walk(Error)
