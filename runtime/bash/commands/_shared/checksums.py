"""The checksums that are sums: POSIX's CRC, and those of BSD's and System V's ``sum``. Each knows how much it has seen."""

from __future__ import annotations

from zlib import crc32

__all__ = ["Bsd", "Crc", "SystemV"]

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_ONES = 0xFFFFFFFF


class Crc:
    """``cksum`` of POSIX. Its CRC is zlib's with every byte's bits reversed, begun with 0 and ended with the length."""

    def __init__(self) -> None:
        self.size = 0
        self._state = _ONES

    def update(self, data: bytes, /) -> None:
        """More of the file."""
        self.size += len(data)
        self._state = crc32(data.translate(_REVERSED), self._state)

    def hexdigest(self) -> str:
        """``checksum size``, both decimal."""
        length = self.size.to_bytes((self.size.bit_length() + 7) // 8, "little")
        state = crc32(length.translate(_REVERSED), self._state)
        return f"{int(f'{state ^ _ONES:032b}'[::-1], 2) ^ _ONES} {self.size}"


class Bsd:
    """``sum -r``: 16 bits, rotated before each byte is added."""

    def __init__(self) -> None:
        self.size = 0
        self._state = 0

    def update(self, data: bytes, /) -> None:
        """More of the file."""
        self.size += len(data)
        state = self._state
        for byte in data:
            state = ((state >> 1) + ((state & 1) << 15) + byte) & 0xFFFF
        self._state = state

    def hexdigest(self) -> str:
        """``checksum blocks`` of 1,024 bytes."""
        return f"{self._state:05d} {-(-self.size // 1024):5d}"


class SystemV:
    """``sum -s``: the sum of the bytes, folded to 16 bits."""

    def __init__(self) -> None:
        self.size = 0
        self._state = 0

    def update(self, data: bytes, /) -> None:
        """More of the file."""
        self.size += len(data)
        self._state = (self._state + sum(data)) & _ONES

    def hexdigest(self) -> str:
        """``checksum blocks`` of 512 bytes."""
        folded = (self._state & 0xFFFF) + (self._state >> 16)
        folded = (folded & 0xFFFF) + (folded >> 16)
        return f"{folded} {-(-self.size // 512)}"
