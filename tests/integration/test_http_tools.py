"""HTTP tools in an executor, against real servers on loopback: declared in files and in Python, governed as every tool."""

from __future__ import annotations

import json
import os
import socket
import sys
import textwrap
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web_server import Asked, Server, redirect, response, serving

from runtime import Completed, Executor, Failed, NetRead, NetWrite, Refused
from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import SecretSettings, Settings, load_settings, user_folder
from runtime.sdk import http_tool

TOKEN = "s3cret/token+value"


def saying(value: Any, *headers: str, status: str = "200 OK") -> bytes:
    return response(json.dumps(value).encode(), "Content-Type: application/json", *headers, status=status)


def echo(connection: socket.socket, asked: Asked) -> None:
    """Send back what was sent, as a careless server does."""
    connection.sendall(
        saying({"line": asked.line, "headers": asked.headers, "body": asked.body.decode("latin-1")})
    )


def opened(
    workspace: Any, server: Server, *tools: Any, secrets: dict[str, Any] | None = None, **files: str
) -> Executor:
    """An executor with tools of files (``NAME="[http]..."``), which are granted the server."""
    folder = workspace.folder / "http"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(
            textwrap.dedent(text).replace("SERVER", f"http://{server.address}")
        )
    settings = msgspec.structs.replace(
        workspace.settings,
        tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",)),
        grants={"net_read": [server.address], "net_write": [server.address]},
        secrets={name: bound(server, **one) for name, one in (secrets or {}).items()},
    )
    return Executor.open(workspace.folder, tools=tools, settings=settings, isolation="in_process")


def bound(server: Server, **one: Any) -> SecretSettings:
    return SecretSettings(
        **{"hosts": (f"http://{server.address}",), "tools": ("*",), "workspaces": ("*",), **one}
    )


def failed(executor: Executor, tool: str, arguments: dict[str, Any] | None = None) -> Failed:
    outcome = executor.call_sync(tool, arguments or {})
    assert isinstance(outcome, Failed), outcome
    return outcome


ECHO = """
    description = "Have the server send back what it gets"
    [parameters.properties]
    text = { type = "string" }
    [http]
    url = "SERVER/echo"
    headers = { Authorization = "Bearer {secret:TOKEN}", X-Text = "{text}" }
"""


def test_a_tool_of_a_file_and_one_of_python_are_called_as_any_other(workspace):
    with serving(pets_7=saying({"name": "Rex"})) as server:
        server.answers["/pets"] = echo
        server.answers["/pets/7"] = server.answers["/pets_7"]

        @http_tool(
            url=server.url("/pets"), method="POST", body={"json": {"name": "{name}"}}, description="Add a pet"
        )
        def add_pet(name: str) -> dict[str, Any]: ...

        get_pet = """
            description = "Find a pet"
            [parameters]
            required = ["id"]
            [parameters.properties.id]
            type = "integer"
            [output_schema]
            type = "object"
            required = ["name"]
            [http]
            url = "SERVER/pets/{id}"
        """
        with opened(workspace, server, add_pet, get_pet=get_pet) as executor:
            assert executor.call_sync("get_pet", {"id": 7}).output == {"name": "Rex"}
            assert executor.call_sync("add_pet", {"name": "Ada"}).output["body"] == '{"name":"Ada"}'
            assert isinstance(executor.call_sync("get_pet", {"id": "x"}), Refused)
            assert isinstance(executor.call_sync("get_pet", {"id": 7}, grants=[]), Refused)
            assert isinstance(
                executor.call_sync("get_pet", {"id": 7}, grants=[NetRead(["example.com"])]), Refused
            )
            assert isinstance(
                executor.call_sync("add_pet", {"name": "x"}, grants=[NetRead([server.address])]), Refused
            )
        assert len(server.asked) == 2


