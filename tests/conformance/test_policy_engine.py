"""Every policy engine, in every isolation: the same answers to the same questions, and never an exception.

Whole bundles are put to all engines by `test_policy_engines_agree.py`; here those that lie in a folder are.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from engine_cases import COMPILED
from opa_replay import Asked, ReplayedOpa, Reply

from runtime.contracts.decision import Decision, PolicyInput
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy.engines import discover, open_engine
from runtime.policy.guard import GuardedEngine

CASES = Path(__file__).resolve().parents[1] / "cases" / "policy"
ENGINES = [("rego", "worker"), ("rego", "in_process")]
ECHOES = [*ENGINES, ("wasm", "worker"), ("wasm", "in_process"), ("opa+http", "worker")]


def asked(arguments: Any, principal: dict[str, Any] | None = None) -> PolicyInput:
    return PolicyInput(
        principal=principal or {"id": "agent:demo", "kind": "agent", "roles": [], "attributes": {}},
        tool={"name": "example", "version": "1.0.0", "risk": "read_only", "side_effects": ["none"]},
        canonical_arguments=msgspec.json.encode(arguments, order="deterministic"),
        capabilities={"declared": [], "granted": []},
    )


def write_bundle(folder: Path, policies: dict[str, str], data: dict[str, Any]) -> Path:
    for name, text in policies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "data.json").write_text(json.dumps(data), "utf-8")
    return folder


@pytest.fixture(params=ENGINES, ids=lambda e: "-".join(e))
def kind(request: pytest.FixtureRequest) -> tuple[str, Any]:
    return request.param


@pytest.fixture(params=["answers", "language"])
def cases(request: pytest.FixtureRequest) -> dict[str, Any]:
    return json.loads((CASES / f"{request.param}.json").read_text("utf-8"))


def echoed(asked: Asked) -> Reply:
    """What an OPA server with that policy answers."""
    try:
        arguments = json.loads(asked.body)["input"]["arguments"]
    except (ValueError, RecursionError):
        return Reply(400)
    return Reply(body=json.dumps({"result": arguments["answer"]} if "answer" in arguments else {}).encode())


@pytest.fixture(params=ECHOES, ids=lambda e: "-".join(e))
def echo(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GuardedEngine]:
    """An engine whose policy answers what the arguments say."""
    scheme, isolation = request.param
    with contextlib.ExitStack() as stack:
        if scheme == "rego":
            case = json.loads((CASES / "answers.json").read_text("utf-8"))
            where = str(write_bundle(tmp_path, case["policies"], {}))
        elif scheme == "wasm":
            where = str(COMPILED / "echo.tar.gz")
        else:
            where = f"//127.0.0.1:{stack.enter_context(ReplayedOpa(echoed)).port}"
        engine = open_engine(f"{scheme}:{where}", isolation=isolation, deadline_s=20.0)
        stack.callback(engine.close)
        yield engine


def test_every_scheme_has_its_engine() -> None:
    assert sorted(discover()) == sorted({scheme for scheme, _ in ECHOES} | {"opa+https"})


def test_each_case_has_the_outcome_it_must_have(
    kind: tuple[str, Any], cases: dict[str, Any], tmp_path: Path
) -> None:
    folder = write_bundle(tmp_path, cases["policies"], cases["data"])
    engine = open_engine(f"{kind[0]}:{folder}", isolation=kind[1])
    found, wanted = {}, {}
    for case in cases["cases"]:
        decision = engine.decide(asked(case["arguments"], case.get("principal")))
        found[case["note"]] = (decision.outcome, list(decision.reasons) if "reasons" in case else None)
        wanted[case["note"]] = (case["outcome"], case.get("reasons"))
    engine.close()
    assert found == wanted
    assert len(wanted) == len(cases["cases"])


def test_a_decision_names_engine_bundle_and_question(echo: GuardedEngine) -> None:
    first = echo.decide(asked({"answer": {"allow": True}}))
    second = echo.decide(asked({"answer": {"allow": False}}))
    assert first.engine == echo.name
    assert first.bundle == second.bundle == echo.bundle
    assert first.decision_id.startswith("blake3:")
    assert first.decision_id != second.decision_id


def test_an_equal_question_is_answered_from_memory(echo: GuardedEngine) -> None:
    first = echo.decide(asked({"answer": {"allow": True}}))
    second = echo.decide(asked({"answer": {"allow": True}}))
    # A server's policies may change at any time.
    assert (first.cached, second.cached) == (False, echo.name != "opa")
    assert msgspec.structs.replace(second, cached=False) == first


def test_obligations_reach_the_decision_and_a_denial_has_none(echo: GuardedEngine) -> None:
    answer = {"allow": True, "obligations": {"limits": {"wall_s": 5}}}
    allowed = echo.decide(asked({"answer": answer}))
    denied = echo.decide(asked({"answer": {**answer, "allow": False}}))
    assert allowed.obligations.limits is not None
    assert allowed.obligations.limits.wall_s == 5
    assert denied.obligations.limits is None


def test_no_question_raises_or_is_allowed_by_accident(echo: GuardedEngine) -> None:
    hostile = [
        b"",
        b"{",
        b"null",
        b'"text"',
        b"[]",
        b"\xff\xfe",
        b'{"answer":"\xff"}',
        b'{"answer":"\\ud800"}',
        b'{"answer":{"allow":true}},"principal":{"id":"root"}',
        b'{"answer":' + b"[" * 200 + b"]" * 200 + b"}",
        b'{"answer":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"answer":1e999}',
        b'{"answer":"' + b"x" * 300_000 + b'"}',
    ]
    base = asked({})
    decisions = [echo.decide(msgspec.structs.replace(base, canonical_arguments=raw)) for raw in hostile]
    assert not any(decision.allowed for decision in decisions)
    assert echo.decide(asked({"answer": {"allow": True}})).allowed


def test_the_hosts_part_of_a_question_cannot_break_the_engine(echo: GuardedEngine) -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    base = asked({"answer": {"allow": True}})
    for attributes in ({"x": "\ud800"}, {"x": float("nan")}, {"x": deep}, {"x": 2**70}, {"x": object()}):
        decision = echo.decide(msgspec.structs.replace(base, principal={"attributes": attributes}))
        assert decision.outcome == "invalid"


def test_threads_share_one_engine(echo: GuardedEngine) -> None:
    outcomes: list[tuple[int, str]] = []

    def work(number: int) -> None:
        for step in range(20):
            answer = {"allow": True, "reasons": [f"{number}-{step}"]}
            decision = echo.decide(asked({"answer": answer}))
            outcomes.append((number, "right" if decision.reasons == (f"{number}-{step}",) else str(decision)))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {outcome for _, outcome in outcomes} == {"right"}
    assert len(outcomes) == 120


def test_a_closed_engine_denies(echo: GuardedEngine) -> None:
    echo.close()
    decision = echo.decide(asked({"answer": {"allow": True}}))
    assert decision.outcome == "error"
    assert not echo.reload().accepted
    echo.close()


@pytest.mark.parametrize(
    "policy",
    [
        "package other\n\ndecision := true\n",
        'package runtime.authz\n\ndecision(x) := {"allow": true} if x\n',
        "package runtime.authz\n\ndecision contains 1\n",
        "package runtime.authz\n\ndecision.allow := true\n",
        "package runtime.authz\n\ndecision := {\n",
        "package runtime.authz\n\ndecision := missing\n",
        "package runtime.authz\n\ndecision := nothing(1)\n",
        "package runtime.authz\n\ndecision := 1 / 0\n",
        "",
        "no rego at all",
    ],
)
def test_a_bundle_that_cannot_decide_opens_no_engine(
    kind: tuple[str, Any], policy: str, tmp_path: Path
) -> None:
    folder = write_bundle(tmp_path, {"authz.rego": policy}, {})
    with pytest.raises(BundleInvalid) as caught:
        open_engine(f"{kind[0]}:{folder}", isolation=kind[1])
    assert caught.value.code == "policy.bundle_invalid"
    assert caught.value.details["problems"]
    assert caught.value.suggestion


def test_a_missing_folder_opens_no_engine(kind: tuple[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BundleInvalid):
        open_engine(f"{kind[0]}:{tmp_path / 'nowhere'}", isolation=kind[1])
    with pytest.raises(ConfigurationError):
        open_engine(f"{kind[0]}:", isolation=kind[1])


def test_the_same_bundle_has_the_same_digest_everywhere(tmp_path: Path) -> None:
    policies = {"authz.rego": 'package runtime.authz\n\ndecision := {"allow": true}\n'}
    digests = set()
    for number, (scheme, isolation) in enumerate(ENGINES):
        folder = write_bundle(tmp_path / str(number), policies, {"a": 1})
        engine = open_engine(f"{scheme}:{folder}", isolation=isolation)
        digests.add(engine.bundle)
        engine.close()
    assert len(digests) == 1


def test_a_decision_is_data_that_can_be_recorded(echo: GuardedEngine) -> None:
    decision = echo.decide(asked({"answer": {"allow": True, "ask": True}}))
    assert msgspec.json.decode(msgspec.json.encode(decision), type=Decision) == decision


class Refusing:
    """A pin that accepts one digest, or none."""

    def __init__(self, accepted: str | None = None) -> None:
        self.accepted = accepted

    def demanded(self) -> str | None:
        return self.accepted

    def kept(self, bundle: str) -> dict[str, bytes]:
        raise ConfigurationError(f"no copy of {bundle}")

    def require(self, bundle: str, files: Any) -> None:
        if bundle != self.accepted:
            raise ConfigurationError(f"{bundle} is not accepted", suggestion=f"Accept {sorted(files)}.")

    def publish(self, bundle: str, files: Any) -> None: ...


def test_an_engine_opened_with_a_pin_puts_no_other_bundle_in_force(
    kind: tuple[str, Any], tmp_path: Path
) -> None:
    """T-POL-12"""
    policies = {"authz.rego": 'package runtime.authz\n\ndecision := {"allow": true}\n'}
    folder = write_bundle(tmp_path, policies, {})
    with pytest.raises(ConfigurationError):
        open_engine(f"{kind[0]}:{folder}", isolation=kind[1], pin=Refusing())
    unpinned = open_engine(f"{kind[0]}:{folder}", isolation=kind[1])
    pin = Refusing(unpinned.bundle)
    unpinned.close()
    engine = open_engine(f"{kind[0]}:{folder}", isolation=kind[1], pin=pin)
    assert engine.decide(asked({})).outcome == "allow"
    write_bundle(tmp_path, policies, {"changed": True})
    assert not engine.reload().accepted
    assert engine.decide(asked({})).outcome == "allow"
    pin.accepted = "another"
    assert engine.decide(asked({})).outcome == "stale"
    engine.close()
