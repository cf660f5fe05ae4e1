"""base64 and base32: groups of bytes as characters that go anywhere."""

from __future__ import annotations

from functools import partial

from runtime.bash.commands._shared.input import chunks
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Alphabet", "options", "run"]


class Alphabet:
    """One encoding: ``group`` bytes become ``quad`` characters of ``letters``."""

    def __init__(
        self,
        letters: bytes,
        group: int,
        quad: int,
        encode: Callable[[bytes], bytes],
        decode: Callable[[bytes], bytes],
    ) -> None:
        self.group = group
        self.quad = quad
        self.encode = encode
        self.decode = decode
        self.others = bytes(byte for byte in range(256) if byte not in letters and byte != 61)


def options(name: str) -> Options:
    """The table of one."""
    return Options(
        "[OPTION]... [FILE]",
        f"{name} encode or decode FILE, or standard input, to standard output.",
        ("d", "decode", "", "decode"),
        ("i", "ignore-garbage", "", "when decoding, ignore what is not of the alphabet"),
        ("w", "wrap", "COLS", "wrap lines after COLS characters, 76 by default; 0 for none"),
    )


def _wrapped(cx: Context, text: str) -> None:
    if not (text.isascii() and text.isdigit()):
        cx.complain(f"invalid wrap size: {quote(text)}")
        raise Done(1)


def run(cx: Context, table: Options, alphabet: Alphabet) -> int:
    """Encode or decode."""
    given = table.parse(cx, checks={"w": partial(_wrapped, cx)})
    wrap = given.get("w", "76")
    if len(given.operands) > 1:
        raise table.refuse(cx, f"extra operand {quote(given.operands[1])}")
    name = given.operands[0] if given.operands else "-"
    try:
        stream = cx.stdin.retain() if name == "-" else cx.open(name)
    except OSError as error:
        return cx.fail(f"{maybe(name)}: {reason(error)}")
    try:
        if "d" in given:
            return _decode(cx, stream, alphabet, "i" in given)
        _encode(cx, stream, alphabet, int(wrap[:18]))
        return 0
    except IsADirectoryError:
        return cx.fail("read error: Is a directory")
    finally:
        stream.release()


def _groups(cx: Context, stream: Stream, size: int, drop: bytes = b"") -> Iterator[bytes]:
    """The stream in pieces of whole groups (but for the last)."""
    held = b""
    for data in chunks(cx, stream):
        held += data.translate(None, drop) if drop else data
        cut = len(held) // size * size
        if cut:
            yield held[:cut]
            held = held[cut:]
    if held:
        yield held


def _encode(cx: Context, stream: Stream, alphabet: Alphabet, wrap: int) -> None:
    if not wrap:
        for piece in _groups(cx, stream, alphabet.group):
            cx.stdout.write(alphabet.encode(piece))
        return
    held = b""
    for piece in _groups(cx, stream, alphabet.group):
        held += alphabet.encode(piece)
        lines = [held[at : at + wrap] for at in range(0, len(held), wrap)]
        held = lines.pop()
        if lines:
            cx.stdout.write(b"\n".join(lines) + b"\n")
    if held:
        cx.stdout.write(held + b"\n")


def _decode(cx: Context, stream: Stream, alphabet: Alphabet, lenient: bool) -> int:
    quad = alphabet.quad
    for piece in _groups(cx, stream, quad, alphabet.others if lenient else b"\n"):
        stop = piece.translate(None, alphabet.others)
        good = len(piece) if len(stop) == len(piece) else _first_bad(piece, alphabet.others)
        whole = piece[: good // quad * quad]
        if len(whole) == len(piece) and b"=" not in piece:
            cx.stdout.write(alphabet.decode(piece))
            continue
        _decode_slowly(cx, piece, alphabet)
    return 0


def _first_bad(piece: bytes, others: bytes) -> int:
    bad = frozenset(others)
    return next(at for at, byte in enumerate(piece) if byte in bad)


def _decode_slowly(cx: Context, piece: bytes, alphabet: Alphabet) -> None:
    """Group by group, because one of them is padded, short or wrong: what is before it is written all the same."""
    bad = frozenset(alphabet.others)
    for at in range(0, len(piece), alphabet.quad):
        group = piece[at : at + alphabet.quad]
        letters = group.rstrip(b"=")
        wrong = next((where for where, byte in enumerate(letters) if byte in bad or byte == 61), len(letters))
        whole = wrong == len(letters) and len(group) == alphabet.quad
        # base32 gives nothing of a group that is not whole; base64 what its characters hold.
        kept = wrong * alphabet.group // alphabet.quad if whole or alphabet.quad == 4 else 0
        if kept:
            filled = letters[:wrong].ljust(alphabet.quad, b"A")
            cx.stdout.write(alphabet.decode(filled)[:kept])
        if not whole or not kept:
            cx.complain("invalid input")
            raise Done(1)
