"""Completes the names of tools at the prompt of a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


def tool_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001  # as click calls it
    """The tools whose names begin so, with what they do.

    A shell asks in every folder that its user happens to be in: one with wrong settings, or with tools that this user has not accepted,
    completes nothing and runs nothing.
    """
    from click.shell_completion import CompletionItem

    from runtime.cli.frame import one_line
    from runtime.contracts.errors import Error
    from runtime.host.inspection import list_manifests

    folder: Any = context.params.get("folder") or "."
    try:
        found = list_manifests(folder)
    except Error:
        return []
    return [
        CompletionItem(m.name, help=one_line(m.short_description or m.description))
        for m in found
        if m.name.startswith(incomplete)
    ]
