"""The project's own sources as data, parsed once."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Source:
    """One Python file: its path in the project, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function and method, nested ones too."""
        return (n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))

    def calls(self, *, within: ast.AST | None = None) -> Iterator[tuple[str, int]]:
        """Every call of a plain or dotted name, with its line: ``("os.fork", 12)``.

        Args:
            within: One function, whose nested functions are left out; the whole file where it is None.
        """
        waiting = list(ast.iter_child_nodes(within or self.tree))
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                yield ast.unparse(node.func), node.lineno
            if within is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting += ast.iter_child_nodes(node)

    def comments(self) -> Iterator[tuple[str, int]]:
        """Every comment with its line; what a string holds is none."""
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string, token.start[0]

    def imports(self, *, top_level_only: bool = False) -> Iterator[tuple[str, int]]:
        """Every absolutely imported module, with its line; those inside functions too unless told otherwise."""
        for node in self.tree.body if top_level_only else ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module, node.lineno


def _read(root: Path, *folders: str) -> list[Source]:
    files = sorted(path for folder in folders for path in (root / folder).rglob("*.py"))
    texts = {str(path.relative_to(root)): path.read_text("utf-8") for path in files}
    return [Source(path, text, ast.parse(text, path)) for path, text in texts.items()]


@pytest.fixture(scope="session")
def product(root: Path) -> list[Source]:
    """What is shipped: the package and the tools."""
    return _read(root, "runtime", "tools")


@pytest.fixture(scope="session")
def suite(root: Path) -> list[Source]:
    """The tests. Files under ``tests/cases`` are data, whatever their ending."""
    return [s for s in _read(root, "tests") if not s.path.startswith("tests/cases/")]


@pytest.fixture(scope="session")
def sources(root: Path, product: list[Source], suite: list[Source]) -> list[Source]:
    """Everything that is ours: product, tests, benchmarks, examples, generators."""
    return product + suite + _read(root, "benchmarks", "examples", "docs", "wasm_tools")
