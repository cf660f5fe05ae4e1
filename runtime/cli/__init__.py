"""The command ``runtime``: one file in `commands` is one command, found by its name."""
