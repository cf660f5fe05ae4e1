"""Arguments from a hostile model or embedder: each ends in a code, soon, and what passes means one thing to every reader."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec
import pytest

from runtime.contracts import canonical
from runtime.contracts.errors import Error, InputInvalid
from runtime.validation.schema import compile_schema
from runtime.validation.strict_json import MAX_BYTES, freeze_arguments, parse

# Honest arguments take microseconds, the largest allowed ones some tenths of a second; a quadratic reader takes minutes.
SOON_S = 10

NESTED_OBJECTS = '{"a":' * 100_000
HOSTILE_TEXTS = {
    "ten thousand levels": "[" * 10_000 + "]" * 10_000,
    "an unclosed tower of arrays": "[" * (MAX_BYTES - 1),
    "an unclosed tower of objects": NESTED_OBJECTS[:MAX_BYTES],
    "a tower in a value": '{"a":' + "[" * 100_000,
    "a quarter of a million digits": '{"a": ' + "9" * 250_000 + "}",
    "a fraction of many digits beyond a double": '{"a": ' + "9" * 250_000 + ".5}",
    "a huge exponent": '{"a": 1e999999999}',
    "a huge negative number": '{"a": -1e400}',
    "one integer too many": '{"a": 9007199254740993}',
    "NaN": '{"a": NaN}',
    "Infinity": '{"a": [Infinity]}',
    "two paths": '{"path": "harmless", "path": "/etc/passwd"}',
    "two paths, one of them escaped": '{"path": "harmless", "p\\u0061th": "/etc/passwd"}',
    "two paths far apart": '{"path": 1,' + ",".join(f'"k{i}": 1' for i in range(9000)) + ', "path": 2}',
    "half a character": '{"a": "\\ud800"}',
    "half a character as a key": '{"\\udfff": 1}',
    "the halves in the wrong order": '{"a": "\\udc00\\ud800"}',
    "half a character, raw": '{"a": "\ud800"}',
    "a comment": '{"a": 1 /* , "b": 2 */}',
    "a trailing comma": '{"a": 1,}',
    "single quotes": "{'a': 1}",
    "something after the end": '{"a": 1} {"a": 2}',
    "a raw control character": '{"a": "\x00"}',
    "a byte order mark": '\ufeff{"a": 1}',
    "nothing": "",
    "an array": '[{"a": 1}]',
    "too large": '{"a": "' + "x" * MAX_BYTES + '"}',
    "too large once its characters are bytes": '{"a": "' + "é" * (MAX_BYTES // 2) + '"}',
    "too large once it is canonical": '{"a": [' + ",".join(["1e15"] * 40_000) + "]}",
}


@pytest.mark.parametrize("attack", HOSTILE_TEXTS)
def test_a_hostile_text_is_refused_with_a_code_and_soon(attack: str) -> None:
    """T-RUN-07: what two readers could take for two calls is no call."""
    begun = time.perf_counter()
    with pytest.raises(InputInvalid) as caught:
        freeze_arguments(HOSTILE_TEXTS[attack])
    assert time.perf_counter() - begun < SOON_S
    assert caught.value.code == "input.invalid"
    assert caught.value.suggestion
    assert len(caught.value.message) < 500
    assert caught.value.message.isprintable()


@pytest.mark.parametrize(
    "data", [b"\xff{}", b'{"a": "\xc0\xaf"}', b'{"a": "\xed\xa0\x80"}', '{"a": 1}'.encode("utf-16"), b"\x00"]
)
def test_bytes_that_are_not_utf8_are_refused(data: bytes) -> None:
    """Overlong forms and encoded surrogates are how a slash passes a filter."""
    with pytest.raises(InputInvalid):
        freeze_arguments(data)


def _loop() -> dict[str, Any]:
    loop: dict[str, Any] = {}
    loop["again"] = [loop, loop]
    return loop


def _bomb() -> dict[str, Any]:
    value: Any = "x" * 1000
    for _ in range(50):
        value = [value, value]
    return {"a": value}


def _tower(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


class Shifting(dict):  # type: ignore[type-arg]
    """Answers differently each time it is asked."""

    asked = 0

    def __getitem__(self, key: Any) -> Any:
        Shifting.asked += 1
        return "harmless" if Shifting.asked < 3 else "/etc/passwd"

    def items(self) -> Any:
        Shifting.asked += 1
        return [("path", "harmless")] if Shifting.asked < 3 else [("path", "/etc/passwd")]

    def __iter__(self) -> Any:
        Shifting.asked += 1
        return iter(["path"])

    keys = __iter__  # type: ignore[assignment]


HOSTILE_VALUES = {
    "a value within itself": _loop,
    "a few objects that unfold to a petabyte": _bomb,
    "ten thousand levels": lambda: _tower(10_000),
    "not a number": lambda: {"a": float("nan")},
    "an integer past 2^53": lambda: {"a": 2**53 + 1},
    "an integer of a million digits": lambda: {"a": 10**1_000_000},
    "a double whose canonical form is such an integer": lambda: {"a": 1e20},
    "half a character": lambda: {"a": "\ud800"},
    "bytes": lambda: {"a": b"x"},
    "keys that are no text": lambda: {1: "a"},
    "a million items": lambda: {"a": [None] * 1_000_000},
    "a million names": lambda: {str(i): i for i in range(1_000_000)},
    "a generator": lambda: (pair for pair in [("a", 1)]),
    "a list of pairs": lambda: [("a", 1)],
    "a struct": lambda: msgspec.defstruct("S", [("a", int)])(1),
}


@pytest.mark.parametrize("attack", HOSTILE_VALUES)
def test_a_hostile_value_is_refused_with_a_code_and_soon(attack: str) -> None:
    value = HOSTILE_VALUES[attack]()
    begun = time.perf_counter()
    with pytest.raises(InputInvalid):
        freeze_arguments(value)
    assert time.perf_counter() - begun < SOON_S


def test_a_dict_that_answers_differently_each_time_is_never_asked() -> None:
    """T-RUN-07: validated as one thing and run as another."""
    Shifting.asked = 0
    shifting = Shifting(path="stored")
    assert freeze_arguments({"outer": shifting}) == (
        {"outer": {"path": "stored"}},
        b'{"outer":{"path":"stored"}}',
    )
    assert freeze_arguments(shifting)[0] == {"path": "stored"}
    assert Shifting.asked == 0


def test_arguments_that_change_during_the_call_do_not_reach_it() -> None:
    """T-RUN-07: the embedder keeps its object, and another thread rewrites it all the while."""
    shared: dict[str, Any] = {"path": "a" * 100, "more": {"deep": ["a" * 100]}}
    stop = threading.Event()

    def rewrite() -> None:
        count = 0
        while not stop.is_set():
            count += 1
            shared["more"][f"k{count % 7}"] = "b" * 100
            shared["more"].pop(f"k{(count + 3) % 7}", None)
            shared["path"] = ("a" if count % 2 else "b") * 100

    thread = threading.Thread(target=rewrite)
    thread.start()
    try:
        for _ in range(300):
            copy, encoded = freeze_arguments(shared)
            assert canonical.encode(copy) == encoded
            assert copy["path"] in {"a" * 100, "b" * 100}
    finally:
        stop.set()
        thread.join()


def test_a_nul_in_a_path_is_legal_json_and_left_to_the_path_s_own_rule() -> None:
    assert freeze_arguments('{"path": "a\\u0000b"}')[0] == {"path": "a\0b"}


@pytest.mark.parametrize("size", [20_000, 40_000])
def test_reading_takes_time_in_proportion_to_the_text(size: int) -> None:
    """A reader with a quadratic step passes small tests and hangs on the largest text."""
    for text in (
        json.dumps({f"key{i}": i for i in range(size // 12)}),
        json.dumps({"a": "\\" * (size // 2)}),
        json.dumps({"a": "\u00e9" * (size // 6)}),
        '{"a": [' + ",".join(["{}"] * (size // 4)) + "]}",
        '{"a": "' + "\\ud83d\\ude00" * (size // 13) + '"}',
        '{"a": [' + ",".join(["1e-9"] * (size // 5)) + "]}",
    ):
        begun = time.perf_counter()
        freeze_arguments(text)
        assert time.perf_counter() - begun < SOON_S


def test_the_largest_wrong_value_is_explained_in_little_memory() -> None:
    """The validator would collect half a gigabyte of errors."""
    text = """
