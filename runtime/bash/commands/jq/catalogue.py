"""``builtins``: every function there is, as name/arity."""

from __future__ import annotations

__all__ = ["names"]


def names() -> list[str]:
    """Names with their number of parameters; what begins with ``_`` is nobody's business."""
    from importlib import import_module

    from runtime.bash.commands.jq import calls, flow, prelude, special

    keys = {*special.SPECIAL, *flow.FLOW, *prelude.names()}
    for chapter in calls.CHAPTERS:
        keys.update(import_module(f"{__package__}.{chapter}").FUNCTIONS)
    return sorted(f"{name}/{arity}" for name, arity in keys if name[0] != "_")
