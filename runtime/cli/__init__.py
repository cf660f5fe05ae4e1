"""The command `runtime`: one module of `commands` is one command, found by its name."""
