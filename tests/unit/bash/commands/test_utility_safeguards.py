"""What a utility refuses to do, in the virtual machine alone; and what may never be recorded on a real one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from record_utilities import BEYOND
from recorded import chapters

from runtime.bash import Bash

HARMFUL = [
    "date -s 2020-01-01",
    "date 01010101",
    "date -u 0101010120",
    "date --set=now",
    "rm -r /",
    "chmod -R 755 /",
    "dd if=a of=/x",
    "true; kill 1",
    "echo a > /etc/x",
    "find / -name x -delete",
]


@pytest.mark.parametrize("script", HARMFUL)
def test_what_reaches_beyond_its_folder_is_never_recorded(script) -> None:
    assert BEYOND.search(script)


def test_no_recorded_case_reaches_beyond_its_folder() -> None:
    found = [
        case.name for book in chapters() for case in book.cases if BEYOND.search(book.preface + case.script)
    ]
    assert found == []


@pytest.mark.parametrize(
    "script", ["rm -rf /", "rm -rf //", "rm -rf /tmp/..", "chmod -R --preserve-root 0 /"]
)
def test_the_root_of_the_files_is_never_taken_whole(script) -> None:
    done = Bash(files={"/tmp/a": "kept"}).exec_sync(f"{script}; cat /tmp/a")
    assert done.stdout == "kept"
    assert (
        "it is dangerous to operate recursively on '/'" in done.stderr or "refusing to remove" in done.stderr
    )


@pytest.mark.parametrize("script", ["date -s '2020-01-01'", "date 010101012020"])
def test_nobody_sets_the_clock(script) -> None:
    done = Bash(clock=1_700_000_000.0).exec_sync(f"{script}; echo $?; date +%Y")
    assert done.stdout.splitlines()[-2:] == ["1", "2023"]
    assert "cannot set date: Operation not permitted" in done.stderr


def test_the_rest_of_a_tree_goes_when_a_part_of_it_stays() -> None:
    done = Bash().exec_sync(
        "mkdir -p t/a t/b; touch t/a/x t/b/y; chmod 500 t/a; rm -rf t; echo $?; find t | sort"
    )
    assert done.stdout == "1\nt\nt/a\nt/a/x\n"
    assert done.stderr == "rm: cannot remove 't/a/x': Permission denied\n"


def test_a_copy_of_a_folder_into_itself_ends() -> None:
    done = Bash().exec_sync("mkdir d; cp -r d d; echo $?; find d | sort")
    assert done.stdout == "1\nd\nd/d\n"


def test_a_ring_of_links_ends_every_walk() -> None:
    script = "mkdir -p d/e; ln -s .. d/e/up; {}; echo"
    for walk in ("find -L d", "grep -R x d", "ls -LR d", "cp -rL d c", "chmod -R u+w d", "rm -rf d"):
        done = Bash().exec_sync(script.format(walk))
        assert done.error is None, walk
