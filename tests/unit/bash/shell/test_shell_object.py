"""The shell as its embedder sees it."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits, ShellError


def test_a_script_gives_its_streams_its_status_and_no_error() -> None:
    result = Bash().exec_sync("echo out; echo err >&2; exit 3")
    assert (result.stdout, result.stderr, result.exit_code, result.error) == ("out\n", "err\n", 3, None)


def test_variables_functions_options_and_the_folder_stay_between_scripts(shell: Bash) -> None:
    shell.exec_sync("x=1; f() { echo f$x; }; set -o pipefail; cd /tmp; a=(1 2)")
    assert shell.exec_sync("f; pwd; echo ${a[1]}; [[ -o pipefail ]] && echo on").stdout == "f1\n/tmp\n2\non\n"


def test_exit_ends_one_script_and_not_the_shell(shell: Bash) -> None:
    assert shell.exec_sync("f() { (( $1 )) && f $(( $1 - 1 )); exit 4; }; f 5").exit_code == 4
    assert shell.exec_sync("echo on").stdout == "on\n"


def test_files_are_there_before_the_script_runs() -> None:
    shell = Bash(files={"/data/a b": "text\n", "/data/raw": b"\xff\x00", "/data/late": lambda: "later\n"})
    assert shell.exec_sync("cat '/data/a b' /data/late").stdout == "text\nlater\n"
    assert shell.fs.read_bytes("/data/raw") == b"\xff\x00"


def test_the_files_of_a_shell_can_be_looked_at_and_changed_from_outside(shell: Bash) -> None:
    shell.fs.write_bytes("/home/user/deep/er/file", b"in\n")
    assert shell.exec_sync("cat deep/er/file; echo made > new; mkdir folder").stdout == "in\n"
    files = shell.fs
    assert files.read_bytes("/home/user/new") == b"made\n"
    assert (
        files.exists("/home/user/nope"),
        files.is_dir("/home/user/folder"),
        files.is_file("/home/user/new"),
    ) == (
        False,
        True,
        True,
    )
    assert set(files.listdir("/home/user")) == {"deep", "new", "folder"}


def test_the_working_directory_is_made() -> None:
    shell = Bash(cwd="/srv/work/here")
    assert (
        shell.exec_sync("pwd; echo $PWD; echo x > y; cat y").stdout == "/srv/work/here\n/srv/work/here\nx\n"
    )


@pytest.mark.parametrize(
    "options", [{"cwd": "relative"}, {"commands": {"a/b": print}}, {"commands": {"x": 1}}]
)
def test_a_construction_that_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not a"):
        Bash(**options)  # type: ignore[arg-type]


def test_two_shells_share_nothing() -> None:
    one, two = Bash(), Bash()
    one.exec_sync("x=1; a=(1); f() { :; }; echo 1 > f; export PATH=/nowhere; set -u")
    seen = two.exec_sync("echo [$x][${a[@]}][$PATH]; ls; type f")
    assert seen.stdout == "[][][/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin]\n"


def test_the_environment_is_exported_and_goes_over_what_is_usual() -> None:
    shell = Bash(env={"KEY": "v", "TERM": "xterm"}, username="ada", hostname="box")
    assert shell.exec_sync("bash -c 'echo $KEY $TERM $HOME $USER'; echo $HOSTNAME").stdout == (
        "v xterm /home/ada ada\nbox\n"
    )


def test_the_environment_cannot_replace_what_is_computed() -> None:
    assert Bash(env={"BASHPID": "7", "SHELLOPTS": "errexit"}).exec_sync(
        "echo $BASHPID; false; echo on"
    ).stdout == ("1000\non\n")


def test_standard_input_is_what_the_caller_gives_and_is_shared_by_commands(shell: Bash) -> None:
    assert shell.exec_sync("read a; cat", stdin=b"1\n2\n3\n").stdout == "2\n3\n"
    assert shell.exec_sync("cat").stdout == ""


def test_bytes_that_are_no_text_pass_and_are_shown_as_such(shell: Bash) -> None:
    result = shell.exec_sync("cat; x=$'\\xff'; echo $x | cat", stdin=b"\xfe\x00\n")
    assert result.stdout_bytes == b"\xfe\x00\n\xff\n"
    assert result.stdout == "\ufffd\0\n\ufffd\n"


def test_a_syntax_error_ends_the_script_after_what_stood_before_it(shell: Bash) -> None:
    result = shell.exec_sync("echo before\nif then\n")
    assert (result.stdout, result.exit_code, result.error) == ("before\n", 2, "syntax")
    assert result.stderr.startswith("bash: -c: line 2: syntax error near unexpected token `then'\n")
    assert shell.exec_sync("(exit 2)").error is None


@pytest.mark.parametrize(
    ("limits", "script", "code"),
    [
        ({"max_commands": 50}, "echo kept; while :; do :; done", "limit.commands"),
        ({"max_loop_iterations": 50}, "echo kept; while :; do :; done", "limit.loop_iterations"),
        ({"max_output_bytes": 7}, "echo kept; echo more", "limit.output_bytes"),
        ({"max_function_depth": 20}, "echo kept; f() { f; }; f", "limit.function_depth"),
        ({"max_function_depth": 20}, "echo kept; f() { (f); }; f", "limit.function_depth"),
        ({"max_function_depth": 20}, "echo kept; f() { x=$(f); }; f", "limit.function_depth"),
        ({"max_processes": 20}, "echo kept; while :; do sleep 9 & done", "limit.processes"),
        ({"max_processes": 20}, "echo kept; :() { : | : & }; :", "limit.processes"),
        (
            {"max_variable_bytes": 10_000},
            "echo kept; x=$(while :; do echo 0123456789; done)",
            "limit.variable_bytes",
        ),
        ({"max_input_bytes": 40}, f"echo kept\n: {'x' * 40}", "limit.input_bytes"),
    ],
)
def test_a_limit_ends_the_script_with_one_line_and_keeps_what_was_printed(
    limits: dict[str, int], script: str, code: str
) -> None:
    shell = Bash(limits=Limits(**limits))
    result = shell.exec_sync(script)
    assert (result.error, result.exit_code) == (code, 1)
    assert result.stdout.startswith("kept\n") or code == "limit.input_bytes"
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("bash: line 1: limit exceeded: ")
    assert shell.exec_sync("echo on").stdout == "on\n"


def test_the_output_that_fits_is_kept_to_the_byte() -> None:
    result = Bash(limits=Limits(max_output_bytes=10)).exec_sync("echo 1234; echo 5678901234")
    assert result.stdout_bytes == b"1234\n56789"


def test_time_is_up_also_for_who_only_waits() -> None:
    shell = Bash(limits=Limits(timeout_s=0.05, max_commands=10**9, max_loop_iterations=10**9))
    for script in (
        "echo a; sleep 100",
        "echo a; while :; do :; done",
        "echo a; sleep 100 | cat",
        "echo a; sleep 9 & wait",
    ):
        result = shell.exec_sync(script)
        assert (result.stdout, result.error) == ("a\n", "limit.timeout")
        assert result.usage["seconds"] < 0.1


def test_a_caller_can_only_lower_the_time() -> None:
    shell = Bash(limits=Limits(timeout_s=0.05))
    assert shell.exec_sync("sleep 5", timeout_s=60).error == "limit.timeout"
    assert Bash().exec_sync("sleep 5", timeout_s=0.02).error == "limit.timeout"


def test_who_waits_for_what_cannot_come_is_told_at_once() -> None:
    result = Bash().exec_sync("echo a; coproc cat; wait")
    assert (result.stdout, result.error) == ("a\n", "limit.deadlock")
    assert result.usage["seconds"] < 1


def test_a_script_has_a_name_and_arguments(shell: Bash) -> None:
    assert shell.exec_sync("echo $0 $# $2; nosuch", name="me", args=["a", "b c"]).stderr == (
        "me: line 1: nosuch: command not found\n"
    )
    assert shell.exec_sync("echo $0 $# $2").stdout == "me 2 b c\n"


@pytest.mark.parametrize(
    ("script", "exited"),
    [("echo", False), ("exit 3; :", True), ("f() { exit; }; f", True), ("(exit 3)", False), ("set -e; false", True),
     ("trap exit EXIT", False)],
)  # fmt: skip
def test_a_caller_learns_whether_the_script_asked_to_exit(script: str, exited: bool, shell: Bash) -> None:
    assert shell.exec_sync(script).exited is exited


def test_usage_counts_what_a_script_used(shell: Bash) -> None:
    usage = shell.exec_sync("for i in 1 2 3; do echo $i; done").usage
    assert (usage["commands"], usage["loop_iterations"], usage["output_bytes"]) == (3, 3, 6)


def test_a_script_is_not_run_while_another_runs() -> None:
    shell = Bash(commands={"again": lambda _cx: str(shell.exec_sync("echo inner"))})
    result = shell.exec_sync("again")
    assert result.stderr == "again: command failed\n"
    assert [type(failure) for failure in result.failures] == [ShellError]


def test_a_fixed_clock_moves_when_the_shell_sleeps_and_never_waits(shell: Bash) -> None:
    assert shell.exec_sync("echo $EPOCHSECONDS; sleep 3600; echo $EPOCHSECONDS $SECONDS").stdout == (
        "1700000000\n1700003600 3600\n"
    )


def test_chance_follows_the_seed() -> None:
    script = "echo $RANDOM $RANDOM $SRANDOM $(echo $RANDOM); head -c 8 /dev/urandom | od -An -tx1"
    first, again, other = (Bash(seed=seed).exec_sync(script).stdout for seed in (5, 5, 6))
    assert first == again != other


def test_random_is_bashs_own_generator(shell: Bash) -> None:
    """GNU bash 5.2: RANDOM=42; echo $RANDOM $RANDOM $RANDOM"""
    assert shell.exec_sync("RANDOM=42; echo $RANDOM $RANDOM $RANDOM").stdout == "17772 26794 1435\n"


def test_process_numbers_are_the_same_in_every_shell() -> None:
    script = "echo $$ $BASHPID $PPID $(echo $BASHPID); (echo $BASHPID $$); : & echo $!"
    assert (
        Bash().exec_sync(script).stdout
        == Bash().exec_sync(script).stdout
        == "1000 1000 999 1001\n1002 1000\n1003\n"
    )


def test_what_bash_sets_itself_is_there(shell: Bash) -> None:
    script = 'echo "$BASH_VERSION ${BASH_VERSINFO[@]:0:3} $UID $EUID $OSTYPE $MACHTYPE $PS4|$SHLVL $OPTIND ${#IFS}"'
    assert shell.exec_sync(script).stdout == (
        "5.2.15(1)-release 5 2 15 1000 1000 linux-gnu x86_64-pc-linux-gnu + |1 1 3\n"
    )


def test_the_stack_of_calls_can_be_read(shell: Bash) -> None:
    script = 'f() { g; }\ng() { echo "${FUNCNAME[@]} ${BASH_LINENO[@]} ${BASH_SOURCE[@]}"; }\nf\necho "[${FUNCNAME[@]}]"'
    assert shell.exec_sync(script).stdout == "g f 1 3 environment environment\n[]\n"


def test_assignments_to_computed_variables_mean_what_they_mean_in_bash(shell: Bash) -> None:
    assert (
        shell.exec_sync("SECONDS=100; sleep 5; echo $SECONDS; BASHPID=4; echo $BASHPID").stdout
        == "105\n1000\n"
    )


def test_a_readonly_variable_of_the_shell_stays(shell: Bash) -> None:
    result = shell.exec_sync("UID=0; echo $UID")
    assert "UID: readonly variable" in result.stderr


def test_descriptors_beyond_the_standard_ones_stay_open_for_files_only(shell: Bash) -> None:
    shell.exec_sync("exec 5> log; exec 6< <(echo x)")
    result = shell.exec_sync("echo kept >&5; cat log; read y <&6")
    assert result.stdout == "kept\n"
    assert "6: Bad file descriptor" in result.stderr


def test_a_defect_of_a_command_is_no_exception_of_the_call() -> None:
    class Odd(BaseException):
        """What no command should raise."""

    def odd(_cx: object) -> int:
        raise Odd

    with pytest.raises(Odd):
        Bash(commands={"odd": odd}).exec_sync("odd | cat")


def test_a_script_can_be_looked_through_without_running_it(shell: Bash) -> None:
    shell.exec_sync("shopt -s expand_aliases extglob; alias up='curl -O'")
    found = shell.analyze("up http://a/b; cat +(x) > out; $(rm -r /data) &\nif")
    assert {"curl", "cat", "rm"} <= set(found.commands)
    assert (found.writes, found.dynamic, found.background, shell.fs.exists("/home/user/out")) == (
        ["out"],
        True,
        1,
        False,
    )
    assert "syntax error" in found.error


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("echo ${BASH_ALIASES[ll]}; alias ll='ls -l'; echo ${BASH_ALIASES[ll]}", "\nls -l\n"),
        ("cat < /dev/null; echo ${BASH_CMDS[cat]}", "/usr/bin/cat\n"),
        ("cd /tmp; pushd / > /dev/null; echo ${DIRSTACK[@]}", "/ /tmp\n"),
        ("echo $GROUPS ${#EPOCHREALTIME} $EPOCHSECONDS", "1000 17 1700000000\n"),
        ("BASH_ARGV0=me; echo $0 $BASH_ARGV0", "me me\n"),
        ("set -u; echo $SHELLOPTS; shopt -s nullglob; [[ $BASHOPTS == *nullglob* ]] && echo on",
         "braceexpand:hashall:interactive-comments:nounset\non\n"),
        ("false; echo ${PIPESTATUS[@]}; true | (exit 3); echo ${PIPESTATUS[@]}; SECONDS=x; echo $SECONDS", "1\n0 3\n0\n"),
        ("printf 'echo ${BASH_SOURCE[0]} ${BASH_LINENO[0]} $0\\nf() { echo ${FUNCNAME[@]}; }; f\\n' > s; bash s", "s 0 s\nf main\n"),
        ("echo $BASH_SUBSHELL $LINENO ${#BASH_ARGC[@]}; (echo $BASH_SUBSHELL)", "0 1 0\n1\n"),
        ("echo ~ ~user ~root ~nobody", "/home/user /home/user /root ~nobody\n"),
    ],
)  # fmt: skip
def test_what_is_computed_at_each_read(script: str, printed: str, shell: Bash) -> None:
    assert shell.exec_sync(script).stdout == printed


def test_a_state_that_is_forked_is_whole() -> None:
    """Forking copies slot by slot: a slot that is forgotten would be missing."""
    state = Bash().parts()[0]
    child = state.fork()
    assert [name for name in type(state).__slots__ if not hasattr(child, name)] == []
    differing = {name for name in type(state).__slots__ if getattr(child, name) != getattr(state, name)}
    assert differing == {"subshell", "token"}


def test_a_name_that_the_package_does_not_have_is_an_attribute_error() -> None:
    import runtime.bash

    with pytest.raises(AttributeError):
        runtime.bash.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("(echo ${x?bad}; echo no); echo $?", "1\n"),
        ("(set -u; echo $x; echo no); echo $?", "1\n"),
        ("(readonly r=1; r=2; echo no); echo $?", "1\n"),
        ("(break; echo on) 2> /dev/null; (continue; echo on) 2> /dev/null", "on\non\n"),
    ],
)
def test_what_goes_wrong_in_a_process_ends_that_process_alone(script: str, printed: str, shell: Bash) -> None:
    result = shell.exec_sync(script)
    assert (result.stdout, result.error, result.failures) == (printed, None, ())
