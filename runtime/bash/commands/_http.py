"""Requests of curl and wget through the injected network: one place that refuses, bounds and follows."""

from __future__ import annotations

from runtime.bash.network import Network, NetworkError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.network import Response

__all__ = ["Failed", "fetched"]

_TIMEOUT, _TOO_MANY, _BAD_SCHEME, _NO_NETWORK = 28, 47, 1, 7
_MOVED = frozenset({301, 302, 303, 307, 308})
_SCHEMES = ("http://", "https://")
# What a request to another server must not carry along.
_PRIVATE = frozenset({"authorization", "cookie"})


class Failed(Exception):
    """No answer; ``code`` is curl's exit status."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def fetched(
    cx: Context,
    method: str,
    url: str,
    headers: list[tuple[str, str]],
    body: bytes,
    *,
    seconds: str,
    redirects: int,
) -> Response:
    """The answer to a request, redirections followed at most ``redirects`` times. Raises Failed."""
    network = cx.network
    if not isinstance(network, Network):
        raise Failed("No network: this shell was given none", _NO_NETWORK)
    url = url if "://" in url else f"http://{url}"
    left = redirects
    while True:
        if not url.lower().startswith(_SCHEMES):
            raise Failed(f'Protocol "{url.split("://", 1)[0]}" not supported', _BAD_SCHEME)
        cx.meter.check()
        rest = max(0.001, cx.meter.deadline - cx.meter.now())
        wanted = _seconds(seconds)
        try:
            response = network.request(
                method, url, headers, body, min(wanted or rest, rest), cx.meter.limits.max_file_bytes
            )
        except NetworkError as error:
            raise Failed(str(error), error.code) from None
        cx.meter.check()
        if len(response.body) > cx.meter.limits.max_file_bytes:
            cx.meter.exceeded("file_bytes", f"{cx.name}: a longer answer than a file may be")
        response.url = response.url or url
        target = response.header("Location")
        if response.status not in _MOVED or not redirects or not target:
            return response
        if not left:
            raise Failed(f"Maximum ({redirects}) redirects followed", _TOO_MANY)
        left -= 1
        url, headers = _next(url, target, headers)
        if response.status == 303 or (method == "POST" and response.status in {301, 302}):
            method, body = "GET", b""


def _seconds(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdigit() and text.isascii() and len(text) < 12 else 0.0


def _next(url: str, target: str, headers: list[tuple[str, str]]) -> tuple[str, list[tuple[str, str]]]:
    origin = "/".join(url.split("/", 3)[:3])
    if "://" in target.split("?", 1)[0]:
        following = target
    elif target.startswith("//"):
        following = origin.split("//", 1)[0] + target
    elif target.startswith("/"):
        following = origin + target
    else:
        path = url.split("?", 1)[0][len(origin) :]
        following = f"{origin}{path.rsplit('/', 1)[0]}/{target}"
    if following == origin or following.startswith((f"{origin}/", f"{origin}?")):
        return following, headers
    return following, [(name, value) for name, value in headers if name.lower() not in _PRIVATE]
