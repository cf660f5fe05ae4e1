"""A bundle as one signed file, for another machine: what was built is what is unpacked, or nothing is.

The file is JSON: the bundle's files, its tests among them, and a signed note of the log's form whose text is a title, the digest of what decides, and the digest
of each file::

    example.com/agents policy bundle
    blake3:... what decides
    blake3:... authz.rego

The title has a space, so no checkpoint of a log, whose first line is its origin, can pass for it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.read.reader import parse_keys
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditUntrusted, BundleInvalid, ConfigurationError
from runtime.policy.bundle import MAX_BUNDLE_BYTES, Bundle, bundle_of, read_files
from runtime.policy.engines.rego import try_out
from runtime.policy.problem import PolicyProblem, refuse

MAX_FILE_BYTES = 4 * MAX_BUNDLE_BYTES
_DECIDES = "what decides"


class SignedBundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's content."""

    files: dict[str, str]
    note: str


class VerifiedBundle(msgspec.Struct, frozen=True):
    """A bundle that a trusted key signed."""

    digest: str
    key: str
    files: dict[str, bytes]


def build(folder: Path, signer: Signer, *, entry: str, allow_builtins: frozenset[str]) -> tuple[bytes, str]:
    """The signed file of a folder's bundle, and its digest.

    Raises:
        BundleInvalid: the bundle could not be put in force.
    """
    files = read_files(folder)
    bundle = bundle_of(files)
    try_out(bundle, entry=entry, allow_builtins=allow_builtins)
    signed = signer.sign(_text(signer.name, bundle, files)).decode()
    made = SignedBundle({path: content.decode() for path, content in files.items()}, signed)
    return msgspec.json.encode(made, order="deterministic") + b"\n", bundle.digest


def verify(data: bytes, keys: Sequence[VerifierKey | str]) -> VerifiedBundle:
    """The bundle of a signed file.

    Raises:
        AuditUntrusted: ``audit.untrusted``: none of the keys signed it.
        BundleInvalid: it is no such file, or was changed after it was signed.
    """
    try:
        made = msgspec.json.decode(data, type=SignedBundle)
        files = {path: content.encode() for path, content in made.files.items()}
        note = made.note.encode()
    except (ValueError, RecursionError) as error:
        raise _broken(f"is no signed bundle: {error}") from None
    try:
        text, signed = open_note(note, parse_keys(keys))
    except InvalidNote as error:
        if error.code == "key_unknown":
            raise AuditUntrusted("The bundle is not signed by a trusted key") from None
        raise _broken(f"its note does not hold: {error.message}") from None
    bundle = bundle_of(files)
    if text != _text(signed[0].name, bundle, files):
        raise _broken("was changed after it was signed")
    return VerifiedBundle(bundle.digest, str(signed[0]), files)


def unpack(bundle: VerifiedBundle, folder: Path) -> None:
    """Write the files into a folder that is not there yet.

    Raises:
        ConfigurationError: the folder is there, or cannot be written; or a path leads out of it.
    """
    for path in bundle.files:
        parts = path.split("/")
        if (
            not path.isprintable()
            or path.startswith("/")
            or "\\" in path
            or any(part in ("", ".", "..") for part in parts)
        ):
            raise ConfigurationError(f"a file of the bundle would lie outside its folder: {path!a}")
    try:
        folder.mkdir(mode=0o755)
        for path, content in bundle.files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as file:
                file.write(content)
    except OSError as error:
        raise ConfigurationError(
            f"{folder} cannot be written: {error.strerror}", suggestion="Name a folder that is not there yet."
        ) from None


def read_signed(file: Path) -> bytes:
    """The bytes of a signed file, no more than one may have. Raises ConfigurationError."""
    try:
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):  # nobody may ever write into a pipe
                raise ConfigurationError(f"{file} is no plain file")
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise ConfigurationError(f"{file} has more than {MAX_FILE_BYTES} bytes")
    return data


def _text(name: str, bundle: Bundle, files: Mapping[str, bytes]) -> str:
    lines = [f"{name} policy bundle", f"{bundle.digest} {_DECIDES}"]
    lines += [f"{digest(files[path])} {msgspec.json.encode(path).decode()}" for path in sorted(files)]
    return "\n".join(lines) + "\n"


def _broken(message: str) -> BundleInvalid:
    return refuse([PolicyProblem("bundle", 0, 0, message)])
