"""Changes are made as they were reviewed, or not at all: somebody else's work is never lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from layers import (
    PLACE,
    SECRET,
    commit,
    left,
    make_layer,
    make_tree,
    read,
    state_of,
    transactions,
    whiteout,
    write,
)

from runtime.hostfs import journal as journals
from runtime.hostfs.journal import Journal, JournalForeign, Steps, TreeStep
from runtime.hostfs.layer import LayerConflict, LayerRefused
from runtime.hostfs.transaction import Recovered

SUPPORT = Path(__file__).parents[2] / "support"


class Kill(BaseException):
    """Ends a commit as a kill would: nothing of the product catches it."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_tree(tmp_path / "root")
    return tmp_path / "root"


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    make_layer(tmp_path / "layer")
    return tmp_path / "layer"


def kill_after(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """End the next commit when it has made so many steps."""
    real = Steps.make

    def make(self: Steps, number: int, step: TreeStep) -> None:
        if number == steps:
            raise Kill
        real(self, number, step)

    monkeypatch.setattr(Steps, "make", make)


def conflict(root: Path, layer: Path, found: list[object]) -> str:
    before = state_of(root)
    with pytest.raises(LayerConflict) as caught:
        commit(root, layer, found)
    assert state_of(root) == before
    assert left(root) == []
    return str(caught.value)


@pytest.mark.parametrize(
    ("path", "text"),
    [("src/part0/file0.txt", "edited"), ("gone/one.txt", "edited"), ("made/by/command3.txt", "before it")],
)
def test_a_file_that_changed_since_the_review_stops_all(root, layer, path, text):
    """T-PROC-22"""
    found = read(root, layer)
    write(root / path, text)
    assert f"{path!r}" in conflict(root, layer, found) or path.startswith("made")
    assert (root / path).read_text() == text


def test_a_file_that_was_removed_since_the_review_stops_all(root, layer):
    """T-PROC-22"""
    found = read(root, layer)
    (root / "script.sh").unlink()
    conflict(root, layer, found)


def test_a_change_of_the_same_length_and_time_stops_all(root, layer):
    """T-PROC-22: its identity is the same as far as sizes and times go; its content is not."""
    found = read(root, layer)
    place = root / "src/part0/file0.txt"
    info = place.stat()
    place.write_text("NEW 0\n")
    os.utime(place, ns=(info.st_atime_ns, info.st_mtime_ns))
    conflict(root, layer, found)


def test_a_file_that_somebody_put_into_a_folder_that_goes_stops_all(root, layer):
    """T-PROC-22"""
    found = read(root, layer)
    write(root / "gone/deep/mine.txt", "mine")
    conflict(root, layer, found)
    assert (root / "gone/deep/mine.txt").read_text() == "mine"


def test_a_folder_that_became_a_link_stops_all(root, layer, tmp_path):
    """T-PROC-22"""
    found = read(root, layer)
    (root / "src").rename(tmp_path / "elsewhere")
    (root / "src").symlink_to(tmp_path / "elsewhere")
    elsewhere = state_of(tmp_path / "elsewhere")
    conflict(root, layer, found)
    assert state_of(tmp_path / "elsewhere") == elsewhere


@pytest.mark.parametrize("name", ["exchange", "move_new"])
def test_an_editor_that_is_faster_than_the_last_look_loses_nothing(root, layer, monkeypatch, name):
    """T-PROC-22"""
    found = read(root, layer)
    edited: list[int] = []
    real, victim = (
        getattr(journals, name),
        root / ("src/part2/file2.txt" if name == "exchange" else "gone/one.txt"),
    )

    def step(one_folder: int, one: str, other_folder: int, other: str) -> None:
        if victim.name in (one, other) and not edited:
            victim.unlink()
            edited.append(victim.write_text("an editor's"))
        real(one_folder, one, other_folder, other)

    monkeypatch.setattr(journals, name, step)
    with pytest.raises(LayerConflict):
        commit(root, layer, found)
    assert victim.read_text() == "an editor's"
    assert not (root / "made").exists()
    assert left(root) == []


@pytest.mark.parametrize("steps", range(0, 40, 3))
def test_a_commit_that_ended_after_any_step_is_finished(root, layer, monkeypatch, tmp_path, steps):
    """T-PROC-23"""
    found = read(root, layer)
    with monkeypatch.context() as patched:
        kill_after(patched, steps)
        with pytest.raises(Kill):
            commit(root, layer, found, label="c-9")
    assert transactions(root).has_left()
    assert transactions(root).recover() == [Recovered("c-9", "committed", "")]
    make_tree(tmp_path / "other")
    commit(tmp_path / "other", layer, read(tmp_path / "other", layer))
    assert state_of(root) == state_of(tmp_path / "other")
    assert left(root) == []


@pytest.mark.parametrize("steps", range(0, 30, 3))
def test_a_commit_that_cannot_be_finished_any_more_is_undone(root, layer, monkeypatch, steps):
    """T-PROC-22, T-PROC-23"""
    old = state_of(root)
    found = read(root, layer)
    with monkeypatch.context() as patched:
        kill_after(patched, steps)
        with pytest.raises(Kill):
            commit(root, layer, found)
    edited = "src/part2/file8.txt"
    assert state_of(root)[edited] == old[edited]
    write(root / edited, "an editor's")
    (recovered,) = transactions(root).recover()
    assert (recovered.outcome, recovered.kept) == ("discarded", "")
    assert state_of(root) == old | {edited: ("file", 0o644, b"an editor's")}


def test_work_on_a_file_that_was_made_already_stays(root, layer, monkeypatch):
    """T-PROC-22"""
    found = read(root, layer)
    with monkeypatch.context() as patched:
        kill_after(patched, 20)
        with pytest.raises(Kill):
            commit(root, layer, found)
    write(root / "made/by/command0.txt", "worked on")
    (recovered,) = transactions(root).recover()
    assert recovered.outcome == "committed"
    assert (root / "made/by/command0.txt").read_text() == "worked on"
    assert (root / "was_folder").read_text() == "a file now"


def test_what_cannot_be_put_back_is_kept_aside(tmp_path, monkeypatch):
    """T-PROC-22: one file was made and then worked on, another cannot be made any more."""
    root, layer = tmp_path / "root", tmp_path / "layer"
    for name in ("a", "b"):
        write(root / name, f"old {name}")
        write(layer / name, f"new {name}")
    found = read(root, layer)
    with monkeypatch.context() as patched:
        kill_after(patched, 1)
        with pytest.raises(Kill):
            commit(root, layer, found)
    write(root / "a", "worked on")
    write(root / "b", "worked on, too")
    (recovered,) = transactions(root).recover()
    assert (recovered.outcome, left(root)) == ("discarded", [recovered.kept])
    assert [(root / name).read_text() for name in "ab"] == ["worked on", "worked on, too"]
    assert (root / PLACE / recovered.kept / "slots/0").read_text() == "old a"


def test_a_commit_that_ended_before_its_journal_changed_nothing(root, layer):
    old = state_of(root)
    write(root / PLACE / "begun-0123/slots/0", "staged")
    write(root / PLACE / "begun-0123/journal.tmp", "half a jour")
    assert transactions(root).recover() == []
    assert (state_of(root), left(root)) == (old, [])


@pytest.mark.parametrize("secret", [b"another key" * 6, None])
def test_a_journal_of_somebody_else_writes_nothing(root, secret):
    """T-PROC-24"""
    forged = Journal("c-1", (TreeStep("create", "policies/authz.rego", None, None),))
    data = b"%b\n%b" % (b"0" * 64, forged.sealed(b"")[65:]) if secret is None else forged.sealed(secret)
    write(root / PLACE / "begun-0123/slots/0", "package runtime.authz")
    (root / PLACE / "begun-0123/journal").write_bytes(data)
    with pytest.raises(JournalForeign):
        transactions(root).recover()
    assert not (root / "policies").exists()


def test_a_journal_that_is_a_link_is_not_followed(root, tmp_path):
    """T-PROC-24"""
    (tmp_path / "journal").write_bytes(Journal("c-1", ()).sealed(SECRET))
    (root / PLACE / "begun-0123").mkdir(parents=True)
    (root / PLACE / "begun-0123/journal").symlink_to(tmp_path / "journal")
    with pytest.raises(OSError, match="symbolic"):
        transactions(root).recover()


def test_content_that_is_not_what_was_reviewed_is_not_made(root, layer):
    """T-PROC-22"""
    old, found = state_of(root), read(root, layer)
    write(layer / "made/by/command7.txt", "other")
    with pytest.raises(LayerRefused):
        commit(root, layer, found)
    assert (state_of(root), left(root)) == (old, [])


def test_of_two_writers_of_one_file_the_second_changes_nothing(tmp_path):
    """T-PROC-22"""
    root = tmp_path / "root"
    write(root / "shared", "0")
    for name in ("one", "two"):
        write(tmp_path / name / "shared", name)
        write(tmp_path / name / f"own_{name}", name)
    found = {name: read(root, tmp_path / name) for name in ("one", "two")}
    commit(root, tmp_path / "one", found["one"])
    conflict(root, tmp_path / "two", found["two"])
    assert sorted(state_of(root)) == ["own_one", "shared"]


def test_writers_at_the_same_time_make_all_of_theirs_or_nothing(tmp_path):
    """T-PROC-22: of eight processes that change one file, one makes its changes; none is mixed with another's."""
    root, count = tmp_path / "root", 8
    write(root / "shared", "0")
    for number in range(count):
        write(tmp_path / f"layer{number}/shared", f"by {number}")
        write(tmp_path / f"layer{number}/by{number}", str(number))
    script = (
        f"import sys; sys.path.insert(0, {str(SUPPORT)!r})\n"
        "from pathlib import Path; import layers\n"
        f"root, layer = Path({str(root)!r}), Path(sys.argv[1])\n"
        "found = layers.read(root, layer)\nprint('read', flush=True)\nsys.stdin.readline()\n"
        "try: layers.commit(root, layer, found)\nexcept layers.LayerConflict: print('conflict')\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, tmp_path / f"layer{number}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(count)
    ]
    for process in processes:
        assert process.stdout.readline() == "read\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * count
    assert sorted(said) == ["", *["conflict\n"] * (count - 1)]
    (winner,) = (number for number, text in enumerate(said) if not text)
    assert sorted(state_of(root)) == [f"by{winner}", "shared"]
    assert (root / "shared").read_text() == f"by {winner}"
    assert left(root) == []


def test_a_whiteout_of_what_is_gone_already_is_a_conflict(tmp_path):
    root, layer = tmp_path / "root", tmp_path / "layer"
    root.mkdir()
    whiteout(layer / "a")
    with pytest.raises(LayerConflict):
        read(root, layer)
