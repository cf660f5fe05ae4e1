"""Names of tools as every provider of models accepts them: letters, digits, ``_`` and ``-``, at most 64."""

from __future__ import annotations

from hashlib import sha256

MOST = 64
_DIGITS = 8

__all__ = ["portable_name"]


def portable_name(name: str) -> str:
    """The name as it is, unless it is that of another server's tool: ``files.read_file`` becomes ``files__read_file``.

    A longer one is cut, and ends in digits of its hash. Two names may have one spelling: whoever registers tools sees that none have.
    """
    if "." not in name:
        return name
    server, _, tool = name.partition(".")
    spelled = f"{server}__{tool.replace('.', '_')}"
    if len(spelled) <= MOST:
        return spelled
    return f"{spelled[: MOST - _DIGITS - 1]}_{sha256(name.encode()).hexdigest()[:_DIGITS]}"
