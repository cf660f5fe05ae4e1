"""What `http_fetch` and `fetch_webpage` share: the bounds of a request that a model names, and what it is told where no answer comes."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.sdk import (
    Fetched,
    FetchError,
    NetworkBounds,
    ResourceBounds,
    ToolContext,
    ToolError,
    require_web_address,
)

MAX_BYTES = 1024 * 1024
_MAX_REDIRECTS = 10
_MAX_URL = 8192


def bounds(timeout_s: float) -> ResourceBounds:
    """Those of a tool: more time than its longest timeout, so that it is the tool that says so. Redirections are requests."""
    return ResourceBounds(
        wall_s=timeout_s + 5.0,
        network=NetworkBounds(requests=_MAX_REDIRECTS + 1, bytes=8 * MAX_BYTES),
    )


def check_url(url: str) -> None:
    """Refuse what is no address of the web.

    Raises:
        ToolError: ``invalid_url``.
    """
    try:
        require_web_address(url if len(url) <= _MAX_URL else "")
    except ValueError:
        raise _invalid_url() from None


def fetch(
    ctx: ToolContext,
    url: str,
    *,
    timeout_s: float,
    headers: Sequence[tuple[str, str]] = (),
    when_slow: str = "Try again later",
) -> Fetched:
    """What the address answers, redirections followed.

    Args:
        ctx: The call's.
        url: The address.
        timeout_s: For everything together.
        headers: To send along.
        when_slow: What to do where that is over.

    Raises:
        ToolError: no answer came, or the request is none.
    """
    check_url(url)
    try:
        return ctx.http.fetch_sync(
            url, headers=headers, timeout_s=timeout_s, max_bytes=MAX_BYTES, max_redirects=_MAX_REDIRECTS
        )
    except ValueError:
        if not headers:
            raise _invalid_url() from None
        raise ToolError(
            "invalid_header",
            "A header cannot be sent",
            suggestion="Leave out Host, Content-Length and others that belong to the connection",
        ) from None
    except TimeoutError:
        unit = "second" if timeout_s == 1 else "seconds"
        raise ToolError(
            "timeout", f"Request timed out after {timeout_s} {unit}", suggestion=when_slow
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
