"""Read a database: a SQLite file of the workspace, or a connection of the settings."""

from __future__ import annotations

import base64
import math
from typing import Annotated, Any

import msgspec

from runtime.sdk import (
    DbRead,
    FsRead,
    QueryFailed,
    ResourceBounds,
    ToolContext,
    ToolError,
    WorkspacePath,
    tool,
)

MAX_ROWS = 1_000
_SAFE = 2**53 - 1
Parameter = str | int | float | bool | None


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows as lists, in the order of ``columns``. Blobs are in base64; whole numbers beyond 2^53 are texts."""

    columns: list[str]
    rows: list[list[Any]]
    truncated: bool


@tool(
    description=(
        "Run one SQL statement that reads: on a SQLite database file (path; write ? where values stand), or on a PostgreSQL server that the settings name "
        "(connection; write $1, $2). Give the values as parameters. At most 1000 rows are returned."
    ),
    short_description="Query a database",
    side_effects=["fs_read", "db_read"],
    capabilities=[DbRead(["*", "*:*"])],
    optional=[FsRead(["."])],
    determinism="nondeterministic",
    risk="read_only",
    bounds=ResourceBounds(wall_s=30.0, output_bytes=4 * 1024 * 1024),
)
def sql_query(
    ctx: ToolContext,
    sql: Annotated[
        str, msgspec.Meta(max_length=100_000, description="One statement that reads, such as SELECT")
    ],
    path: Annotated[WorkspacePath, "The database's file"] = "",
    connection: Annotated[
        str, msgspec.Meta(max_length=64, description="The name of a connection, in place of a file")
    ] = "",
    parameters: Annotated[
        list[Parameter], msgspec.Meta(max_length=1000, description="The values, in order")
    ] = [],  # noqa: B006  # a private copy
    max_rows: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROWS, description="How many rows are wanted")] = 100,
) -> Result:
    """Return what the statement gives."""
    if bool(path) == bool(connection):
        raise ToolError(
            "invalid_argument",
            "Name one database: the path of a file, or a connection",
            suggestion="Give one of path and connection",
        )
    try:
        if connection:
            found = ctx.db.connection(connection).query(sql, parameters, max_rows=max_rows)
        else:
            found = ctx.db.query(path, sql, parameters, max_rows=max_rows)
    except QueryFailed as error:
        raise ToolError(
            "query_failed",
            f"The statement cannot be run: {error}",
            suggestion="Correct the statement, its values or the path",
        ) from None
    except FileNotFoundError:
        raise ToolError("file_not_found", f"File '{path}' not found", suggestion="Check the path") from None
    except OSError as error:
        raise ToolError(
            "not_readable",
            f"File '{path}' cannot be read: {error.strerror}",
            suggestion="Name a regular file",
        ) from None
    return Result(
        list(found.columns), [[_plain(value) for value in row] for row in found.rows], found.truncated
    )


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, int) and not -_SAFE <= value <= _SAFE:
        return str(value)
    if isinstance(value, float) and not (
        math.isfinite(value) and (abs(value) <= _SAFE or abs(value) >= 1e21)
    ):
        return repr(value)
    return value
