"""Command lines as getopt_long reads them."""

from __future__ import annotations

import pytest

from runtime.bash.option_table import Done, Options

TABLE = Options(
    "[OPTION]... [FILE]...",
    "Do it.",
    ("n", "number", "", "number lines"),
    ("aA", "all every", "", "take all"),
    ("k", "key", "KEY", "sort by KEY"),
    ("", "color", "[WHEN]", "colour it"),
    ("i", "in-place", "[SUFFIX]", "edit"),
    ("", "numeric", "", "by number"),
    digits="k",
    status=3,
)


@pytest.fixture
def parse(context):
    def call(*args, table=TABLE, env=None):
        cx = context("tool", *args, env=env)
        try:
            return table.parse(cx), cx
        except Done as done:
            return done.status, cx.stderr.value().decode() or cx.stdout.value().decode()

    return call


def test_short_options_cluster_and_the_last_one_may_take_the_rest(parse) -> None:
    given, _ = parse("-nakx", "-k", "y", "-i.bak", "-i")
    assert given.order == [("n", ""), ("a", ""), ("k", "x"), ("k", "y"), ("i", ".bak"), ("i", "")]


def test_all_letters_and_names_of_a_row_are_one_option(parse) -> None:
    given, _ = parse("-A", "--every", "--all")
    assert given.count("a") == 3


def test_a_long_option_may_be_cut_short_while_it_is_the_only_one(parse) -> None:
    given, _ = parse("--ke=1", "--key", "2", "--col", "--color=always")
    assert given.all("k") == ["1", "2"]
    assert given.all("color") == ["", "always"]


def test_an_exact_name_wins_over_longer_ones(parse) -> None:
    assert "n" in parse("--number")[0]
    status, said = parse("--num")
    assert (status, said.splitlines()[0]) == (
        3,
        "tool: option '--num' is ambiguous; possibilities: '--number' '--numeric'",
    )


def test_operands_may_stand_between_options_unless_posix_says_no(parse) -> None:
    given, _ = parse("a", "-n", "b", "--", "-k", "c")
    assert ("n" in given, given.operands) == (True, ["a", "b", "-k", "c"])
    given, _ = parse("a", "-n", env={"POSIXLY_CORRECT": ""})
    assert given.operands == ["a", "-n"]


def test_a_table_may_go_on_behind_operands_whatever_posix_says(parse) -> None:
    table = Options("", "", ("n", "", "", ""), posix=False)
    given, _ = parse("a", "-n", "b", table=table, env={"POSIXLY_CORRECT": ""})
    assert ("n" in given, given.operands, given.places) == (True, ["a", "b"], [0, 1])


def test_a_table_may_end_at_the_first_operand(parse) -> None:
    table = Options("", "", ("n", "", "", ""), permute=False)
    given, _ = parse("-n", "cmd", "-n", table=table)
    assert given.operands == ["cmd", "-n"]


def test_a_lone_dash_is_an_operand(parse) -> None:
    assert parse("-")[0].operands == ["-"]


def test_digits_stand_for_the_option_that_the_table_names(parse) -> None:
    given, _ = parse("-12n", "-3")
    assert given.all("k") == ["12", "3"]


def test_which_of_rivals_came_last_is_known(parse) -> None:
    given, _ = parse("-n", "-a", "-n", "-a")
    assert given.last("na") == "a"
    assert given.last("x", "none") == "none"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-z"], "tool: invalid option -- 'z'"),
        (["-k"], "tool: option requires an argument -- 'k'"),
        (["--key"], "tool: option '--key' requires an argument"),
        (["--number=3"], "tool: option '--number' doesn't allow an argument"),
        (["--zzz"], "tool: unrecognized option '--zzz'"),
    ],
)
def test_bad_usage_is_said_as_gnu_says_it(parse, args, message) -> None:
    status, said = parse(*args)
    assert status == 3
    assert said == f"{message}\nTry 'tool --help' for more information.\n"


def test_help_is_made_from_the_table(parse) -> None:
    status, text = parse("--help")
    assert status == 0
    assert "Usage: tool [OPTION]... [FILE]...\nDo it.\n" in text
    assert "  -i, --in-place[=SUFFIX]" in text
    assert "      --color[=WHEN]" in text
    assert "  -a, -A, --all, --every" in text


def test_version_names_the_manual_that_is_followed(parse) -> None:
    assert parse("--version") == (0, "tool (Cathedral Runtime, after GNU coreutils 9.1)\n")
