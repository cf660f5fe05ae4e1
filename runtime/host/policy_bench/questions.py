"""The policy that a folder's settings name, and the questions that its calls are put to policy with."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from runtime.audit.stores import Location
from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.capability import Capability
from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import AuditNotFound, InputInvalid
from runtime.contracts.invocation import Principal
from runtime.executor import decision_steps
from runtime.executor.activity import LONGEST_US, Activity
from runtime.executor.dependencies import as_principal
from runtime.executor.prepared import PreparedTool
from runtime.executor.stages import Arrived, Call
from runtime.executor.surroundings import describe_time
from runtime.host.composition import close_all, entitlements, reserved_places
from runtime.host.log_keys import require_pinned
from runtime.host.log_location import location_to_read
from runtime.host.policy_bench.history import RecordedDecision, decisions, records
from runtime.host.policy_location import bundle_folder
from runtime.host.prepared_tools import PreparedTools
from runtime.host.settings import LoadedSettings, load_settings
from runtime.host.tool_catalog import ToolCatalog
from runtime.policy.question import question
from runtime.validation.strict_json import freeze_arguments

MAX_QUESTION_BYTES = 4 << 20
_SESSION = "s-example"


class BenchedPolicy(msgspec.Struct, frozen=True):
    """Where a bundle lies, and what it is opened with."""

    folder: Path
    entry: str
    allow_builtins: frozenset[str]


def policy_of(folder: str, bundle: str | None = None) -> BenchedPolicy:
    """The bundle of a workspace, or another one under the workspace's settings.

    Raises:
        ConfigurationError: the settings cannot be read, or their engine takes no folder.
    """
    loaded = load_settings(Path(folder))
    policy = loaded.settings.policy
    path = bundle_folder(loaded) if bundle is None else Path(bundle)
    return BenchedPolicy(path, policy.entry, frozenset(policy.allow_builtins))


def location_of_log(folder: str) -> Location:
    """Where the log of a workspace is.

    Raises:
        ConfigurationError: as `location_to_read`.
    """
    return location_to_read(load_settings(Path(folder)))


def read_question(text: str | bytes) -> bytes:
    """A question that somebody wrote, in its canonical form.

    Raises:
        InputInvalid: it is no JSON object.
    """
    value, data = freeze_arguments(text, max_bytes=MAX_QUESTION_BYTES)
    del value
    return data


def question_of_call(folder: str, call: str) -> RecordedDecision:
    """The last decision on a call of the workspace's log, with its question.

    Raises:
        AuditNotFound: ``audit.not_found``: no such call was put to policy.
        InputInvalid: its question is not kept.
    """
    found = None
    for decision in decisions(location_of_log(folder)):
        if decision.call == call:
            found = decision
    if found is None:
        raise AuditNotFound(f"The log knows no decision on a call {call[:128]!a}")
    if found.question is None:
        raise InputInvalid(
            f"the question of this call cannot be had: {found.missing.replace('_', ' ')}",
            suggestion="Make one with `runtime policy input`, and give it with --input.",
        )
    return found


def question_for(
    folder: str,
    tool: str,
    arguments: Mapping[str, Any] | str | bytes,
    *,
    principal: Principal,
    grants: tuple[Capability, ...] | None = None,
) -> bytes:
    """The question that a call would be put to policy with, now, with every part of the context.

    Raises:
        RefusedError: the call would be refused before policy is asked.
        ConfigurationError: the folder cannot be read, or is not accepted.
    """
    loaded = load_settings(Path(folder))
    if loaded.settings.tools.folders:  # to list them is to run their code
        require_pinned(loaded)
    catalog = ToolCatalog(loaded, reserved_places(loaded), os.urandom(32))
    try:
        catalog.fill(())
        prepared = PreparedTools(catalog, str(loaded.workspace.resolve()))
        given = entitlements(loaded.settings)
        who = given.with_roles(as_principal(principal))
        call = Call(
            "c-example",
            tool,
            who,
            given.grants_of(who.id) if grants is None else grants,
            None,
            None,
            time.perf_counter_ns(),
        )
        asked = _asked(call, prepared, catalog, arguments, _context(loaded, call))
    finally:
        close_all(catalog.closers)
    return question(asked)


def _asked(
    call: Call, tools: Mapping[str, PreparedTool], catalog: ToolCatalog, arguments: Any, context: Canonical
) -> PolicyInput:
    found = decision_steps.find(Arrived(call), tools, catalog.registry.suggest)
    gated = decision_steps.gate(decision_steps.validate(decision_steps.freeze(found, arguments)))
    decision_steps.require_nothing_missing(gated)
    return decision_steps.question(gated, context)


def _context(loaded: LoadedSettings, call: Call) -> Canonical:
    policy = loaded.settings.policy
    now_us = time.time_ns() // 1000
    context: dict[str, Any] = {
        "environment": policy.environment,
        "session": _SESSION,
        "tenant": policy.tenant,
        "time": describe_time(now_us, ZoneInfo(policy.timezone)),
    }
    activity = Activity()
    location = location_to_read(loaded)
    if location.exists():
        for record, body in records(location):
            if record.at_us >= now_us - LONGEST_US:
                activity.take(record.call, record.at_us, body)
    context["counts"] = activity.ask(call.call_id, call.principal.id, call.tool_name, now_us)
    return Canonical(canonical.encode(context))
