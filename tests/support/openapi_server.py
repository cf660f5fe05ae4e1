"""A server on loopback that judges every request by an OpenAPI document, and answers with a value that fits."""

from __future__ import annotations

import copy
import json
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from web_server import Asked, Server, response
from werkzeug.datastructures import Headers, ImmutableMultiDict


class JudgedRequest:
    """What `openapi_core` takes for a request: the one that came over the wire."""

    def __init__(self, asked: Asked, origin: str) -> None:
        method, target, _ = asked.line.split(" ")
        parts = urlsplit(target)
        # As servers hand a path on: decoded. No value of a path holds a slash.
        self.host_url, self.path, self.method = origin, unquote(parts.path), method.lower()
        self.full_url_pattern = origin + self.path
        cookies = dict(
            part.strip().split("=", 1) for part in asked.headers.get("cookie", "").split(";") if "=" in part
        )
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(parts.query, keep_blank_values=True)),
            header=Headers(list(asked.headers.items())),
            cookie=ImmutableMultiDict(cookies),
        )
        self.body = asked.body or None
        self.content_type = asked.headers.get("content-type", "")


class JudgingServer(Server):
    """``problems`` holds what was wrong with the last request; ``answer`` is sent, as JSON or as text."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__({})
        self.origin = f"http://{self.address}"
        judged = copy.deepcopy(document)
        judged["servers"] = [{"url": f"{self.origin}/base"}]
        for item in judged["paths"].values():
            for holder in (item, *(each for each in item.values() if isinstance(each, dict))):
                holder.pop("servers", None)
        self._api = OpenAPI.from_dict(
            judged, config=Config(spec_validator_cls=None)
        )  # the document is taken at its word
        self.problems: list[str] = []
        self.answer: Any = None
        self.is_json = True
        self.answers = _Any(self._judge)

    def _judge(self, connection: socket.socket, asked: Asked) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of schemes that the judge does not know, OAuth among them
                self._api.validate_request(JudgedRequest(asked, self.origin))
            self.problems = []
        except Exception as error:  # whatever the library makes of it is told
            self.problems = [f"{error!r} {error.__cause__!r}"[:600]]
        data = json.dumps(self.answer).encode() if self.is_json else str(self.answer).encode()
        connection.sendall(
            response(data, "Content-Type: application/json" if self.is_json else "Content-Type: text/plain")
        )


class _Any(dict[str, Any]):
    """One answer for every address."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self._answer = answer

    def get(self, _: str, __: Any = None) -> Any:
        return self._answer


@contextmanager
def judging(document: dict[str, Any]) -> Iterator[JudgingServer]:
    """A server for one document."""
    server = JudgingServer(document)
    try:
        yield server
    finally:
        server.close()
