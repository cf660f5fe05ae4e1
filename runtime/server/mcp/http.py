"""The protocol over HTTP (Streamable HTTP): many clients, each told by the token that comes with every request.

The door is `runtime.server.door`, the tokens' checks are here, the protocol's two eras are the SDK's. A session of the handshake era belongs to the
token that opened it, and to no other, not even to another one of the same principal.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

import uvicorn
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.routes import build_resource_metadata_url, create_protected_resource_routes
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import ServeSettings
from runtime.server.address import is_loopback, listen, parse_address
from runtime.server.client import Client
from runtime.server.connection import PatientConnection
from runtime.server.door import Door
from runtime.server.issuer import Issuer
from runtime.server.mcp.calls import Context
from runtime.server.mcp.command import Service, opened
from runtime.server.tokens import TokenFile
from runtime.telemetry.metrics import CONTENT_TYPE, Metrics

PATH = "/mcp"
_CONNECTIONS = 4096
_GRACE_S = 10


class _KnownToken(AccessToken):
    """A token that is good, and whose it is."""

    client: Any = None


class Verifier:
    """Tells clients by their tokens; the SDK asks it at every request."""

    def __init__(self, tokens: TokenFile, issuer: Issuer | None) -> None:
        """Read nothing yet."""
        self._tokens = tokens
        self._issuer = issuer

    async def verify_token(self, token: str) -> AccessToken | None:
        """The token as the SDK keeps it; None where it is not good."""
        kept = self._tokens.find(token)
        if kept is not None:
            return _token_of(kept.client(), "runtime", token, None)
        found = None if self._issuer is None else await self._issuer.client_of(token)
        if found is None or self._issuer is None:
            return None
        client, expires_s = found
        return _token_of(client, client.name, token, expires_s)


def _token_of(client: Client, issuer: str, token: str, expires_s: int | None) -> _KnownToken:
    """A session is bound to the three of client id, issuer and subject; each token of ours has an id of its own."""
    return _KnownToken(
        token=token,
        client_id=client.name,
        scopes=[],
        expires_at=expires_s,
        subject=client.principal.id,
        claims={"iss": issuer},
        client=client,
    )


def client_of(ctx: Context) -> Client:
    """Whose a request is: its own token says so, whatever session or stream it came on.

    Raises:
        MCPError: it has none.
    """
    client = _client_in(ctx.request) if isinstance(ctx.request, Request) else None
    if client is None:
        raise MCPError(INVALID_REQUEST, "Authentication required")
    return client


def _client_in(request: Request) -> Client | None:
    """Whose token came with a request, None where no good one did."""
    client = getattr(getattr(request.scope.get("user"), "access_token", None), "client", None)
    return client if isinstance(client, Client) else None


def application(
    found: Service,
    tokens: TokenFile,
    hosts: Sequence[str],
    metrics: Metrics,
    *,
    tls: bool = False,
) -> ASGIApp:
    """What answers requests.

    Args:
        found: The executor, and what answers for it.
        tokens: Of its clients.
        hosts: What clients may call this server.
        metrics: Of the executor's calls; an auditor may read them.
        tls: Whether clients reach it over TLS.
    """
    settings = found.loaded.settings.serve
    issuer = Issuer(settings) if settings.issuer else None
    server = found.handlers.server()
    manager = StreamableHTTPSessionManager(
        server,
        max_request_body_size=settings.request_bytes,
        max_sessions=settings.sessions,
    )
    resource = AnyHttpUrl(settings.resource) if issuer is not None else None
    metadata = None if resource is None else build_resource_metadata_url(resource)
    protected = RequireAuthMiddleware(StreamableHTTPASGIApp(manager), [], metadata)
    served: list[BaseRoute] = [
        Route(PATH, endpoint=protected),
        Route("/healthz", endpoint=_health),
        Route("/metrics", endpoint=partial(_tell_metrics, metrics)),
    ]
    if resource is not None:
        served += create_protected_resource_routes(
            resource_url=resource,
            authorization_servers=[AnyHttpUrl(settings.issuer)],
            scopes_supported=list(settings.scopes) or None,
        )
    inner = Starlette(
        routes=served,
        middleware=[
            Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(Verifier(tokens, issuer))),
            Middleware(AuthContextMiddleware),
        ],
        lifespan=lambda _: _running(manager, found),
    )
    own = [f"http{'s' * tls}://{host}" for host in hosts]
    return Door(inner, hosts=hosts, origins=(*own, *settings.origins), max_bytes=settings.request_bytes)


@contextlib.asynccontextmanager
async def _running(manager: StreamableHTTPSessionManager, found: Service) -> AsyncIterator[None]:
    watching = asyncio.create_task(found.handlers.news.watch())
    try:
        async with manager.run():
            yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})


async def _tell_metrics(metrics: Metrics, request: Request) -> Response:
    """What Prometheus collects. It names tools and how their calls ended, so it is for auditors' tokens alone."""
    client = _client_in(request)
    if client is None:
        return PlainTextResponse(
            "A token is needed.\n", status_code=401, headers={"WWW-Authenticate": "Bearer"}
        )
    if not client.is_auditor:
        return PlainTextResponse("Only an auditor's token may read metrics.\n", status_code=403)
    return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE})


