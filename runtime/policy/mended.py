"""stub"""

from __future__ import annotations


def mended_call(name: str, function: str, arguments: list[str]) -> str:
    return f"{function}({', '.join(arguments)})"
