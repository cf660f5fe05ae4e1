"""JSON text is read in one way, or not at all."""

from __future__ import annotations

import collections
import enum
import inspect
import json
import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from runtime.contracts import canonical
from runtime.contracts.errors import InputInvalid
from runtime.validation.strict_json import freeze_arguments, parse, pointer_token, printable

CASES = Path(__file__).resolve().parents[2] / "cases" / "json-parsing" / "test_parsing"
# RFC 8259 allows these, and readers differ on what they mean (RFC 7493, section 2.3).
REFUSED_ALTHOUGH_JSON = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"}
# Implementations may choose: these have one meaning for every reader.
ACCEPTED_BY_CHOICE = {"i_number_double_huge_neg_exp.json", "i_number_real_underflow.json"}


def files(prefix: str) -> list[str]:
    """The names of the vectors of one kind; an empty folder would make every test below pass."""
    found = sorted(path.name for path in CASES.glob(f"{prefix}_*.json"))
    assert len(found) > 30
    return found


def refusal(value: object, **bounds: int) -> InputInvalid:
    """The error of a text that must be refused."""
    with pytest.raises(InputInvalid) as caught:
        parse(value, **bounds)  # type: ignore[arg-type]
    assert caught.value.code == "input.invalid"
    assert caught.value.suggestion
    return caught.value


@pytest.mark.parametrize("name", [n for n in files("y") if n not in REFUSED_ALTHOUGH_JSON])
def test_every_text_that_must_be_accepted_is_read_as_the_standard_library_does(name):
    text = (CASES / name).read_bytes()
    assert parse(text) == json.loads(text)


@pytest.mark.parametrize("name", [*files("n"), *sorted(REFUSED_ALTHOUGH_JSON)])
def test_every_text_that_is_not_json_is_refused(name):
    refusal((CASES / name).read_bytes())


@pytest.mark.parametrize("name", files("i"))
def test_a_text_on_which_readers_differ_is_refused(name):
    text = (CASES / name).read_bytes()
    if name in ACCEPTED_BY_CHOICE:
        assert canonical.encode(parse(text))
    else:
        refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "9007199254740992.0",
        "1e20",
        "-999999999999999868928.0",
        "NaN",
        "-Infinity",
        '{"a": NaN}',
        "1e400",
        "-1e400",
        "9007199254740992",
        "-9007199254740992",
        "9" * 200_000,
    ],
)
def test_a_number_that_not_all_readers_hold_is_refused(text):
    refusal(text)


@pytest.mark.parametrize(
    "text",
    ["9007199254740991", "-9007199254740991", "1e308", "1e21", "9007199254740991.0", "0.1", "-0.0", "5e-324"],
)
def test_a_number_that_all_readers_hold_is_accepted(text):
    assert parse(text) == json.loads(text)


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\uDFFF"', '{"\\udc00": 1}', '["a", "\\ud83d"]', '"\ud800"'])
def test_half_a_surrogate_pair_is_refused_raw_and_escaped(text):
    refusal(text)


def test_a_whole_surrogate_pair_is_one_character():
    assert parse('"\\ud83d\\ude00"') == "\U0001f600"


def test_nul_is_an_ordinary_character_of_a_string():
    assert parse('"a\\u0000b"') == "a\0b"


def test_a_key_given_twice_is_refused_by_name():
    assert '"path"' in refusal('{"path": 1, "x": {}, "path": 2}').message


def test_a_key_given_twice_deep_inside_is_refused():
    refusal('[[{"a": {"b": 1, "b": 1}}]]')


def test_keys_that_are_spelled_differently_and_mean_the_same_are_refused():
    refusal('{"a": 1, "\\u0061": 2}')


def test_a_byte_order_mark_is_refused():
    assert refusal(b"\xef\xbb\xbf{}").details["position"] == 0


def test_invalid_utf8_is_refused_at_its_place():
    assert refusal(b'{"a": "\xff"}').details["position"] == 7


def test_an_error_of_syntax_is_refused_at_its_place():
    assert refusal('{"a": tru}').details["position"] == 6


def test_the_size_is_counted_in_bytes():
    assert parse('"éé"', max_bytes=6) == "éé"
    refusal('"éé"', max_bytes=5)


def test_the_depth_is_bounded_exactly():
    assert parse("[" * 64 + "]" * 64)
    refusal("[" * 65 + "]" * 65)


def test_brackets_in_a_string_are_not_depth():
    text = json.dumps("[" * 1000)
    assert parse(text) == "[" * 1000


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "[" * 50_000 + "]" * 50_000])
def test_absurd_depth_is_refused_without_exhausting_the_stack(text):
    refusal(text)


# -- values -----------------------------------------------------------------------------------------------


def frozen_refusal(value: object, **bounds: int) -> InputInvalid:
    """The error of arguments that must be refused."""
    with pytest.raises(InputInvalid) as caught:
        freeze_arguments(value, **bounds)
    return caught.value


def test_arguments_become_a_copy_and_their_canonical_bytes():
    given = {"b": [1, {"c": None}], "a": "é"}
    copy, encoded = freeze_arguments(given)
    assert copy == given
    assert encoded == '{"a":"é","b":[1,{"c":null}]}'.encode()
    given["b"][1]["c"] = "changed"
    assert copy["b"][1]["c"] is None


@pytest.mark.parametrize("form", [str, str.encode, lambda text: bytearray(text.encode()), json.loads])
def test_text_bytes_and_mapping_freeze_alike(form):
    assert freeze_arguments(form('{"a": [1, 2]}')) == ({"a": [1, 2]}, b'{"a":[1,2]}')


