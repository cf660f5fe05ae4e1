"""What users get: a wheel, a source distribution and an editable install, each complete and nothing else."""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from runtime.contracts.version import VERSION

WHERE = "import runtime, runtime.tools.read_file as t; print(runtime.__file__, t.__file__, sep='\\n')"


def test_the_wheel_holds_exactly_the_published_files(wheel: Path, golden) -> None:
    versioned = re.compile(r"^cathedral_runtime-[^/]*\.dist-info")
    golden(
        "wheel_files.txt",
        (versioned.sub("cathedral_runtime.dist-info", n) for n in zipfile.ZipFile(wheel).namelist()),
    )


def test_the_wheel_has_one_top_level_package(wheel: Path) -> None:
    """A distribution that also installs ``tools`` or ``tests`` would shadow other people's modules."""
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"runtime"}
    beside = {name.partition(".data/")[2].rpartition("/")[0] for name in names if ".data/" in name}
    assert beside == {"data/share/man/man1"}


def test_the_wheel_is_pure_and_carries_licence_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "runtime/py.typed" in names
    assert any(re.search(r"\.dist-info/licenses/LICENSE$", name) for name in names)


def test_the_source_distribution_can_build_and_test_itself(sdist: Path, checkout: Path) -> None:
    with tarfile.open(sdist) as archive:
        packed = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    wanted = {
        str(path.relative_to(checkout))
        for folder in (
            "runtime",
            "tools",
            "policies",
            "schemas",
            "wasm_tools",
            "tests",
            "docs",
            "benchmarks",
            "examples",
            ".ci",
        )
        for path in (checkout / folder).rglob("*")
        if path.is_file()
    }
    wanted |= {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "Justfile",
        "constraints.txt",
        ".importlinter",
    }
    assert wanted - packed == set()


def test_a_wheel_in_a_bare_folder_finds_its_tools(
    wheel: Path, interpreter, run_offline, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-compile",
        "--target",
        target,
        wheel,
    ]
    run_offline(*pip, cwd=tmp_path)
    program = f"import sys; sys.path.insert(0, {str(target)!r}); {WHERE}"
    package, tool = interpreter.evaluate(program).splitlines()
    assert (Path(package), Path(tool)) == (
        target / "runtime/__init__.py",
        target / "runtime/tools/read_file.py",
    )


def test_an_installed_wheel_serves_its_tools_policies_and_schemas(wheel: Path, interpreter) -> None:
    interpreter.pip(wheel)
    program = (
        "from runtime.host.resources import folder as f; "
        "print(*(f(n).is_relative_to(f('tools').parent) and any(f(n).iterdir()) for n in ('tools','policies','schemas')))"
    )
    assert interpreter.evaluate(program) == "True True True"


def test_an_editable_install_serves_the_tools_of_the_checkout(checkout: Path, interpreter) -> None:
    interpreter.pip("--no-build-isolation", "--editable", checkout)
    package, tool = interpreter.evaluate(WHERE).splitlines()
    assert (Path(package), Path(tool)) == (checkout / "runtime/__init__.py", checkout / "tools/read_file.py")


def test_a_strangers_tools_package_is_never_taken_for_ours(wheel: Path, interpreter) -> None:
    """Another distribution may well install a top-level ``tools``; ours are found by their own path."""
    interpreter.pip(wheel)
    site = Path(interpreter.evaluate("import sysconfig; print(sysconfig.get_path('purelib'))"))
    (site / "tools").mkdir()
    (site / "tools" / "read_file.py").write_text("raise SystemExit('a stranger ran')")
    assert interpreter.evaluate(WHERE).endswith("runtime/tools/read_file.py")


def test_the_installed_command_prints_the_packaged_version(wheel: Path, interpreter, run_offline) -> None:
    interpreter.pip(wheel)
    printed = run_offline(interpreter.folder / "bin" / "runtime", "version", cwd=interpreter.folder)
    assert VERSION in printed


@pytest.mark.parametrize("forbidden", ["tests/", ".pyc", "__pycache__", ".env", "runtime.toml"])
def test_the_wheel_carries_nothing_of_a_developers_folder(forbidden: str, wheel: Path) -> None:
    assert [name for name in zipfile.ZipFile(wheel).namelist() if forbidden in name] == []
