"""Reading a bundle: everything that decides is read, and nothing from elsewhere."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from runtime.contracts.errors import BundleInvalid
from runtime.policy import bundle as bundles
from runtime.policy.bundle import bundle_of, load, read_settled

POLICY = b'package runtime.authz\n\ndecision := {"allow": true}\n'


def refused(folder: Path) -> str:
    with pytest.raises(BundleInvalid) as caught:
        load(folder)
    assert caught.value.code == "policy.bundle_invalid"
    return str(caught.value.details["problems"][0]["file"])


def test_policies_tests_and_data_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "authz.rego").write_bytes(POLICY)
    (tmp_path / "lib" / "words.rego").write_bytes(b"package lib.words\n")
    (tmp_path / "authz_test.rego").write_bytes(b"package t\n")
    (tmp_path / "data.json").write_bytes(b'{"a": 1}')
    (tmp_path / "README.md").write_bytes(b"read me")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config.json").write_bytes(b"]")
    (tmp_path / "lib" / "data.json").write_bytes(b'{"b": 2}')
    found = load(tmp_path)
    assert [m.path for m in found.policies] == ["authz.rego", "lib/words.rego"]
    assert [m.path for m in found.tests] == ["authz_test.rego"]
    assert found.data == {"a": 1, "lib": {"b": 2}}


def test_the_digest_covers_names_and_contents_of_what_decides() -> None:
    files = {"a.rego": POLICY, "data.json": b"{}"}
    same = bundle_of({**files, "a_test.rego": b"package t\n"}).digest
    assert bundle_of(dict(reversed(files.items()))).digest == same
    others = [
        {"b.rego": POLICY, "data.json": b"{}"},
        {"a.rego": POLICY + b"\n", "data.json": b"{}"},
        {"a.rego": POLICY, "data.json": b"{} "},
        {"a.rego": POLICY},
        {"a.rego": POLICY, "data.json": b"{}", "b.rego": b""},
    ]
    assert len({same, *(bundle_of(other).digest for other in others)}) == 6


def test_the_digest_keeps_names_and_contents_apart() -> None:
    assert bundle_of({"a.rego": b"b.rego"}).digest != bundle_of({"a.regob.rego": b"", "a.rego": b""}).digest


def test_a_link_out_of_the_bundle_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside.rego"
    outside.write_bytes(POLICY)
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "authz.rego").symlink_to(outside)
    assert refused(folder) == "authz.rego"


def test_a_link_inside_the_bundle_is_read(tmp_path: Path) -> None:
    """Mounted configuration is laid out so: the file is a link to a hidden folder beside it."""
    (tmp_path / "..data").mkdir()
    (tmp_path / "..data" / "authz.rego").write_bytes(POLICY)
    (tmp_path / "authz.rego").symlink_to("..data/authz.rego")
    assert [m.path for m in load(tmp_path).policies] == ["authz.rego"]


def test_a_linked_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "lib").symlink_to(tmp_path / "real")
    assert refused(tmp_path / "bundle") == "lib"


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.rego").symlink_to("a.rego")
    assert refused(tmp_path) == "a.rego"


def test_a_fifo_does_not_hold_the_reader_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.rego")
    assert refused(tmp_path) == "a.rego"


@pytest.mark.parametrize(
    "name",
    ["data.yaml", "lib/data.YML", "lib/lists.json", ".hidden.rego", ".lib.json", "lib/A.REGO", "DATA.json"],
)
def test_data_that_would_not_be_loaded_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "authz.rego").write_bytes(POLICY)
    (tmp_path / name).write_bytes(b"{}")
    assert refused(tmp_path) == name


def test_data_that_two_files_give_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "authz.rego").write_bytes(POLICY)
    (tmp_path / "data.json").write_bytes(b'{"lib": {"b": 1}}')
    (tmp_path / "lib" / "data.json").write_bytes(b'{"b": 2}')
    assert refused(tmp_path) == "lib/data.json"


def test_a_hidden_folder_is_no_place_to_lose_a_denial(tmp_path: Path) -> None:
    (tmp_path / ".later").mkdir()
    (tmp_path / "authz.rego").write_bytes(POLICY)
    (tmp_path / ".later" / "deny.rego").write_bytes(b"package runtime.authz")
    assert [m.path for m in load(tmp_path).policies] == [".later/deny.rego", "authz.rego"]


@pytest.mark.parametrize("folder", [".git", ".vscode/x", "..data", "lib/..versions", ".runtime"])
@pytest.mark.parametrize("name", ["deny.rego", "data.json", "data.yaml"])
def test_policy_where_nobody_looks_for_it_is_refused(tmp_path: Path, folder: str, name: str) -> None:
    """OPA loads all of these."""
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "authz.rego").write_bytes(POLICY)
    (tmp_path / folder / name).write_bytes(b"{}")
    assert refused(tmp_path) == f"{folder}/{name}"


def test_a_folder_is_read_as_it_was_at_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of two files between the readings of them gives neither half."""
    a, b = tmp_path / "a.rego", tmp_path / "b.rego"
    a.write_bytes(b"1")
    b.write_bytes(b"1")
    read = bundles._read
    edits = iter([b"2", b"3"])

    def reading(root: Path, name: str) -> bytes:
        content = read(root, name)
        if name == "a.rego" and (edit := next(edits, None)):
            a.write_bytes(edit)
            b.write_bytes(edit)
        return content

    monkeypatch.setattr(bundles, "_read", reading)
    assert read_settled(tmp_path, 0.0) == {"a.rego": b"3", "b.rego": b"3"}