def test_an_answer_that_does_not_fit_its_schema_is_withheld(workspace):
    with serving(root=saying({"name": 1})) as server:

        @http_tool(url=server.url("/"), description="Get it")
        def get_it() -> dict[str, str]: ...

        with opened(workspace, server, get_it) as executor:
            assert failed(executor, "get_it").error.code == "output.invalid"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (response(b"no", status="404 Not Found"), "http_status"),
        (response(b"no", status="799 Odd"), "http_status"),
        (response(b"{", "Content-Type: application/json"), "answer_unreadable"),
        (response(b"[" * 1_900), "answer_unreadable"),
        (response(b'"' + b"x" * 3_000 + b'"'), "answer_too_large"),
        (redirect("http://127.0.0.2:1/"), "redirected"),
        (redirect("http://127.0.0.1:1/"), "redirected"),
        (redirect("//evil.example/"), "redirected"),
        (redirect("ftp://x/"), "redirected"),
        (redirect("/"), "redirected"),
        (b"no HTTP\r\n\r\n", "fetch_failed"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_an_error_with_a_code_and_a_suggestion(workspace, answer, code):
    """T-HTTP-07"""
    with serving(root=answer) as server:

        @http_tool(url=server.url("/"), description="Get it", max_bytes=2_000)
        def get_it() -> Any: ...

        with opened(workspace, server, get_it) as executor:
            error = failed(executor, "get_it").error
    assert (error.code, error.category) == (code, "tool.failed")
    assert error.suggestion


def test_a_redirection_on_the_same_server_is_followed_for_reading_and_never_for_writing(workspace):
    """T-HTTP-07"""
    with serving(old=redirect("/new"), new=saying(1)) as server:

        @http_tool(url=server.url("/old"), description="Read it")
        def read_it() -> int: ...

        @http_tool(url=server.url("/old"), method="POST", description="Write it")
        def write_it() -> int: ...

        with opened(workspace, server, read_it, write_it) as executor:
            assert executor.call_sync("read_it", {}).output == 1
            assert failed(executor, "write_it").error.details["status"] == 302


def counted(*answers: bytes) -> Any:
    """Answers in turn, the last one for ever."""
    left = list(answers)

    def answer(connection: socket.socket, _: Asked) -> None:
        connection.sendall(left.pop(0) if len(left) > 1 else left[0])

    return answer


def test_what_may_be_repeated_is_and_nothing_else(workspace):
    busy = saying(0, "Retry-After: 0", status="503 Service Unavailable")
    with serving(
        get=counted(busy, busy, saying(1)), put=counted(b"", saying(2)), post=counted(busy, saying(3))
    ) as server:
        tools = [
            http_tool(url=server.url("/get"), description="d", retries=2, name="get")(_int),
            http_tool(url=server.url("/put"), description="d", retries=1, method="PUT", name="put")(_int2),
            http_tool(url=server.url("/post"), description="d", method="POST", name="post")(_int3),
        ]
        with opened(workspace, server, *tools) as executor:
            assert executor.call_sync("get", {}).output == 1
            assert executor.call_sync("put", {}).output == 2
            assert failed(executor, "post").error.details["status"] == 503
        assert [asked.line.split()[0] for asked in server.asked] == ["GET"] * 3 + ["PUT"] * 2 + ["POST"]


def _int() -> int: ...  # type: ignore[empty-body]
def _int2() -> int: ...  # type: ignore[empty-body]
def _int3() -> int: ...  # type: ignore[empty-body]


def test_an_idempotency_header_is_the_same_for_each_attempt_and_makes_a_post_repeatable(workspace):
    busy = saying(0, "Retry-After: 0", status="429 Too Many Requests")
    with serving(post=counted(busy, saying(3), saying(4))) as server:
        tool = http_tool(url=server.url("/post"), description="d", method="POST", retries=1, name="post",
                         idempotency_header="Idempotency-Key")(_int)  # fmt: skip
        with opened(workspace, server, tool) as executor:
            assert executor.call_sync("post", {}, call_id="call-7").output == 3
            assert executor.call_sync("post", {}).output == 4
        first, second, other = (asked.headers["idempotency-key"] for asked in server.asked)
    assert first == second != other
    assert len(first) == 64


def test_a_server_that_asks_for_more_time_than_is_left_is_not_waited_for(workspace):
    busy = saying(0, "Retry-After: 3600", status="503 Service Unavailable")
    with serving(get=busy) as server:
        tool = http_tool(url=server.url("/get"), description="d", retries=2, name="get")(_int)
        with opened(workspace, server, tool) as executor:
            assert failed(executor, "get").error.details["status"] == 503
        assert len(server.asked) == 1


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    file.chmod(0o600)
    return file


def test_a_secret_reaches_the_server_and_nobody_else(workspace, monkeypatch, caplog):
    """T-HTTP-05, T-HTTP-06"""
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    with (
        serving(echo=echo) as server,
        opened(workspace, server, secrets={"TOKEN": {"env": "MY_TOKEN"}}, ask=ECHO) as executor,
    ):
        outcome = executor.call_sync("ask", {"text": "{secret:TOKEN}"})
        executor.call_sync("ask", {"text": TOKEN})
        assert isinstance(outcome, Completed)
        assert outcome.output["headers"]["authorization"] == "Bearer [secret TOKEN]"
        assert outcome.output["headers"]["x-text"] == "{secret:TOKEN}"
        assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
        shown = [json.dumps(manifest.to_data()) for manifest in executor.manifests]
    kept = [file.read_bytes() for file in (workspace.folder / ".runtime").rglob("*") if file.is_file()]
    holding = [data for data in kept if TOKEN.encode() in data]
    # The second call's arguments held it: a model that has a secret is not kept from saying it, and the vault keeps what it said.
    assert len(holding) <= 1
    assert all(TOKEN not in text for text in (*shown, caplog.text, str(outcome)))


@pytest.mark.parametrize(
    "answer",
    [
        lambda: response(f"no: {TOKEN}".encode(), status="401 Unauthorized"),
        lambda: response(("x" * 3_995 + TOKEN).encode(), status="500 Oops"),
        lambda: redirect(f"http://{TOKEN.replace('/', '').replace('+', '')}.example/{TOKEN}"),
        lambda: redirect(f"/?leak={TOKEN}"),
        lambda: response(TOKEN.encode(), "Content-Type: application/json"),
        lambda: response(b"x", f"X-{TOKEN}: y", f"Content-Length: {TOKEN}"),
    ],
)
def test_no_error_tells_a_secret_that_a_server_sends_back(workspace, monkeypatch, answer, caplog):
    """T-HTTP-06, T-HTTP-07"""
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    with (
        serving(echo=answer()) as server,
        opened(workspace, server, secrets={"TOKEN": {"env": "MY_TOKEN"}}, ask=ECHO) as executor,
    ):
        error = failed(executor, "ask", {"text": "x"}).error
    said = json.dumps([error.message, error.suggestion, error.details]) + caplog.text
    kept = [file.read_bytes() for file in (workspace.folder / ".runtime").rglob("*") if file.is_file()]
    for form in (TOKEN, TOKEN.replace("/", "").replace("+", ""), "s3cret/t"):
        assert form not in said
        assert not any(form.encode() in data for data in kept)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        ({"env": "MY_TOKEN", "tools": ("other",)}, "is not for the tool"),
        ({"env": "MY_TOKEN", "tools": ("as*",), "hosts": ("127.0.0.1",)}, "is not for http"),
        ({"env": "MY_TOKEN", "hosts": ("http://127.0.0.1:1",)}, "is not for http"),
        ({"env": "MY_TOKEN", "workspaces": ("/",)}, "is not set up here"),
        ({"env": "NO_TOKEN"}, "does not give it"),
        ({"env": "SHORT"}, "printable characters"),
        ({"env": "CONTROL"}, "printable characters"),
        ({"file": "/dev/null"}, "does not give it"),
        ({"file": "/nowhere/token"}, "does not give it"),
        ({"command": ("/bin/false",)}, "does not give it"),
        ({"command": ("/nowhere/program",)}, "does not give it"),
    ],
)
def test_a_secret_that_is_not_for_this_request_is_not_sent(workspace, monkeypatch, one, reason):
    """T-HTTP-05"""
    for name, value in {"MY_TOKEN": TOKEN, "SHORT": "abc", "CONTROL": "abcdefgh\r\nX: y"}.items():
        monkeypatch.setenv(name, value)
    with (
        serving(echo=echo) as server,
        opened(workspace, server, secrets={"TOKEN": one}, ask=ECHO) as executor,
    ):
        error = failed(executor, "ask", {"text": "x"}).error
        assert server.connections == 0
    assert error.code == "backend.unavailable"
    assert reason in error.message
    assert "nowhere" not in error.message + error.suggestion