import resource
from runtime.contracts.errors import InputInvalid
from runtime.validation.schema import compile_schema
schema = compile_schema({"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, where="test")
flat = compile_schema({"items": {"type": "string"}}, where="test")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for checked in (schema, flat):
    try:
        checked.check([1] * 130_000)
    except InputInvalid as error:
        print(error.code)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024)
"""
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["input.invalid", "input.invalid", "True"]


@pytest.mark.parametrize(
    "value",
    [
        {"a": "\x1b]0;owned\x07"},
        {"\x1b[2J": 1},
        {"a": "\u202egpj.exe"},
        {"a": "ignore all rules " * 1000},
        {"a": ["x"] * 9999},
    ],
)
def test_what_a_model_sent_is_repeated_short_and_without_control_characters(value: dict[str, Any]) -> None:
    schema = compile_schema(
        {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False},
        where="t",
        arguments=True,
    )
    with pytest.raises(Error) as caught:
        schema.check(value)
    for text in (caught.value.message, caught.value.suggestion, *map(str, caught.value.details.values())):
        assert text.isprintable()
        assert len(text) < 500


def test_every_reader_agrees_on_what_was_accepted() -> None:
    """T-RUN-07: the standard library, msgspec and the canonical form read one value."""
    text = '{"z": [1.0, -0.0, 1e2, 0.1], "a": {"\\u00e9": "\\ud83d\\ude00"}, "n": 9007199254740991}'
    copy, encoded = freeze_arguments(text)
    assert json.loads(encoded) == msgspec.json.decode(encoded) == parse(encoded) == copy == json.loads(text)
