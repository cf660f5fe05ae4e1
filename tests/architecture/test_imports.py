"""Who may import whom. The layers and the owners of ambient authority stand in ``.importlinter``."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import pytest

# Modules that may reach the operating system beside the handles; `.importlinter` says the same of imports.
AUTHORITY = re.compile(r"runtime/(backends/|policy/engines/|audit/stores/|hostfs/)")
# Calls that start processes or open sockets without an import that the linter would see.
AMBIENT_CALLS = re.compile(
    r"os\.(system|popen|fork|forkpty|exec\w+|spawn\w+|posix_spawnp?)"
    r"|asyncio\.(create_subprocess_\w+|open_connection|open_unix_connection|start_server|start_unix_server)"
    r"|eval|exec"
)
# Who may turn text into code, and why: awk's compiler writes a function from its own tree, in which a program's names
# have a prefix and its texts are quoted, and runs it with no builtins.
WRITES_CODE = {"runtime/bash/commands/awk/program.py exec"}
# How a name that is put together while running must begin.
OWN_MODULES = ("f'{__name__}.", "f'runtime.bash.interp.")
TOOLS_MAY_IMPORT = ("runtime.sdk", "runtime.bash", "runtime.bash.vfs")
TOOLS_MAY_NOT_IMPORT = {
    "asyncio", "ctypes", "http", "importlib", "io", "multiprocessing", "pathlib", "shutil", "signal", "socket", "ssl",
    "subprocess", "sys", "tempfile", "threading", "urllib",
}  # fmt: skip
# A tool file may ask os for the words of an error number and for constants, and for nothing that acts.
OS_FOR_TOOLS = {"strerror", "SEEK_SET", "SEEK_CUR", "SEEK_END"}
HEAVY = (
    "asyncio", "click", "cryptography", "ctypes", "email", "http", "jsonschema_rs", "multiprocessing", "platformdirs",
    "pydantic", "regex", "regorus", "rfc8785", "rich", "socket", "ssl", "subprocess", "urllib.request", "wcmatch",
)  # fmt: skip
UNNEEDED_BY_ECHO = (
    "contextlib", "dataclasses", "datetime", "greenlet", "inspect", "json", "logging", "msgspec", "pathlib", "random",
    "shutil", "tempfile", "threading", "typing", "unicodedata",
)  # fmt: skip


def test_the_layers_and_the_owners_of_authority_hold(root: Path) -> None:
    linter = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    done = subprocess.run([*linter, "--no-logo"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_imports_itself_through_others() -> None:
    """Imports inside functions count too: a cycle that is hidden is a cycle."""
    graph = grimp.build_graph("runtime", cache_dir=None)
    order = graphlib.TopologicalSorter(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    )
    order.prepare()


def test_only_the_leaves_start_processes_or_open_sockets(product) -> None:
    found = [
        f"{s.path}:{line} {name}"
        for s in product
        if not AUTHORITY.match(s.path)
        for name, line in s.calls()
        if AMBIENT_CALLS.fullmatch(name) and f"{s.path} {name}" not in WRITES_CODE
    ]
    assert found == []


def test_a_module_that_is_named_while_running_is_one_of_ours(product) -> None:
    """``__import__`` would reach any module there is; the linter sees none of it."""
    found = [
        f"{s.path}:{call.lineno}"
        for s in product
        for call in ast.walk(s.tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("__import__")
        if not ast.unparse(call.args[0]).startswith(OWN_MODULES)
    ]
    assert found == []


def test_a_tool_imports_the_sdk_and_no_ambient_authority(product) -> None:
    """What a tool may touch comes through its context. A shim is a program of its own, which the kernel holds."""
    found = [
        f"{s.path}:{line} {name}"
        for s in product
        if s.path.startswith("tools/") and not s.path.startswith("tools/shims/")
        for name, line in s.imports()
        if name.partition(".")[0] in TOOLS_MAY_NOT_IMPORT
        or (name.startswith("runtime") and not name.startswith(TOOLS_MAY_IMPORT))
    ]
    assert found == []


def test_a_tool_takes_only_words_and_constants_from_os(product) -> None:
    tools = [s for s in product if s.path.startswith("tools/")]
    used = {f"{s.path} os.{name}" for s in tools for name in re.findall(r"\bos\.(\w+)", s.text)}
    aliased = {s.path for s in tools if re.search(r"^\s*(from os\b|import os\b.+)", s.text, re.MULTILINE)}
    assert {use for use in used if use.rpartition(".")[2] not in OS_FOR_TOOLS} | aliased == set()


def _declared(root: Path, *extras: str) -> set[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + [r for e in extras for r in project["optional-dependencies"][e]]
    return {re.split(r"[<>=!~\[; ]", requirement)[0].lower().replace("_", "-") for requirement in wanted}


def _foreign(sources, own: set[str]) -> dict[str, str]:
    """Third-party top-level modules by where they are imported first."""
    found: dict[str, str] = {}
    paths = {source.path for source in sources}
    for source in sources:
        folder = source.path.rpartition("/")[0]
        for name, line in source.imports():
            top = name.partition(".")[0]
            beside = f"{folder}/{top}.py" in paths
            if top not in own and top not in sys.stdlib_module_names and not beside:
                found.setdefault(top, f"{source.path}:{line}")
    return found


@pytest.mark.parametrize(
    ("part", "extras"),
    [
        (
            "product",
            (
                "anchors",
                "archive",
                "claude-agent",
                "graphql",
                "inspect",
                "keyring",
                "langchain",
                "mcp",
                "openai-agents",
                "otel",
                "pdf",
                "pkcs11",
                "postgres",
                "pydantic-ai",
            ),
        ),
        ("suite", ("claude-agent", "dev", "inspect")),
    ],
)
def test_every_imported_library_is_a_declared_dependency(
    part: str, extras: tuple[str, ...], root: Path, request: pytest.FixtureRequest
) -> None:
    distributions = packages_distributions()
    beside = [*(root / "tests/support").iterdir(), *(root / "tests/cases").glob("*/*.py")]
    own = {"runtime", "docs", "benchmarks", *(path.stem for path in beside)}
    undeclared = {
        module: where
        for module, where in _foreign(request.getfixturevalue(part), own).items()
        # A library that only its own extra brings may be absent: then its module is named as it is.
        if not {d.lower().replace("_", "-") for d in distributions.get(module, (module,))}
        & _declared(root, *extras)
    }
    assert undeclared == {}


def test_a_small_script_loads_no_library_that_it_does_not_need() -> None:
    """A shell's start is what short scripts cost; modules of the start-up are written without these on purpose."""
    unneeded = {*HEAVY, *UNNEEDED_BY_ECHO}
    program = (
        "import sys; before = set(sys.modules); from runtime.bash import Bash;"
        "assert Bash().exec_sync('echo hi').stdout == 'hi\\n'; print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & unneeded == set()


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("runtime", set()),
        ("runtime.contracts.errors", set()),
        ("runtime.contracts.manifest", set()),
        ("runtime.sdk", set()),
        ("runtime.tools.read_file", set()),
        ("runtime.policy.engines._evaluator", set()),
        ("runtime.cli.main", {"click"}),
    ],
)
def test_a_cheap_import_loads_no_heavy_library(module: str, allowed: set[str]) -> None:
    """Every start pays for these imports, `runtime --help` and each worker process included."""
    program = f"import sys, {module}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= allowed


