"""The distributions, built once and without network, and bare interpreters to try them in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

_COPIED = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "dist", "build", ".coverage*"
)


def run(*command: str | Path, cwd: Path) -> str:
    """The standard output of a command that must succeed; ours must not leak into its import path."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_", "COV_"))}
    environ |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@dataclass(frozen=True)
class Interpreter:
    """A fresh virtual environment that has the project's dependencies, and not the project."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def pip(self, *arguments: str | Path) -> None:
        """Install into it, offline."""
        run(
            sys.executable,
            "-m",
            "pip",
            "--python",
            self.python,
            "install",
            "-q",
            "--no-deps",
            "--no-compile",  # which takes longer than all the rest
            *arguments,
            cwd=self.folder,
        )

    def evaluate(self, program: str) -> str:
        """What a program prints, run far from the checkout."""
        return run(self.python, "-c", program, cwd=self.folder).strip()


@pytest.fixture
def interpreter(tmp_path: Path) -> Interpreter:
    """A fresh one.

    Its path file names the site-packages of the test run. Path files there are not followed, so that the editable
    install which the tests run from stays invisible.
    """
    folder = tmp_path / "fresh"
    venv.create(folder, with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    dependencies = folder / "lib" / version / "site-packages" / "dependencies.pth"
    dependencies.write_text(sysconfig.get_path("purelib") + "\n")
    return Interpreter(folder)


@pytest.fixture(scope="session")
def checkout(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, so that building leaves nothing behind in it."""
    copy = tmp_path_factory.mktemp("checkout") / "tree"
    shutil.copytree(root, copy, ignore=_COPIED, symlinks=True)
    return copy


@pytest.fixture(scope="session")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from the sdist alone."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, checkout, cwd=checkout)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """The wheel."""
    return next(built.glob("*.whl"))


@pytest.fixture(scope="session")
def sdist(built: Path) -> Path:
    """The source distribution."""
    return next(built.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def run_offline() -> Callable[..., str]:
    """Run a command that must succeed, without network or inherited import path."""
    return run
