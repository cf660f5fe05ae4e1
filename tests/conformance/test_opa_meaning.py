"""The embedded engine means what OPA means: negations, built-in functions, whole bundles, against OPA's recorded answers.

The soak draws new calls and bundles and asks OPA itself (`tests/cases/opa/README.md`).
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import builtin_calls
import generated_bundles
import native_calls
import negations
import opa_suite
import pytest
from opa_oracle import Embedded, agree, is_silent, opa_expression, our_expression
from opa_server import OpaServer, opa_program

CASES = Path(__file__).resolve().parents[1] / "cases" / "opa"
ENTRY = "data.runtime.authz.decision"
NOT_COMPARED = {"hex.decode", "walk"}
"""Drawn without an answer: hardly a text is hexadecimal, and walk is a condition, not a value."""
ALLOWED = ["value", {"allow": True}]


def read(name: str) -> Any:
    return json.loads((CASES / name).read_text("utf-8"))


def verdicts(module: str) -> list[Any]:
    bundle = Embedded({"a.rego": module, "data.json": json.dumps(negations.DATA)})
    return [bundle.value(ENTRY, {"arguments": arguments}) for arguments in negations.ARGUMENTS]


def test_every_negated_form_means_what_it_means_in_opa() -> None:
    """T-POL-13: what OPA refuses is not allowed here; where both answer they say the same."""
    recorded = dict(read("negations.json"))
    opened, different = [], []
    for form, module in negations.bundles():
        theirs = recorded[form]
        for number, ours in enumerate(verdicts(module)):
            expected = ["refused"] if isinstance(theirs, str) else ["value", {"allow": theirs[number]}]
            opened += [(form, number)] if ours == ALLOWED and expected != ALLOWED else []
            different += [(form, number, ours)] if is_silent(ours, expected) else []
    assert opened == []
    assert different == []
    assert len(recorded) == len(negations.bundles()) >= 57


def test_no_builtin_answers_otherwise_than_in_opa() -> None:
    different = []
    agreed: Counter[str] = Counter()
    for name, expression, theirs in read("builtins.json"):
        ours = our_expression(expression)
        different += [(expression, ours, theirs)] if is_silent(ours, theirs) else []
        agreed[name] += agree(ours, theirs)
    assert different == []
    assert {name for name, _, _ in read("builtins.json")} - set(agreed) == set()
    assert {name for name, times in agreed.items() if times == 0} <= NOT_COMPARED


def test_no_function_that_a_module_carries_answers_otherwise_than_in_opas_server() -> None:
    """T-POL-18: C code of OPA's modules takes unpadded base64, and answers with leftover memory where a path or text is empty."""
    module = native_calls.Natives(native_calls.MODULE.read_bytes())
    different = []
    agreed: Counter[str] = Counter()
    for name, given, theirs in read("natives.json"):
        ours = module.answer(name, given)
        if not native_calls.is_refused(given) and is_silent(ours, theirs):
            different.append((name, given, ours, theirs))
        agreed[name] += agree(ours, theirs)
    assert different == []
    assert {name for name in native_calls.QUICK if not agreed[name]} == set()


def test_no_generated_bundle_allows_what_opa_refuses() -> None:
    """T-POL-13: OPA's compile errors, undefined answers and denials are no permission here."""
    opened, different, agreed = [], [], 0
    for text, data, inputs, theirs in read("bundles.json"):
        bundle = Embedded({"a.rego": text, "data.json": json.dumps(data)})
        for number, arguments in enumerate(inputs):
            expected = ["refused"] if isinstance(theirs, str) else theirs[number]
            ours = bundle.value(ENTRY, generated_bundles.question(arguments))
            opened += [(text, arguments)] if ours == ALLOWED and expected != ALLOWED else []
            different += [(text, arguments, ours)] if is_silent(ours, expected) else []
            agreed += agree(ours, expected)
    assert opened == []
    assert different == []
    assert agreed > len(read("bundles.json")) * 4