def test_a_secret_is_read_from_a_file_a_program_and_a_keyring(workspace, token_file, monkeypatch):
    import keyring
    from keyring.backend import KeyringBackend

    class Ring(KeyringBackend):
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return TOKEN if (service, username) == ("pets", "me") else None

        def set_password(self, service: str, username: str, password: str) -> None: ...

    monkeypatch.setattr(keyring.core, "_keyring_backend", Ring())
    sources = (
        {"file": str(token_file)},
        {"command": (sys.executable, "-c", f"print({TOKEN!r})")},
        {"keyring": ("pets", "me")},
    )
    with serving(echo=echo) as server:
        for number, source in enumerate(sources):
            with opened(workspace, server, secrets={"TOKEN": source}, ask=ECHO) as executor:
                outcome = executor.call_sync("ask", {"text": "x"})
                assert isinstance(outcome, Completed), outcome
            assert server.asked[number].headers["authorization"] == f"Bearer {TOKEN}"


def test_a_file_that_others_can_read_or_that_is_a_link_holds_no_secret(workspace, token_file, tmp_path):
    """T-HTTP-05"""
    (tmp_path / "link").symlink_to(token_file)
    os.mkfifo(tmp_path / "pipe", 0o600)
    open_to_all = tmp_path / "open"
    open_to_all.write_text(TOKEN)
    open_to_all.chmod(0o644)
    with serving(echo=echo) as server:
        for file in (tmp_path / "link", tmp_path / "pipe", open_to_all, tmp_path):
            with opened(workspace, server, secrets={"TOKEN": {"file": str(file)}}, ask=ECHO) as executor:
                assert "does not give it" in failed(executor, "ask", {"text": "x"}).error.message
        assert server.connections == 0


