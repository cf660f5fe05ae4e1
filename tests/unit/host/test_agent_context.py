"""Context modules: one text of an agent's soul and what it knows, and nothing that was not put there as a file."""

from __future__ import annotations

import os

import pytest

import runtime
from runtime import context
from runtime.contracts.errors import ConfigurationError


@pytest.fixture
def agent(tmp_path):
    folder = tmp_path / "agents" / "default"
    (folder / "context").mkdir(parents=True)
    (folder / "sessions").mkdir()
    (folder / "soul.md").write_text("# Soul\n\nCareful.\n\n")
    return folder


def test_soul_and_modules_are_joined_in_the_order_of_their_names(agent):
    for name in ("10-late.md", "02-procedures.md", "01-domain.md", ".hidden.md", "notes.txt"):
        (agent / "context" / name).write_text(f"{name}\n")
    (agent / "sessions" / "now.md").write_text("not this\n")
    assert runtime.context.load(agent) == (
        "# Soul\n\nCareful.\n\n---\n\n01-domain.md\n\n---\n\n02-procedures.md\n\n---\n\n10-late.md\n"
    )


def test_a_soul_alone_is_a_context_and_none_is_an_error(agent):
    (agent / "context").rmdir()
    assert context.load(str(agent)) == "# Soul\n\nCareful.\n"
    (agent / "soul.md").unlink()
    with pytest.raises(ConfigurationError) as caught:
        context.load(agent)
    assert caught.value.code == "config.missing"
    with pytest.raises(ConfigurationError) as caught:
        context.load(agent.parent / "unknown")
    assert caught.value.code == "config.missing"


def _link(place):
    place.symlink_to("/etc/hostname")


def _huge(place):
    with place.open("wb") as file:
        file.truncate(context.MAX_BYTES + 1)


@pytest.mark.parametrize("put", [_link, os.mkfifo, os.mkdir, _huge, lambda place: place.write_bytes(b"\xff")])
def test_what_is_no_text_file_is_refused_and_not_waited_for(agent, put):
    put(agent / "context" / "01.md")
    with pytest.raises(ConfigurationError) as caught:
        context.load(agent)
    assert caught.value.code == "config.invalid"
    assert caught.value.suggestion


def test_a_folder_of_modules_that_is_a_link_is_refused(agent):
    (agent / "context").rmdir()
    (agent / "context").symlink_to("/etc")
    with pytest.raises(ConfigurationError):
        context.load(agent)
