"""cksum: checksums of files, POSIX's CRC unless another is asked for."""

from __future__ import annotations

import hashlib
from functools import partial

from runtime.bash.commands._shared.argmatch import invalid
from runtime.bash.commands._shared.checksums import Bsd, Crc, SystemV
from runtime.bash.commands._shared.digest import Checker, digest_of, escaped, options, wrong_usage
from runtime.bash.commands._shared.quoting import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands._shared.digest import Hash
    from runtime.bash.utility_context import Context

OPTIONS = options(
    "CRC and other",
    ("a", "algorithm", "TYPE", "sysv, bsd, crc, md5, sha1, sha224, sha256, sha384, sha512, blake2b or sm3"),
    ("l", "length", "BITS", "length of a BLAKE2b checksum"),
    ("", "debug", "", "ignored: there is one implementation"),
    ("", "untagged", "", "write a line without the algorithm"),
)
_SUMS: dict[str, Callable[[], Hash]] = {"bsd": Bsd, "sysv": SystemV, "crc": Crc}
_TAGS = {
    "md5": "MD5",
    "sha1": "SHA1",
    "sha224": "SHA224",
    "sha256": "SHA256",
    "sha384": "SHA384",
    "sha512": "SHA512",
    "blake2b": "BLAKE2b",
    "sm3": "SM3",
}
_CHOICES = tuple((name,) for name in (*_SUMS, *_TAGS))


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks={"a": partial(_exact, cx)})
    if given.any("bt") and "c" not in given:
        raise OPTIONS.refuse(cx, "")
    wrong_usage(cx, OPTIONS, given)
    kind = given.get("a", "crc")
    if "c" in given:
        return _check(cx, kind, "a" in given)
    if kind in _SUMS and given.any("l"):
        raise OPTIONS.refuse(cx, "--length is only supported with --algorithm=blake2b")
    bits = given.get("l", "512")
    if not (bits.isascii() and bits.isdigit()) or int(bits[:9]) % 8 or int(bits[:9]) > 512:
        return cx.fail(f"invalid length: {quote(bits)}")
    make = _SUMS.get(kind) or _maker(kind, int(bits) or 512)
    tag = _TAGS.get(kind, "") + (f"-{bits}" if bits not in {"0", "512"} else "")
    tagged = given.last(("tag", "untagged"), "tag") == "tag"
    status = 0
    end = "\0" if "z" in given else "\n"
    for name in given.operands or ["-"]:
        digest = digest_of(cx, name, make)
        if digest is None:
            status = 1
        elif kind in _SUMS:
            cx.write(f"{digest} {name}{end}" if given.operands else f"{digest}{end}")
        else:
            shown, mark = (name, "") if "z" in given else escaped(name)
            cx.write(f"{mark}{tag} ({shown}) = {digest}{end}" if tagged else f"{mark}{digest}  {shown}{end}")
    return status


def _exact(cx: Context, name: str) -> None:
    """An algorithm is named in full."""
    if (name,) not in _CHOICES:
        raise invalid(cx, OPTIONS, "algorithm", name, _CHOICES)


def _maker(kind: str, bits: int) -> Callable[[], Hash]:
    if kind == "blake2b":
        return lambda: hashlib.blake2b(digest_size=bits // 8)
    return lambda: hashlib.new(kind, usedforsecurity=False)


def _check(cx: Context, kind: str, chosen: bool) -> int:
    if chosen and kind in _SUMS:
        return cx.fail("--check is not supported with --algorithm={bsd,sysv,crc}")
    kinds = {kind: _TAGS[kind]} if chosen else _TAGS
    makes = {tag: _maker(name, 512) for name, tag in kinds.items()}
    given = OPTIONS.parse(cx)
    plain = _TAGS[kind] if chosen else ""
    size = len(_maker(kind, 512)().hexdigest()) if chosen else 0
    return Checker(cx, given, makes, plain, size).run(given.operands)
