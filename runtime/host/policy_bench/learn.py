"""The least grants and rules that would have allowed what a log says was used, and what nobody used.

Used is what a call that completed was found to use: the checks of its handles, and of tools without handles nothing. What was refused, or
failed, teaches nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from runtime.audit.stores import Location
from runtime.capability.check_log import OTHERS
from runtime.contracts.audit import Body, CapabilityCheck, PolicyDecision, ToolCompleted, ToolInvoked
from runtime.contracts.errors import BundleInvalid
from runtime.host.inspection import list_manifests
from runtime.host.policy_bench.history import decisions, records
from runtime.host.policy_bench.questions import BenchedPolicy
from runtime.host.settings import load_settings
from runtime.policy.bench.explanation import Explainer
from runtime.policy.bundle import load

FILES_OF_A_FOLDER = 3
"""So many files of one folder are granted as the folder."""
_SCOPES = {
    "fs_read": "prefixes",
    "fs_write": "prefixes",
    "net_read": "allowlist",
    "net_write": "allowlist",
    "db_read": "tables",
    "db_write": "tables",
    "process_spawn": "commands",
    "env_read": "vars",
}

RULES = """\
# What was used, and nothing else. `runtime policy learn` wrote the table in data.json from a log.
package runtime.authz

import data.learned

default decision := {"allow": false, "ask": false, "reasons": ["nobody used this tool in this way before"]}

decision := {"allow": true, "ask": used.ask, "reasons": ["it was used before"], "obligations": {"grants": used.grants}} if {
	used := learned.used[input.principal.id][input.tool.name]
}
"""
TESTS = """\
package runtime.authz_test

import data.learned
import data.runtime.authz

test_what_was_used_is_allowed if {
	every principal, tools in learned.used {
		every name, _ in tools {
			authz.decision.allow with input as {"principal": {"id": principal}, "tool": {"name": name}}
		}
	}
}

test_what_nobody_used_is_denied if {
	not authz.decision.allow with input as {"principal": {"id": "agent:of nobody"}, "tool": {"name": "read_file"}}
}
"""


class Usage(msgspec.Struct, kw_only=True):
    """How one principal used one tool."""

    calls: int = 0
    ask: bool = False
    """Whether all of its calls were asked about."""
    grants: list[dict[str, Any]] = []


class Learned(msgspec.Struct, kw_only=True):
    """What a log teaches."""

    calls: int
    used: dict[str, dict[str, Usage]]
    """By principal and tool."""
    grants: dict[str, Any]
    """The least of ``[grants]``."""
    unused_tools: list[str]
    unused_grants: list[str]
    """Of the settings: kinds that no call used."""
    unused_rules: list[str]
    """Of the bundle: clauses that held for no recorded question."""


class _Call(msgspec.Struct):
    principal: str
    tool: str
    asked: bool = False
    used: dict[str, set[str]] = {}


def learn(log: Path | Location, folder: str, policy: BenchedPolicy | None) -> Learned:
    """Read a log; ``policy`` is the bundle whose unused rules are looked for.

    Raises:
        AuditError: the log cannot be read.
        ConfigurationError: the folder's tools cannot be listed.
    """
    usage: dict[str, dict[str, Usage]] = defaultdict(dict)
    targets: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for call in _completed(log):
        kept = usage[call.principal].setdefault(call.tool, Usage(ask=True))
        kept.calls += 1
        kept.ask = kept.ask and call.asked
        for kind, used in call.used.items():
            targets[(call.principal, call.tool)][kind] |= used
    whole: dict[str, set[str]] = defaultdict(set)
    for (principal, tool), used_kinds in targets.items():
        usage[principal][tool].grants = [_grant(kind, used) for kind, used in sorted(used_kinds.items())]
        for kind, used in used_kinds.items():
            whole[kind] |= used
    settings = load_settings(Path(folder)).settings
    tools = {tool for of_one in usage.values() for tool in of_one}
    return Learned(
        calls=sum(one.calls for of_one in usage.values() for one in of_one.values()),
        used={principal: dict(sorted(of_one.items())) for principal, of_one in sorted(usage.items())},
        grants={kind: _scope(kind, used) for kind, used in sorted(whole.items())},
        unused_tools=sorted({manifest.name for manifest in list_manifests(folder)} - tools),
        unused_grants=sorted(set(settings.grants) - set(whole)),
        unused_rules=[] if policy is None else _unused_rules(log, policy),
    )


def write_bundle(learned: Learned, folder: Path) -> None:
    """Write the bundle that allows what was used: rules, their table, and a test.

    Raises:
        FileExistsError: a file of it is there.
    """
    table = {
        principal: {tool: {"ask": one.ask, "grants": one.grants} for tool, one in of_one.items()}
        for principal, of_one in learned.used.items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("authz.rego", RULES),
        ("authz_test.rego", TESTS),
        ("data.json", json.dumps({"learned": {"used": table}}, indent=2) + "\n"),
    ):
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)


def _completed(log: Path | Location) -> Iterable[_Call]:
    running: dict[str, _Call] = {}
    for record, body in records(log):
        if record.call is None:
            continue
        if isinstance(body, ToolInvoked):
            running[record.call] = _Call(body.principal, body.tool, used={})
        elif record.call in running:
            _follow(running[record.call], body)
            if body.terminal:
                call = running.pop(record.call)
                if isinstance(body, ToolCompleted):
                    yield call


def _follow(call: _Call, body: Body) -> None:
    if isinstance(body, PolicyDecision):
        call.asked = body.outcome == "ask"
    elif isinstance(body, CapabilityCheck) and body.phase == "use":
        for check in body.checks:
            if check.allowed:
                call.used.setdefault(check.capability, set()).add(check.target)


def _grant(kind: str, used: set[str]) -> dict[str, Any]:
    scope = _SCOPES.get(kind)
    return {"type": kind} if scope is None else {"type": kind, scope: _scope(kind, used)}


def _scope(kind: str, used: set[str]) -> Any:
    """The least that covers the targets; everything of a kind whose targets were too many to be recorded."""
    if kind not in _SCOPES:
        return True
    is_whole = OTHERS in used or any(OTHERS in target for target in used)
    if kind.startswith("fs_"):
        return ["."] if is_whole else _places(used)
    return ["*"] if is_whole else sorted(used)


def _places(used: set[str]) -> list[str]:
    """Files, and folders in the place of several files of one; nothing beneath another."""
    by_folder: dict[str, set[str]] = defaultdict(set)
    for target in used:
        by_folder[str(PurePosixPath(target).parent)].add(target)
    places: set[str] = set()
    for folder, files in by_folder.items():
        is_many = len(files) >= FILES_OF_A_FOLDER and folder != "."
        places |= {folder} if is_many else files
    return sorted(p for p in places if not any(_is_beneath(p, other) for other in places if other != p))


def _is_beneath(place: str, other: str) -> bool:
    return other == "." or place.startswith(f"{other}/")


def _unused_rules(log: Path | Location, policy: BenchedPolicy) -> list[str]:
    try:
        explainer = Explainer(load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins)
    except BundleInvalid:
        return []
    with explainer:
        unused = {clause.number: clause for clause in explainer.clauses}
        asked = set()
        for decision in decisions(log):
            if decision.question is None or decision.question in asked:
                continue
            asked.add(decision.question)
            for clause in explainer.decision(decision.question)[1]:
                unused.pop(clause.number, None)
    return [f"{clause.file}:{clause.line} {clause.rule}" for clause in unused.values()]
