"""A defect of the shell or of a utility ends the command that met it, and no more."""

from __future__ import annotations

import pytest
from shell_fuzz import defects

from runtime.bash import Bash, Context, builtins, commands

SCRIPTS = [
    "nosuch 2<<EOF\nx\nEOF\n",
    "cd /nope 2<&0",
    "awk 'function f(){next} BEGIN{f()}'",
    "numfmt --to=si 9876543210000000000000000000",
    "numfmt --format=%.5119f 1",
    "ps -o ''",
    "ps --format=",
    "set + -s",
]


def test_a_script_goes_on_after_each_command_that_once_ended_it() -> None:
    done = Bash().exec_sync("\n".join(f"{script}\necho went on" for script in SCRIPTS))
    assert done.stdout.count("went on\n") == len(SCRIPTS)
    assert (done.failures, done.error) == ((), None)


def _broken(_: Context) -> int:
    raise KeyError("secret")


@pytest.mark.parametrize(
    "script",
    [
        "{}",
        "{}; echo $?",
        "for i in 1 2; do {}; done",
        "f() {{ {}; }}; f",
        "{} || echo no",
        "x=$({})",
        "({})",
    ],
)
def test_a_defect_is_told_to_the_embedder_and_the_script_goes_on(script: str, monkeypatch) -> None:
    monkeypatch.setitem(commands._found, "rev", _broken)
    done = Bash().exec_sync(f"{script.format('rev')}\necho after")
    assert done.stdout.endswith("after\n")
    assert done.stderr.count("rev: internal error\n") == len(done.failures) > 0
    assert "secret" not in done.stderr
    assert {type(error) for error in done.failures} == {KeyError}


def test_a_defect_of_the_language_itself_ends_its_command_alone(monkeypatch) -> None:
    def broken(st: object, argv: list[str]) -> int:
        raise IndexError

    monkeypatch.setitem(builtins._found, "umask", broken)
    script = "for i in 1 2; do umask; echo $i $?; done; umask || echo no; x=$(umask; echo in); echo $x; set -e; umask; echo never"
    done = Bash().exec_sync(script)
    assert done.stdout == "1 1\n2 1\nno\nin\n"
    assert (done.exit_code, len(done.failures)) == (1, 5)


def test_a_reader_of_its_own_output_ends_where_the_file_ended() -> None:
    readers = [
        "tail -n +1 f",
        "cut -c1 f",
        "tr 1 2 < f",
        "nl f",
        "sed p f",
        "awk 1 f",
        "head -n 100 f",
        "fold f",
    ]
    for command in readers:
        done = Bash().exec_sync(f"printf '1\\n2\\n' > f; {command} >> f; wc -l < f")
        assert done.stdout == ("6\n" if command == "sed p f" else "4\n"), command
    said = "grep: f: input file is also the output\n"
    assert Bash().exec_sync("echo 1 > f; grep . f >> f").stderr == said
    assert Bash().exec_sync("seq 4 > f; { echo a; echo b; tail -n +2 f; } > f; cat f").stdout == "a\nb\nb\n"


def test_a_thousand_command_lines_of_all_utilities_show_no_defect() -> None:
    """T-SH-12"""
    assert [told for seed in range(40) for told in defects(seed)] == []


@pytest.mark.soak
def test_a_million_command_lines_of_all_utilities_show_no_defect() -> None:
    """T-SH-12"""
    for seed in range(40_000):
        assert defects(seed) == []
