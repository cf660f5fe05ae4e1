"""A transfer of curl, and what ``-w`` can say of it when it is over."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands._shared.http import Failed, Url
    from runtime.bash.network import Response

__all__ = ["Transfer", "reported"]

_PIECE = re.compile(r"%header\{([^}]*)\}|%\{([^}]*)\}|%%|\\(.)|[^%\\]+|.", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class Transfer:
    """One address: what was asked and answered, for the output and for ``-w``."""

    def __init__(self, url: str, number: int) -> None:
        self.asked = url
        self.number = number
        self.begun = self.ended = 0.0
        self.method = ""
        self.url: Url | None = None
        self.answers: list[Response] = []
        self.uploaded = 0
        self.file = ""
        self.data = b""
        self.failure: Failed | None = None
        self.next = ""

    @property
    def last(self) -> Response | None:
        """The last answer."""
        return self.answers[-1] if self.answers else None


def _head_size(transfer: Transfer) -> int:
    return sum(
        len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n")
        + sum(len(name) + len(value) + 4 for name, value in answer.headers)
        for answer in transfer.answers
    )


def _header(transfer: Transfer, name: str) -> str:
    return transfer.last.header(name) if transfer.last else ""


def _status(transfer: Transfer) -> str:
    return f"{transfer.last.status if transfer.last else 0:03d}"


def _seconds(transfer: Transfer) -> str:
    return f"{max(0.0, transfer.ended - transfer.begun):.6f}"


def _speed(transfer: Transfer, size: int) -> str:
    elapsed = transfer.ended - transfer.begun
    return str(int(size / elapsed)) if elapsed > 0 else "0"


_VALUES: dict[str, Callable[[Transfer], str]] = {
    "content_type": lambda transfer: _header(transfer, "Content-Type"),
    "errormsg": lambda transfer: str(transfer.failure or ""),
    "filename_effective": lambda transfer: transfer.file,
    "http_code": _status,
    "http_version": lambda transfer: "1.1" if transfer.last else "0",
    "method": lambda transfer: transfer.method,
    "num_connects": lambda transfer: "1" if transfer.last else "0",
    "num_headers": lambda transfer: str(len(transfer.last.headers) if transfer.last else 0),
    "num_redirects": lambda transfer: str(max(0, len(transfer.answers) - 1)),
    "redirect_url": lambda transfer: transfer.next,
    "response_code": _status,
    "scheme": lambda transfer: transfer.url.scheme.upper() if transfer.url else "",
    "size_download": lambda transfer: str(len(transfer.data)),
    "size_header": lambda transfer: str(_head_size(transfer)),
    "size_upload": lambda transfer: str(transfer.uploaded),
    "speed_download": lambda transfer: _speed(transfer, len(transfer.data)),
    "speed_upload": lambda transfer: _speed(transfer, transfer.uploaded),
    "time_total": _seconds,
    "time_starttransfer": _seconds,
    "url": lambda transfer: transfer.asked,
    "url_effective": lambda transfer: transfer.url.text if transfer.url else transfer.asked,
    "urlnum": lambda transfer: str(transfer.number),
}  # fmt: skip
# What only whoever did the transfer knows, and that is the embedder's network.
_FIXED = {
    **dict.fromkeys(
        ("time_appconnect", "time_connect", "time_namelookup", "time_pretransfer", "time_redirect"),
        "0.000000",
    ),
    **dict.fromkeys(
        ("local_ip", "remote_ip", "local_port", "remote_port", "size_request", "ftp_entry_path"), ""
    ),
    "http_connect": "000",
    "proxy_ssl_verify_result": "0",
    "ssl_verify_result": "0",
}
_COMPUTED = frozenset({"exitcode", "json", "header_json"})
_NUMBERS = ("http_code", "num_connects", "num_headers", "num_redirects", "response_code", "size_", "speed_", "time_", "urlnum", "ssl_", "http_connect")  # fmt: skip


def reported(form: str, transfer: Transfer, code: int) -> Iterator[tuple[str, str]]:
    """Pieces of text with the stream each goes to."""
    stream = "stdout"
    for found in _PIECE.finditer(form):
        name = found[2]
        if name in {"stdout", "stderr"}:
            stream = name
        elif name == "onerror":
            if not code:
                return
        elif name is not None and not _known(name):
            yield "stderr", f"curl: unknown --write-out variable: '{name}'\n"
        else:
            yield stream, _piece(found, transfer, code)


def _known(name: str) -> bool:
    return name in _VALUES or name in _FIXED or name in _COMPUTED


def _piece(found: re.Match[str], transfer: Transfer, code: int) -> str:
    if found[1] is not None:
        return _header(transfer, found[1]).strip()
    if found[2] is not None:
        return _value(found[2], transfer, code)
    if found[3] is not None:
        return _ESCAPES.get(found[3], found[0])
    return "%" if found[0] == "%%" else found[0]


def _value(name: str, transfer: Transfer, code: int) -> str:
    if name == "exitcode":
        return str(code)
    if name == "json":
        return _json(transfer, code)
    if name == "header_json":
        return _headers_json(transfer)
    return _FIXED[name] if name in _FIXED else _VALUES[name](transfer)


def _json(transfer: Transfer, code: int) -> str:
    from json import dumps

    values: dict[str, object] = {"exitcode": code}
    for name in (*_VALUES, *_FIXED):
        text = _value(name, transfer, code)
        if name.startswith(_NUMBERS) and text:
            values[name] = float(text) if "." in text else int(text)
        else:
            values[name] = text or None
    return dumps(dict(sorted(values.items())), separators=(",", ":"))


def _headers_json(transfer: Transfer) -> str:
    from json import dumps

    found: dict[str, list[str]] = {}
    for name, value in transfer.last.headers if transfer.last else []:
        found.setdefault(name.lower(), []).append(value.strip())
    members = (f"{dumps(name)}:{dumps(values, separators=(',', ':'))}" for name, values in found.items())
    return "{" + ",\n".join(members) + "\n}"
