"""An OPA server as the engine: what goes over the wire, and that a server which is down, slow or lying opens nothing."""

from __future__ import annotations

import asyncio
import datetime
import itertools
import json
import os
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from opa_replay import Asked, ReplayedOpa, Reply

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import ConfigurationError
from runtime.policy.engines import open_engine
from runtime.policy.engines.opa import MAX_ANSWER_BYTES

QUESTION = PolicyInput(principal={}, tool={}, canonical_arguments=b'{"a":1}', capabilities={})
ALLOW = b'{"result":{"allow":true}}'
JSON = (("Content-Type", "application/json"),)


def always(reply: Reply | None) -> Callable[[Asked], Reply | None]:
    return lambda _: reply


def outcome(reply: Reply | None, deadline_s: float = 10.0) -> tuple[str, str]:
    with ReplayedOpa(always(reply)) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=deadline_s)
        decision = engine.decide(QUESTION)
        engine.close()
    assert not decision.allowed or reply == Reply(body=ALLOW)
    return decision.outcome, decision.detail


def test_the_question_is_the_input_of_the_entry_rule() -> None:
    with ReplayedOpa(always(Reply(body=ALLOW))) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", entry="data.a_b.c")
        assert engine.decide(QUESTION).outcome == "allow"
        engine.close()
    (asked,) = server.asked
    assert asked.path == "/v1/data/a_b/c"
    assert json.loads(asked.body)["input"]["arguments"] == {"a": 1}
    assert asked.headers["content-type"] == "application/json"
    assert "authorization" not in asked.headers


def test_one_connection_serves_many_questions() -> None:
    with ReplayedOpa(always(Reply(body=ALLOW))) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=30.0)
        decisions = [engine.decide(QUESTION) for _ in range(5)]
        engine.close()
    assert [d.outcome for d in decisions] == ["allow"] * 5
    assert len(server.asked) == 5, "no decision is kept: the server's policies may have changed"
    assert len({asked.connection for asked in server.asked}) == 1


def test_event_loops_ask_several_questions_at_once() -> None:
    with ReplayedOpa(always(Reply(body=ALLOW))) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=30.0)

        async def ask() -> set[str]:
            return {d.outcome for d in await asyncio.gather(*(engine.ask(QUESTION) for _ in range(40)))}

        assert asyncio.run(ask()) == {"allow"}
        engine.close()
        assert asyncio.run(ask()) == {"error"}
    assert len({asked.connection for asked in server.asked}) <= 16


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=302, headers=(*JSON, ("Location", "http://127.0.0.1:1/")), body=ALLOW),
        Reply(status=307, headers=(*JSON, ("Location", "/v1/data/other")), body=ALLOW),
        Reply(status=201, body=ALLOW),
        Reply(status=401, body=ALLOW),
        Reply(status=404, body=ALLOW),
        Reply(status=500, body=ALLOW),
        Reply(body=b""),
        Reply(body=b"allow"),
        Reply(body=b"true"),
        Reply(body=b'[{"result":{"allow":true}}]'),
        Reply(body=ALLOW + ALLOW),
        Reply(body=ALLOW[:-1]),
        Reply(body=b'{"result":{"allow":true},"error":"x"}'),
        Reply(body=b'{"result":{"allow":true},"decision_id":7}'),
        Reply(body=b'{"result":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
        Reply(body=b'{"result":{"allow":true,"reasons":["' + b"x" * MAX_ANSWER_BYTES + b'"]}}'),
        Reply(body=ALLOW, headers=(("Content-Type", "text/html"),)),
        Reply(body=ALLOW, headers=()),
        Reply(body=ALLOW, headers=(*JSON, ("Content-Encoding", "gzip"))),
    ],
    ids=itertools.count(),
)
def test_an_answer_that_is_not_opas_is_an_error(reply: Reply) -> None:
    """T-POL-16"""
    assert outcome(reply)[0] == "error"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (b"{}", "undefined"),
        (b'{"result":null}', "undefined"),
        (b'{"warning":{"code":"api_usage_warning"}}', "undefined"),
        (b'{"result":true}', "invalid"),
        (b'{"result":{"allow":"true"}}', "invalid"),
        (b'{"result":{"allow":true,"alow":1}}', "invalid"),
        (b'{"result":{"allow":true},"result":{"allow":false}}', "deny"),
        (b'{"result":{"allow":false},"decision_id":"x"}', "deny"),
    ],
)
def test_a_result_that_is_missing_or_of_another_form_is_no_permission(body: bytes, wanted: str) -> None:
    """T-POL-16"""
    assert outcome(Reply(body=body))[0] == wanted


def test_an_answer_with_the_id_of_another_decision_is_an_error() -> None:
    """T-POL-16"""
    ids = iter(["a", "b", "a", "c"])

    def answer(_: Asked) -> Reply:
        return Reply(body=b'{"decision_id":"%s","result":{"allow":true}}' % next(ids).encode())

    with ReplayedOpa(answer) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=30.0)
        found = [engine.decide(QUESTION).outcome for _ in range(4)]
        engine.close()
    assert found == ["allow", "allow", "error", "allow"]


def test_a_server_that_never_answers_is_a_timeout() -> None:
    """T-POL-16"""
    assert outcome(None, deadline_s=0.1)[0] == "timeout"


