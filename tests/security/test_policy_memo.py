"""What is remembered of checked policies is given to the engine unchecked: nobody but this user's runtime can put anything there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from runtime.host import policy_memo
from runtime.host.index_secret import load_index_secret
from runtime.host.policy_memo import PolicyMemo
from runtime.host.settings import cache_folder, state_folder
from runtime.policy.bundle import RegoFile
from runtime.policy.engines import ENTRY, open_engine
from runtime.policy.facts import Facts

DENIES = 'package runtime.authz\n\ndefault decision := {"allow": false}\n'
ALLOWS = DENIES.replace("false", "true")
NONE: frozenset[str] = frozenset()
ASKED = ("blake3:" + "0" * 64, ENTRY, NONE)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Each test has a home of its own, so the key of another test's home is none."""
    policy_memo._key.cache_clear()


def entries() -> list[Path]:
    return sorted((cache_folder() / "policies").iterdir())


def facts(text: str) -> Facts:
    return Facts(deterministic=True, sources=(RegoFile("authz.rego", text),), reads=NONE)


def decided(folder: Path, memo: PolicyMemo | None = None) -> str:
    engine = open_engine(f"rego:{folder}", isolation="in_process", memo=memo or PolicyMemo())
    outcome = engine._live.evaluator.evaluate(b"{}")
    engine.close()
    return outcome.decode()


def test_what_is_kept_comes_back_for_the_same_question_alone() -> None:
    memo = PolicyMemo()
    memo.keep(*ASKED, facts(DENIES))
    assert memo.recall(*ASKED) == facts(DENIES)
    bundle, entry, allowed = ASKED
    assert memo.recall(bundle[:-1] + "1", entry, allowed) is None
    assert memo.recall(bundle, "data.other", allowed) is None
    assert memo.recall(bundle, entry, frozenset({"time.now_ns"})) is None
    entries()[0].unlink()
    assert memo.recall(*ASKED) is None


def test_a_remembered_bundle_decides_as_one_that_was_checked(tmp_path: Path) -> None:
    (tmp_path / "authz.rego").write_text(DENIES)
    checked = decided(tmp_path)
    assert (len(entries()), decided(tmp_path)) == (1, checked)
    (tmp_path / "authz.rego").write_text(ALLOWS)
    assert (decided(tmp_path), len(entries())) == (checked.replace("false", "true"), 2)


def test_an_entry_that_anybody_else_wrote_is_none(tmp_path: Path) -> None:
    """T-POL-34"""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, DENIES), (other, ALLOWS)):
        folder.mkdir()
        (folder / "authz.rego").write_text(text)
    denied = decided(one)
    (entry,) = entries()
    kept = entry.read_bytes()
    forged = msgspec.msgpack.encode(facts(ALLOWS))
    # Of another bundle that allows, an entry is genuine; it is moved to the place of the one that denies.
    decided(other)
    moved = next(path for path in entries() if path != entry).read_bytes()
    for content in (
        forged,
        kept[:32] + forged,
        b"\0" * 32 + forged,
        moved,
        kept[:-1],
        kept[:31],
        b"",
        kept + b"\0",
        kept[:40] + bytes([kept[40] ^ 1]) + kept[41:],
    ):
        entry.write_bytes(content)
        assert decided(one) == denied


def test_what_is_no_file_in_the_place_of_an_entry_holds_nothing_up(tmp_path: Path) -> None:
    """T-POL-34"""
    (tmp_path / "authz.rego").write_text(DENIES)
    denied = decided(tmp_path)
    (entry,) = entries()
    kept = entry.read_bytes()
    entry.unlink()
    os.mkfifo(entry)
    assert decided(tmp_path) == denied
    entry.unlink(missing_ok=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(kept)
    entry.symlink_to(elsewhere)
    assert PolicyMemo().recall(*ASKED) is None
    assert decided(tmp_path) == denied
    assert elsewhere.read_bytes() == kept, "nothing is written through a link"


def test_without_a_secret_of_this_users_own_nothing_is_kept() -> None:
    """T-POL-34"""
    assert load_index_secret() is not None
    (state_folder() / "index.key").chmod(0o644)
    memo = PolicyMemo()
    memo.keep(*ASKED, facts(ALLOWS))
    assert memo.recall(*ASKED) is None
    assert not (cache_folder() / "policies").exists()


def test_another_checker_recalls_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    memo = PolicyMemo()
    memo.keep(*ASKED, facts(DENIES))
    monkeypatch.setattr(policy_memo, "_checker", lambda: "another one")
    assert memo.recall(*ASKED) is None
    memo.keep(*ASKED, facts(ALLOWS))
    monkeypatch.setattr(policy_memo, "_checker", lambda: "")
    memo.keep(*ASKED, facts(ALLOWS))
    monkeypatch.undo()
    assert memo.recall(*ASKED) == facts(DENIES)


def test_an_upgrade_under_a_running_process_ends_its_memo(tmp_path: Path) -> None:
    """T-POL-34: what the old code found sound is not kept in the name of the new, whatever the clock says of the files."""
    package = tmp_path / "lib" / "runtime"
    shutil.copytree(
        Path(policy_memo.__file__).parents[1], package, ignore=shutil.ignore_patterns("__pycache__")
    )
    child = f"""
import os, pathlib, sys
sys.path.insert(0, {str(package.parent)!r})
import runtime
runtime._LOADED_NS += 60 * 10**9  # the copy is new
from runtime.host import policy_memo
assert policy_memo.__file__.startswith({str(package)!r})
before = policy_memo._about("b", "e", frozenset())
file = pathlib.Path(policy_memo.__file__).parents[1] / "policy" / "check.py"
file.with_suffix(".new").write_bytes(file.read_bytes() + b" ")
os.replace(file.with_suffix(".new"), file)
print(before is not None, policy_memo._about("b", "e", frozenset()))
"""
    ran = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True, check=False)
    assert ran.stdout == "True None\n", ran.stderr


def test_a_checker_whose_files_were_replaced_since_it_was_loaded_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "check.py").write_text("")
    with pytest.raises(OSError, match="replaced"):
        list(policy_memo._states(str(tmp_path)))


def test_old_entries_make_room_for_new_ones() -> None:
    memo = PolicyMemo()
    for number in range(40):
        memo.keep(f"blake3:{number:064}", ENTRY, NONE, facts(DENIES))
    assert len(entries()) == 32
    assert memo.recall(f"blake3:{39:064}", ENTRY, NONE) is not None
