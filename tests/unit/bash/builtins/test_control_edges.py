"""Where no other shell can be asked: depth, budgets, the table of help, what a signal to a group reaches."""

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.builtins import NAMES, module_of, synopsis
from runtime.bash.builtins._hash_order import walked


def run(script, **options):
    return Bash(cwd="/tmp/t", username="user", **options).exec_sync(script)


@pytest.mark.parametrize(
    "script",
    [
        "echo '. ./r' > r; . ./r",
        'e=\'eval "$e"\'; eval "$e"',
        "trap 'false' ERR; f() { eval f; }; f",
        "f() { command f2; builtin eval f; }; f",
        "trap '. /tmp/t/t' EXIT; echo '. /tmp/t/t' > t",
    ],
)
def test_texts_that_run_themselves_meet_the_limit_of_depth(script):
    """T-BASH: recursion through eval, source and traps ends in a limit, never in the host's."""
    assert run(script).error == "limit.function_depth"


def test_a_sourced_file_beyond_the_limit_of_scripts_is_refused_while_it_is_read():
    done = run("yes | head -c 5000 > big; . ./big", limits=Limits(max_input_bytes=1000))
    assert done.error == "limit.input_bytes"


def test_help_lists_every_builtin_and_every_topic_in_two_columns():
    done = run(
        "enable -n true; help; COLUMNS=60 help; COLUMNS=x help > f; help -m cd; help -d cd if; help if"
    )
    assert done.exit_code == 0
    assert done.failures == ()
    listed, narrow = done.stdout.split("bash 5.2, virtual.")[1:3]
    assert "*true" in listed
    assert " { COMMANDS ; }" in listed
    assert max(map(len, listed.splitlines())) < 80
    assert max(map(len, narrow.splitlines()[2:40])) < 60
    for part in (
        "NAME\n    cd - ",
        "SYNOPSIS\n    cd [-L|",
        "if - Runs commands when",
        "if: if COMMANDS; then",
    ):
        assert part in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_builtin_explains_itself(name):
    text = module_of(name).HELP
    own = text if isinstance(text, str) else text[name]
    first = own.partition("\n")[0]
    assert first
    assert synopsis(name).startswith(name)
    done = run(f"help '{name}'")
    assert done.stdout.startswith(f"{name}: {synopsis(name)}\n    {first}\n")


def test_kill_reaches_every_process_of_the_group_but_the_sender_last():
    done = run("sleep 5 & sleep 5 & trap 'echo me' TERM; kill 0; wait; echo $?; jobs")
    assert done.stdout == "me\n0\n"
    assert done.exit_code == 0


def test_kill_without_a_trap_ends_the_shell_with_128_and_the_signal():
    assert run("kill $$; echo no").exit_code == 143
    assert run("kill -9 $BASHPID; echo no").stdout == ""


def test_exec_of_a_script_that_may_be_executed_runs_it_in_place_of_the_shell():
    done = run("printf 'echo $0 $1; exit 4' > x; chmod +x x; exec ./x a; echo no")
    assert (done.stdout, done.exit_code) == ("/tmp/t/x a\n", 4)


def test_names_come_in_the_order_of_the_hash_table_also_when_it_has_grown():
    names = [f"n{number}" for number in range(40)]
    assert sorted(walked(names, 4)) == sorted(names)
    assert walked(names, 4) == walked(names, 64)


def test_a_shell_keeps_its_history_between_scripts_and_a_subshell_changes_its_own():
    shell = Bash()
    shell.exec_sync("history -s one; (history -s two; bind '\"x\": yank')")
    assert shell.exec_sync("history").stdout == "    1  one\n"
    assert shell.exec_sync("bind -q yank").stdout == 'yank can be invoked via "\\C-y".\n'


def test_past_lines_count_as_what_variables_hold():
    script = "for i in {1..50}; do history -s $(printf '%10000s' x | tr ' ' x); done"
    assert run(script, limits=Limits(max_variable_bytes=200_000)).error == "limit.variable_bytes"


def test_a_history_file_that_cannot_be_written_is_passed_over_in_silence():
    done = run(
        "HISTFILE=/no/such bash --norc -i <<< 'echo hi' 2> /dev/null; HISTFILE= bash --norc -i <<< 'echo ho' 2> f"
    )
    assert done.stdout == "hi\nho\n"


def test_fc_says_which_file_it_could_not_write():
    done = run("history -s x; TMPDIR=/no/folder; fc; echo $?")
    assert done.stdout == "1\n"
    assert "No such file or directory" in done.stderr


def test_compgen_names_the_users_and_hosts_of_the_machine_only():
    done = run("compgen -u; compgen -A hostname; compgen -g", hostname="box")
    assert done.stdout.split() == ["root", "user", "localhost", "box", "root", "user"]


def test_a_word_list_that_does_not_parse_is_reported():
    done = run("compgen -W 'a ${'; echo $?")
    assert done.stdout.endswith("1\n")
    assert done.stderr
