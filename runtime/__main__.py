"""``python -m runtime``: the command ``runtime``."""

from runtime.cli.main import run

run()
