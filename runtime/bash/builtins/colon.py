"""``:``, ``true`` and ``false``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {":": "", "true": "", "false": ""}
HELP = {
    ":": "Does nothing, successfully; its arguments and redirections are still expanded and made.",
    "true": "Succeeds.",
    "false": "Fails.",
}


def main(_st: State, argv: list[str]) -> int:
    """A status and nothing else."""
    return 1 if argv[0] == "false" else 0
