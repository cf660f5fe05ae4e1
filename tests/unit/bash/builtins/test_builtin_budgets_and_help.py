"""Builtins at their edges: budgets, the virtual clock, waiting, help, and messages that no table shows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash import Bash, Limits
from runtime.bash.builtins import NAMES, find, module_of, synopsis
from runtime.bash.builtins._float import read, written

_MINE = (
    ": [ cd declare dirs echo export false getopts let local mapfile popd printf pushd pwd read readarray readonly set "
    "shift shopt test times true typeset ulimit umask unset"
)
MINE = _MINE.split()


def run(script, **options):
    return Bash(cwd="/tmp/t", **options).exec_sync(script)


@pytest.mark.parametrize(
    "script",
    [
        "printf '%999999999d' 1",
        "printf '%.999999999d' 1",
        "printf '%.999999999f' 1",
        "printf '%*d' 2000000000 1",
        "printf '%99999999999999999999s' x",
        "printf -v x '%9000000s' a; printf \"%9000000s$x\"",
        "x=$(printf '%15000000s' a); y=$x; z=$x$x",
    ],
)
def test_a_width_is_charged_before_it_is_made(script):
    """T-DOS: a width bomb ends in a limit, not in memory."""
    done = run(script, limits=Limits(timeout_s=5))
    assert done.error == "limit.variable_bytes"
    assert done.exit_code == 1


def test_printf_of_many_arguments_is_charged_as_a_whole():
    done = run("printf '%1000s' {1..20000}", limits=Limits(max_variable_bytes=1_000_000))
    assert done.error == "limit.variable_bytes"


def test_a_line_without_end_is_charged_while_it_is_read():
    for reader in ("read x", "mapfile x"):
        done = run(f"yes | tr -d '\\n' | {reader}", limits=Limits(max_variable_bytes=200_000, timeout_s=5))
        assert done.error == "limit.variable_bytes"


def test_parentheses_nested_too_deep_are_a_limit():
    deep = " ".join(["'('"] * 500 + ["a"] + ["')'"] * 500)
    assert run(f"[ {deep} ]").error == "limit.parse_depth"


def test_a_huge_exponent_costs_nothing():
    done = run("printf '%f %g %e\\n' 1e999999999999 1e-999999999999 0x1p-99999999")
    assert done.stdout == "inf 0 0.000000e+00\n"
    assert done.stderr.count("Numerical result out of range") == 3


def test_long_digits_are_read_exactly():
    done = run(f"printf '%.0f\\n' {'9' * 6000}e-5990; printf '%d\\n' {'1' * 6000}")
    assert done.stdout == "10000000000\n9223372036854775807\n"


def test_time_is_that_of_the_virtual_clock():
    done = run("printf '%(%F %T)T|%(%s)T|%(%s)T\\n' -1 -2", clock=86_400.0)
    assert done.stdout == "1970-01-02 00:00:00|86400|86400\n"


def test_an_exported_zone_moves_the_time():
    done = run("TZ=EST5; printf '%(%H %Z)T\\n' 0; export TZ; printf '%(%H %Z)T\\n' 0")
    assert done.stdout == "00 UTC\n19 EST\n"


def test_read_gives_up_after_its_time():
    script = (
        "sleep 9 | { read -t 0.5 x; echo $?; }; { printf ab; sleep 9; } | { TMOUT=1; read x; echo $? $x; }"
    )
    done = run(script, clock=0.0)
    assert done.stdout == "142\n142 ab\n"


def test_read_asks_whether_there_is_input():
    done = run("sleep 1 | { read -t 0; echo $?; }; echo x | { sleep 1; read -t 0; echo $?; }", clock=0.0)
    assert done.stdout == "1\n0\n"


def test_read_within_its_time_counts_and_continues():
    script = r"printf 'a\\\nbé cd\n' | { read -t 3 x y; echo \"$x|$y\"; }; printf 'éab' | { read -t 3 -N 2 x; echo $x; }"
    assert run(script.replace('\\"', '"')).stdout == "abé|cd\néa\n"


def test_reading_a_terminal_prompts_on_standard_error():
    from runtime.bash.streams import Input

    class Terminal(Input):
        def isatty(self):
            return True

    asked = find("read")
    done = []

    class Sink:
        def write(self, data):
            done.append(data)

    class State:
        def __init__(self):
            self.fds = {0: Terminal(b"answer\n"), 2: Sink()}
            self.vars = {"x": "old"}
            self.ifs = " \t\n"
            self.meter = self

        def text(self, size):
            assert size < 100

        def say(self, text):
            self.fds[2].write(text.encode())

        def assign(self, name, value):
            self.vars[name] = value

    state = State()
    assert asked(state, ["read", "-p", "Name? ", "x"]) == 0
    assert state.vars == {"x": "answer"}
    assert done == [b"Name? "]


@pytest.mark.parametrize("name", MINE)
def test_every_builtin_has_a_usage_line_and_a_page(name):
    held = module_of(name).HELP
    page = held if isinstance(held, str) else held[name]
    assert synopsis(name).split()[0] == name
    assert page.strip()
    assert find(name) is not None


@pytest.mark.parametrize(
    "name", ["cd", "declare", "getopts", "let", "popd", "printf", "read", "set", "shift", "ulimit"]
)
def test_help_is_an_option_of_builtins(name):
    done = run(f"{name} --help; echo $?")
    assert done.stdout.startswith(f"{name}: {name} ")
    assert done.stdout.endswith("\n2\n")


def test_what_is_no_builtin_is_not_found():
    assert find("nope") is None
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(
    ("script", "stdout", "stderr"),
    [
        ("declare -n r=1x", "", "declare: `1x': invalid variable name for name reference"),
        ("a=(1); declare -n a", "", "declare: a: reference variable cannot be an array"),
        ("declare -n a=(1)", "", "declare: a: reference variable cannot be an array"),
        ("f() { local -n r=r; }; f", "", "local: warning: r: circular name reference"),
        ("x=y; declare -n x; y=5; echo $x", "5\n", ""),
        ("declare -i RANDOM; declare -x SECONDS; declare -p SECONDS | read -r a b c; echo ok", "ok\n", ""),
        ("declare -a 'a=(1) (2)'", "", "syntax error near unexpected token `('"),
        ("declare -a 'a=(1); echo evil; b=(2)'; echo ${a[0]-none}", "none\n", "syntax error in array value"),
        ("declare -a 'a=($(echo 1 2))'; declare -p a", 'declare -a a=([0]="1" [1]="2")\n', ""),
        ("x=1; declare -A x; declare -p x", 'declare -A x=([0]="1" )\n', ""),
        ("declare -A m; m=5; declare -p m", 'declare -A m=([0]="5" )\n', ""),
        ("declare -n r='a[1]'; declare r=5; declare -p a", 'declare -a a=([1]="5")\n', ""),
        ("declare 'a[]=1'", "", "a[]: bad array subscript"),
        ("f() { :; }; declare -ft f; declare -Ft; declare -Fp f", "declare -ft f\ndeclare -ft f\n", ""),
        ("f() { :; }; shopt -s extdebug; declare -F f", "f 1 environment\n", ""),
        ("mkdir d; cd d; rmdir /tmp/t/d; pwd -P", "", "pwd: error retrieving current directory"),
        ("mapfile -u 0 < /; echo $?", "0\n", ""),
        ("mapfile -s 5 -t a <<< x; echo ${#a[@]}", "0\n", ""),
        ("readonly a; mapfile a <<< x", "", "a: readonly variable"),
        ("readonly -a a=(1); mapfile -O 1 a <<< x", "", "a: readonly variable"),
        ("export 'a[1]=2'", "", "export: `a[1]=2': not a valid identifier"),
        (
            "getopts a o -a -b > /dev/null; readonly OPTARG; getopts b: o -b x; echo $?",
            "1\n",
            "OPTARG: readonly variable",
        ),
        ("[ -n a -a '(' b ]", "", "[: `)' expected, found ]"),
        ("test -n a -a b -a", "", "test: argument expected"),
        ("test a -a -b c d", "", "test: too many arguments"),
    ],
)
def test_unusual_uses_do_as_in_bash(script, stdout, stderr):
    done = run(script)
    assert done.stdout == stdout
    assert stderr in done.stderr
    assert bool(stderr) == bool(done.stderr)
    assert done.failures == ()


@settings(max_examples=200, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 17))
def test_a_double_is_written_as_python_writes_it(value, precision):
    """Doubles are long doubles too: what Python's exact repr reads back comes out digit for digit."""
    number, length, _ = read(value.hex())
    assert length == len(value.hex())
    sign = "-" if number.negative else ""
    for letter in "feg":
        assert sign + written(number, letter, precision) == f"%.{precision}{letter}" % value


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=8), min_size=1, max_size=4
    )
)
def test_what_q_quotes_the_shell_reads_back(words):
    shell = Bash(cwd="/tmp/t")
    shell.exec_sync("declare -a args=()")
    quoted = shell.exec_sync("printf '%q ' \"$@\"" if not words else f"printf '%q ' {_quoted(words)}").stdout
    done = shell.exec_sync(f"printf '<%s>' {quoted}")
    assert done.stdout == "".join(f"<{word}>" for word in words)


def _quoted(words):
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
