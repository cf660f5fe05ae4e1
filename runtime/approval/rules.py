"""Rules that approve in a person's place.

A rule holds a tool's name and a regular expression. It approves a call where

1. it is enabled and has not expired,
2. its tool is exactly the call's, and its folder, where it names one, the call's workspace,
3. its expression matches the *whole* of the arguments' canonical JSON (RFC 8785: keys sorted, no spaces), in time.

Rules are the user's own file, outside every workspace: a cloned repository brings none. The file is read again when it
has changed. One that cannot be read, or a rule that is malformed, approves nothing.

Source: tool contract, "Auto-Approval Matching".
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from runtime.approval import files
from runtime.approval.clock import system_time_us
from runtime.contracts.approval import ApprovalRequest, ApprovalRule
from runtime.contracts.errors import ApprovalUnknown, ConfigurationError

MATCH_TIMEOUT_S = 0.05
"""An expression may backtrack: one that takes longer on some arguments does not match them."""
_MAX_BYTES = 1024 * 1024
_MAX_PATTERN = 4096
_log = logging.getLogger("runtime.approval")
_Rules = tuple[ApprovalRule, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[ApprovalRule, ...] = ()


class RuleFile:
    """The rules of one file; implements `runtime.contracts.approval.ApprovalRules`."""

    def __init__(self, file: Path, workspace: Path, *, now_us: Callable[[], int] = system_time_us) -> None:
        """Read the rules when they are first needed.

        Args:
            file: JSON: ``{"rules": [{"id", "tool", "pattern", "workspace", "working_directory", "expires_us",
                "enabled", "note"}]}``.
            workspace: Rules of other folders do not count.
            now_us: Real time.
        """
        self._file = file
        self.workspace = str(workspace)
        self.now_us = now_us
        self._lock = threading.Lock()
        self._stamp: files.Stamp | None = None
        self._rules: _Rules = ()

    def is_there(self) -> bool:
        """Whether there is a file of rules, readable or not."""
        return files.is_there(self._file)

    def match(self, request: ApprovalRequest, arguments: bytes) -> ApprovalRule | None:
        """The first rule that approves a call of these canonical arguments; any fault counts as none."""
        try:
            return self.fitting(request.tool, arguments, request.working_directory)
        except (ConfigurationError, UnicodeDecodeError) as error:
            _log.warning("no rule is in force: %s", error)
            return None

    def fitting(
        self, tool: str, arguments: bytes, working_directory: str | None = None
    ) -> ApprovalRule | None:
        """The first rule that approves a call of a tool with these canonical arguments, in the folder of its session.

        Raises:
            ConfigurationError: the file cannot be read.
        """
        text = arguments.decode()
        return next(
            (rule for rule in self._current() if self._fits(rule, tool, text, working_directory)), None
        )

    def always(self, request: ApprovalRequest, arguments: bytes) -> ApprovalRule:
        """Approve calls of this tool with exactly these arguments in this folder, from now on."""
        same = (request.tool, re.escape(arguments.decode()), self.workspace, request.working_directory)
        for rule in self.entries():
            if (rule.tool, rule.pattern, rule.workspace, rule.working_directory) == same:
                return self.change(rule.id, enabled=True, expires_us=None)
        tool, pattern, workspace, working_directory = same
        return self.add(
            tool=tool,
            pattern=pattern,
            workspace=workspace,
            working_directory=working_directory,
            note="always",
        )

    def entries(self) -> _Rules:
        """All rules, also those that are not in force.

        Raises:
            ConfigurationError: the file cannot be read.
        """
        return self._current()

    def add(
        self,
        *,
        tool: str,
        pattern: str,
        workspace: str | None = None,
        working_directory: str | None = None,
        expires_us: int | None = None,
        note: str = "",
    ) -> ApprovalRule:
        """Put a rule into force.

        Raises:
            ConfigurationError: the pattern is no regular expression, or the file cannot be written.
        """
        check_pattern(pattern)
        rule = ApprovalRule(
            id=f"r-{secrets.token_hex(4)}",
            tool=tool,
            pattern=pattern,
            workspace=workspace,
            working_directory=working_directory,
            expires_us=expires_us,
            note=note,
        )
        self._rewrite(lambda rules: (*rules, rule))
        return rule

    def change(self, rule_id: str, **fields: object) -> ApprovalRule:
        """Change fields of a rule, for example ``enabled=False``.

        Raises:
            ApprovalUnknown: there is no such rule.
            ConfigurationError: the file cannot be written.
        """
        changed = msgspec.structs.replace(self._known(rule_id), **fields)
        self._rewrite(lambda rules: [changed if rule.id == rule_id else rule for rule in rules])
        return changed

    def remove(self, rule_id: str) -> ApprovalRule:
        """Take a rule away; errors are those of `change`."""
        removed = self._known(rule_id)
        self._rewrite(lambda rules: [rule for rule in rules if rule.id != rule_id])
        return removed

    def _known(self, rule_id: str) -> ApprovalRule:
        for rule in self.entries():
            if rule.id == rule_id:
                return rule
        raise ApprovalUnknown(
            f"there is no rule {rule_id!r}", suggestion="`runtime approvals rules list` shows them."
        )

    def _fits(self, rule: ApprovalRule, tool: str, text: str, working_directory: str | None) -> bool:
        return (
            rule.enabled
            and rule.tool == tool
            and rule.workspace in (None, self.workspace)
            and rule.working_directory in (None, working_directory)
            and (rule.expires_us is None or self.now_us() < rule.expires_us)
            and matches(rule.pattern, text)
        )

    def _current(self) -> _Rules:
        with self._lock:
            stamp = files.stamp(self._file)
            if stamp is None or stamp != self._stamp:
                self._rules, self._stamp = _read(self._file), stamp
            return self._rules

    def _rewrite(self, change: Callable[[_Rules], Iterable[ApprovalRule]]) -> None:
        """Read, change and replace the file as one step among all who do so."""
        with files.locked(self._file), self._lock:
            encoded = msgspec.json.encode(_File(tuple(change(_read(self._file)))))
            data = msgspec.json.format(encoded, indent=2) + b"\n"
            if len(data) > _MAX_BYTES:  # it could not be read back, and no rule would be in force
                raise ConfigurationError(
                    f"{self._file} would be larger than {_MAX_BYTES} bytes",
                    suggestion="`runtime approvals rules remove` makes room.",
                    file=str(self._file),
                )
            files.replace(self._file, data)
            self._stamp = None


def _read(file: Path) -> _Rules:
    data = files.read(file, _MAX_BYTES)
    if data is None:
        return ()
    try:
        return msgspec.json.decode(data, type=_File).rules
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigurationError(f"{file} holds no rules: {error}", file=str(file)) from None


def matches(pattern: str, text: str) -> bool:
    """Whether an expression matches the whole text, in time."""
    import regex

    try:
        # Concurrent: without the interpreter's lock, so that the event loop goes on meanwhile.
        return regex.fullmatch(pattern, text, timeout=MATCH_TIMEOUT_S, concurrent=True) is not None
    except (regex.error, TimeoutError, RecursionError, MemoryError) as error:
        _log.warning("a rule's pattern did not match: %s", type(error).__name__)
        return False


def check_pattern(pattern: str) -> None:
    """Refuse what could never match.

    Raises:
        ConfigurationError: it is no regular expression.
    """
    import regex

    if len(pattern) > _MAX_PATTERN:
        raise ConfigurationError(f"the pattern is longer than {_MAX_PATTERN} characters", field="pattern")
    try:
        regex.compile(pattern)
    except (regex.error, RecursionError) as error:
        raise ConfigurationError(
            f"the pattern is no regular expression: {error}",
            suggestion='Write what the arguments\' JSON looks like, such as {"path":"[^"]*\\.txt"}.',
            field="pattern",
        ) from None
