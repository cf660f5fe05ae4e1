"""Tokens of clients: made once, kept hashed, and good for one workspace until they expire or are revoked."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationError, InputInvalid
from runtime.server.tokens import TokenFile, new_token


@pytest.fixture
def tokens(tmp_path: Path) -> TokenFile:
    return TokenFile(tmp_path)


def test_a_token_is_found_and_nothing_of_it_is_kept_in_clear(tokens: TokenFile) -> None:
    text = tokens.add(new_token("laptop", "agent:laptop", grants=("fs_read=src",), roles=("dev",)))
    found = tokens.find(text)
    assert found is not None
    client = found.client()
    assert (client.principal.id, client.principal.roles) == ("agent:laptop", ("dev",))
    assert [grant.kind for grant in client.grants] == ["fs_read"]
    assert text.rpartition("_")[2] not in tokens.file.read_text()
    assert tokens.file.stat().st_mode & 0o077 == 0


def test_a_changed_character_makes_it_another_token(tokens: TokenFile) -> None:
    text = tokens.add(new_token("laptop", "agent:laptop"))
    for place in range(len(text)):
        other = text[:place] + ("b" if text[place] == "a" else "a") + text[place + 1 :]
        assert tokens.find(other) is None, other
    for other in ("", text[:-1], f"{text} ", f" {text}", text + "=", text.encode().hex(), "\ud800" * 43):
        assert tokens.find(other) is None


def test_a_token_of_another_workspace_opens_nothing_here(tokens: TokenFile, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = TokenFile(tmp_path / "other")
    text = other.add(new_token("laptop", "agent:laptop"))
    assert tokens.find(text) is None
    tokens.add(new_token("mine", "agent:mine"))
    tokens.file.write_bytes(other.file.read_bytes())  # copied by hand, it still names its workspace
    assert tokens.find(text) is None


def test_a_token_ends_when_it_expires_or_is_revoked(tmp_path: Path) -> None:
    now = [1_000]
    tokens = TokenFile(tmp_path, now_us=lambda: now[0])
    text = tokens.add(new_token("laptop", "agent:laptop", expires_us=2_000))
    assert tokens.find(text) is not None
    now[0] = 2_000
    assert tokens.find(text) is None
    later = tokens.add(new_token("desk", "agent:desk"))
    assert tokens.revoke("desk").principal == "agent:desk"
    assert tokens.find(later) is None


def test_another_process_revokes_for_a_server_that_runs(tokens: TokenFile, tmp_path: Path) -> None:
    text = tokens.add(new_token("laptop", "agent:laptop"))
    assert tokens.find(text) is not None
    TokenFile(tmp_path).revoke("laptop")
    assert tokens.find(text) is None


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"name": "a b", "principal": "agent:a"}, ConfigurationError),
        ({"name": "a", "principal": "no principal"}, ConfigurationError),
        ({"name": "a", "principal": "agent:a", "approver": "\n"}, ConfigurationError),
        ({"name": "a", "principal": "agent:a", "grants": ("everything",)}, InputInvalid),
    ],
)
def test_a_token_whose_parts_are_none_is_not_made(tokens: TokenFile, options, error) -> None:
    with pytest.raises(error) as caught:
        tokens.add(new_token(**options))
    assert caught.value.code in ("config.invalid", "input.invalid")
    assert tokens.all() == []


def test_two_tokens_of_one_name_are_refused(tokens: TokenFile) -> None:
    tokens.add(new_token("laptop", "agent:a"))
    with pytest.raises(ConfigurationError) as caught:
        tokens.add(new_token("laptop", "agent:b"))
    assert caught.value.code == "config.invalid"
    assert [one.principal for one in tokens.all()] == ["agent:a"]


def test_a_file_that_others_can_change_gives_no_client(tokens: TokenFile) -> None:
    text = tokens.add(new_token("laptop", "agent:laptop"))
    tokens.file.chmod(0o666)
    with pytest.raises(ConfigurationError) as caught:
        TokenFile(Path(tokens.all()[0].workspace)).find(text)
    assert caught.value.code == "config.unsafe"
