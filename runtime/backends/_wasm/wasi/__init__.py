"""A host of WASI preview 1 for programs that nobody trusts.

`define` gives an engine's linker the functions once; each call brings a `Wasi` with its arguments, its budgets and the
places that it may reach. Why not wasmtime's own: docs/adr/0101-own-wasi-host.md.
"""

from runtime.backends._wasm.wasi.bridge import define
from runtime.backends._wasm.wasi.call import Wasi, WasiSettings

__all__ = ["Wasi", "WasiSettings", "define"]
