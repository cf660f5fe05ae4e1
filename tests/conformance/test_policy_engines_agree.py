"""One suite, `tests/cases/policy/engines.yaml`, on every engine: the embedded one, OPA's Wasm modules, an OPA server.

Modules and the server's answers are recorded; where OPA is installed, it is asked itself as well.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_cases import COMPILED, SERVED, asked, bundles, data_of, files_of, sources_digest, write
from opa_oracle import compiled
from opa_replay import Asked, ReplayedOpa, Reply
from opa_server import OpaServer, opa_program

from runtime.contracts.digest import digest
from runtime.contracts.errors import BundleInvalid
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine

ENTRY = "data.runtime.authz.decision"
Open = Callable[..., GuardedEngine]
PROGRAM = opa_program()


@contextlib.contextmanager
def embedded(bundle: dict[str, Any], folder: Path, isolation: str) -> Iterator[Open]:
    yield lambda **options: open_engine(f"rego:{write(bundle, folder)}", isolation=isolation, **options)


@contextlib.contextmanager
def module(bundle: dict[str, Any], folder: Path, isolation: str) -> Iterator[Open]:
    path = COMPILED / f"{bundle['bundle']}.tar.gz"
    yield lambda **options: open_engine(f"wasm:{path}", isolation=isolation, **options)


@contextlib.contextmanager
def fresh_module(bundle: dict[str, Any], folder: Path, isolation: str) -> Iterator[Open]:
    path = folder / "bundle.tar.gz"
    assert PROGRAM is not None
    path.write_bytes(compiled(PROGRAM, files_of(bundle), data_of(bundle), ENTRY))
    yield lambda **options: open_engine(f"wasm:{path}", isolation=isolation, **options)


@contextlib.contextmanager
def replayed(bundle: dict[str, Any], folder: Path, isolation: str) -> Iterator[Open]:
    recorded = json.loads(SERVED.read_text("utf-8"))[bundle["bundle"]]["answers"]
    answers = {body: Reply(status, answer.encode()) for body, status, answer in recorded}

    def answer(asked: Asked) -> Reply | None:
        assert asked.path == "/v1/data/runtime/authz/decision"
        return answers.get(digest(asked.body))

    with ReplayedOpa(answer) as server:
        yield lambda **options: open_engine(f"opa+http://127.0.0.1:{server.port}", **options)


@contextlib.contextmanager
def served(bundle: dict[str, Any], folder: Path, isolation: str) -> Iterator[Open]:
    assert PROGRAM is not None
    with OpaServer(PROGRAM) as server:
        if why := server.put_bundle(files_of(bundle), data_of(bundle)):
            raise BundleInvalid(why)
        yield lambda **options: open_engine(f"opa+http://127.0.0.1:{server.port}", **options)


RECORDED = [
    ("rego", embedded, "worker"),
    ("rego", embedded, "in_process"),
    ("wasm", module, "worker"),
    ("wasm", module, "in_process"),
    ("opa", replayed, "worker"),
]
LIVE = [("wasm", fresh_module, "in_process"), ("opa", served, "worker")] if PROGRAM else []
ENGINES = RECORDED + LIVE
NAMES = [f"{name}-{opened.__name__}-{isolation}" for name, opened, isolation in ENGINES]
DECIDING = [bundle for bundle in bundles() if not bundle.get("refused")]
REFUSED = [bundle for bundle in bundles() if bundle.get("refused")]


def judged(bundle: dict[str, Any], isolation: str) -> list[dict[str, Any]]:
    """The cases that an engine can be asked: in process nothing has a deadline."""
    return [c for c in bundle["cases"] if isolation == "worker" or "timeout" not in str(c["outcome"])]


@pytest.mark.parametrize("bundle", DECIDING, ids=lambda bundle: bundle["bundle"])
@pytest.mark.parametrize("engine", ENGINES, ids=NAMES)
def test_every_engine_decides_as_the_suite_says(engine: Any, bundle: dict[str, Any], tmp_path: Path) -> None:
    """T-POL-13"""
    name, opened, isolation = engine
    found, wanted = {}, {}
    with opened(bundle, tmp_path, isolation) as opens:
        decider = opens(deadline_s=bundle.get("deadline_s", 10.0), cache_size=0)
        for case in judged(bundle, isolation):
            decision = decider.decide(asked(case))
            outcome = case["outcome"]
            expected = outcome[name] if isinstance(outcome, dict) else outcome
            # On a fast machine a module's fuel runs out before its deadline does; both deny.
            ran_out = name == "wasm" and (expected, decision.outcome) == ("timeout", "error")
            wanted[case["note"]] = (expected, case.get("reasons", list(decision.reasons)))
            found[case["note"]] = (expected if ran_out else decision.outcome, list(decision.reasons))
        decider.close()
    assert found == wanted
    assert wanted


@pytest.mark.parametrize("bundle", REFUSED, ids=lambda bundle: bundle["bundle"])
@pytest.mark.parametrize("engine", ENGINES, ids=NAMES)
def test_no_engine_takes_what_none_may_take(engine: Any, bundle: dict[str, Any], tmp_path: Path) -> None:
    _, opened, isolation = engine
    if opened is replayed:
        assert json.loads(SERVED.read_text("utf-8"))[bundle["bundle"]]["answers"] == []  # OPA refused it
        return
    with pytest.raises(BundleInvalid), opened(bundle, tmp_path, isolation) as opens:
        opens()


def test_what_is_recorded_is_of_this_suite() -> None:
    """Else: python tests/cases/policy/record_engines.py."""
    recorded = json.loads(SERVED.read_text("utf-8"))
    assert {name: made["of"] for name, made in recorded.items()} == {
        bundle["bundle"]: sources_digest(bundle) for bundle in bundles()
    }
    assert {f.name for f in COMPILED.iterdir()} == {f"{bundle['bundle']}.tar.gz" for bundle in bundles()}
