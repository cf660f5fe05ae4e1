"""The functions of the snapshot, by name, each beside what does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from runtime.backends._wasm.wasi import files, paths, process
from runtime.backends._wasm.wasi_preview1 import SIGNATURES

__all__ = ["FUNCTIONS", "Function"]

Function = Callable[..., int | None]
"""``(wasi, *arguments) -> errno``; None is success. Arguments are unsigned."""

_MODULES = {"fd": files, "path": paths}

FUNCTIONS: Final[dict[str, Function]] = {
    name: vars(_MODULES.get(name.partition("_")[0], process))[name] for name in SIGNATURES
}
