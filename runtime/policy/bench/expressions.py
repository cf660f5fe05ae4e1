"""An expression or a query, evaluated beside a bundle's rules as one of them would be: checked, and with OPA's meaning."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from runtime.contracts.errors import BundleInvalid
from runtime.policy.bench.tracing import TracedBundle
from runtime.policy.bundle import Bundle, RegoFile
from runtime.policy.engines import ENTRY

_FILE = "(typed).rego"
_RULE = "typed__"
_IMPORT = re.compile(r"^import[ \t][^\n]*", re.MULTILINE)
_DECLARED = re.compile(r"\b(?:some\s+([a-z]\w*)\b|([a-z]\w*)\s*:=)", re.IGNORECASE)


class Evaluated(msgspec.Struct, frozen=True, kw_only=True):
    """What an expression came to."""

    state: str
    """``value``, ``undefined`` or ``error``."""
    value: Any = None
    detail: str = ""


def evaluate(
    bundle: Bundle,
    typed: str,
    question: bytes,
    *,
    entry: str = ENTRY,
    allow_builtins: frozenset[str] = frozenset(),
) -> Evaluated:
    """An expression's value; of a query (conditions, ``x := ...``) the list of what its variables can be.

    Raises:
        BundleInvalid: it cannot be evaluated safely, as the bundle could not with it.
    """
    package = entry.removeprefix("data.").rpartition(".")[0]
    try:
        return _value(_with(bundle, package, f"{_RULE} := {typed}"), package, question, entry, allow_builtins)
    except BundleInvalid as error:
        names = [found for pair in _DECLARED.findall(typed) for found in pair if found]
        head = "{" + ", ".join(f'"{name}": {name}' for name in dict.fromkeys(names)) + "}"
        try:
            queried = _with(bundle, package, f"{_RULE} contains {head} if {{ {typed} }}")
            found = _value(queried, package, question, entry, allow_builtins)
        except BundleInvalid:
            raise error from None
        return found if found.value or found.state == "error" else Evaluated(state="undefined")


def _with(bundle: Bundle, package: str, rule: str) -> Bundle:
    """The bundle with a rule of its package, which sees what the other files of the package import."""
    beside = (
        m.text
        for m in bundle.policies
        if re.search(rf"^package {re.escape(package)}\s*$", m.text, re.MULTILINE)
    )
    imports = dict.fromkeys(found for text in beside for found in _IMPORT.findall(text))
    lines = [f"package {package}", *imports, rule, ""]
    return msgspec.structs.replace(
        bundle, policies=(*bundle.policies, RegoFile(_FILE, "\n".join(lines))), tests=()
    )


def _value(
    bundle: Bundle, package: str, question: bytes, entry: str, allow_builtins: frozenset[str]
) -> Evaluated:
    with TracedBundle(bundle, entry=entry, allow_builtins=allow_builtins) as traced:
        trace = traced.trace(question, f"data.{package}.{_RULE}")
    if trace.error is not None:
        return Evaluated(state="error", detail=trace.error)
    if trace.value in (None, '"<undefined>"'):
        return Evaluated(state="undefined")
    return Evaluated(state="value", value=json.loads(trace.value or "null"))
