"""An installed runtime: its settings, accepted folders, keys, log and tools, and the `Executor` composed of them."""
