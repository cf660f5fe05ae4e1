"""Threats are data: each row of docs/threat-model.md names code that holds it off and a test that proves it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

ID = re.compile(r"\bT-[A-Z]+-\d\d\b")
ROW = re.compile(r"^\| (T-[A-Z]+-\d\d) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
COLUMNS = "| id | threat | held off by | proved by |"


class Threat(NamedTuple):
    """One row."""

    id: str
    threat: str
    code: list[str]
    tests: list[str]


@pytest.fixture(scope="module")
def model(root: Path) -> str:
    """The page."""
    return (root / "docs" / "threat-model.md").read_text("utf-8")


@pytest.fixture(scope="module")
def threats(model: str) -> list[Threat]:
    """Its rows."""
    return [
        Threat(i, threat, CODE.findall(code), CODE.findall(tests))
        for i, threat, code, tests in ROW.findall(model)
    ]


@pytest.fixture(scope="module")
def cited(suite) -> dict[str, set[str]]:
    """Threat ids by the test files that cite them."""
    found: dict[str, set[str]] = defaultdict(set)
    for source in suite:
        if not source.path.startswith("tests/architecture/"):
            for threat in ID.findall(source.text):
                found[threat].add(source.path)
    return found


def test_every_row_of_the_model_is_read_as_a_row(model: str, threats: list[Threat]) -> None:
    lines = [line for line in model.splitlines() if line.startswith("| T-")]
    assert len(threats) == len(lines) > 0


def test_every_threat_id_is_given_once_and_in_order(threats: list[Threat]) -> None:
    ids = [threat.id for threat in threats]
    assert [i for i, count in Counter(ids).items() if count > 1] == []
    areas: dict[str, list[str]] = defaultdict(list)
    for threat in ids:
        areas[threat.rpartition("-")[0]].append(threat)
    assert [area for area, members in areas.items() if members != sorted(members)] == []


def test_every_threat_of_the_model_is_cited_by_a_test(
    threats: list[Threat], cited: dict[str, set[str]]
) -> None:
    assert [threat.id for threat in threats if threat.id not in cited] == []


def test_every_threat_that_a_test_cites_is_in_the_model(
    threats: list[Threat], cited: dict[str, set[str]]
) -> None:
    known = {threat.id for threat in threats}
    assert {i: sorted(paths) for i, paths in cited.items() if i not in known} == {}


def test_every_threat_names_the_tests_that_cite_it(threats: list[Threat], cited: dict[str, set[str]]) -> None:
    wrong = [
        f"{threat.id}: {name}"
        for threat in threats
        for name in threat.tests
        if not any(path.endswith(f"/{name}") for path in cited.get(threat.id, ()))
    ]
    assert wrong + [threat.id for threat in threats if not threat.tests] == []


def test_every_threat_names_code_that_exists(threats: list[Threat], root: Path) -> None:
    missing = [
        f"{threat.id}: {name}"
        for threat in threats
        for name in threat.code
        if not (root / "runtime" / name).exists() and not (root / name).exists()
    ]
    assert missing + [threat.id for threat in threats if not threat.code] == []


def test_every_table_of_threats_has_the_same_columns(model: str) -> None:
    tables = re.findall(r"^(\|.*\|)\n\|[-| ]+\|\n\| T-", model, re.MULTILINE)
    assert set(tables) == {COLUMNS}
