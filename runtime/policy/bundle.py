"""A bundle: a folder of ``.rego`` files with its data, read and digested.

::

    policies/authz.rego        package runtime.authz
    policies/authz_test.rego   tests: kept apart, never loaded beside the rules that decide
    policies/data.json         {"authz": {...}} is data.authz
    policies/teams/data.json   {"x": [...]} is data.teams.x

As `opa eval --bundle` does, ``data.json`` is loaded in every folder, beneath the folder's name. What else could be policy or
data (another ``.json``, ``.yaml``, a name that starts with a dot) is refused by name, because a denial that nobody
loads denies nothing.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from blake3 import blake3

from runtime.contracts import canonical
from runtime.contracts.digest import PREFIX, Digest
from runtime.hostfs.ownership import changeable_by
from runtime.policy.problem import PolicyProblem, refuse

MAX_FILES = 500
MAX_FILE_BYTES = 1024 * 1024
MAX_BUNDLE_BYTES = 8 * 1024 * 1024
SETTLE_S = 0.2
"""How long nobody may have changed anything before a reload reads: editors and checkouts write file after file."""
MAX_SETTLE_S = 10.0
DATA = "data.json"
_UNLOADED = {
    ".json": "is not loaded: a bundle's data is in files called data.json",
    ".yaml": "is not loaded: write it as data.json, since readers of YAML differ",
    ".yml": "is not loaded: write it as data.json, since readers of YAML differ",
    ".rego": "is not loaded: a policy's name ends with .rego in small letters and begins with no dot",
}
"""What other engines load as policy or data, and this one does not."""
_NOT_POLICY = frozenset({".git", ".hg", ".svn", ".runtime", ".regal", ".vscode", ".idea"})
"""Folders of other programs. OPA loads what lies there; here it is refused, since nobody looks for policy in them."""
_LOADED_BY_OPA = frozenset({"data.json", "data.yaml", "data.yml"})
_MANIFESTS = frozenset({".manifest", ".signatures.json"})
"""Of OPA's bundles: they hold neither policy nor data."""


class RegoFile(msgspec.Struct, frozen=True):
    """One file of Rego: its path in the bundle, in POSIX form, and its text."""

    path: str
    text: str


class Bundle(msgspec.Struct, frozen=True):
    """What was read, not yet checked."""

    policies: tuple[RegoFile, ...]
    tests: tuple[RegoFile, ...]
    data: dict[str, Any]
    digest: Digest
    """Of policies and data: of what decides. Tests change nothing."""


def load(folder: str | Path) -> Bundle:
    """Read a folder.

    Raises:
        BundleInvalid: it is missing, holds nothing that decides, or something that cannot be loaded.
    """
    return bundle_of(read_files(folder))


def read_files(folder: str | Path) -> dict[str, bytes]:
    """The files of a folder that are a bundle, tests among them, by path in POSIX form. Raises as `load` does."""
    root = Path(folder)
    if not os.path.isdir(root):  # noqa: PTH112  # Path.is_dir raises for an overlong name
        raise refuse([PolicyProblem(str(folder), 0, 0, "is not a folder of policies")])
    return {name: _read(root, name) for name in _names(root)}


def read_settled(folder: str | Path, settle_s: float = SETTLE_S) -> dict[str, bytes]:
    """The files of a folder as they were at one moment, once nobody had changed any of them for a while: not half an edit.

    Raises:
        BundleInvalid: as `load` says; or they are changed all the time.
    """
    root, until = Path(folder), time.monotonic() + MAX_SETTLE_S
    while time.monotonic() < until:
        state = _state(root)
        latest = max((changed_ns for *_, changed_ns in state.values()), default=0)
        age_s = time.time() - latest / 1e9  # below 0 where the clock was set back: then this waits once more
        if age_s < settle_s:
            time.sleep(min(settle_s, settle_s - age_s))
        files = read_files(root)
        if _state(root) == state:
            return files
    raise refuse([PolicyProblem(str(folder), 0, 0, f"was being changed for {MAX_SETTLE_S:g} s")])


def _state(root: Path) -> dict[str, tuple[int, int, int]]:
    """What tells one state of a folder from another: of each file and folder inode, size and time of the last change."""
    found = {}
    for place, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in _NOT_POLICY]
        for name in (".", *files):
            path = f"{place}/{name}"
            with suppress(OSError):  # gone since: the next look tells
                status = os.stat(path)  # noqa: PTH116  # names of one kind
                found[path] = (status.st_ino, status.st_size, status.st_ctime_ns)
    return found


