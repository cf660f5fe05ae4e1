"""Command lines of cksum."""

from __future__ import annotations

from drawing import Options, of, reader
from utility_oracle import Case, Seen

_KINDS = ("crc", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3", "bsd", "sysv")
draw = reader(
    "cksum",
    Options(
        ("a", "algorithm", of(*_KINDS, bad=("x", "sha"))),
        ("a", "algorithm", of(*_KINDS)),
        ("", "untagged", None),
        ("", "tag", None),
        ("z", "zero", None),
    ),
    2,
)


def _a_folder(_case: Case, real: Seen, _ours: Seen) -> bool:
    return "4294967295 0 d" in real.stdout


KNOWN = (
    (
        _a_folder,
        "GNU's CRC of a folder is that of nothing, without a word; here it cannot be read, as with every other sum",
    ),
)
