"""Data folders are the package's own or the checkout's, and never a stranger's."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationMissing
from runtime.host import resources

OURS = '[project]\nname = "cathedral-runtime"\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation of its own, without any data."""
    inside = tmp_path / "site" / "runtime"
    inside.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", inside)
    return inside


@pytest.mark.parametrize("name", ["tools", "policies", "schemas"])
def test_every_folder_of_this_checkout_is_found(name):
    assert resources.folder(name).is_dir()
    assert resources.folder(name).name == name


def test_the_package_s_own_folder_comes_first(package: Path):
    for place in (package, package.parent):
        (place / "tools").mkdir()
        (place / "tools" / "read_file.py").write_text("")
    (package.parent / "pyproject.toml").write_text(OURS)
    assert resources.folder("tools") == package / "tools"


def test_in_a_checkout_the_folder_beside_the_package_is_used(package: Path):
    """The stub `runtime/tools` lies inside the package there, and holds no tool."""
    (package / "tools").mkdir()
    (package / "tools" / "__init__.py").write_text("")
    (package.parent / "tools").mkdir()
    (package.parent / "pyproject.toml").write_text(OURS)
    assert resources.folder("tools") == package.parent / "tools"


@pytest.mark.parametrize(
    "project",
    [
        None,
        '[project]\nname = "other"\n',
        "not toml [",
        "",
        'name = "cathedral-runtime"\n',
        "project = 5\n",
        "\udcff",
    ],
)
def test_a_stranger_s_folder_beside_the_package_is_never_used(package: Path, project: str | None):
    (package.parent / "tools").mkdir()
    (package.parent / "tools" / "read_file.py").write_text("")
    if project is not None:
        (package.parent / "pyproject.toml").write_bytes(project.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigurationMissing) as caught:
        resources.folder("tools")
    assert caught.value.code == "config.missing"


def test_a_checkout_without_the_folder_is_an_error(package: Path):
    (package.parent / "pyproject.toml").write_text(OURS)
    with pytest.raises(ConfigurationMissing):
        resources.folder("policies")