def test_secrets_count_in_the_users_own_settings_alone(tmp_path):
    """T-HTTP-05"""
    own = user_folder()
    own.mkdir(parents=True, mode=0o700)
    secret = '[secrets.TOKEN]\nenv = "X"\nhosts = ["a.example"]\ntools = ["t"]\nworkspaces = ["*"]\n'
    (own / "config.toml").write_text(secret)
    (tmp_path / "runtime.toml").write_text("[executor]\nconcurrent = 7\n")
    loaded = load_settings(tmp_path, {})
    assert loaded.settings.secrets["TOKEN"].env == "X"
    assert loaded.settings.executor.concurrent == 7
    (tmp_path / "runtime.toml").write_text(secret)
    with pytest.raises(ConfigurationError) as caught:
        load_settings(tmp_path, {})
    assert caught.value.details["field"] == "secrets"
    (tmp_path / "runtime.toml").unlink()
    for wrong in (
        secret.replace("env", "enf"),
        secret.replace('["t"]', "1"),
        "secrets = 1",
        secret.replace('tools = ["t"]\n', ""),
    ):
        (own / "config.toml").write_text(wrong)
        with pytest.raises(ConfigurationError) as caught:
            load_settings(tmp_path, {})
        assert caught.value.details["field"].startswith("secrets")


@pytest.mark.parametrize(
    "one",
    [
        {}, {"env": "A", "file": "b"}, {"keyring": ("a",)}, {"env": "A", "hosts": ("*",)}, {"env": "A", "hosts": ("a b",)},
        {"env": "A", "hosts": ("https://*",)},
    ],
)  # fmt: skip
def test_a_secret_with_no_one_source_or_for_every_server_is_refused(workspace, one):
    """T-HTTP-05"""
    with serving() as server, pytest.raises(ConfigurationError) as caught:
        opened(workspace, server, secrets={"TOKEN": one}, ask=ECHO)
    assert caught.value.details["field"].startswith("secrets.TOKEN")


