"""uuidgen: make an identifier that is nobody else's."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options]",
    "Create a new UUID value.",
    ("r", "random", "", "generate random-based uuid"),
    ("t", "time", "", "generate time-based uuid"),
    ("n", "namespace", "NS", "generate hash-based uuid in this namespace (@dns @url @oid @x500 or a uuid)"),
    ("N", "name", "NAME", "generate hash-based uuid from this name"),
    ("m", "md5", "", "generate md5 hash"),
    ("s", "sha1", "", "generate sha1 hash"),
    ("x", "hex", "", "interpret name as hex string"),
    hint="Try 'uuidgen --help' for more information.",
    origin="util-linux 2.38.1",
)
# RFC 9562, 6.6: they differ in their first four bytes.
_SPACES = {"@dns": "6ba7b810", "@url": "6ba7b811", "@oid": "6ba7b812", "@x500": "6ba7b814"}
_REST = "9dad11d180b400c04fd430c8"
_BEFORE_1970 = 0x01B21DD213814000  # 100 ns from 1582-10-15


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("ms"):
        return _hashed(cx, given.get("n"), given.get("N"), "s" if "s" in given else "m", "x" in given)
    if given.any("nN"):
        cx.complain("--namespace and --name require --md5 or --sha1")
        return 1
    if "t" in given:
        ticks = int(cx.clock.now() * 10_000_000) + _BEFORE_1970
        head = f"{ticks & 0xFFFFFFFF:08x}{ticks >> 32 & 0xFFFF:04x}{ticks >> 48 & 0xFFF:04x}"
        cx.write(_shown(bytes.fromhex(head) + cx.random.getrandbits(64).to_bytes(8, "big"), 1))
    else:
        cx.write(_shown(cx.random.getrandbits(128).to_bytes(16, "big"), 4))
    return 0


def _hashed(cx: Context, space: str, name: str, kind: str, in_hex: bool) -> int:
    if not space or not name:
        return cx.fail("--md5 and --sha1 require --namespace and --name")
    text = _SPACES[space] + _REST if space in _SPACES else space.replace("-", "")
    if re.fullmatch("[0-9a-fA-F]{32}", text) is None:
        return cx.fail(f"invalid uuid for namespace: '{space}'")
    if in_hex and re.fullmatch("(?:[0-9a-fA-F]{2})+", name) is None:
        return cx.fail("not a valid hex string")
    from hashlib import md5, sha1

    data = bytes.fromhex(text) + (bytes.fromhex(name) if in_hex else encoded(name))
    digest = sha1(data, usedforsecurity=False) if kind == "s" else md5(data, usedforsecurity=False)
    cx.write(_shown(digest.digest()[:16], 5 if kind == "s" else 3))
    return 0


def _shown(data: bytes, version: int) -> str:
    """As text, with the version and the variant in their places."""
    raw = bytearray(data)
    raw[6] = raw[6] & 0x0F | version << 4
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}\n"
