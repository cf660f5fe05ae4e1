"""Servers with certificates that are right and wrong: what is asked of them, and that nothing is sent where they do not prove their name."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import msgspec
import pytest
from certificates import Authority
from web_server import Server, redirect, response, serving

from runtime import Completed, Executor, Failed, Outcome
from runtime.host.settings import SecretSettings

TOKEN = "s3cret-token-value"
HERE = "127.0.0.1"


def asking(workspace: Any, server: Server, *, also: tuple[str, ...] = ()) -> Outcome:
    """What a tool with a secret gets of a server."""
    folder = workspace.folder / "http"
    folder.mkdir(exist_ok=True)
    (folder / "ask.toml").write_text(
        f'description = "Ask"\n[http]\nurl = "{server.url("/a")}"\ntimeout_s = 5\nanswer = "text"\n'
        'headers = { Authorization = "Bearer {secret:TOKEN}" }\n'
    )
    settings = msgspec.structs.replace(
        workspace.settings,
        tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",)),
        grants={"net_read": [server.url("").rstrip("/"), *also]},
        secrets={
            "TOKEN": SecretSettings(env="MY_TOKEN", hosts=(server.address,), tools=("*",), workspaces=("*",))
        },
    )
    with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
        return executor.call_sync("ask", {})


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that is trusted here."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    return made


def old_protocol(authority: Authority) -> ssl.SSLContext:
    context = authority.serving(HERE)
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    return context


def test_a_server_that_proves_its_name_is_told_the_secret(workspace, authority):
    with serving(authority.serving(HERE), a=response(b"yes")) as server:
        outcome = asking(workspace, server)
        assert isinstance(outcome, Completed), outcome
        assert outcome.output == "yes"
        assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    "certificate",
    [
        pytest.param(lambda ours, other: other.serving(HERE), id="of-an-unknown-authority"),
        pytest.param(lambda ours, other: ours.serving("api.example"), id="of-another-name"),
        pytest.param(lambda ours, other: ours.serving("127.0.0.2"), id="of-another-address"),
        pytest.param(lambda ours, other: ours.serving(HERE, expired=True), id="expired"),
        pytest.param(lambda ours, other: old_protocol(ours), id="of-an-old-protocol"),
    ],
)
def test_a_server_that_does_not_is_told_nothing(workspace, authority, tmp_path, certificate):
    """T-HTTP-05"""
    with serving(certificate(authority, Authority(tmp_path, "other")), a=response(b"yes")) as server:
        outcome = asking(workspace, server)
        assert isinstance(outcome, Failed)
        assert (outcome.error.code, outcome.error.details["cause"]) == ("fetch_failed", "tls")
        assert server.asked == []


def test_a_redirection_out_of_tls_is_not_followed_and_its_target_not_told(workspace, authority):
    """T-HTTP-07"""
    with serving(b=response(b"caught")) as plain:
        with serving(authority.serving(HERE), a=redirect(plain.url(f"/b?{TOKEN}"))) as server:
            outcome = asking(workspace, server, also=(plain.address,))
        assert isinstance(outcome, Failed)
        assert outcome.error.code == "redirected"
        assert TOKEN not in str(outcome)
        assert plain.asked == []


def test_a_server_with_tls_that_is_asked_without_and_one_without_that_is_asked_with_it(workspace, authority):
    with serving(authority.serving(HERE), a=response(b"yes")) as server:
        text = server.url("/a").replace("https", "http", 1)
        folder = workspace.folder / "http"
        folder.mkdir()
        (folder / "plain.toml").write_text(f'description = "Ask"\n[http]\nurl = "{text}"\ntimeout_s = 5\n')
        settings = msgspec.structs.replace(
            workspace.settings,
            tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",)),
            grants={"net_read": [server.address]},
        )
        with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
            outcome = executor.call_sync("plain", {})
        assert isinstance(outcome, Failed)
        assert outcome.error.code == "fetch_failed"
        assert outcome.error.details["cause"] in ("reset", "protocol")
    with serving(a=response(b"yes")) as server:
        server.url = lambda path="/": f"https://{server.address}{path}"  # type: ignore[method-assign]
        outcome = asking(workspace, server)
        assert isinstance(outcome, Failed)
        assert outcome.error.details["cause"] == "tls"
        assert server.asked == []