def test_a_server_that_drips_is_a_timeout() -> None:
    """T-POL-16: each byte comes in time, the answer never does."""
    import threading

    listening = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def drip() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 10_000:
                if done.wait(0.01):
                    return
                connection.sendall(bytes([byte]))

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    engine = open_engine(f"opa+http://127.0.0.1:{listening.getsockname()[1]}", deadline_s=0.2)
    assert engine.decide(QUESTION).outcome == "timeout"
    engine.close()
    done.set()
    thread.join()
    listening.close()


def test_a_server_that_is_down_denies_until_it_is_up() -> None:
    """T-POL-16"""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    engine = open_engine(f"opa+http://127.0.0.1:{port}")
    down = engine.decide(QUESTION)
    assert (down.outcome, "cannot be reached" in down.detail) == ("error", True)
    engine.close()


def test_a_kept_connection_that_the_server_closed_is_replaced() -> None:
    answers = itertools.count()

    def answer(_: Asked) -> Reply:
        closes = (("Connection", "close"),) if next(answers) % 2 else ()
        return Reply(body=ALLOW, headers=(*JSON, *closes))

    with ReplayedOpa(answer) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=30.0)
        found = {engine.decide(QUESTION).outcome for _ in range(6)}
        engine.close()
    assert found == {"allow"}


# Secrets.


def test_the_token_is_sent_and_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = tmp_path / "token"
    token.write_text("first\n")
    token.chmod(0o600)
    with ReplayedOpa(always(Reply(body=ALLOW))) as server:
        url = f"opa+http://127.0.0.1:{server.port}"
        engine = open_engine(f"{url}?token_file={token}")
        engine.decide(QUESTION)
        token.write_text("second\n")
        engine.decide(QUESTION)
        engine.close()
        monkeypatch.setenv("OPA_TOKEN", "third")
        engine = open_engine(url)
        engine.decide(QUESTION)
        engine.close()
    assert [a.headers["authorization"] for a in server.asked] == [
        "Bearer first",
        "Bearer second",
        "Bearer third",
    ]


@pytest.mark.parametrize("content", [b"a b", b"a\nX-Other: b", b"\xff", "ü".encode()])
def test_a_token_that_no_header_can_hold_opens_no_engine(tmp_path: Path, content: bytes) -> None:
    token = tmp_path / "token"
    token.write_bytes(content)
    token.chmod(0o600)
    with pytest.raises(ConfigurationError):
        open_engine(f"opa+http://127.0.0.1:1?token_file={token}")


def test_a_token_that_others_can_change_opens_no_engine(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("x")
    token.chmod(0o666)
    with pytest.raises(ConfigurationError):
        open_engine(f"opa+http://127.0.0.1:1?token_file={token}")


@pytest.mark.parametrize(
    "url",
    [
        "opa+http://opa.example",
        "opa+http://10.0.0.1:8181",
        "opa+http://127.0.0.1.example:8181",
        "opa+http://",
        "opa+http:",
        "opa+https://user:secret@opa.example",
        "opa+https://opa.example/v1/data",
        "opa+https://opa.example#x",
        "opa+https://opa.example:99999",
        "opa+https://opa.example?verify=false",
        "opa+https://opa.example?ca_file=relative.pem",
        "opa+https://opa.example?ca_file=/nowhere/ca.pem",
        "opa+https://opa.example?ca_file=/a&ca_file=/b",
        "opa+http://127.0.0.1?ca_file=/etc/hosts",
        "opa+http://127.0.0.1?token_file=/nowhere/token",
        "opa+https://[::1",
    ],
)
def test_a_url_that_is_not_understood_whole_opens_no_engine(url: str) -> None:
    """T-POL-16: in clear only this machine is asked."""
    with pytest.raises(ConfigurationError) as refused:
        open_engine(url)
    assert refused.value.code == "config.invalid"


# TLS.


def certified(folder: Path, host: str, name: str) -> tuple[Path, ssl.SSLContext]:
    """An authority's file, and a server's context with a certificate of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / f"{name}.pem", folder / f"{name}.key"
    public.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return public, context


def test_a_server_is_believed_by_its_certificate_alone(tmp_path: Path) -> None:
    """T-POL-16: another authority's certificate, and one of another host, open nothing."""
    trusted, tls = certified(tmp_path, "localhost", "trusted")
    stranger, _ = certified(tmp_path, "localhost", "stranger")
    with ReplayedOpa(always(Reply(body=ALLOW)), tls=tls) as server:
        found = []
        for host, ca in (
            ("localhost", trusted),
            ("localhost", stranger),
            ("127.0.0.1", trusted),
            ("localhost", None),
        ):
            options = f"?ca_file={ca}" if ca else ""
            engine = open_engine(f"opa+https://{host}:{server.port}{options}", deadline_s=10.0)
            found.append(engine.decide(QUESTION).outcome)
            engine.close()
    assert found == ["allow", "error", "error", "error"]
    assert len(server.asked) == 1


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # what is tested, from Python 3.12 on
def test_a_forked_process_asks_by_itself() -> None:
    with ReplayedOpa(always(Reply(body=ALLOW))) as server:
        engine = open_engine(f"opa+http://127.0.0.1:{server.port}", deadline_s=30.0)
        assert engine.decide(QUESTION).outcome == "allow"
        child = os.fork()
        if child == 0:
            os._exit(0 if engine.decide(QUESTION).outcome == "allow" else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert engine.decide(QUESTION).outcome == "allow"
        engine.close()
    assert len({asked.connection for asked in server.asked}) == 2