def test_a_folder_that_is_changed_all_the_time_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = tmp_path / "a.rego"
    policy.write_bytes(POLICY)
    read, numbers = bundles._read, itertools.count()

    def reading(root: Path, name: str) -> bytes:
        policy.write_bytes(b"x" * next(numbers))
        return read(root, name)

    monkeypatch.setattr(bundles, "_read", reading)
    monkeypatch.setattr(bundles, "MAX_SETTLE_S", 0.05)
    with pytest.raises(BundleInvalid):
        read_settled(tmp_path, 0.0)


def test_a_recent_change_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a reload waits the second half of the edit arrives."""
    (tmp_path / "a.rego").write_bytes(b"1")
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        (tmp_path / "b.rego").write_bytes(b"2") if len(waited) == 1 else None

    monkeypatch.setattr(bundles.time, "sleep", wait)
    assert set(read_settled(tmp_path, 3_600.0)) == {"a.rego", "b.rego"}
    assert len(waited) == 2
    assert all(0 < seconds <= 3_600.0 for seconds in waited)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"1",
        b"{",
        b'{"a":1,"a":2}',
        b'{"a":{"b":1,"b":2}}',
        b'{"a":NaN}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":9007199254740993}',
        b'{"a":"\xff"}',
        b'{"a":"\\ud800"}',
        b'{"a":' + b"[" * 200 + b"]" * 200 + b"}",
        b"[" * 100_000,
        b'{"a":' + b"9" * 10_000 + b"}",
    ],
)
def test_data_that_readers_could_read_differently_is_refused(data: bytes) -> None:
    with pytest.raises(BundleInvalid) as caught:
        bundle_of({"a.rego": POLICY, "data.json": data})
    assert caught.value.details["problems"][0]["file"] == "data.json"


def test_text_that_is_not_utf8_is_refused_with_its_line() -> None:
    with pytest.raises(BundleInvalid) as caught:
        bundle_of({"a.rego": b"package a\n\n# \xff\n"})
    assert caught.value.details["problems"] == [
        {"file": "a.rego", "line": 3, "column": 1, "message": "is not UTF-8"}
    ]


def test_a_folder_without_policies_is_refused(tmp_path: Path) -> None:
    (tmp_path / "only_test.rego").write_bytes(b"package t\n")
    assert refused(tmp_path) == "bundle"
    assert refused(tmp_path / "nowhere") == str(tmp_path / "nowhere")


def test_bounds_on_files_and_bytes_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(3):
        (tmp_path / f"{n}.rego").write_bytes(POLICY)
    monkeypatch.setattr(bundles, "MAX_FILES", 2)
    refused(tmp_path)
    monkeypatch.setattr(bundles, "MAX_FILES", 3)
    load(tmp_path)
    monkeypatch.setattr(bundles, "MAX_BUNDLE_BYTES", 3 * len(POLICY) - 1)
    refused(tmp_path)
    monkeypatch.setattr(bundles, "MAX_FILE_BYTES", len(POLICY) - 1)
    assert refused(tmp_path) == "0.rego"


def test_what_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who runs the tests may be allowed to read everything, so the refusal comes from the system call."""
    (tmp_path / "a.rego").write_bytes(POLICY)

    def denied(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", denied)
        assert refused(tmp_path) == "a.rego"
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", denied)
        assert refused(tmp_path) == str(tmp_path)


@pytest.mark.parametrize(
    "name", ["\x1b[2J.rego", "a\nb.rego", "\u202e.rego", "\udcff.rego", "\x9b/data.json"]
)
def test_a_name_that_does_not_print_is_refused_with_its_escapes(name: str) -> None:
    """T-POL-33"""
    files = {"authz.rego": b"package runtime.authz\n", name: b"{}"}
    with pytest.raises(BundleInvalid) as refused:
        bundle_of(files)
    assert refused.value.message.isprintable()
