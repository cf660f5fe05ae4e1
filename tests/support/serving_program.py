#!/usr/bin/env -S python3 -I
"""A program that serves many calls, and does in each what it is told: well, or as badly as it can."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

MINE = {"name": "serves", "description": "A test's", "serves": "json-lines", "output_schema": {}}
PARAMETERS = {"type": "object", "properties": {"do": {"type": "string"}}, "required": ["do"]}
EXTRA: dict = {}
served = 0
kept: list = []


def say(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def answer(call, value):
    say({"id": call["id"], "output": value})


def count(call):
    """How many calls this process has served."""
    answer(call, served)


def fail(call):
    say({"id": call["id"], "error": "it went wrong\x1b[2J"})


def twice(call):
    answer(call, 1)
    answer(call, 2)


def early(call):
    answer(call, served)
    say({"id": "0" * 32, "output": "for the next call"})


def half(call):
    sys.stdout.write('{"id": "' + call["id"] + '", "output": ')
    sys.stdout.flush()
    os._exit(0)


def neither(call):
    say({"id": call["id"]})


def lies(call):
    say({"id": "f" * 32, "output": "another's"})


def no_json(call):
    print("a stray word", flush=True)
    answer(call, 1)


def bad_text(call):
    os.write(1, b'{"id": "' + call["id"].encode() + b'", "output": "\xff"}\n')


def not_a_number(call):
    os.write(1, b'{"id": "' + call["id"].encode() + b'", "output": NaN}\n')


def deep(call):
    os.write(
        1, b'{"id": "' + call["id"].encode() + b'", "output": ' + b"[" * 200_000 + b"]" * 200_000 + b"}\n"
    )


def silent(call):
    os._exit(0)


def dies(call):
    sys.stderr.write("the disk is full")
    sys.stderr.flush()
    os._exit(7)


def hangs(call):
    threading.Event().wait()


def deaf(call):
    os.close(1)
    threading.Event().wait()


def floods(call):
    while True:
        os.write(1, b"x" * 65_536)


def floods_errors(call):
    while True:
        os.write(2, b"x" * 65_536)


def hogs(call):
    kept.append(bytearray(os.urandom(1024 * 1024) * 300))
    answer(call, len(kept))


def burns(call):
    while True:
        pass


def computes(call):
    until = time.process_time() + 0.15
    while time.process_time() < until:
        pass
    answer(call, served)


def leaves_child(call):
    subprocess.Popen(["sleep", "31337"], start_new_session=True)
    answer(call, served)


def locks(call):
    """A file that others would wait for until this process is gone."""
    import fcntl

    kept.append(os.open(os.environ["TMPDIR"] + "/locked", os.O_CREAT | os.O_RDWR))
    fcntl.flock(kept[-1], fcntl.LOCK_EX)
    answer(call, served)


def forks(call):
    with contextlib.suppress(OSError):
        while True:
            if os.fork() == 0:
                threading.Event().wait()
    answer(call, served)


def unstoppable(call):
    """A thread that lent its memory to a child that waits: no signal but the last one ends that."""
    import ctypes

    libc, actions = ctypes.CDLL(None), ctypes.create_string_buffer(256)
    os.mkfifo(pipe := os.environ["TMPDIR"] + "/pipe")
    libc.posix_spawn_file_actions_init(actions)
    libc.posix_spawn_file_actions_addopen(actions, 0, pipe.encode(), os.O_RDONLY, 0)
    words = (ctypes.c_char_p * 2)(b"true", None)
    arguments = (ctypes.byref(ctypes.c_int()), b"/bin/true", actions, None, words, words)
    threading.Thread(target=libc.posix_spawn, args=arguments, daemon=True).start()
    while len([*Path("/proc").glob("[0-9]*")]) < 3:  # this process, the first one, and the child
        pass
    answer(call, served)


def signals(call):
    done = []
    for number in (9, 15, 19, 18):
        with contextlib.suppress(OSError):
            os.kill(1, number)
            done.append(number)
    answer(call, served)


def works_on(call):
    """A thread that would go on when the call is over."""

    def go_on():
        while True:
            pass

    threading.Thread(target=go_on, daemon=True).start()
    answer(call, served)


def keeps(call):
    """What one call leaves for the next: in memory, in files of its own, as descriptors."""
    note = Path(os.environ["TMPDIR"], "note")
    kept.append(os.open(note, os.O_CREAT | os.O_APPEND | os.O_WRONLY))
    os.write(kept[-1], b"x")
    answer(call, [len(kept), note.stat().st_size])


def look(call):
    found = {}
    for name in call["arguments"]["files"]:
        try:
            found[name] = Path(name).read_text()
        except OSError as error:
            found[name] = error.strerror
    answer(call, found)


def fetch(call):
    import urllib.request

    with urllib.request.urlopen(call["arguments"]["url"]) as got:
        answer(call, [served, got.read().decode()])


def writes(call):
    Path("made").write_text("made")
    answer(call, served)


if sys.argv[1] == "--describe":
    print(json.dumps({"parameters": PARAMETERS, **MINE, **EXTRA}))
elif sys.argv[1] == "--serve":
    for line in sys.stdin:
        served += 1
        asked = json.loads(line)
        globals()[asked["arguments"]["do"]](asked)