def deciding(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a bundle's digest covers: all but its tests."""
    return {path: content for path, content in files.items() if not _is_test(path)}


def bundle_of(files: Mapping[str, bytes]) -> Bundle:
    """The bundle of these files, by path in POSIX form. Does no I/O; raises as `load` does."""
    for path in files:
        if not path.isprintable():  # half a character, too: names are told on terminals, and digested
            raise refuse(
                [PolicyProblem(ascii(path)[1:-1], 0, 0, "has a name that does not print; rename it")]
            )
    if sum(map(len, files.values())) > MAX_BUNDLE_BYTES:
        raise refuse([PolicyProblem("bundle", 0, 0, f"has more than {MAX_BUNDLE_BYTES} bytes")])
    modules = [RegoFile(path, _text(path, files[path])) for path in sorted(files) if _is_rego(path)]
    tests = tuple(m for m in modules if _is_test(m.path))
    policies = tuple(m for m in modules if not _is_test(m.path))
    if not policies:
        raise refuse([PolicyProblem("bundle", 0, 0, "holds no .rego file that decides")])
    return Bundle(policies, tests, _all_data(files), _digest(files))


def _digest(files: Mapping[str, bytes]) -> Digest:
    """BLAKE3 over (path, content) in path order, each with its length, so that no two bundles share bytes."""
    hasher = blake3()
    for path in sorted(deciding(files)):
        for part in (path.encode(), files[path]):
            hasher.update(b"%d:" % len(part))
            hasher.update(part)
    return Digest(PREFIX + hasher.hexdigest())


def _names(root: Path) -> list[str]:
    names: list[str] = []
    versions: list[str] = []
    for name in _walk(root):
        if _is_elsewhere(name):
            if _is_rego(name) or name.rpartition("/")[2] in _LOADED_BY_OPA:
                versions.append(name)
            continue
        hidden = name.rpartition("/")[2].startswith(".")
        if hidden or not (_is_rego(name) or _is_data(name)):
            _refuse_unloadable(name)  # else it is no policy
            continue
        names.append(name)
        if len(names) > MAX_FILES:
            raise refuse([PolicyProblem(str(root), 0, 0, f"holds more than {MAX_FILES} policy files")])
    linked = {os.path.realpath(root / name) for name in names} if versions else set()
    for name in versions:
        if os.path.realpath(root / name) not in linked:
            raise refuse([PolicyProblem(name, 0, 0, "is not loaded from this folder; move it")])
    return names


def _is_elsewhere(name: str) -> bool:
    """Whether a file lies where nobody looks for policy: in a folder of another program, or in one that keeps the versions
    of a mounted configuration (``..data``), whose current files are links in the folders above."""
    return any(folder in _NOT_POLICY or folder.startswith("..") for folder in name.split("/")[:-1])


def _walk(root: Path) -> Iterator[str]:
    for place, folders, files in os.walk(root, onerror=_unreadable):
        try:
            status = os.stat(place)  # noqa: PTH116  # what os.walk names
        except OSError as error:  # gone since it was named
            _unreadable(error)
        inside = Path(place).relative_to(root)
        if _NOT_POLICY.isdisjoint(inside.parts):
            _require_own(inside.as_posix(), status)
        folders.sort()
        for folder in folders:
            if (Path(place) / folder).is_symlink() and not folder.startswith(".."):
                raise refuse(
                    [
                        PolicyProblem(
                            (inside / folder).as_posix(), 0, 0, "is a link; put the folder itself here"
                        )
                    ]
                )
        yield from ((inside / name).as_posix() for name in sorted(files))


def _require_own(name: str, status: os.stat_result) -> None:
    if changer := changeable_by(status):
        raise refuse(
            [PolicyProblem(name, 0, 0, f"is not this user's alone to change: {changer}; chmod go-w")]
        )


def _unreadable(error: OSError) -> NoReturn:
    raise refuse([PolicyProblem(str(error.filename), 0, 0, f"cannot be read: {error.strerror}")]) from None


def _refuse_unloadable(name: str) -> None:
    base = name.rpartition("/")[2]
    suffix = "." + base.rpartition(".")[2].lower()
    if suffix in _UNLOADED and base not in _MANIFESTS:
        raise refuse([PolicyProblem(name, 0, 0, _UNLOADED[suffix])])


def _read(root: Path, name: str) -> bytes:
    try:
        if not (root / name).resolve(strict=True).is_relative_to(root.resolve()):
            raise refuse([PolicyProblem(name, 0, 0, "is a link that leads out of the bundle")])
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself, before Python 3.13
        raise refuse([PolicyProblem(name, 0, 0, f"cannot be read: {error}")]) from None
    return read_own(root / name, name, MAX_FILE_BYTES)


def read_own(path: Path, name: str, max_bytes: int) -> bytes:
    """A file that only this user can change. Raises as `load` does, with the name."""
    try:
        # O_NONBLOCK: a FIFO that poses as a policy must not hold the start up.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise refuse([PolicyProblem(name, 0, 0, "is not a regular file")])
            _require_own(name, status)
            content = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero in the name
        raise refuse([PolicyProblem(name, 0, 0, f"cannot be read: {error}")]) from None
    if len(content) > max_bytes:
        raise refuse([PolicyProblem(name, 0, 0, f"has more than {max_bytes} bytes")])
    return content


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise refuse([PolicyProblem(path, line, 1, "is not UTF-8")]) from None


def _all_data(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The data of every folder, each beneath the folder's name."""
    whole: dict[str, Any] = {}
    for path in sorted(filter(_is_data, files), key=lambda name: (name.count("/"), name)):
        place = whole
        for folder in path.split("/")[:-1]:
            place = place.setdefault(folder, {})
            if not isinstance(place, dict):
                raise refuse([PolicyProblem(path, 0, 0, f"lies beneath {folder}, which is a value already")])
        for name, value in plain_data(path, files[path]).items():
            if name in place:
                raise refuse([PolicyProblem(path, 0, 0, f"gives {name} a second time")])
            place[name] = value
    return whole


def plain_data(path: str, content: bytes) -> dict[str, Any]:
    """The object that a file of data holds, if every reader reads the same. Raises as `load` does."""
    try:
        data = json.loads(content, object_pairs_hook=_once, parse_constant=_no_number)
        canonical.encode(data)  # within the depth and the numbers that every reader agrees on
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise refuse(
            [PolicyProblem(path, line, getattr(error, "colno", 0), f"is not plain JSON: {error}")]
        ) from None
    if not isinstance(data, dict):
        raise refuse([PolicyProblem(path, 0, 0, "is not a JSON object")])
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two members of one name are read differently by different readers."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name occurs twice in one object")
    return members


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _is_data(path: str) -> bool:
    return path.rpartition("/")[2] == DATA


def _is_rego(path: str) -> bool:
    return path.endswith(".rego")


def _is_test(path: str) -> bool:
    return path.endswith("_test.rego")
