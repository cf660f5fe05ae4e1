"""Long lists in pages. A cursor names the last item of the page before it, so a list that changes meanwhile neither repeats nor skips what stays in it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

PAGE = 100
_LONGEST_CURSOR = 8192
_T = TypeVar("_T")


def page_of(
    items: Iterable[_T], cursor: str | None, name_of: Callable[[_T], str], *, size: int = PAGE
) -> tuple[Sequence[_T], str | None]:
    """The items behind the cursor, as many as a page has, and the cursor of the next page.

    Args:
        items: All of them, sorted by name.
        cursor: As a client sent it; None for the first page.
        name_of: What a cursor names an item by.
        size: How many a page has.

    Raises:
        MCPError: the cursor is none of ours.
    """
    after = None if cursor is None else read_cursor(cursor)
    rest = [item for item in items if after is None or name_of(item) > after]
    page = rest[:size]
    return page, cursor_of(name_of(page[-1])) if len(rest) > size else None


def cursor_of(name: str) -> str:
    """The cursor that goes on behind this item."""
    return base64.urlsafe_b64encode(name.encode("utf-8", "surrogatepass")).decode()


def read_cursor(cursor: str) -> str:
    """The item that a cursor goes on behind.

    Raises:
        MCPError: the cursor is none of ours.
    """
    try:
        data = base64.b64decode(cursor[:_LONGEST_CURSOR], altchars=b"-_", validate=True)
        return data.decode("utf-8", "surrogatepass")
    except (ValueError, binascii.Error):
        raise MCPError(
            INVALID_PARAMS, "Invalid cursor: use the nextCursor of the page before, unchanged"
        ) from None
