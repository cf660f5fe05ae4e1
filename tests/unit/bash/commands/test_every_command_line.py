"""What holds of every utility's command line, over all that there are."""

from __future__ import annotations

from importlib import import_module

import pytest

from runtime.bash import Bash
from runtime.bash.commands import names
from runtime.bash.option_table import Options

NAMES = sorted(names())
WIDEST = 79
# Utilities that read their words by themselves, or whose real ones know no such options: their messages are their own.
OWN_WORDS = {"awk", "gawk", "bzip2", "bunzip2", "bzcat", "curl", "expr", "find", "jq", "rg"}
OWN_WORDS |= {"openssl", "sqlite3", "time", "unzip", "wget", "which", "xxd", "yq", "zip"}
# Real xxd shows its usage on standard error, and expr takes --help alone for it.
NO_HELP_STATUS = {"xxd": 1}


def table(name: str) -> Options:
    return import_module(f"runtime.bash.commands.{name}").OPTIONS


@pytest.fixture
def said(run):
    """Status, standard output and error of one command line."""

    def call(name: str, *args: str) -> tuple[int, str, str]:
        done = run(name, *args, env={"TERM": "xterm"})
        return done.status, done.out.decode("utf-8", "surrogateescape"), done.err

    return call


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_utility_is_complete_and_fits_a_terminal(name: str) -> None:
    options = table(name)
    text = options.help(name)
    assert text.startswith(f"Usage: {name}")
    assert options.about
    assert options.origin
    assert [option.form for option in options.options if not option.help] == []
    assert [line for line in options.brief(name).splitlines() if len(line) > WIDEST] == []
    rows = [row for _, table_of in options.sections for row in table_of()]
    assert [form for form, text in rows if not text] == []


@pytest.mark.parametrize("name", NAMES)
def test_help_and_version_go_to_standard_output_and_succeed(name: str, said) -> None:
    status, out, err = said(name, "--help")
    assert status == NO_HELP_STATUS.get(name, 0)
    shown = "grep" if name in ("egrep", "fgrep") else name
    assert (err if name in NO_HELP_STATUS else out).startswith(f"Usage: {shown}")
    status, out, err = said(name, "--version")
    assert (status, out.count("\n"), err) == (0, 1, "")
    assert name in ("jq", "sqlite3") or table(name).origin in out


@pytest.mark.parametrize("name", sorted(set(NAMES) - OWN_WORDS))
def test_an_unknown_option_is_refused_in_the_words_of_getopt(name: str, said) -> None:
    options = table(name)
    for word, message in (
        ("--no-such=3", "unrecognized option '--no-such=3'"),
        ("-\N{SNOWMAN}", "invalid option -- '\N{SNOWMAN}'"),
    ):
        status, out, err = said(name, word)
        assert (status, out) == (options.status, ""), err
        assert err.splitlines()[0].endswith(f": {message}")


@pytest.mark.parametrize("name", sorted(set(NAMES) - OWN_WORDS))
def test_a_missing_value_and_one_too_many_are_refused(name: str, said) -> None:
    options = table(name)
    flag = next(o for o in options.options if not o.argument and o.longs)
    status, _, err = said(name, f"--{flag.longs[0]}=x")
    assert (status, f"option '--{flag.longs[0]}' doesn't allow an argument" in err) == (options.status, True)
    valued = [o for o in options.options if o.argument and not o.optional]
    for option in valued[:3]:
        for word, message in [
            (f"--{long}", f"option '--{long}' requires an argument") for long in option.longs[:1]
        ] + [(f"-{short}", f"option requires an argument -- '{short}'") for short in option.shorts[:1]]:
            status, _, err = said(name, word)
            assert (status, message in err) == (options.status, True), err


def test_no_two_options_of_a_table_share_a_letter_or_a_name() -> None:
    shared = []
    for name in NAMES:
        options = table(name).options
        words = [word for option in options for word in (*option.shorts, *option.longs)]
        if len(words) != len(set(words)):
            shared.append(name)
    assert shared == []


def test_every_directive_that_a_help_names_is_understood() -> None:
    from runtime.bash.commands import date, stat

    shell = Bash(cwd="/w", files={"/w/f": "x"}, env={"TZ": "UTC0"})
    for letters, flag in ((stat.FILE, ""), (stat.SYSTEM, "-f")):
        shown = shell.exec_sync(f"stat {flag} -c '{' '.join(letters)}' f").stdout.split()
        assert [word for word in shown if word.startswith("%")] == []
    for form in date.FORMAT:
        words = form.split(", ")
        out = shell.exec_sync(f"date -d @0 '+{'|'.join(words)}'").stdout
        assert form == "%%" or not any(word in out for word in words)


def examples() -> list[str]:
    return list(dict.fromkeys(command for name in NAMES for command, _ in table(name).examples))


FILES = {
    "notes.txt": "one two\n# old\nthree\n",
    "names.txt": "b\na\nb\n",
    "sizes.txt": "2K\n1G\n",
    "table.txt": "a 1 x\nb 2 y\n",
    "table.csv": "a,1\nb,2\n",
    "data.json": '{"items": [{"name": "a", "price": 3}, {"name": "b", "price": 30}]}\n',
    "app.log": "error\n",
    "block": "0123456789abcdef",
    "src/a.py": "import os  # TODO\n",
    "Makefile": "all:\n\techo all\n",
    "src/Makefile": "all:\n\techo $(CFLAGS)\n",
    "build.mk": "test:\n\techo test\nlint:\n\techo lint\n",
}


@pytest.fixture(scope="module")
def shell() -> Bash:
    """One shell for all examples, which go on where the one before ended."""
    made = Bash(cwd="/w", files={f"/w/{path}": text for path, text in FILES.items()}, clock=1_795_262_400.0)
    made.exec_sync("tar -czf notes.tar.gz notes.txt; tar -cf pack.tar --transform 's,^,pack-1.0/,' notes.txt")
    return made


@pytest.mark.parametrize("command", examples())
def test_an_example_of_a_help_runs_as_it_stands(command: str, shell: Bash) -> None:
    before = shell.fs.read_bytes("/w/notes.txt")
    done = shell.exec_sync(f"cd /w; rm -f notes.txt.gz; {command} < /dev/null")
    shell.fs.write_bytes("/w/notes.txt", before)
    assert (done.stderr, done.exit_code <= 1, done.error) == ("", True, None)
