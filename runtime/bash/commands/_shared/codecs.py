"""gzip, bzip2 and xz as streams of pieces: what comes out of a piece is bounded, however much it would inflate to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

__all__ = ["BZIP2", "GZIP", "LZMA", "XZ", "Codec", "Damaged", "Expansion", "named"]

_PIECE = 1 << 16
# A dictionary of xz -9 takes 64 MiB; a header may ask for gigabytes.
_XZ_MEMORY = 80 << 20
# Beyond it the presets differ in their dictionaries alone, and take up to 674 MiB.
_XZ_LEVEL = 6
_LZMA_HEADER = 13


class Damaged(Exception):
    """What was read is not what was compressed: ``foreign`` (of another format), ``short`` or ``bad``."""


class Codec:
    """One format: its magic bytes, the ends of its files' names, and how to make its two machines."""

    def __init__(
        self,
        name: str,
        magic: bytes,
        suffixes: dict[str, str],
        compressor: Callable[[int], Any],
        expander: Callable[[], Any],
        other: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.name = name
        self.magic = magic
        self.suffixes = suffixes
        self._compressor = compressor
        self._expander = expander
        self._other = other

    def begins(self, data: bytes) -> bool | None:
        """Whether a stream begins there; None while there is too little to say."""
        if data.startswith(self.magic):
            return True
        if (
            self._other is not None
            and len(data) < _LZMA_HEADER
            and self._other(data.ljust(_LZMA_HEADER, b"\xff"))
        ):
            return None
        if len(data) < len(self.magic) and self.magic.startswith(data):
            return None
        return self._other is not None and self._other(data)

    def compressed(self, pieces: Iterable[bytes], level: int) -> Iterator[bytes]:
        """The pieces compressed."""
        machine = self._compressor(level)
        for piece in pieces:
            out = machine.compress(piece)
            if out:
                yield out
        yield machine.flush()

    def expanded(self, pieces: Iterable[bytes], watched: Expansion | None = None) -> Iterator[bytes]:
        """The pieces expanded, streams behind one another included; ``watched`` learns what follows. Raises Damaged."""
        run = watched or Expansion(self)
        for piece in pieces:
            yield from run.feed(piece)
            if run.finished:
                return
        run.end()

    def new_expander(self) -> Any:
        """A machine for one stream."""
        return self._expander()

    def step(self, machine: Any, data: bytes) -> tuple[bytes, bytes]:
        """A bounded piece of what ``data`` expands to, and what of ``data`` is left. Raises Damaged."""
        try:
            out: bytes = machine.decompress(data, _PIECE)
        except (OSError, EOFError, ValueError) as error:
            raise Damaged("bad") from error
        except Exception as error:  # zlib.error and lzma.LZMAError have no base of their own
            if type(error).__module__ not in {"zlib", "_lzma", "lzma"}:
                raise
            raise Damaged("crc" if "incorrect data check" in str(error) else "bad") from error
        return out, getattr(machine, "unconsumed_tail", b"")


class Expansion:
    """Streams behind one another, as ``cat a.gz b.gz`` makes them; ``behind`` is what follows the last of them."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.machine: Any = None
        self.data = b""
        self.streams = 0
        self.finished = False
        self.behind = b""

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """What one more piece gives."""
        self.data += piece
        while self.data or (self.machine is not None and not _hungry(self.machine)):
            if self.machine is None and not self._begin():
                return
            out, self.data = self.codec.step(self.machine, self.data)
            if out:
                yield out
            if self.machine.eof:
                self.data = self.machine.unused_data
                self.machine = None
                self.streams += 1
            elif not out and not self.data:
                return

    def _begin(self) -> bool:
        """Whether another stream begins here."""
        begins = self.codec.begins(self.data)
        if begins is None:
            return False
        if not begins:
            if not self.streams:
                raise Damaged("foreign")
            self.finished = True  # what follows the last stream is padding or rubbish
            self.behind = self.data
            return False
        self.machine = self.codec.new_expander()
        return True

    def end(self) -> None:
        """There is no more input."""
        if self.machine is not None:
            raise Damaged("short")
        if not self.streams:
            raise Damaged("foreign" if self.data else "empty")
        self.behind = self.data


def _hungry(machine: Any) -> bool:
    """Whether it can give nothing more without more input."""
    needs = getattr(machine, "needs_input", None)
    return bool(needs) if needs is not None else not machine.unconsumed_tail


def _gzip_compressor(level: int) -> Any:
    import zlib

    return zlib.compressobj(level, zlib.DEFLATED, 31)


def _gzip_expander() -> Any:
    import zlib

    return zlib.decompressobj(31)


def _bzip2_compressor(level: int) -> Any:
    from bz2 import BZ2Compressor

    return BZ2Compressor(level)


def _bzip2_expander() -> Any:
    from bz2 import BZ2Decompressor

    return BZ2Decompressor()


def _xz_compressor(level: int) -> Any:
    from lzma import CHECK_CRC64, FORMAT_XZ, LZMACompressor

    return LZMACompressor(FORMAT_XZ, CHECK_CRC64, min(level, _XZ_LEVEL))


def _xz_expander() -> Any:
    from lzma import FORMAT_AUTO, LZMADecompressor

    return LZMADecompressor(FORMAT_AUTO, memlimit=_XZ_MEMORY)


def _lzma_compressor(level: int) -> Any:
    from lzma import FORMAT_ALONE, LZMACompressor

    return LZMACompressor(FORMAT_ALONE, preset=min(level, _XZ_LEVEL))


def _is_lzma(data: bytes) -> bool:
    """Whether these are 13 bytes of a .lzma header that its own tools make: it has no magic number."""
    size = int.from_bytes(data[1:5], "little")
    length = int.from_bytes(data[5:13], "little")
    low = size & -size
    return bool(
        len(data) >= _LZMA_HEADER
        and data[0] <= 224
        and size
        and size in (low, low | low << 1)
        and (length == (1 << 64) - 1 or length < 1 << 38)
    )


GZIP = Codec(
    "gzip",
    b"\x1f\x8b",
    {".gz": "", ".tgz": ".tar", ".taz": ".tar", "-gz": "", ".z": "", "-z": ""},
    _gzip_compressor,
    _gzip_expander,
)
BZIP2 = Codec(
    "bzip2",
    b"BZh",
    {".bz2": "", ".bz": "", ".tbz2": ".tar", ".tbz": ".tar"},
    _bzip2_compressor,
    _bzip2_expander,
)
XZ = Codec(
    "xz",
    b"\xfd7zXZ\0",
    {".xz": "", ".lzma": "", ".txz": ".tar", ".tlz": ".tar"},
    _xz_compressor,
    _xz_expander,
    _is_lzma,
)
# The format has no magic number; most of its files begin so, and `_is_lzma` knows the others.
LZMA = Codec(
    "lzma",
    b"\x5d\0\0",
    {".lzma": "", ".xz": "", ".tlz": ".tar", ".txz": ".tar"},
    _lzma_compressor,
    _xz_expander,
    _is_lzma,
)


def named(name: str) -> Codec | None:
    """The format that a file's name speaks of."""
    for codec in (GZIP, BZIP2, XZ):
        if any(name.endswith(suffix) and suffix[0] == "." for suffix in codec.suffixes):
            return codec
    return None