@pytest.mark.parametrize(("engine", "same"), [("rego", 1_800), ("wasm", 2_211), ("opa", 2_277)])
def test_of_opas_own_cases_none_differs_silently_and_those_refused_are_listed(engine: str, same: int) -> None:
    """T-POL-13"""
    suite = read(f"suite_{engine}.json")
    assert suite["counts"]["silent"] == 0
    assert {kind for _, kind, _ in suite["differ"]} <= {"refused", "error"}
    assert len(suite["differ"]) == suite["counts"]["refused"] + suite["counts"]["error"]
    assert suite["counts"]["same"] >= same
    assert sum(suite["counts"].values()) == 2_279


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["rego", "wasm", "opa"])
def test_opas_own_cases_still_give_what_is_listed(engine: str) -> None:
    listed = {note for note, _, _ in read(f"suite_{engine}.json")["differ"]}
    different, silent = [], []
    with OpaServer(opa()) as server:
        judge = opa_suite.judges(opa(), server)[engine]
        for case in opa_suite.cases(opa_suite.folder()):
            kind, why = judge(case)
            silent += [(case["note"], why)] if kind == "silent" else []
            different += [case["note"]] if kind != "same" and case["note"] not in listed else []
    assert silent == []
    assert different == []


def opa() -> str:
    program = opa_program()
    if program is None:
        pytest.fail("the soak needs OPA: go install github.com/open-policy-agent/opa@v1.21.1")
    return program


@pytest.mark.soak
def test_two_thousand_fresh_bundles_allow_nothing_that_opa_refuses() -> None:
    """T-POL-13: 2,000 bundles by 20 inputs, each asked of OPA."""
    seed = random.SystemRandom().randrange(2**32)
    opened = []
    with OpaServer(opa()) as server:
        for bundle in generated_bundles.bundles(random.Random(seed), 2_000, 20):
            theirs = generated_bundles.asked(server, bundle)
            ours = Embedded({"a.rego": bundle.text, "data.json": json.dumps(bundle.data)})
            for number, arguments in enumerate(bundle.inputs):
                expected = ["refused"] if isinstance(theirs, str) else theirs[number]
                found = ours.value(ENTRY, generated_bundles.question(arguments))
                if (found == ALLOWED and expected != ALLOWED) or is_silent(found, expected):
                    opened.append((bundle.text, arguments, found, expected))
    assert opened == [], f"seed {seed}"


@pytest.mark.soak
def test_fresh_calls_of_every_builtin_agree_with_opa() -> None:
    seed = random.SystemRandom().randrange(2**32)
    different = []
    with OpaServer(opa()) as server:
        for _, expression in builtin_calls.calls(random.Random(seed), 100):
            theirs = opa_expression(server, expression)
            ours = our_expression(expression)
            different += [(expression, ours, theirs)] if is_silent(ours, theirs) else []
    assert different == [], f"seed {seed}"


@pytest.mark.soak
def test_fresh_calls_of_functions_that_modules_carry_agree_with_opa() -> None:
    """T-POL-18: the module is built anew, by the OPA that is here."""
    seed = random.SystemRandom().randrange(2**32)
    module, different = native_calls.Natives(native_calls.build(opa(), native_calls.NAMES)), []
    with OpaServer(opa()) as server:
        for name, given in native_calls.calls(random.Random(seed), native_calls.NAMES, 300):
            theirs, ours = native_calls.opas(server, name, given), module.answer(name, given)
            if not native_calls.is_refused(given) and theirs[0] != "error" and is_silent(ours, theirs):
                different.append((name, given, ours, theirs))
    assert different == [], f"seed {seed}"


@pytest.mark.soak
def test_the_recorded_negations_are_what_opa_says_today() -> None:
    recorded = dict(read("negations.json"))
    with OpaServer(opa()) as server:
        for form, module in negations.bundles():
            refused = server.put_bundle({"a": module}, negations.DATA)
            asked = [{"arguments": arguments} for arguments in negations.ARGUMENTS]
            answers = refused or [server.value("runtime.authz.decision", a)[1]["allow"] for a in asked]
            assert answers == recorded[form], form
