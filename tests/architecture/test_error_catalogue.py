"""Error codes are an interface: documented, unique, and never withdrawn."""

from __future__ import annotations

import re

from runtime.contracts.errors import (
    AuditError,
    ConfigurationError,
    Error,
    FailedError,
    RefusedError,
    catalogue,
)

CODE = re.compile(r"[a-z]+\.[a-z_]+")


def test_the_published_error_codes_stay_published(golden) -> None:
    golden("error_codes.txt", (error.code for error in catalogue()), only_grows=True)


def test_no_two_classes_share_an_error_code() -> None:
    codes = [error.code for error in catalogue()]
    assert sorted(codes) == sorted(set(codes))


def test_every_error_says_its_meaning_cause_and_fix() -> None:
    silent = [
        error.__name__
        for error in catalogue()
        if not (vars(error).get("__doc__") and vars(error).get("cause") and vars(error).get("fix"))
    ]
    assert silent == []


def test_every_error_sentence_ends_with_a_full_stop() -> None:
    sentences = [text for e in catalogue() for text in ((e.__doc__ or "").split("\n")[0], e.cause, e.fix)]
    assert [text for text in sentences if not text.endswith(".")] == []


def test_every_error_code_has_a_family_and_a_name() -> None:
    assert [error.code for error in catalogue() if not CODE.fullmatch(error.code)] == []


def test_every_error_tells_whether_something_was_executed() -> None:
    """A caller decides on this whether repeating a call is safe."""
    wrong = [
        error.__name__
        for error in catalogue()
        if error.executed is not issubclass(error, FailedError)
        or not issubclass(error, RefusedError | FailedError | ConfigurationError | AuditError)
    ]
    assert wrong == []


def test_errors_with_a_code_are_declared_in_one_place(product) -> None:
    """One tree, one file: whoever handles errors can read them all at once."""
    family = {"Error", *(error.__name__ for error in catalogue())}
    strays = [
        f"{s.path}: {name}"
        for s in product
        if s.path != "runtime/contracts/errors.py"
        for name, bases in re.findall(r"^class (\w+)\(([^)]*)\)", s.text, re.MULTILINE)
        if family & {base.strip().rpartition(".")[2] for base in bases.split(",")}
    ]
    assert strays == []


def test_an_error_without_a_suggestion_falls_back_on_its_fix() -> None:
    assert [e.code for e in catalogue() if e is not Error and _suggestion(e) != e.fix] == []


def _suggestion(error: type[Error]) -> str:
    return (
        error("tool_code", "it broke").suggestion
        if error.__name__ == "ToolError"
        else error("it broke").suggestion
    )
