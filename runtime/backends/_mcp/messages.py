"""JSON-RPC 2.0 as MCP uses it: what one message is, and which of them are none.

Source: JSON-RPC 2.0, sections 4 and 5; Model Context Protocol 2025-11-25, "Base protocol".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from runtime.backends._mcp.faults import broken, visible
from runtime.backends._mcp.plan import Parse
from runtime.contracts.errors import Error

MAX_MESSAGE_BYTES = 32 * 1024 * 1024
"""One message: an output of 16 MiB, and what JSON makes of it."""
METHOD_NOT_FOUND = -32601
_MAX_ID = 256
_encode = msgspec.json.encode


class RpcError(Exception):
    """The server answered with an error; it is turned into one of ours where the question is known."""

    def __init__(self, code: int, message: str, data: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Reply(NamedTuple):
    """A response: a result, or an error."""

    id: int
    result: dict[str, Any] | None
    error: RpcError | None


class ServerRequest(NamedTuple):
    """A request of the server's own."""

    id: int | str
    method: str
    params: dict[str, Any]


class Notice(NamedTuple):
    """A notification."""

    method: str
    params: dict[str, Any]


Message = Reply | ServerRequest | Notice


def request(number: int, method: str, params: dict[str, Any]) -> bytes:
    """A request of ours, without a line's end."""
    return _encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notification(method: str, params: dict[str, Any] | None = None) -> bytes:
    """A notification of ours."""
    return _encode({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))


def answered(number: int | str, result: dict[str, Any]) -> bytes:
    """Our answer to a request of the server's."""
    return _encode({"jsonrpc": "2.0", "id": number, "result": result})


def refused(number: int | str, code: int, message: str) -> bytes:
    """Our refusal of a request of the server's."""
    return _encode({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})


def read(server: str, text: bytes, parse: Parse) -> Message:
    """The message in a text.

    Raises:
        McpProtocol: it is none, or readers could differ on it.
    """
    try:
        value = parse(text)
    except Error as error:
        raise broken(server, f"sent what is no strict JSON: {visible(error.message)}") from None
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise broken(server, "sent what is no JSON-RPC 2.0 message")
    if "method" in value:
        return _from_server(server, value)
    return _answer(server, value)


def _from_server(server: str, value: dict[str, Any]) -> Message:
    method, params = value["method"], value.get("params", {})
    if not isinstance(method, str) or not isinstance(params, dict) or "result" in value or "error" in value:
        raise broken(server, "sent a message that is neither a request nor a response")
    if "id" not in value:
        return Notice(method, params)
    number = value["id"]
    if not (type(number) is int or (isinstance(number, str) and len(number) <= _MAX_ID)):
        raise broken(server, "sent a request whose id is no id")
    return ServerRequest(number, method, params)


def _answer(server: str, value: dict[str, Any]) -> Reply:
    number = value.get("id")
    if type(number) is not int:
        raise broken(server, "answered a request that nobody made")
    if ("result" in value) == ("error" in value):
        raise broken(server, "sent a response with both or neither of a result and an error")
    if "result" in value:
        if not isinstance(value["result"], dict):
            raise broken(server, "sent a result that is no object")
        return Reply(number, value["result"], None)
    error = value["error"]
    if (
        not isinstance(error, dict)
        or type(error.get("code")) is not int
        or not isinstance(error.get("message"), str)
    ):
        raise broken(server, "sent an error without code and message")
    return Reply(number, None, RpcError(error["code"], error["message"], error.get("data")))
