"""``providers.aws.sign_req``, with OPA's answers: a request with the headers of an AWS signature, version 4.

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import re
from collections.abc import Callable
from typing import Any


class UnknownRequest(ValueError):
    """OPA's answer to this is an error, or not known here."""


_URL = re.compile(
    r"https?://(?P<host>[A-Za-z0-9._-]+(?::\d{1,5})?)(?P<path>(?:/[A-Za-z0-9\-._~/]*)?)(?:\?(?P<query>[A-Za-z0-9\-._~=&]*))?",
    re.ASCII,
)
_PLAIN = re.compile(r"[\x20-\x7e]*")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_UNSIGNED = frozenset({"authorization", "user-agent", "x-amzn-trace-id"})
_NEEDED = ("aws_service", "aws_access_key", "aws_secret_access_key", "aws_region")
_EPOCH = datetime.datetime(1970, 1, 1)  # noqa: DTZ001  # UTC throughout


def _text(value: Any) -> str:
    if not isinstance(value, str) or not _PLAIN.fullmatch(value):
        raise UnknownRequest("plain text is needed")
    return value


def _headers(request: dict[str, Any]) -> dict[str, str]:
    headers = request.get("headers", {})
    names = [name.lower() for name in headers] if isinstance(headers, dict) else [""]
    if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        raise UnknownRequest("headers that readers differ on")
    return {name: _text(value) for name, value in headers.items()}


def _body(request: dict[str, Any]) -> bytes:
    if "raw_body" in request:
        return _text(request["raw_body"]).encode()
    return _written(request["body"]).encode() if "body" in request else b""


def _written(body: Any) -> str:
    """JSON as everybody writes it; a set is an array in order."""
    if isinstance(body, dict):
        return "{" + ",".join(f"{_written(_text(k))}:{_written(body[k])}" for k in sorted(body)) + "}"
    if isinstance(body, set | frozenset):
        if not all(isinstance(item, str) for item in body) and not all(type(item) is int for item in body):
            raise UnknownRequest("a set of several kinds")
        return _written(sorted(body))
    if isinstance(body, list):
        return "[" + ",".join(map(_written, body)) + "]"
    if not (body is None or isinstance(body, bool | int)) and re.search("[<>&]", _text(body)):
        raise UnknownRequest("a body that is written in several ways")
    return json.dumps(body)


def _keyed(key: bytes, *texts: str) -> bytes:
    for text in texts:
        key = hmac.new(key, text.encode(), "sha256").digest()
    return key


def sign(request: Any, config: Any, moment_ns: Any) -> dict[str, Any]:
    """The request with the headers that AWS asks for."""
    if not isinstance(request, dict) or set(request) - {"method", "url", "headers", "body", "raw_body"}:
        raise UnknownRequest("a request of method, url, headers and body is needed")
    if not isinstance(config, dict) or type(moment_ns) is not int or not 0 <= moment_ns < 2**63:
        raise UnknownRequest("a configuration and a time are needed")
    service, access, secret, region = (_text(config.get(name)) for name in _NEEDED)
    url, method = _URL.fullmatch(_text(request.get("url"))), _text(request.get("method"))
    is_unsigned = config.get("disable_payload_signing", False)
    if url is None or not isinstance(is_unsigned, bool):
        raise UnknownRequest("a URL that readers differ on")
    digest = "UNSIGNED-PAYLOAD" if is_unsigned else hashlib.sha256(_body(request)).hexdigest()
    stamp = (_EPOCH + datetime.timedelta(seconds=moment_ns // 1_000_000_000)).strftime("%Y%m%dT%H%M%SZ")
    added = {"host": url["host"], "x-amz-date": stamp}
    if service in ("s3", "glacier"):
        added["x-amz-content-sha256"] = digest
    if token := _text(config.get("aws_session_token", "")):
        added["x-amz-security-token"] = token
    own = _headers(request)
    signed = added | {n.lower(): v for n, v in own.items() if n.lower() not in _UNSIGNED}
    names = ";".join(sorted(signed))
    lines = "".join(f"{name}:{signed[name]}\n" for name in sorted(signed))
    canonical = f"{method}\n{url['path']}\n{url['query'] or ''}\n{lines}\n{names}\n{digest}"
    scope = f"{stamp[:8]}/{region}/{service}/aws4_request"
    to_sign = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = _keyed(f"AWS4{secret}".encode(), stamp[:8], region, service, "aws4_request", to_sign)
    authorization = (
        f"AWS4-HMAC-SHA256 Credential={access}/{scope},SignedHeaders={names},Signature={key.hex()}"
    )
    return {**request, "headers": {**own, "Authorization": authorization, **added}}


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {"providers.aws.sign_req": (3, sign)}
