"""The parts of the Wasm backend: admission, compilation, host calls, and the workers that run modules."""