def test_a_file_that_declares_no_tool_takes_no_other_along(workspace, caplog):
    with serving(root=saying(1)) as server:
        good = 'description = "d"\n[http]\nurl = "SERVER/"\n'
        with opened(
            workspace, server, good=good, bad=good.replace("SERVER", "http://{x}"), none="[", odd="[odd]"
        ) as executor:
            assert executor.call_sync("good", {}).output == 1
            assert executor.call_sync("bad", {}).error.code == "tool.not_found"
    assert all(name in caplog.text for name in ("bad.toml", "none.toml", "odd.toml"))


def test_a_whole_response_shows_status_headers_and_body_and_keeps_cookies_back(workspace, monkeypatch):
    """T-HTTP-06"""
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    answer = saying(
        {"t": TOKEN}, "X-A: 1", "X-A: 2", "Set-Cookie: session=1", f"X-Echo: {TOKEN}", status="404 Not Found"
    )
    with serving(echo=answer) as server:
        text = ECHO + '    answer = "response"\n'
        with opened(workspace, server, secrets={"TOKEN": {"env": "MY_TOKEN"}}, ask=text) as executor:
            output = executor.call_sync("ask", {"text": "x"}).output
    assert (output["status"], output["body"], output["truncated"]) == (404, {"t": "[secret TOKEN]"}, False)
    assert (output["headers"]["x-a"], output["headers"]["x-echo"]) == ("1, 2", "[secret TOKEN]")
    assert "set-cookie" not in output["headers"]


def test_a_stub_answers_without_a_request_a_secret_or_a_grant_and_the_log_says_so(workspace):
    ask = ECHO.replace("[parameters", 'stub = { line = "from the stub", n = 1 }\n    [parameters', 1)
    with serving(echo=echo) as server:
        opened(workspace, server, ask=ask, other=ECHO).close()
        settings = msgspec.structs.replace(
            workspace.settings, tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",))
        )
        with Executor.open(
            workspace.folder, settings=settings, isolation="in_process", stub=True
        ) as executor:
            outcome = executor.call_sync("ask", {"text": "x"})
            assert isinstance(outcome, Completed), outcome
            assert outcome.output == {"line": "from the stub", "n": 1}
            assert [manifest.name for manifest in executor.manifests] == ["ask"]
            refused = executor.call_sync("ask", {"text": "x\r\nX: y"})
            assert isinstance(refused, Refused)  # what could not be sent is refused by a stub, too
        assert server.asked == []
    versions = [body.version for body in workspace.bodies(outcome.call_id) if getattr(body, "version", None)]
    assert versions
    assert all(version.endswith("+stub") for version in versions)


def test_a_file_is_sent_as_a_part_of_a_form(workspace):
    upload = """
        description = "Upload a scan"
        [parameters]
        required = ["scan"]
        [parameters.properties]
        scan = { type = "string" }
        note = { type = "string" }
        [http]
        method = "POST"
        url = "SERVER/echo"
        [http.body.multipart]
        note = "{note}"
        scan = { value = "{scan}", base64 = true, filename = "scan.png", type = "image/png" }
    """
    with serving(echo=echo) as server, opened(workspace, server, upload=upload) as executor:
        outcome = executor.call_sync("upload", {"scan": "AAECAw==", "note": "hello"})
        assert isinstance(outcome, Completed), outcome
        (asked,) = server.asked
        assert b'name="note"\r\n\r\nhello\r\n' in asked.body
        head = b'name="scan"; filename="scan.png"\r\nContent-Type: image/png\r\n\r\n'
        assert head + b"\0\1\2\3\r\n--" in asked.body
        assert isinstance(executor.call_sync("upload", {"scan": "?"}), Refused)


def test_settings_without_secrets_are_what_they_were():
    assert Settings().secrets == {}
    assert NetWrite(["a"]).kind == "net_write"
