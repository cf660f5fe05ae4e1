"""``[databases]`` of the settings: servers of databases, which the user's own file alone may name."""

from __future__ import annotations

from typing import Annotated

import msgspec

_Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class DatabaseSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[databases.NAME]``: where the address of a database server lies, and whom the connection is for."""

    env: _Text = ""
    """A variable of the environment that holds ``postgresql://USER:PASSWORD@HOST/DATABASE``."""
    file: _Text = ""
    """A file with it that you alone can read."""
    keyring: tuple[_Text, ...] = ()
    """Service and user of the system's keyring (`pip install cathedral-runtime[keyring]`)."""
    command: tuple[_Text, ...] = ()
    """A program of yours that writes it, with its arguments."""
    tools: tuple[_Text, ...]
    """The tools that may use it, such as ``sql_query``; ``report_*`` stands for all that begin so."""
    workspaces: tuple[_Text, ...]
    """The folders whose tools these are, or ``*``."""
    writes: bool = False
    """Whether rows may be changed, where ``db_write`` is granted; without, the server itself refuses to."""
