"""Fetch an address of the web as it answers: status, headers, body."""

from __future__ import annotations

import base64
from typing import Annotated, Literal

import msgspec

from runtime.sdk import Fetched, NetRead, ToolContext, ToolError, tool

from ._fetching import bounds, check_url, fetch

TIMEOUT_S = 30
_MAX_HEADERS = 100


class Response(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the server answered. ``encoding`` says how ``body`` is to be read; ``truncated`` that there was more."""

    url: str
    status: int
    headers: list[str]
    body: str
    encoding: Literal["utf-8", "base64"]
    truncated: bool


def _check(url: str, headers: list[str] | None = None) -> None:
    check_url(url)
    for header in headers or ():
        _header(header)


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    fits = all(" " <= character <= "~" for character in value)
    if (
        not colon
        or not fits
        or not name
        or not all(c.isalnum() or c in "!#$%&'*+-.^_`|~" for c in name)
        or not name.isascii()
    ):
        raise ToolError(
            "invalid_header",
            "A header is no 'Name: value' of printable ASCII",
            suggestion="Write each header as 'Name: value', for example 'Accept: application/json'",
        )
    return name, value.strip()


# Source: tool system specification, "HttpFetch".
@tool(
    description=(
        "Fetch a URL and return the server's status, headers and body as they are. Text is returned as text, anything else in base64. "
        "At most 1MB is read."
    ),
    short_description="Fetch a URL",
    side_effects=["net_read"],
    determinism="maybe",
    # Of which servers is for the grant to say: `*` here would leave out those that must be named, local ones.
    capabilities=[NetRead([])],
    risk="dangerous",
    check=_check,
    bounds=bounds(TIMEOUT_S),
)
def http_fetch(
    ctx: ToolContext,
    url: Annotated[str, "URL to fetch"],
    headers: Annotated[
        list[str], msgspec.Meta(max_length=_MAX_HEADERS, description="HTTP headers, each as 'Name: value'")
    ] = [],  # noqa: B006  # a tool's arguments are private copies
) -> Response:
    """Return what the address answers."""
    answer = fetch(ctx, url, timeout_s=TIMEOUT_S, headers=[_header(header) for header in headers])
    text = _as_text(answer)
    return Response(
        url=answer.url,
        status=answer.status,
        headers=[f"{name}: {value}" for name, value in answer.headers],
        body=base64.b64encode(answer.body).decode() if text is None else text,
        encoding="base64" if text is None else "utf-8",
        truncated=answer.truncated,
    )


def _as_text(answer: Fetched) -> str | None:
    """The body where it is text; the last character may have been cut."""
    try:
        return answer.body.decode("utf-8")
    except UnicodeDecodeError as error:
        if answer.truncated and error.start >= len(answer.body) - 3:
            return answer.body[: error.start].decode("utf-8")
        return None