def test_one_number_has_one_form_however_it_was_spelled():
    """What is hashed is what runs: 1.0, 1 and 10e-1 are one value."""
    assert freeze_arguments('{"n": 1.0}') == freeze_arguments('{"n": 10e-1}') == ({"n": 1}, b'{"n":1}')


@pytest.mark.parametrize("value", [None, 1, "[]", "null", b"3", [], ["a"], {1, 2}, object(), {"a"}.__class__])
def test_arguments_that_are_no_object_are_refused(value):
    assert frozen_refusal(value).code == "input.invalid"


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"a": {1, 2}}, "/a"),
        ({"a": [0, float("nan")]}, "/a/1"),
        ({"a": {"b": float("-inf")}}, "/a/b"),
        ({"a": 2**53}, "/a"),
        ({"a": "\ud800"}, "/a"),
        ({"\udfff": 1}, "/\\udfff"),
        ({"a": b"bytes"}, "/a"),
        ({"a": {1: 2}}, "/a"),
        ({"a/b": {"c~d": object()}}, "/a~1b/c~0d"),
    ],
)
def test_a_value_that_is_not_json_is_refused_by_its_place(value, field):
    assert frozen_refusal(value).details["field"] == field


def test_a_value_within_itself_is_refused():
    loop: dict = {}
    loop["again"] = [loop]
    frozen_refusal(loop)


def test_the_depth_of_a_value_is_bounded_exactly():
    def nested(levels: int) -> dict:
        value: dict = {}
        for _ in range(levels - 1):
            value = {"a": value}
        return value

    assert freeze_arguments(nested(64))
    frozen_refusal(nested(65))


def test_the_size_of_the_canonical_form_is_bounded_exactly():
    assert freeze_arguments({"a": "x" * 92}, max_bytes=100)
    assert frozen_refusal({"a": "x" * 93}, max_bytes=100).details["max_bytes"] == 100


def test_escapes_count_towards_the_size():
    """A control character takes six bytes in JSON."""
    frozen_refusal({"a": "\x01" * 50_000})


def test_shared_objects_that_unfold_without_end_are_refused_at_once():
    value: list = []
    for _ in range(60):
        value = [value, value]
    frozen_refusal({"a": value})


class Colour(enum.StrEnum):
    RED = "red"


class Lying(dict):
    """Shows a validator one thing and everybody else another."""

    def __iter__(self):
        return iter(())

    def items(self):
        return {"path": "harmless"}.items()

    def keys(self):
        return {"path"}

    def __getitem__(self, key):
        return "harmless"


class LyingText(str):
    def __str__(self):
        return "harmless"

    def __eq__(self, other):
        return other == "harmless"

    def __hash__(self):
        return hash("harmless")


class LyingNumber(int):
    def __int__(self):
        return 0

    def __index__(self):
        return 0


class Impostor:
    @property
    def __class__(self):
        return dict


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (Lying(path="stored"), {"path": "stored"}),
        ({"a": Lying(path="stored")}, {"a": {"path": "stored"}}),
        ({"a": LyingText("stored")}, {"a": "stored"}),
        ({LyingText("stored"): 1}, {"stored": 1}),
        ({"a": LyingNumber(7)}, {"a": 7}),
        ({"a": Colour.RED}, {"a": "red"}),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (collections.OrderedDict(b=1, a=2), {"a": 2, "b": 1}),
        (MappingProxyType({"a": 1}), {"a": 1}),
        ({"a": collections.namedtuple("P", "x y")(1, 2)}, {"a": [1, 2]}),
    ],
)
def test_a_subclass_is_read_as_what_it_stores_and_never_asked(value, stored):
    copy, encoded = freeze_arguments(value)
    assert copy == stored
    assert encoded == canonical.encode(stored)
    assert type(copy) is dict


def test_an_object_that_claims_to_be_a_dict_is_refused():
    frozen_refusal(Impostor())
    frozen_refusal({"a": Impostor()})


def test_two_keys_that_turn_out_alike_are_refused():
    frozen_refusal({LyingText("a"): 1, "a": 2})


def test_a_mapping_that_raises_is_a_refusal_not_a_traceback():
    class Broken(collections.UserDict):
        def __iter__(self):
            raise OSError("secret path")

    assert "secret" not in frozen_refusal(Broken(a=1)).message


def test_no_code_of_a_key_runs_while_a_dict_is_read():
    given: dict = {}
    asked = []

    class Watching(str):
        __slots__ = ()

        def __hash__(self):
            asked.append(self)
            return hash(str(self))

    class Holder(dict):
        pass

    held = Holder({Watching("a"): 1})
    given["held"] = held
    asked.clear()
    assert freeze_arguments(given)[0] == {"held": {"a": 1}}
    assert asked == []


def test_arguments_near_the_end_of_the_stack_are_refused_with_a_code():
    value: dict = {}
    for _ in range(60):
        value = {"a": value}

    def deep(levels: int) -> None:
        if levels:
            deep(levels - 1)
        else:
            freeze_arguments(value)

    with pytest.raises(InputInvalid):
        deep(sys.getrecursionlimit() - len(inspect.stack()) - 40)


# -- words for messages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\x1b[1mb", "a\\x1b[1mb"),
        ("\u202ea", "\\u202ea"),
        ("\ud800", "\\ud800"),
        ("x" * 10, "x" * 10),
        ("x" * 11, "x" * 9 + "…"),
        ("\x00" * 3, "\\x00\\x00\\…"),
    ],
)
def test_text_from_outside_is_shortened_and_made_visible(text, shown):
    assert printable(text, 10) == shown


def test_a_pointer_token_is_escaped_as_the_standard_says():
    assert pointer_token("a/b~c") == "a~1b~0c"
    assert pointer_token(3) == "3"
