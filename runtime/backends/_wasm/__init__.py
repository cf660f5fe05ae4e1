"""The parts of the Wasm backend."""
