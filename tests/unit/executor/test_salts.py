"""Salts are drawn many at a time, and still each is handed out once."""

from __future__ import annotations

import os
import threading

from runtime.executor.salts import SALT_BYTES, fresh_salt


def test_no_two_threads_are_handed_the_same_salt() -> None:
    """T-AUD-68: who knew one call's salt could look for another's arguments with it."""
    taken: list[list[bytes]] = [[] for _ in range(8)]
    begin = threading.Barrier(len(taken))

    def take(into: list[bytes]) -> None:
        begin.wait()
        into.extend(fresh_salt() for _ in range(2_000))

    threads = [threading.Thread(target=take, args=(into,)) for into in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    salts = [salt for into in taken for salt in into]
    assert {len(salt) for salt in salts} == {SALT_BYTES}
    assert len(set(salts)) == len(salts) == 16_000


def test_a_fork_hands_out_other_salts_than_its_parent() -> None:
    """T-AUD-68: the child's share of memory would hold what the parent hands out next."""
    fresh_salt()  # so that some are ready
    source, target = os.pipe()
    child = os.fork()
    if not child:
        os.write(target, b"".join(fresh_salt() for _ in range(100)))
        os._exit(0)
    os.close(target)
    with open(source, "rb") as told:  # noqa: PTH123  # a descriptor, not a path
        drawn = told.read()
    assert os.waitpid(child, 0)[1] == 0
    own = {fresh_salt() for _ in range(200)}
    others = {drawn[start : start + SALT_BYTES] for start in range(0, len(drawn), SALT_BYTES)}
    assert len(others) == 100
    assert not own & others
