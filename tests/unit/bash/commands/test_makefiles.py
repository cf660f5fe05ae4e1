"""make where the real one has no answer to record: a clock that stands still, shells that are none, readings of what is long."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

CHAIN = "x: y\n\tcat y > x\ny: z\n\tcp z y\n"


def test_what_was_made_counts_as_changed_though_the_clock_stands_still() -> None:
    shell = Bash(cwd="/w", files={"/w/Makefile": CHAIN, "/w/z": "1\n"}, clock=1_795_262_400.0)
    assert shell.exec_sync("make").stdout == "cp z y\ncat y > x\n"
    assert shell.exec_sync("make").stdout == "make: 'x' is up to date.\n"
    done = shell.exec_sync("echo 2 > z; make -W z; cat x")
    assert done.stdout == "cp z y\ncat y > x\n2\n"


def test_a_clock_that_goes_on_tells_what_is_older() -> None:
    shell = Bash(cwd="/w", files={"/w/Makefile": CHAIN, "/w/z": "1\n"})
    shell.exec_sync("make")
    assert shell.exec_sync("echo 2 > z; make; cat x").stdout == "cp z y\ncat y > x\n2\n"


@pytest.mark.parametrize("name", ["/usr/bin/python3", "perl", ""])
def test_what_is_no_shell_is_not_run_as_one(name: str) -> None:
    shell = Bash(cwd="/w", files={"/w/Makefile": f"SHELL = {name}\nx:\n\t@echo $$((1 + 1)); echo $0\n"})
    assert shell.exec_sync("make").stdout.startswith("2\n")


def test_makes_within_makes_end_by_a_limit() -> None:
    """T-SH-01"""
    shell = Bash(cwd="/w", files={"/w/Makefile": "x:\n\t-@$(MAKE) x\n\t-@$(MAKE) x\n"})
    assert shell.exec_sync("make").error == "limit.function_depth"
    assert shell.exec_sync("echo alive").stdout == "alive\n"


def test_a_loop_of_makes_within_a_recipe_counts_as_commands() -> None:
    """T-SH-01"""
    shell = Bash(cwd="/w", files={"/w/Makefile": "x:\n\t@true\n"}, limits=Limits(max_commands=100))
    assert shell.exec_sync("while :; do make; done").error == "limit.commands"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("f = $(call f,$1x)\n$(info $(call f,a))", "limit.function_depth"),
        ("include Makefile", "limit.function_depth"),
        ("$(foreach a,$(shell seq 400),$(foreach b,$(shell seq 400),))", "limit.loop_iterations"),
        ("A := $(shell yes | head -c 9999999)\nB := $(A)$(A)", "limit.variable_bytes"),
    ],
)
def test_expansions_without_end_are_refused_before_they_are_made(text: str, error: str) -> None:
    """T-SH-12"""
    shell = Bash(cwd="/w", files={"/w/Makefile": f"{text}\nx:\n"})
    done = shell.exec_sync("make")
    assert (done.error, done.failures) == (error, ())
