"""The shells that are kept between calls: sealed, one holder at a time, each for one principal, and not for ever."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.contracts.errors import ToolError
from runtime.host import shell_sessions
from runtime.host.shell_sessions import IDLE_S, ShellSessions
from runtime.hostfs.private_files import PrivateFolder

SECRET = b"the runtime's secret"


class Clock:
    def __init__(self) -> None:
        self.now = time.time()  # beside the times of files

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(tmp_path: Path, clock: Clock) -> Iterator[ShellSessions]:
    found = ShellSessions(tmp_path / "shells", SECRET, now=clock)
    yield found
    found.close()


def kept(sessions: ShellSessions, principal: str = "agent:a", name: str = "s") -> bytes | None:
    with sessions.hold(principal, name) as held:
        return held.snapshot


def keep(sessions: ShellSessions, data: bytes, principal: str = "agent:a", name: str = "s") -> None:
    with sessions.hold(principal, name) as held:
        held.keep(data)


def refused(code: str, sessions: ShellSessions, *who: str) -> None:
    with pytest.raises(ToolError) as caught:
        kept(sessions, *who)
    assert caught.value.code == code


def stored(tmp_path: Path) -> list[Path]:
    return sorted(path for path in (tmp_path / "shells").iterdir() if not path.suffix)


def test_what_is_kept_is_there_for_the_next_holder_and_after_a_restart(
    tmp_path: Path, sessions: ShellSessions, clock: Clock
) -> None:
    assert kept(sessions) is None
    keep(sessions, b"state")
    assert kept(sessions) == b"state"
    assert kept(ShellSessions(tmp_path / "shells", SECRET, now=clock)) == b"state"


def test_another_principal_has_another_session_under_the_same_name(sessions: ShellSessions) -> None:
    """T-SH-17"""
    keep(sessions, b"mine", "agent:a", "s")
    assert kept(sessions, "agent:b", "s") is None
    assert kept(sessions, "agent:a", "s2") is None
    # Where one ends and the other begins is not for their text to say.
    keep(sessions, b"x", "agent:ab", "c")
    assert kept(sessions, "agent:a", "bc") is None


def test_files_are_of_this_user_alone_and_say_nothing(tmp_path: Path, sessions: ShellSessions) -> None:
    """T-SH-17"""
    keep(sessions, b"the secret state", "agent:zoe", "holiday")
    [file] = stored(tmp_path)
    told = file.name.encode() + file.read_bytes()
    assert not any(word in told for word in (b"secret", b"zoe", b"holiday"))
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("at", [0, 15, 30, -1])
def test_an_altered_file_is_refused(tmp_path: Path, sessions: ShellSessions, at: int) -> None:
    """T-SH-17"""
    keep(sessions, b"state")
    [file] = stored(tmp_path)
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    refused("session_unusable", sessions)


def test_a_file_put_in_anothers_place_or_sealed_with_another_key_is_refused(
    tmp_path: Path, sessions: ShellSessions, clock: Clock
) -> None:
    """T-SH-17: whoever can write the folder cannot hand one principal's shell to another."""
    keep(sessions, b"mine", "agent:a")
    [mine] = stored(tmp_path)
    keep(sessions, b"yours", "agent:b")
    [other] = [path for path in stored(tmp_path) if path != mine]
    other.write_bytes(mine.read_bytes())
    refused("session_unusable", sessions, "agent:b")
    elsewhere = ShellSessions(tmp_path / "elsewhere", b"another secret", now=clock)
    keep(elsewhere, b"planted", "agent:a")
    [planted] = [path for path in (tmp_path / "elsewhere").iterdir() if not path.suffix]
    mine.write_bytes(planted.read_bytes())
    refused("session_unusable", sessions, "agent:a")


def test_a_link_in_a_files_place_is_not_followed(tmp_path: Path, sessions: ShellSessions) -> None:
    keep(sessions, b"state")
    [file] = stored(tmp_path)
    (tmp_path / "moved").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "moved")
    with pytest.raises(OSError):
        kept(sessions)


def test_one_holder_has_a_session_at_a_time(tmp_path: Path, sessions: ShellSessions, clock: Clock) -> None:
    with sessions.hold("agent:a", "s") as held:
        refused("session_busy", sessions)
        refused("session_busy", ShellSessions(tmp_path / "shells", SECRET, now=clock))
        assert kept(sessions, "agent:a", "other") is None
        held.keep(b"one")
    assert kept(sessions) == b"one"


def test_a_holder_that_raises_lets_go_and_changes_nothing(sessions: ShellSessions) -> None:
    keep(sessions, b"one")
    with pytest.raises(RuntimeError), sessions.hold("agent:a", "s"):
        raise RuntimeError
    assert kept(sessions) == b"one"


def test_a_session_that_is_too_large_stays_as_it_was(
    sessions: ShellSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(sessions, b"one")
    monkeypatch.setattr(shell_sessions, "SESSION_BYTES", 100)
    with pytest.raises(ToolError) as caught:
        keep(sessions, b"x" * 101)
    assert caught.value.code == "session_too_large"
    assert kept(sessions) == b"one"


def test_a_session_that_nobody_used_for_long_is_gone(
    tmp_path: Path, sessions: ShellSessions, clock: Clock
) -> None:
    keep(sessions, b"state")
    clock.now += IDLE_S - 1
    assert kept(sessions) == b"state"
    clock.now += 1
    assert kept(sessions) is None


def test_of_too_many_sessions_the_longest_unused_go_first(
    tmp_path: Path, sessions: ShellSessions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        keep(sessions, b"state", name=f"s{number}")
    for age, file in enumerate(stored(tmp_path)):
        os.utime(file, (clock.now - age, clock.now - age))
    files = [name for _, _, name in PrivateFolder(tmp_path / "shells").files()]
    monkeypatch.setattr(shell_sessions, "MOST_SESSIONS", 2)
    assert kept(ShellSessions(tmp_path / "shells", SECRET, now=clock), name="new") is None
    assert sorted(path.name for path in stored(tmp_path)) == sorted(files[2:])


def test_an_empty_file_that_a_power_failure_left_is_no_session(
    tmp_path: Path, sessions: ShellSessions
) -> None:
    keep(sessions, b"state")
    stored(tmp_path)[0].write_bytes(b"")
    assert kept(sessions) is None
