"""Fetch a page of the web as text."""

from __future__ import annotations

from typing import Annotated

import msgspec

from runtime.sdk import NetRead, ToolContext, ToolResult, tool

from ._fetching import MAX_BYTES, bounds, check_url, fetch
from ._files import MAX_SHOWN, shown
from ._webpage import is_text, to_text

MAX_TIMEOUT_S = 60


class WebpageMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``url`` is what answered in the end; ``content_length`` counts the bytes that were read of its answer."""

    url: str
    status_code: int
    content_length: int
    content_type: str


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
    check=check_url,
    bounds=bounds(MAX_TIMEOUT_S),
)
def fetch_webpage(
    ctx: ToolContext,
    url: Annotated[str, "URL to fetch (must be http or https)"],
    timeout_seconds: Annotated[
        int, msgspec.Meta(ge=1, le=MAX_TIMEOUT_S, description="Request timeout (default: 10)")
    ] = 10,
) -> ToolResult[WebpageMetadata]:
    """Return what the address answers, as text."""
    answer = fetch(
        ctx, url, timeout_s=timeout_seconds, when_slow="Try again, or raise timeout_seconds, at most 60"
    )
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


def _size(count: int) -> str:
    return f"{count / 1024:.1f} KB" if count < MAX_BYTES else f"{count / MAX_BYTES:.1f} MB"


def _cut(url: str) -> str:
    return shown(url if len(url) <= MAX_SHOWN else url[:MAX_SHOWN] + "...")