async def _health(_: Request) -> JSONResponse:
    """Whether the server answers; nothing is said of what it serves."""
    return JSONResponse({"status": "ok"})


def names_of(host: str, port: int, settings: ServeSettings, *, tls: bool) -> list[str]:
    """What ``Host`` may be: the names of this machine with the port, and those of the settings."""
    own = {host, "127.0.0.1", "localhost", "[::1]"} if is_loopback(host) else {host}
    shown = {f"[{name}]" if ":" in name and not name.startswith("[") else name for name in own}
    names = {f"{name}:{port}" for name in shown}
    if port == (443 if tls else 80):
        names |= shown
    return sorted({name.lower() for name in (*names, *settings.hosts)})


async def serve_http(
    folder: str,
    address: str,
    *,
    certificate: str | None = None,
    private_key: str | None = None,
    told: Callable[[str], None],
) -> None:
    """Serve until the process is told to stop.

    Args:
        folder: Of the workspace.
        address: HOST:PORT; port 0 takes one that is free.
        certificate: A file with the TLS certificate chain.
        private_key: Its key.
        told: Told the address, once clients can connect.

    Raises:
        ConfigurationError: the address cannot be served, or nobody could get in.
    """
    host, port = parse_address(address)
    tls = certificate is not None and private_key is not None
    if not is_loopback(host) and not tls:
        raise ConfigurationError(
            f"{host} can be reached from other machines, and tokens would travel there in clear text",
            suggestion="Give --certificate and --private-key, or listen on 127.0.0.1 behind a proxy that speaks TLS.",
            field="--http",
        )
    metrics = Metrics()
    async with opened(folder, client_of, observers=(metrics,)) as found:
        tokens = TokenFile(found.loaded.workspace)
        settings = found.loaded.settings.serve
        if not tokens.all() and not settings.issuer:
            raise ConfigurationError(
                "no client could get in: there is no token",
                suggestion="Make one: runtime serve tokens add NAME --principal agent:NAME",
            )
        listening = listen(host, port)
        port = listening.getsockname()[1]
        app = application(found, tokens, names_of(host, port, settings, tls=tls), metrics, tls=tls)
        shown = f"[{host}]" if ":" in host else host
        server = _Server(
            _config(app, certificate, private_key), lambda: told(f"http{'s' * tls}://{shown}:{port}{PATH}")
        )
        await server.serve(sockets=[listening])


class _Server(uvicorn.Server):
    """uvicorn's server, which says when clients can connect."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """See `uvicorn.Server`."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def _config(app: ASGIApp, certificate: str | None, private_key: str | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=PatientConnection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE_S,
        ssl_certfile=certificate,
        ssl_keyfile=private_key,
    )
