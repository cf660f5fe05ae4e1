"""What every test shares: a fixed seed for properties, a home of its own, golden lists, and a workspace.

A golden list is a text file of ``tests/golden`` that a test compares with the present. ``just golden`` rewrites
those that changed on purpose (``pytest --write-golden``); the diff is then read by a human.
"""

from __future__ import annotations

import gc
import importlib.util
import itertools
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from postgres_cluster import has_server
from soft_token import soft_module

if TYPE_CHECKING:
    from runtime.contracts.audit import Body, Record
    from runtime.host.executor import Executor
    from runtime.host.settings import Settings

ROOT = Path(__file__).resolve().parents[1]

# The default run must give the same verdict twice, so it derives its examples from the test itself; the soak
# looks for new ones. No deadline: the machines that run this are shared, and a slow second is no bug.
_COMMON = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", derandomize=True, **_COMMON)
settings.register_profile("soak", max_examples=5_000, print_blob=True, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

_homes = itertools.count()


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background with interrupts ignored, and every child of a test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch that `just golden` uses."""
    parser.addoption("--write-golden", action="store_true", help="rewrite golden lists instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a log in PostgreSQL take a server, those of tokens take SoftHSM; `pytest_terminal_summary` says where they were left out."""
    absent = [
        name
        for name, present in (("test_postgres_", has_server()), ("test_token_", soft_module()))
        if not present
    ]
    items[:] = [item for item in items if not item.path.name.startswith(tuple(absent))]


HEAVY = {"test_claude_agent.py": "claude_agent_sdk", "test_inspect.py": "inspect_ai"}
"""Tests of libraries that `dev` does not bring: `just integrations` installs them."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what needs an absent library; `pytest_terminal_summary` says so."""
    needed = HEAVY.get(collection_path.name)
    return True if needed and importlib.util.find_spec(needed) is None else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what this run did not try."""
    if absent := sorted(needed for needed in HEAVY.values() if importlib.util.find_spec(needed) is None):
        terminalreporter.write_line(
            f"{', '.join(absent)}: not installed, so their tests are not part of this run. With them: just integrations"
        )
    if not has_server():
        terminalreporter.write_line(
            "PostgreSQL: no server, so its tests are not part of this run. With one: "
            "python tests/support/postgres_cluster.py python -m pytest"
        )
    if not soft_module():
        terminalreporter.write_line(
            "SoftHSM: not installed, so the tests of tokens are not part of this run (Debian: softhsm2)"
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Fourteen thousand tests live from here to the end: garbage is not looked for among them, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


def _isolate(patch: pytest.MonkeyPatch, home: Path) -> None:
    home.mkdir(mode=0o700)
    for name in [n for n in os.environ if n.startswith(("RUNTIME_", "XDG_", "PG"))]:
        patch.delenv(name)
    patch.setenv("HOME", str(home))
    patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    patch.setenv("XDG_CONFIG_DIRS", str(home / "etc"))
    patch.setenv("XDG_DATA_HOME", str(home / ".local" / "share"))
    patch.setenv("XDG_STATE_HOME", str(home / ".local" / "state"))
    patch.setenv("XDG_CACHE_HOME", str(home / ".cache"))


@pytest.fixture(scope="session", autouse=True)
def _session_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fixtures wider than one test must not see the user's configuration either."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        _isolate(patch, base / "home-session")
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            # Hundreds of child processes would each compile the package anew: they share what the first one compiled.
            shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "bytecode"))
        yield


@pytest.fixture(autouse=True)
def user_home(tmp_path_factory: pytest.TempPathFactory, _session_home: None) -> Iterator[Path]:
    """An empty home for each test: no test reads or leaves keys and settings of the one who runs it."""
    home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    with pytest.MonkeyPatch.context() as patch:
        _isolate(patch, home)
        yield home


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> Callable[..., None]:
    """Compare lines with a golden list, or rewrite the list under ``--write-golden``.

    With ``only_grows`` a line that was published stays: rewriting adds lines and never removes one.
    """

    def check(name: str, lines: Iterable[str], *, only_grows: bool = False) -> None:
        path = ROOT / "tests" / "golden" / name
        present = sorted(set(lines))
        published = path.read_text("utf-8").splitlines() if path.exists() else []
        if pytestconfig.getoption("--write-golden"):
            kept = set(published) if only_grows else set()
            path.write_text("".join(f"{line}\n" for line in sorted(kept | set(present))), "utf-8")
            return
        if only_grows:
            assert set(published) <= set(present), f"published lines of {path} are gone"
        assert present == published, f"{path} differs; if on purpose: just golden"

    return check


ALLOW_ALL = """\
package runtime.authz

import rego.v1

default decision := {"allow": true, "reasons": ["allowed for this test"]}
"""


class Workspace:
    """A folder with a real policy, key and log, and what its log says.

    Not accepted by this user: its executors get their settings in code. The package is imported where it is used, so
    that tests of other parts do not load all of it.
    """

    def __init__(self, folder: Path) -> None:
        from runtime.host.workspace import initialise

        self.folder = folder
        self.verifier_key = initialise(folder, pin=False).verifier_key
        self.policy(ALLOW_ALL)

    def accept(self) -> None:
        """Let this user accept the folder as it is now: the log's key, policies and tools."""
        from runtime.host.workspace import initialise

        initialise(self.folder, accept=True)

    @property
    def settings(self) -> Settings:
        from runtime.host.settings import load_settings

        return load_settings(self.folder).settings

    @property
    def log(self) -> Path:
        return self.folder / ".runtime" / "audit"

    def policy(self, text: str) -> None:
        """Let this text be the whole policy."""
        for file in (self.folder / "policies").glob("*"):
            file.unlink()
        (self.folder / "policies" / "authz.rego").write_text(text)

    def decide(self, decision: str) -> None:
        """Let policy always answer this Rego value."""
        self.policy(f"package runtime.authz\n\nimport rego.v1\n\ndefault decision := {decision}\n")

    def open(self, *tools: Any, **options: Any) -> Executor:
        from runtime.host.executor import Executor

        return Executor.open(
            self.folder, tools=tools, settings=self.settings, isolation="in_process", **options
        )

    def records(self) -> list[tuple[Record, Body]]:
        """Every record of the log, decoded."""
        from runtime.contracts.audit import KINDS, Record

        decoded = []
        for line in (self.log / "records.jsonl").read_bytes().split(b"\n")[:-1]:
            record = msgspec.json.decode(line, type=Record)
            decoded.append((record, msgspec.json.decode(record.body, type=KINDS[record.kind])))
        return decoded

    def bodies(self, call_id: str) -> list[Body]:
        """The bodies of one call's records, in order."""
        return [body for record, body in self.records() if record.call == call_id]

    def kinds(self, call_id: str) -> list[str]:
        """The kinds of one call's records, in order."""
        return [body.kind for body in self.bodies(call_id)]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "README.md").write_text("# Hello\n")
    return Workspace(folder)
