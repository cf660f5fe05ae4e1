"""Small rules that keep a tree pleasant to live in, as tests so that nobody has to remember them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path, PurePosixPath

from runtime.contracts.version import VERSION

MEANINGLESS = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
# Spelled in halves, since this file is looked at as well.
PLACES = "/root/" + r"\.|/(home|Users)/" + r"(?!user\b|agent\b)[a-z]+/"
REGISTRIES = re.compile(
    r"pypi\." + r"org|python" + r"hosted|registry\.npm" + r"js|crates\." + r"io|proxy\.go" + r"lang"
)
PROMISES = {"TODO", "FIXME", "XXX"}
TEXT = {".py", ".md", ".toml", ".txt", ".rego", ".json", ".yaml", ".yml", ".cfg", ".ini", ".sh", ""}
UNREAD = {
    ".git",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    ".import_linter_cache",
    "__pycache__",
    "dist",
    "build",
}


def _texts(root: Path, *, cases: bool = True) -> dict[str, str]:
    """Every text file of the project by its path; published vectors can be left out."""
    found = {}
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        ignored = any(part in UNREAD or part.startswith((".venv", ".coverage")) for part in parts)
        if ignored or path.suffix not in TEXT or not path.is_file():
            continue
        if cases or parts[:2] != ("tests", "cases"):
            found["/".join(parts)] = path.read_text("utf-8", errors="replace")
    return found


def _hits(texts: dict[str, str], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number} {match[0]}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if (match := pattern.search(line))
    ]


def test_no_module_or_class_has_a_name_that_says_nothing(sources) -> None:
    modules = [s.path for s in sources if MEANINGLESS & set(PurePosixPath(s.path).with_suffix("").parts)]
    names = [
        f"{s.path} {name}"
        for s in sources
        for name in re.findall(r"^class (\w+)", s.text, re.MULTILINE)
        if name.endswith(("Utils", "Helper", "Manager"))
    ]
    assert modules + names == []


def test_no_text_names_a_place_on_somebodys_machine(root: Path) -> None:
    places = re.compile(f"{re.escape(str(root))}|{PLACES}")
    assert _hits(_texts(root), places) == []


def test_no_text_names_a_package_registry_host(root: Path) -> None:
    assert _hits(_texts(root, cases=False), REGISTRIES) == []


def test_no_shipped_code_promises_to_be_finished_later(product) -> None:
    stubs = [f"{s.path} NotImplementedError" for s in product if "NotImplementedError" in s.text]
    notes = [
        f"{s.path}:{line}" for s in product for text, line in s.comments() if PROMISES & set(text.split())
    ]
    assert stubs + notes == []


def test_only_the_command_line_prints_to_the_terminal(product) -> None:
    found = [
        f"{s.path}:{line}"
        for s in product
        if not s.path.startswith("runtime/cli/")
        for name, line in s.calls()
        if name == "print"
    ]
    assert found == []


def test_every_test_is_named_with_a_sentence(suite) -> None:
    """At least four words: a name says what holds, not which function is called."""
    terse = [
        f"{s.path}:{f.lineno} {f.name}"
        for s in suite
        for f in s.functions()
        if f.name.startswith("test_") and len(f.name.split("_")) < 5
    ]
    assert terse == []


def test_every_test_file_has_a_name_of_its_own(suite) -> None:
    names = Counter(PurePosixPath(s.path).name for s in suite)
    assert [n for n, count in names.items() if count > 1 and n.startswith("test_")] == []


def test_no_test_is_skipped_or_expected_to_fail(suite) -> None:
    pattern = re.compile(r"\bpytest\.(mark\.)?(skip|xfail|import" + r"orskip)|@unittest\.skip")
    assert _hits({s.path: s.text for s in suite}, pattern) == []


def test_no_test_waits_by_sleeping(suite) -> None:
    """A sleep is either too short on a busy machine or wasted on an idle one; wait for the event itself.

    What a test runs may sleep: a tool that hangs, for one.
    """
    found = [
        f"{s.path}:{line}"
        for s in suite
        for f in s.functions()
        if f.name.startswith("test_")
        for name, line in s.calls(within=f)
        if name == "time.sleep"
    ]
    assert found == []


def test_the_version_is_written_in_one_place_only(product, root: Path) -> None:
    """The distribution takes it from the module; a second copy would be forgotten at the next release."""
    assert "version" not in tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    stated = rf"(?i)version\w* = [\"']{re.escape(VERSION)}"
    assert [s.path for s in product if re.search(stated, s.text)] == ["runtime/contracts/version.py"]


def test_no_two_classes_of_the_core_share_a_name(product) -> None:
    """One word for one thing. The shell is a product of its own: its utilities have name spaces of their own."""
    homes: dict[str, list[str]] = {}
    for source in product:
        if source.path.startswith(("runtime/", "tools/")) and not source.path.startswith("runtime/bash/"):
            for node in source.tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(source.path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_the_glossary_knows_every_word_of_a_module_or_class(product, root: Path, golden) -> None:
    """Outside the shell. What means no more than a dictionary says is listed: a new word is explained or listed on purpose."""
    terms = re.findall(r"^\| ([^|]+) \|", (root / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    explained = {_stem(word) for term in terms for word in re.findall(r"[a-z]+", term.lower())}
    used = {
        word.lower()
        for source in product
        if source.path.startswith("runtime/") and not source.path.startswith("runtime/bash/")
        for name in _names(source)
        for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    }
    golden("plain_words.txt", sorted(word for word in used if _stem(word) not in explained))


def _names(source) -> list[str]:
    path = PurePosixPath(source.path)
    classes = [node.name for node in source.tree.body if isinstance(node, ast.ClassDef)]
    return [path.parent.name if path.stem == "__init__" else path.stem, *classes]


def _stem(word: str) -> str:
    return word.removesuffix("s")
