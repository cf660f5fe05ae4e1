"""Makes a tool's output of what a server answered, or an error that says what it answered instead."""

from __future__ import annotations

import codecs
import re
from http import HTTPStatus
from typing import Any

import msgspec

from runtime.backends._http.redaction import Redaction
from runtime.contracts.address import Target
from runtime.contracts.errors import ToolError
from runtime.contracts.http_request import HttpRequest
from runtime.contracts.web import Fetched, FetchError

MAX_SHOWN = 4_000
"""Characters of an error's body that a model is told."""
_CHARSET = re.compile(r"charset\s*=\s*\"?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_JSON_TYPE = re.compile(r"application/(?:[a-z0-9.+-]+\+)?json|text/json", re.IGNORECASE)
# Set by a server for the next request, which is another call's: never a model's business.
_KEPT_BACK = frozenset(
    {"set-cookie", "set-cookie2", "www-authenticate", "proxy-authenticate", "authentication-info"}
)


def output_of(request: HttpRequest, answer: Fetched, redaction: Redaction) -> Any:
    """The output of the tool.

    Raises:
        ToolError: the status is none of success, the body is too large, or is not what the tool promises.
    """
    if request.answer == "response":
        return _response(answer, redaction)
    if not 200 <= answer.status < 300:
        raise status_error(request.target, answer, redaction)
    if answer.truncated:
        raise ToolError(
            "answer_too_large",
            f"{request.target.host} answered with more than {request.max_bytes} bytes",
            suggestion="Ask for less, a page at a time for one.",
        )
    text = _text(answer)
    if request.answer == "text":
        return redaction.text(text)
    return redaction.value(_json(request.target, text))


def status_error(target: Target, answer: Fetched, redaction: Redaction) -> ToolError:
    """What a status that is no success means for whoever asked."""
    try:
        phrase = f" {HTTPStatus(answer.status).phrase}"
    except ValueError:
        phrase = ""
    body = redaction.text(_text(answer), cut=answer.truncated)
    shown = body[:MAX_SHOWN]
    if len(body) > MAX_SHOWN:
        shown = redaction.text(shown, cut=True)
    return ToolError(
        "http_status",
        f"{target.host} answered {answer.status}{phrase}",
        suggestion=_advice(answer.status),
        status=answer.status,
        body=shown,
    )


def fetch_error(target: Target, error: FetchError) -> ToolError:
    """Why no answer came."""
    return ToolError(
        "fetch_failed",
        f"{target.host} did not answer: {error}",
        suggestion="The server may be down or not reachable from here; try again later.",
        cause=error.cause,
    )


def timed_out(target: Target, timeout_s: float) -> ToolError:
    """No whole answer came in time."""
    return ToolError(
        "timeout",
        f"{target.host} did not answer within {timeout_s:g} s",
        suggestion="Try again later, or ask for less.",
    )


def led_away(target: Target) -> ToolError:
    """A redirection that is not followed. Where it leads is not told: what a server writes there may be what it was sent."""
    return ToolError(
        "redirected",
        f"{target.host} redirects to another server, or too often",
        suggestion="Correct the address in the tool's declaration.",
    )


def _advice(status: int) -> str:
    if status in (401, 403):
        return "The tool's credentials are not accepted for this; whoever runs it can correct them."
    if status == 429:
        return "Wait before the next call."
    return (
        "Read the body, and correct the arguments." if status < 500 else "The server failed; try again later."
    )


def _response(answer: Fetched, redaction: Redaction) -> dict[str, Any]:
    text = redaction.text(_text(answer), cut=answer.truncated)
    headers: dict[str, str] = {}
    for name, value in answer.headers:
        if name not in _KEPT_BACK:
            key, shown = redaction.text(name), redaction.text(value)
            headers[key] = f"{headers[key]}, {shown}" if key in headers else shown
    body: Any = text
    if not answer.truncated and _JSON_TYPE.match(answer.header("content-type").strip()):
        try:
            body = redaction.value(msgspec.json.decode(_text(answer)))
        except (msgspec.DecodeError, RecursionError):
            body = text
    return {"status": answer.status, "headers": headers, "body": body, "truncated": answer.truncated}


def _text(answer: Fetched) -> str:
    named = _CHARSET.search(answer.header("content-type"))
    try:
        charset = codecs.lookup(named.group(1)).name if named else "utf-8"
        return answer.body.decode(charset if charset in _CHARSETS else "utf-8", "replace")
    except LookupError:
        return answer.body.decode("utf-8", "replace")


# Of Python's codecs some are no character sets, and some run for long.
_CHARSETS = frozenset(
    {"utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1252", "cp1250", "cp1251", "utf-16", "utf-16-le", "utf-16-be", "shift_jis",
     "euc_jp", "euc_kr", "gb2312", "gbk", "gb18030", "big5", "koi8-r", "iso8859-2"}
)  # fmt: skip


def _json(target: Target, text: str) -> Any:
    if not text.strip():
        return None  # 204, or a server that has nothing to say
    try:
        return msgspec.json.decode(text.removeprefix("\ufeff"))
    except (msgspec.DecodeError, RecursionError):
        raise ToolError(
            "answer_unreadable",
            f"{target.host} answered with what is no JSON",
            suggestion='The tool\'s author has to look: declare `answer = "text"` where the server has no JSON.',
        ) from None