LOADED = """
import sys
from runtime.cli.main import main
status = main(sys.argv[1:])
sys.stderr.write("\\n".join(sys.modules))
sys.exit(status)
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace whose log holds a call."""
    (tmp_path / "note.txt").write_text("text")
    _modules_of(tmp_path, "init")
    _modules_of(tmp_path, "call", "read_file", '{"path": "note.txt"}')
    return tmp_path


def _modules_of(folder: Path, *arguments: str) -> set[str]:
    """The modules that are loaded when a command has done its work, in a process of its own."""
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return set(done.stderr.split("\n"))


def _within(modules: set[str], *packages: str) -> list[str]:
    return sorted(m for m in modules if m.startswith(tuple(f"{p}." for p in packages)) or m in packages)


def test_verifying_a_log_loads_nothing_that_writes_one(workspace: Path) -> None:
    """An auditor runs as little of the product as there is: neither the log's writer nor what runs tools."""
    writes = ("runtime.audit.write", "runtime.audit.maintain", "runtime.executor", "runtime.backends")
    for options in ((), ("--quick",), ("--shards",)):
        modules = _modules_of(workspace, "audit", "verify", *options)
        assert "runtime.audit.verify.verifier" in modules
        assert _within(modules, *writes) == []


def test_a_call_loads_nothing_that_verifies_or_proves_its_log(workspace: Path) -> None:
    verifies = ("runtime.audit.verify", "runtime.audit.prove", "runtime.audit.shards")
    modules = _modules_of(workspace, "call", "read_file", '{"path": "note.txt"}')
    assert "runtime.audit.write.log" in modules
    assert _within(modules, *verifies) == []
