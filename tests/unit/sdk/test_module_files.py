"""Modules that are bytes in memory: they import each other, and nothing of the disk."""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path

import pytest

from runtime.sdk.module_files import package_of


def load(folder: Path, files: dict[str, bytes], name: str):
    return importlib.import_module(f"{package_of(folder, files)}.{name}")


def test_files_import_each_other_packages_and_folders_that_only_hold_files(tmp_path):
    module = load(
        tmp_path,
        {
            "one.py": b"from ._two import B\nfrom .pack import C\nfrom .pack.deep import D\nfrom .bare.x import E\nA = B+C+D+E\n",
            "_two.py": b"B = 'b'\n",
            "pack/__init__.py": b"C = 'c'\n",
            "pack/deep.py": b"from .._two import B\nD = B\n",
            "bare/x.py": b"E = 'e'\n",
        },
        "one",
    )
    assert module.A == "bcbe"
    assert module.__file__ == str(tmp_path / "one.py")


def test_what_lies_on_disk_is_never_imported(tmp_path):
    """T-RUN-25: the folder was swapped since its files were read."""
    (tmp_path / "one.py").write_text("A = 'swapped'")
    (tmp_path / "_other.py").write_text("A = 'slipped in'")
    assert load(tmp_path, {"one.py": b"A = 'read'"}, "one").A == "read"
    with pytest.raises(ImportError):
        load(tmp_path, {"two.py": b"from . import _other"}, "two")
    assert not (tmp_path / "__pycache__").exists()


def test_a_folder_of_another_content_is_another_package(tmp_path):
    first, same, second = ({"one.py": text} for text in (b"A = 1", b"A = 1", b"A = 2"))
    assert load(tmp_path, first, "one") is load(tmp_path, same, "one")
    assert [load(tmp_path, files, "one").A for files in (first, second)] == [1, 2]


def test_a_source_says_its_own_encoding(tmp_path):
    source = "# -*- coding: latin-1 -*-\nA = 'ü'\n".encode("latin-1")
    module = load(tmp_path, {"one.py": source}, "one")
    assert module.A == "ü"
    assert module.__spec__.loader.get_source("one") == source.decode("latin-1")


def test_a_trace_names_the_file_that_was_read(tmp_path):
    module = load(tmp_path, {"one.py": b"def fail():\n    raise ValueError('x')\n"}, "one")
    with pytest.raises(ValueError, match="x") as caught:
        module.fail()
    assert str(tmp_path / "one.py") in "".join(traceback.format_exception(caught.value))


def test_a_package_of_this_kind_that_nobody_made_is_not_found():
    with pytest.raises(ImportError):
        importlib.import_module("_runtime_tools_none.x")
    assert "_runtime_tools_none" not in sys.modules
