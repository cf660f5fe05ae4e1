"""What a policy decision costs, beside the bare engine in the same run.

    python -m benchmarks.policy [ROUNDS] [--opa]

Absolute figures differ between machines and hours; the ratio to the bare engine does not. Two bundles: the
default policy, and a small one whose evaluation is next to nothing, so that what is around it shows. Each figure
is the median of several rounds, in microseconds a decision. With ``--opa`` a bundle of 300 rules comes besides, and on all of them what OPA
compiles to Wasm and an OPA server: bare on a kept connection, and as an engine.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import regorus

from benchmarks import _opa_peers
from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.decision import PolicyInput
from runtime.host import acceptance
from runtime.host.acceptance import PolicyPin
from runtime.host.settings import LoadedSettings, PolicySettings, Settings
from runtime.policy.engines import ENTRY, Isolation, open_engine
from runtime.policy.guard import GuardedEngine
from runtime.policy.question import decision_id, question

PER_ROUND = 500
TOOL = "tool_150"
"""In the midst of 300."""
SMALL = 'package runtime.authz\n\ndefault decision := {"allow": false}\n\ndecision := {"allow": true} if input.tool.risk == "read_only"\n'
DEFAULT = Path(__file__).resolve().parents[1] / "policies"


def _written(data: dict[str, Any]) -> Canonical:
    return Canonical(canonical.encode(data))


_SCOPE = {"type": "fs_read", "prefixes": ["."]}
_PRINCIPAL = _written({"id": "agent:demo", "kind": "agent", "roles": ["developer"], "attributes": {}})
_TOOL = _written(
    {
        "name": TOOL,
        "version": "1.0.0",
        "risk": "read_only",
        "side_effects": ["fs_read"],
        "determinism": "deterministic",
        "source": "builtin",
        "digest": "blake3:" + "0" * 64,
    }
)
_CAPABILITIES = _written({"declared": [_SCOPE], "granted": [_SCOPE]})
"""The executor writes what its calls repeat once, too."""


def asked(number: int) -> PolicyInput:
    """A question as the executor asks it; a number of its own makes it a new one."""
    return PolicyInput(
        principal=_PRINCIPAL,
        tool=_TOOL,
        canonical_arguments=msgspec.json.encode({"path": f"src/module_{number}.py"}),
        capabilities=_CAPABILITIES,
    )


def micros(work: Callable[[int], Any], rounds: int) -> float:
    """Median over the rounds of the time that one call takes."""
    times = []
    for turn in range(rounds):
        begun = time.perf_counter()
        for number in range(turn * PER_ROUND, (turn + 1) * PER_ROUND):
            work(number)
        times.append((time.perf_counter() - begun) / PER_ROUND * 1e6)
    return statistics.median(times)


def bare(folder: Path) -> Callable[[int], Any]:
    """The engine alone: input as text, the entry's value as text."""
    engine = regorus.Engine()
    for path in folder.glob("*.rego"):
        if not path.name.endswith("_test.rego"):
            engine.add_policy(path.name, path.read_text("utf-8"))
    if (folder / "data.json").exists():
        engine.add_data_json((folder / "data.json").read_text("utf-8"))
    texts = {number: question(asked(number)).decode() for number in range(20 * PER_ROUND)}

    def work(number: int) -> Any:
        engine.set_input_json(texts[number])
        return engine.eval_rule_as_json(ENTRY)

    return work


def _decide(engine: GuardedEngine, number: int) -> Any:
    return engine.decide(asked(number))


def _ask_same(engine: GuardedEngine, _: int) -> Any:
    return engine.decide(SAME)


def _accepted(folder: Path) -> PolicyPin:
    """The pin of this bundle, accepted by the user whom `main` invents."""
    settings = Settings(policy=PolicySettings(engine=f"rego:{folder}"))
    loaded = LoadedSettings(workspace=folder, settings=settings, project_file=None)
    acceptance.accept(acceptance.find_policy(loaded))
    return PolicyPin(loaded)


def measure(name: str, folder: Path, rounds: int, opa: str | None) -> None:
    """Print the rows of one bundle."""
    floor = micros(bare(folder), rounds)
    rows = [("bare engine", floor)]
    isolations: tuple[Isolation, ...] = ("in_process", "worker")
    for isolation in isolations:
        fresh = open_engine(f"rego:{folder}", isolation=isolation, cache_size=0)
        rows.append((f"{isolation}, new question", micros(partial(_decide, fresh), rounds)))
        fresh.close()
    for label, pin in (("cache hit", None), ("cache hit, pinned", _accepted(folder))):
        kept = open_engine(f"rego:{folder}", isolation="in_process", pin=pin)
        rows.append((f"any isolation, {label}", micros(partial(_ask_same, kept), rounds)))
        kept.close()
    if opa is not None:
        rows += _peers(opa, folder, rounds)
    rows.append(
        ("building and naming the question", micros(lambda _: decision_id(question(SAME), "b"), rounds))
    )
    print(f"\n{name}\n{'':34}{'us':>9}{'x bare':>9}{'+ us':>9}")
    for label, cost in rows:
        print(f"{label:34}{cost:9.1f}{cost / floor:9.2f}{cost - floor:9.1f}")


def _peers(opa: str, folder: Path, rounds: int) -> list[tuple[str, float]]:
    rows = []
    with tempfile.TemporaryDirectory() as place:
        bundle = _opa_peers.compiled(opa, folder, Path(place) / "bundle.tar.gz")
        isolations: tuple[Isolation, ...] = ("in_process", "worker")
        for isolation in isolations:
            fresh = open_engine(f"wasm:{bundle}", isolation=isolation, cache_size=0)
            rows.append((f"wasm, {isolation}, new question", micros(partial(_decide, fresh), rounds)))
            fresh.close()
    with _opa_peers.serving(opa, folder) as port:
        texts = {number: question(asked(number)).decode() for number in range(20 * PER_ROUND)}
        rows.append(("bare OPA, kept connection", micros(_opa_peers.asking(port, texts), rounds)))
        served = open_engine(f"opa+http://127.0.0.1:{port}", deadline_s=10.0)
        rows.append(("opa+http, new question", micros(partial(_decide, served), rounds)))
        served.close()
    return rows


SAME = asked(0)


def main() -> None:
    """Measure the default policy and a small one."""
    given = [argument for argument in sys.argv[1:] if argument != "--opa"]
    opa = _opa_peers.program() if "--opa" in sys.argv else None
    rounds = min(int(given[0]) if given else 7, 20)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_CONFIG_HOME": f"{home}/config", "XDG_STATE_HOME": f"{home}/state"}
        measure("default policy", DEFAULT, rounds, opa)
        small = Path(home) / "small"
        small.mkdir()
        (small / "authz.rego").write_text(SMALL, "utf-8")
        measure("small policy", small, rounds, opa)
        if opa is not None:
            measure("300 rules", _opa_peers.write_rules(Path(home) / "rules"), rounds, opa)


if __name__ == "__main__":
    main()
