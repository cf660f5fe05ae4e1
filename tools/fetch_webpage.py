"""Fetch a page of the web as text."""

from __future__ import annotations

from typing import Annotated

import msgspec

from runtime.sdk import (
    Fetched,
    FetchError,
    NetRead,
    NetworkBounds,
    ResourceBounds,
    ToolContext,
    ToolError,
    ToolResult,
    require_web_address,
    tool,
)

from ._files import MAX_SHOWN, shown
from ._webpage import is_text, to_text

MAX_BYTES = 1024 * 1024
MAX_TIMEOUT_S = 60
_MAX_REDIRECTS = 10
_MAX_URL = 8192


class WebpageMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``url`` is what answered in the end; ``content_length`` counts the bytes that were read of its answer."""

    url: str
    status_code: int
    content_length: int
    content_type: str


def _check(url: str) -> None:
    try:
        _refuse_long(url)
        require_web_address(url)
    except ValueError:
        raise _invalid_url() from None


@tool(
    description=(
        "Fetch content from a web page. HTML is returned as text, other text as it is; pictures and other binary "
        "content is not shown. At most 1MB is read."
    ),
    short_description="Fetch a web page",
    side_effects=["net_read"],
    determinism="nondeterministic",
    # Of which servers is for the grant to say: `*` here would leave out those that must be named, local ones.
    capabilities=[NetRead([])],
    risk="dangerous",
    check=_check,
    # More than the longest timeout, so that it is the tool that says so. Redirections are requests.
    bounds=ResourceBounds(
        wall_s=MAX_TIMEOUT_S + 5.0,
        network=NetworkBounds(requests=_MAX_REDIRECTS + 1, bytes=8 * MAX_BYTES),
    ),
)
def fetch_webpage(
    ctx: ToolContext,
    url: Annotated[str, "URL to fetch (must be http or https)"],
    timeout_seconds: Annotated[
        int, msgspec.Meta(ge=1, le=MAX_TIMEOUT_S, description="Request timeout (default: 10)")
    ] = 10,
) -> ToolResult[WebpageMetadata]:
    """Return what the address answers, as text."""
    answer = _fetch(ctx, url, timeout_seconds)
    kind = answer.header("content-type")
    told = [
        (not 200 <= answer.status < 300, f"Server answered with status {answer.status}"),
        (answer.truncated, "Response too large (>1MB), truncating"),
        (not is_text(kind, answer.body), f"Content of type '{shown(kind[:MAX_SHOWN])}' is binary, not shown"),
    ]
    text = to_text(kind, answer.body)
    return ToolResult(
        output=f"Fetched content from {_cut(url)} ({_size(len(answer.body))})"
        + (f":\n{text}" if text else ""),
        metadata=WebpageMetadata(answer.url, answer.status, len(answer.body), kind),
        warnings=[text for holds, text in told if holds],
    )


def _fetch(ctx: ToolContext, url: str, timeout_s: float) -> Fetched:
    try:
        _refuse_long(url)
        return ctx.http.fetch_sync(
            url, timeout_s=timeout_s, max_bytes=MAX_BYTES, max_redirects=_MAX_REDIRECTS
        )
    except ValueError:
        raise _invalid_url() from None
    except TimeoutError:
        unit = "second" if timeout_s == 1 else "seconds"
        raise ToolError(
            "timeout",
            f"Request timed out after {timeout_s} {unit}",
            suggestion="Try again, or raise timeout_seconds, at most 60",
        ) from None
    except FetchError as error:
        raise ToolError(
            "fetch_failed",
            f"Failed to fetch - {error}",
            suggestion="Check the address; the server may be down or not reachable from here",
            cause=error.cause,
        ) from None


def _invalid_url() -> ToolError:
    return ToolError(
        "invalid_url",
        "Invalid URL format",
        suggestion="Use an address such as https://example.com/page, without user name and spaces",
    )


def _refuse_long(url: str) -> None:
    if len(url) > _MAX_URL:
        raise ValueError


def _size(count: int) -> str:
    return f"{count / 1024:.1f} KB" if count < MAX_BYTES else f"{count / MAX_BYTES:.1f} MB"


def _cut(url: str) -> str:
    return shown(url if len(url) <= MAX_SHOWN else url[:MAX_SHOWN] + "...")
