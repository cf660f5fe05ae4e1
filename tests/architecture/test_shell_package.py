"""The virtual shell is a package of its own: one way in, one way to the host, and a map that names all of it."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

SHELL = "runtime.bash"
PUBLIC = (SHELL, f"{SHELL}.vfs")
UTILITIES = f"{SHELL}.commands"
SHARED = f"{UTILITIES}._shared"
# The only modules of the shell that reach files of the host, beneath the folder that an embedder names.
REACH_THE_HOST = {f"{SHELL}.vfs.hosted"}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom in the runtime, imports inside functions included."""
    return grimp.build_graph("runtime", cache_dir=None)


def _imported(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """What a file imports: module, name ("" for the module itself), line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "", node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name, node.lineno) for alias in node.names)


def test_the_runtime_uses_the_public_names_of_the_shell_alone(product) -> None:
    names = {f"{module}.{name}" for module in PUBLIC for name in importlib.import_module(module).__all__}
    beyond = [
        f"{source.path}:{line} {module} {name}"
        for source in product
        if not source.path.startswith("runtime/bash/")
        for module, name, line in _imported(source.tree)
        if f"{module}.".startswith(f"{SHELL}.")
        if f"{module}.{name}" not in names
    ]
    assert beyond == []


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_of_the_shell_is_there_and_typed(module: str) -> None:
    """The lazy table, ``__all__`` and what type checkers read say the same."""
    package = importlib.import_module(module)
    tree = ast.parse(Path(str(package.__file__)).read_text("utf-8"))
    typed = {name for origin, name, _ in _imported(tree) if origin.startswith(module)}
    assert sorted(package.__all__) == sorted(typed) == package.__all__
    assert [name for name in package.__all__ if getattr(package, name).__name__ != name] == []
    with pytest.raises(AttributeError):
        package.no_such_name  # noqa: B018


def test_one_module_of_the_shell_reaches_files_of_the_host(graph: grimp.ImportGraph) -> None:
    found = {
        importer
        for module in graph.modules
        if module.startswith("runtime.hostfs")
        for importer in graph.find_modules_that_directly_import(module)
        if importer.startswith(f"{SHELL}.")
    }
    assert found == REACH_THE_HOST


def test_a_shared_module_serves_at_least_two_utilities(graph: grimp.ImportGraph) -> None:
    users = {
        module: {
            importer.removeprefix(f"{UTILITIES}.").partition(".")[0]
            for importer in graph.find_downstream_modules(module)
            if importer.startswith(f"{UTILITIES}.") and not importer.startswith(SHARED)
        }
        for module in graph.find_children(SHARED)
    }
    assert {module: sorted(names) for module, names in users.items() if len(names) < 2} == {}


@pytest.fixture(scope="module")
def mapped(root: Path) -> list[str]:
    """The parts of the shell in the order of its map."""
    text = (root / "runtime/bash/README.md").read_text("utf-8")
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def test_the_map_of_the_shell_names_all_of_its_parts(mapped: list[str], root: Path) -> None:
    folder = root / "runtime" / "bash"
    parts = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    parts |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert sorted(mapped) == sorted(parts)


def test_a_part_of_the_shell_imports_only_what_lies_below_it_on_the_map(
    mapped: list[str], graph: grimp.ImportGraph
) -> None:
    upwards = [
        f"{lower} imports {upper}"
        for at, lower in enumerate(mapped)
        for upper in mapped[:at]
        if graph.find_shortest_chain(f"{SHELL}.{lower}", f"{SHELL}.{upper}", as_packages=True)
    ]
    assert upwards == []


def test_the_map_of_the_shell_leads_to_files_that_exist(root: Path) -> None:
    folder = root / "runtime" / "bash"
    text = (folder / "README.md").read_text("utf-8")
    places = {
        place for place in re.findall(r"`([\w./]+\.(?:py|sh|md|jsonl)|[\w./]+/)`", text) if "/" in place
    }
    assert len(places) > 10
    assert [
        place for place in sorted(places) if not ((folder / place).exists() or (root / place).exists())
    ] == []


def test_every_part_of_the_shell_begins_with_what_it_holds(product) -> None:
    """The first lines are the table of contents in docs/architecture.md."""
    parts = re.compile(r"runtime/bash/(\w+\.py|(\w+/)+__init__\.py)")
    untold = [
        source.path
        for source in product
        if parts.fullmatch(source.path)
        if len((ast.get_docstring(source.tree) or "").partition("\n")[0].split()) < 3
    ]
    assert untold == []
