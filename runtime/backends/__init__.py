"""Backends: how a tool runs, in this process, as a WebAssembly module or as a confined command. One file is one backend."""
