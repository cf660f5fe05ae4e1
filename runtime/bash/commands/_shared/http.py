"""Requests of curl and wget through the injected network: one place that refuses, bounds, and reads addresses."""

from __future__ import annotations

import re
from base64 import b64encode

from runtime.bash.commands._shared.input import encoded
from runtime.bash.network import Network, NetworkError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.network import Response
    from runtime.bash.utility_context import Context

    Headers = list[tuple[str, str]]

__all__ = ["MOVED", "PRIVATE", "Failed", "Url", "basic", "decompressed", "sent", "unescaped", "without"]

MOVED = frozenset({301, 302, 303, 307, 308})
# What a request to another server must not carry along.
PRIVATE = frozenset({"authorization", "cookie"})
_NO_NETWORK, _BAD_URL, _BAD_ENCODING = 7, 3, 61
_URL = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(?:([^/?#@]*)@)?(\[[0-9A-Fa-f:.%]+\]|[^/?#:\[\]]*)(?::([0-9]{0,5}))?([/?#].*)?"
)
_PORTS = {"http": 80, "https": 443, "ftp": 21}
_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})")


class Failed(Exception):
    """No answer; ``code`` is curl's exit status."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Url:
    """An address in its parts; ``text`` is what is asked for, without user, password and fragment."""

    __slots__ = ("host", "port", "scheme", "target", "user")

    def __init__(self, text: str, *, as_it_is: bool = False) -> None:
        found = _URL.fullmatch(text)
        if found is None or any(char <= " " or char == "\x7f" for char in text):
            raise Failed("URL using bad/illegal format or missing URL", _BAD_URL)
        self.scheme = (found[1] or "http").lower()
        if not found[3] and self.scheme in {"http", "https"}:
            raise Failed("URL using bad/illegal format or missing URL", _BAD_URL)
        self.user = None if found[2] is None else unescaped(found[2])
        self.host = found[3].lower()
        self.port = int(found[4]) if found[4] else _PORTS.get(self.scheme, 0)
        if self.port > 65_535:
            raise Failed("URL using bad/illegal format or missing URL", _BAD_URL)
        # A fragment is the reader's own and never sent.
        path = (found[5] or "/").partition("#")[0]
        path, question, query = path.partition("?")
        self.target = (path if as_it_is else _normal(path or "/")) + question + query

    @property
    def origin(self) -> str:
        """What answers: scheme, host and port."""
        port = "" if self.port == _PORTS.get(self.scheme) else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    @property
    def text(self) -> str:
        """The whole."""
        return self.origin + self.target

    @property
    def path(self) -> str:
        """Without the query."""
        return self.target.partition("?")[0]

    def joined(self, target: str) -> Url:
        """Where a redirection to ``target`` leads."""
        target = target.strip().replace(" ", "%20")
        if "://" in target.split("?", 1)[0]:
            return Url(target)
        if target.startswith("//"):
            return Url(f"{self.scheme}:{target}")
        if target.startswith("/"):
            return Url(self.origin + target)
        if target.startswith("?"):
            return Url(self.origin + self.path + target)
        return Url(f"{self.origin}{self.path.rpartition('/')[0]}/{target}")


def unescaped(text: str) -> str:
    return _PERCENT.sub(lambda found: chr(int(found[1], 16)), text)


def _normal(path: str) -> str:
    """Without ``.`` and ``..`` (RFC 3986, 5.2.4): what is checked is what is asked for."""
    parts: list[str] = []
    pieces = path.split("/")
    for number, piece in enumerate(pieces):
        if piece in {".", "..", "%2e", "%2E"}:
            if piece == ".." and len(parts) > 1:
                parts.pop()
            if number == len(pieces) - 1:
                parts.append("")
        else:
            parts.append(piece)
    made = "/".join(parts)
    return made if made.startswith("/") else f"/{made}"


def basic(user: str) -> str:
    """The header of ``user:password``."""
    return f"Basic {b64encode(encoded(user)).decode()}"


def without(headers: Headers, names: frozenset[str]) -> Headers:
    """The headers of other names."""
    return [(name, value) for name, value in headers if name.lower() not in names]


def sent(
    cx: Context, method: str, url: Url, headers: Headers, body: bytes, *, seconds: float = 0.0
) -> Response:
    """The answer to one request, in ``seconds`` at most (0: what the shell has left). Raises Failed."""
    network = cx.network
    if not isinstance(network, Network):
        raise Failed("No network: this shell was given none", _NO_NETWORK)
    cx.meter.check()
    rest = max(0.001, cx.meter.deadline - cx.meter.now())
    most = cx.meter.limits.max_file_bytes
    # Nothing that a script writes may end a header and begin another.
    clean = [(_one_line(name), _one_line(value)) for name, value in headers]
    try:
        given = network.request(_one_line(method), url.text, clean, body, min(seconds or rest, rest), most)
        response: Response = cx.launch.wait(given) if hasattr(given, "__await__") else given  # type: ignore[assignment]
    except NetworkError as error:
        raise Failed(str(error), error.code) from None
    cx.meter.check()
    if len(response.body) > most:
        cx.meter.exceeded("file_bytes", f"{cx.name}: a longer answer than a file may be")
    response.url = response.url or url.text
    return response


def _one_line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "").replace("\0", "")


def decompressed(cx: Context, response: Response) -> bytes:
    """The body without its ``Content-Encoding``, bounded; as it is where the network has taken that off already."""
    kind = response.header("Content-Encoding").lower()
    data = response.body
    if kind not in {"gzip", "x-gzip", "deflate"} or (kind != "deflate" and data[:2] != b"\x1f\x8b"):
        return data
    import zlib

    most = cx.meter.limits.max_file_bytes
    unpack = zlib.decompressobj(
        zlib.MAX_WBITS | 32 if kind != "deflate" or data[:1] == b"\x78" else -zlib.MAX_WBITS
    )
    try:
        made = unpack.decompress(data, most + 1)
    except zlib.error:
        raise Failed(
            "Error while processing content unencoding: invalid stored block lengths", _BAD_ENCODING
        ) from None
    if len(made) > most:
        cx.meter.exceeded("file_bytes", f"{cx.name}: a longer answer than a file may be")
    return made
