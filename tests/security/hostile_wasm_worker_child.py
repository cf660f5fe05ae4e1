"""A worker that lost to its guest: it runs in the place of the real one, as confined, and speaks the pipe's language to harm.

What it does is named by the run that it is given.
"""

from __future__ import annotations

import json
import os
import select
import sys

sys.path += json.loads(sys.argv[1])[0]

import msgspec

from runtime.backends._wasm import wire

FOR_EVER = 3600.0


def pack(*values):
    return msgspec.msgpack.encode(values)


def ended(output=b"{}", fuel=7, stop=None, status=0):
    return pack(output, b"", status, False, fuel, None, False, stop)


def say(letter, body=b""):
    wire.send(0, letter, body)


def ask(name, *arguments):
    say(wire.ASK, pack(name, arguments))
    letter, body = wire.receive(0)
    assert letter == wire.ANSWER
    return msgspec.msgpack.decode(body)


def silent():
    select.select([], [], [], FOR_EVER)


def head_without_end():
    os.write(0, b"\x01\x00")
    silent()


def word_without_end():
    os.write(0, wire.frame(wire.ENDED, bytes(1000))[:300])
    silent()


def word_in_drops():
    os.write(0, (1_000_000).to_bytes(4, "little") + wire.ENDED)
    while True:
        os.write(0, b"\0")
        select.select([], [], [], 0.001)


def checks_without_end():
    while True:
        say(wire.CHECKED, pack("fs_read", os.urandom(8).hex(), False))


def questions_without_end():
    while True:
        ask("clock")


def answers_unread():
    while True:
        say(wire.ASK, pack("read", (b"large", 0, 1 << 20)))


def questions_after_the_end():
    while True:
        ask("close")


def giant_word():
    os.write(0, b"\xff\xff\xff\xff" + wire.ENDED)
    silent()


def large_word():
    os.write(0, (300 << 20).to_bytes(4, "little") + wire.ENDED)
    silent()


def letter_of_nobody():
    say(b"?", b"x")


def done_in_place_of_an_end():
    say(wire.DONE)


def end_of_no_form():
    say(wire.ENDED, pack(1, 2))


def end_that_is_no_message():
    say(wire.ENDED, b"\xc1")


def end_of_great_depth():
    say(wire.ENDED, b"\x91" * 200_000)


def fuel_below_nothing():
    say(wire.ENDED, ended(fuel=-1))


def fuel_beyond_the_tank():
    say(wire.ENDED, ended(fuel=1_000_001))


def fuel_beyond_numbers():
    say(wire.ENDED, ended(fuel=2**64 - 1))


def question_of_no_form():
    say(wire.ASK, pack({"name": "read"}))


def check_of_another_kind():
    say(wire.CHECKED, pack("net_write", "https://example.org/", True))
    say(wire.ENDED, ended())


def check_of_no_text():
    say(wire.CHECKED, pack("fs_read", 7, True))


def check_of_ten_megabytes():
    say(wire.CHECKED, pack("fs_read", "x" * 10_000_000, False))


def check_beyond_the_grant():
    say(wire.CHECKED, pack("fs_read", "secret/key", True))
    say(wire.ENDED, ended())


def check_of_what_is_reserved():
    say(wire.CHECKED, pack("fs_read", "mine/.keys/a", True))
    say(wire.ENDED, ended())


def check_of_another_right():
    say(wire.CHECKED, pack("fs_write", "mine/a", True))
    say(wire.ENDED, ended())


def check_as_granted():
    say(wire.CHECKED, pack("fs_read", "mine/a", True))
    say(wire.ENDED, ended())


def functions_that_are_none():
    ask("_open", b"large")
    say(wire.ENDED, ended())


def arguments_of_other_types():
    ask("read", 1, b"x", b"y")
    say(wire.ENDED, ended())


def sizes_below_nothing():
    answers = [ask("read", b"large", 0, -1), ask("read", b"large", -5, 5), ask("random", -1)]
    answers += [ask("read", b"large", 2**64 - 1, 1), ask("read", b"large", 1 << 40, 2**32 - 1)]
    told = [answer if isinstance(answer, int) else len(answer) for answer, _over in answers]
    say(wire.ENDED, ended(json.dumps(told).encode()))


def output_beyond_its_bound():
    say(wire.ENDED, ended(output=b"x" * 1_001))


def end_with_a_code_of_ours():
    say(wire.ENDED, ended(stop=("policy.denied", "the policy said no")))


def end_by_death():
    os._exit(0)


def words_ahead():
    mine, next_ones = (wire.frame(wire.ENDED, ended(output)) for output in (b'"mine"', b'"of the next"'))
    os.write(0, mine + next_ones)


def deaf_to_the_next():
    say(wire.ENDED, ended(b'"mine"'))
    silent()


def main():
    say(wire.DONE)
    while True:
        letter, body = wire.receive(0)
        if letter == wire.LOAD:
            say(wire.DONE)
        else:
            name = msgspec.msgpack.decode(body)[2]
            globals()[name]()


if __name__ == "__main__":
    main()
