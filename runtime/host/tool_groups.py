"""Groups of built-in tools, and which of them an executor offers.

A name that stands among tools means a built-in tool or a group of them::

    Executor.open(".", tools=["coding", my_tool])

A new tool needs no row here: it is offered by default, and by its own name.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

from runtime.contracts.errors import ConfigurationError

GROUPS = {
    "coding": (
        "read_file",
        "create_file",
        "replace_string_in_file",
        "create_directory",
        "list_dir",
        "file_search",
        "grep_search",
        "run_in_terminal",
        "terminal_last_command",
        "fetch_webpage",
    ),
    "files": ("read_file", "create_file", "replace_string_in_file", "create_directory", "list_dir", "file_search", "grep_search"),
    "shell": ("bash",),
    "web": ("fetch_webpage", "http_fetch"),
    "data": ("csv_query", "json_pretty", "sql_query"),
}  # fmt: skip
"""The tools of each group. ``coding`` is the set of the coding assistant's specification."""


def selection(named: Iterable[str] | None, built_in: Iterable[str], setting: str) -> Callable[[str], bool]:
    """Whether a built-in tool is among those that were named.

    Args:
        named: Tools and groups; None means every tool.
        built_in: The names of the tools that there are.
        setting: Where the names come from, for the error.

    Raises:
        ConfigurationError: no tool and no group has one of the names.
    """
    if named is None:
        return lambda _: True
    known = set(built_in)
    chosen: set[str] = set()
    for name in named:
        if name not in GROUPS and name not in known:
            near = difflib.get_close_matches(name, [*GROUPS, *known], n=1)
            raise ConfigurationError(
                f"{setting}: {name!r} is neither a built-in tool nor a group of them",
                suggestion=f"Did you mean {near[0]!r}?"
                if near
                else f"Name a tool, or one of the groups {', '.join(GROUPS)}.",
                field=setting,
            )
        chosen.update(GROUPS.get(name, (name,)))
    return chosen.__contains__
