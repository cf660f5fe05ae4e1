"""How a function of the host says that it cannot go on."""

from __future__ import annotations


class WasiErrno(Exception):
    """A host function answers with this number."""

    def __init__(self, errno: int) -> None:
        super().__init__(errno)
        self.errno = errno


class ProgramEnded(Exception):
    """The program goes no further: it has exited, or broken a budget."""
