"""What OPA says, and what the embedded engine says, of one expression or one bundle."""

from __future__ import annotations

import functools
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from opa_server import OpaError, OpaServer

from runtime.contracts.errors import BundleInvalid
from runtime.policy import check
from runtime.policy.bundle import bundle_of
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import EngineOptions, _evaluator, wasm
from runtime.policy.engines.opa import OpaEvaluator, Server
from runtime.policy.wide_negation import parsable

Answer = list[Any]
"""``["value", ...]``, ``["undefined"]``, ``["error"]``, ``["refused"]``: what cannot be compared is not a value."""

REFUSED, UNDEFINED, FAILED = "refused", "undefined", "error"


def opa_expression(server: OpaServer, expression: str) -> Answer:
    """What OPA gives for an expression."""
    try:
        found = server.query(f"x := {expression}")
    except OpaError as error:
        return [REFUSED if "type_error" in str(error) or "parse_error" in str(error) else FAILED]
    return ["value", found[0]["x"]] if found else [UNDEFINED]


def our_expression(expression: str) -> Answer:
    """What the embedded engine gives for an expression, in a bundle that is checked as any other."""
    found = _our_rule(expression)
    if found[0] != UNDEFINED:
        return found
    # The engine writes a rule without a value as a text: a function may give that very text.
    found = _our_rule(f"[{expression}]")
    return ["value", found[1][0]] if found[0] == "value" else found


def _our_rule(expression: str) -> Answer:
    bundle = {"a.rego": f'package runtime.authz\n\ndecision := {{"allow": true}}\n\nx := {expression}\n'}
    return Embedded(bundle).value("data.runtime.authz.x", {})


class Embedded:
    """A bundle in the embedded engine of this process."""

    def __init__(
        self, files: dict[str, str], *, closed: bool = True, allowed: frozenset[str] = frozenset()
    ) -> None:
        """Check and load a bundle; where it is not ``closed``, references may name what nobody knows."""
        self.refused = self.failed = ""
        entry = "data.runtime.authz.decision"
        try:
            bundle = bundle_of({name: text.encode() for name, text in files.items()})
            check.check_source(bundle.policies)
            trees = json.loads(_evaluator.trees([[m.path, parsable(m.text)] for m in bundle.policies]))
            facts = check.check(bundle, trees, entry=entry, closed=closed, allowed=allowed)
            modules = [[m.path, m.text] for m in facts.sources]
            loaded = {"modules": modules, "data": bundle.data, "entry": entry}
            self._evaluator = _evaluator.RegorusEvaluator(loaded)
        except BundleInvalid as error:
            self.refused = error.message
        except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
            self.refused = str(error)

    def value(self, rule: str, asked: Any) -> Answer:
        """A rule's value for an input."""
        if self.refused:
            return [REFUSED]
        try:
            answer = self._evaluator.value_for(
                rule, b"" if asked is None else json.dumps(asked).encode()
            ).strip()
        except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
            self.failed = str(error).rpartition("error: ")[2]
            return [FAILED]
        if answer in (b"", b'"<undefined>"'):
            return [UNDEFINED]
        return ["value", json.loads(answer)]


class Compiled:
    """A bundle that OPA compiles to Wasm, in the engine for such bundles in this process."""

    def __init__(self, program: str, files: dict[str, str], data: dict[str, Any], entry: str) -> None:
        """Compile and load a bundle."""
        self.refused = ""
        try:
            bundle = compiled(program, files, data, entry)
            unpacked = wasm.unpack(bundle)
            loadable = wasm._loadable(unpacked, entry)
            self._evaluator = _evaluator.CompiledProgram(loadable)
            wasm._require(json.loads(self._evaluator.facts()), unpacked, _OPTIONS(entry=entry))
        except BundleInvalid as error:
            self.refused = error.message
        except (OpaError, _evaluator.EngineError) as error:
            self.refused = str(error)

    def value(self, asked: Any) -> Answer:
        """The entry's value for an input."""
        if self.refused:
            return [REFUSED]
        try:
            answer = self._evaluator.evaluate(b"" if asked is None else json.dumps(asked).encode())
        except _evaluator.EngineError as error:
            self.refused = str(error)
            return [FAILED]
        return ["value", json.loads(answer)] if answer else [UNDEFINED]


class Served:
    """A rule of an OPA server, asked through the engine for such servers."""

    def __init__(self, server: OpaServer, rule: str) -> None:
        address = Server(f"http://127.0.0.1:{server.port}", "", "")
        self._evaluator = OpaEvaluator(address, rule, 60.0)

    def value(self, asked: Any) -> Answer:
        """The rule's value for an input."""
        try:
            answer = self._evaluator.evaluate(b"" if asked is None else json.dumps(asked).encode())
        except NoAnswer:
            return [FAILED]
        finally:
            self._evaluator.close()
        return ["value", json.loads(answer)] if answer else [UNDEFINED]


def opa_rule(server: OpaServer, path: str, asked: Any) -> Answer:
    """What a server answers for a rule. Raises OpaError."""
    has_value, value = server.value(path, asked)
    return ["value", value] if has_value else [UNDEFINED]


def compiled(program: str, files: dict[str, str], data: dict[str, Any], *entries: str) -> bytes:
    """What `opa build -t wasm` makes, with these entry points. Raises OpaError."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8")
        Path(folder, "data.json").write_text(json.dumps(data), "utf-8")
        paths = [f"--entrypoint={entry.removeprefix('data.').replace('.', '/')}" for entry in entries]
        ran = subprocess.run(
            [program, "build", "-t", "wasm", *paths, "-b", ".", "-o", "bundle.tar.gz"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if ran.returncode:
            raise OpaError(ran.stdout + ran.stderr)
        return Path(folder, "bundle.tar.gz").read_bytes()


_OPTIONS = functools.partial(
    EngineOptions,
    isolation="in_process", deadline_s=1.0, cache_size=0, max_stale_s=0.0, allow_builtins=frozenset({"time.now_ns"}),
)  # fmt: skip


def agree(ours: Answer, theirs: Answer) -> bool:
    """Whether the two say the same; numbers by their value."""
    return json.dumps(_plain(ours), sort_keys=True) == json.dumps(_plain(theirs), sort_keys=True)


def is_silent(ours: Answer, theirs: Answer) -> bool:
    """Whether the two differ, and nobody is told: ours is an answer, and not OPA's."""
    return ours[0] in ("value", UNDEFINED) and not agree(ours, theirs) and theirs[0] != REFUSED


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
