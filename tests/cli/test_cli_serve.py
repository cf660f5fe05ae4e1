"""`runtime serve`: what clients' configurations get, tokens, and what is refused before anything is served."""

from __future__ import annotations

import json
import tomllib

import pytest


@pytest.mark.parametrize("client", ["claude", "cursor", "vscode", "codex"])
def test_a_client_gets_an_entry_that_starts_the_server(project, run, client: str) -> None:
    ran = run("serve", "mcp", "--print-config", client, "--principal", "agent:x", "--grant", "fs_read=src")
    read = tomllib.loads if client == "codex" else json.loads
    data = read(ran.out)
    (servers,) = (data[name] for name in ("mcpServers", "servers", "mcp_servers") if name in data)
    entry = servers["cathedral"]
    assert entry["args"][1:4] == ["runtime", "serve", "mcp"]
    assert entry["args"][entry["args"].index("--folder") + 1] == str(project)
    assert entry["args"][-4:] == ["--principal", "agent:x", "--grant", "fs_read=src"]


@pytest.mark.parametrize("client", ["claude", "cursor", "vscode", "codex"])
def test_a_client_over_http_gets_the_address_and_a_place_for_its_token(run, project, client: str) -> None:
    ran = run("serve", "mcp", "--print-config", client, "--http", "127.0.0.1:9000")
    assert "http://127.0.0.1:9000/mcp" in ran.out
    assert "token" in ran.out.lower()


def test_a_token_is_made_listed_without_its_secret_and_revoked(run, project) -> None:
    made = run(
        "serve", "tokens", "add", "laptop", "--principal", "agent:laptop", "--grant", "fs_read=src", "--json"
    )
    token = made.data["token"]
    listed = run("serve", "tokens", "list", "--json")
    (one,) = listed.data["tokens"]
    assert (one["name"], one["principal"], one["grants"], one["good"]) == (
        "laptop",
        "agent:laptop",
        ["fs_read=src"],
        True,
    )
    assert token.rpartition("_")[2] not in listed.out
    assert "hash" not in one
    assert (
        run("serve", "tokens", "add", "laptop", "--principal", "agent:b", "--json").code == "config.invalid"
    )
    assert run("serve", "tokens", "revoke", "laptop").status == 0
    assert run("serve", "tokens", "list", "--json").data["tokens"] == []
    assert run("serve", "tokens", "revoke", "laptop", "--json").code == "config.invalid"


@pytest.mark.parametrize("expires", ["soon", "-1d", "1y", "1.5h", ""])
def test_a_time_that_is_none_is_refused_with_examples(run, project, expires: str) -> None:
    ran = run("serve", "tokens", "add", "a", "--principal", "agent:a", "--expires", expires)
    assert ran.status == 2
    assert "90d" in ran.err


def test_a_server_that_nobody_could_use_does_not_start(run, project) -> None:
    assert run("serve", "mcp", "--http", "127.0.0.1:0", "-C", ".").status == 2


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "tools.example.com:0"])
def test_tokens_do_not_travel_in_clear_text_beyond_this_machine(run, project, address: str) -> None:
    """T-SRV-01"""
    ran = run("serve", "mcp", "--http", address)
    assert (ran.status, "config.invalid" in ran.err) == (2, True)
    assert "--certificate" in ran.err


def test_options_of_one_transport_are_refused_on_the_other(run, project) -> None:
    for options in (["--principal", "agent:a"], ["--grant", "clock_read"], ["--role", "x"], ["--auditor"]):
        ran = run("serve", "mcp", "--http", "127.0.0.1:0", *options)
        assert ran.status == 2
        assert "tokens add" in ran.err
