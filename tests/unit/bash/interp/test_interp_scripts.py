"""Texts as scripts: units, syntax errors, tracing, nested shells, programs found along PATH."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Limits

Out = Callable[[str], str]
Said = Callable[[str], tuple[str, str, int]]
NOT_FOUND = "command not found"


def test_what_stands_before_a_syntax_error_runs(shell: Bash) -> None:
    result = shell.exec_sync("echo a\n) b\necho c")
    assert (result.stdout, result.exit_code) == ("a\n", 2)
    assert (
        result.stderr == "bash: -c: line 2: syntax error near unexpected token `)'\nbash: -c: line 2: `) b'\n"
    )


def test_options_and_aliases_hold_from_the_next_line_on(out: Out) -> None:
    assert out("shopt -s extglob\ncase aa in +(a)) echo ext;; esac") == "ext\n"
    assert (
        out("shopt -s expand_aliases; alias hi='echo hi'\nhi you; unalias hi\nhi() { echo fn; }; hi")
        == "hi you\nfn\n"
    )


def test_a_text_that_was_cached_reads_anew_when_its_options_change(shell: Bash) -> None:
    text = "x='+(a)'\n[[ aa == $x ]] && echo yes\nshopt -s extglob expand_aliases; alias e=echo\ne alias"
    assert [shell.exec_sync(text).stdout for _ in range(3)] == ["yes\nalias\n"] * 3


def test_the_same_text_gives_the_same_in_every_shell() -> None:
    text = "f() { local n=$1; ((n)) && f $((n-1)); echo $n; }; f 2; x+=a; echo $x; for i in 1 2; do echo $i; done"
    first = [Bash().exec_sync(text).stdout for _ in range(3)]
    assert first == ["0\n1\n2\na\n1\n2\n"] * 3


def test_eval_names_itself_in_syntax_errors(said: Said) -> None:
    printed, errors, _ = said(
        "eval 'x('; echo $?; eval 'echo \"a'; echo $?; eval; echo $?; eval 'echo a\necho b'"
    )
    assert printed == "2\n2\n0\na\nb\n"
    assert errors.splitlines()[0] == "bash: eval: line 1: syntax error near unexpected token `newline'"


@pytest.mark.parametrize(
    ("script", "trace"),
    [
        ("x=1; y=(a b); x+=2; y[3]=w", "+ x=1\n+ y=(a b)\n+ x+=2\n+ y[3]=w\n"),
        ("echo 'a b' ''>/dev/null", "+ echo 'a b' ''\n"),
        (
            "[[ a == b* && -n x ]]; [[ ! -f q ]]; [[ a =~ '.'b ]]; [[ 1 -lt 2 ]]; [[ a < b ]]",
            "+ [[ a == b* ]]\n+ [[ ! -f q ]]\n+ [[ a =~ \\.b ]]\n+ [[ 1 -lt 2 ]]\n+ [[ a < b ]]\n",
        ),
        (
            "((1+1)); for ((i=0;i<1;i++)); do :; done",
            "+ (( 1+1 ))\n+ (( i=0 ))\n+ (( i<1 ))\n+ :\n+ (( i++ ))\n+ (( i<1 ))\n",
        ),
        (
            'for i in 1 "$x"; do :; done; case "a b" in x) ;; esac',
            '+ for i in 1 "$x"\n+ :\n+ for i in 1 "$x"\n+ :\n+ case "a b" in\n',
        ),
        ("x=1 y=2 true; [ a = '' ]", "+ x=1\n+ y=2\n+ true\n+ '[' a = '' ']'\n"),
        ("x=$(echo q); eval true; (true)", "++ echo q\n+ x=q\n+ eval true\n++ true\n+ true\n"),
        (
            "declare -a q=(1 '2 3'); declare -A m=([k]=v)",
            "+ q=('1' '2 3')\n+ declare -a q\n+ m=(['k']='v')\n+ declare -A m\n",
        ),
        ("PS4='> '; true; PS4='$y:'; y=1; y=2", "+ PS4='> '\n> true\n> PS4='$y:'\n:y=1\n1:y=2\n"),
        ("exec 9>t; BASH_XTRACEFD=9; true; BASH_XTRACEFD=; true", "+ exec\n+ BASH_XTRACEFD=9\n+ true\n"),
        ("f() { true; }; f a; if true; then :; fi", "+ f a\n+ true\n+ true\n+ :\n"),
        ("select x in a; do break; done <<< 1", "+ select x in a\n1) a\n#? + break\n"),
    ],
)
def test_commands_are_traced_as_bash_shows_them(shell: Bash, script: str, trace: str) -> None:
    assert shell.exec_sync(f"set -x\n{script}").stderr == trace


def test_faulty_ps4_is_shown_as_it_is(said: Said) -> None:
    assert said("PS4='+${x'; set -x; true")[1] == "bash: line 1: +${x: bad substitution\n+${xtrue\n"


def test_set_v_echoes_lines_and_set_n_runs_nothing(said: Said) -> None:
    assert said("set -v\necho a\nset +v\necho b") == ("a\nb\n", "echo a\nset +v\n", 0)
    assert said("echo a; set -n; echo b\necho c") == ("a\n", "", 0)


def test_debug_traps_run_before_each_command(out: Out) -> None:
    script = "trap 'echo \"<$BASH_COMMAND>\"' DEBUG\nx=1; for i in 1; do :; done; ((x)); [[ x ]]; case a in b) ;; esac"
    assert out(script) == "<x=1>\n<for i in 1>\n<:>\n<((x))>\n<[[ -n x ]]>\n<case a in >\n"


def test_extdebug_lets_a_debug_trap_refuse_a_command(out: Out) -> None:
    assert (
        out("shopt -s extdebug; trap '[[ $BASH_COMMAND != *skip* ]]' DEBUG; echo a; echo skip; echo b")
        == "a\nb\n"
    )


def test_a_nested_shell_inherits_the_environment_and_nothing_else(out: Out) -> None:
    script = "x=1; export y=2; f() { :; }; alias a=b; set -f; cd /tmp; bash -c 'echo [$x] [$y] $PWD; type f; echo *' 2>&1"
    assert out(f"cd /tmp; : > g; {script}") == "[] [2] /tmp\nbash: line 1: type: f: not found\ng\n"


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("bash -c 'echo $0 $1 $#' n a", "n a 1\n"),
        ("bash -c 'exit 300'; echo $?", "44\n"),
        ("bash -ec 'false; echo no'; echo $?", "1\n"),
        ("bash -euo pipefail -c 'false | true; echo no'; echo $?", "1\n"),
        ("bash -O nullglob -c 'echo *.none; echo x'", "\nx\n"),
        ("echo 'echo in $1' | bash -s a", "in a\n"),
        ("printf 'read x\\ndata\\necho $x\\n' | bash", "data\n"),
        ("printf 'if true\\nthen\\necho multi\\nfi\\n' | bash", "multi\n"),
        ("echo 'echo $0 $1; exit 3' > s; bash s a; echo $?", "s a\n3\n"),
        ("echo 'echo $0' > s; chmod +x s; ./s; PATH=.:$PATH; s", "./s\n./s\n"),
        ("printf '#!/bin/bash -e\\nfalse\\necho no' > s; chmod +x s; ./s; echo $?", "1\n"),
        ("printf '#!/usr/bin/env bash\\necho $0' > s; chmod +x s; ./s", "./s\n"),
        ("printf '#!/bin/cat\\nx\\n' > s; chmod +x s; ./s", "#!/bin/cat\nx\n"),
        (
            "bash -c 'set -u; echo $none' 2>/dev/null; echo $?; echo 'echo ${x?}' > s; bash s 2>/dev/null; echo $?",
            "127\n1\n",
        ),
        ("bash -c 'trap \"echo bye\" EXIT; exit 3'; echo $?", "bye\n3\n"),
        ("trap '' TERM; bash -c 'kill -TERM $$; echo alive'", "alive\n"),
        (
            "bash --norc --noprofile --posix -c 'shopt -o posix >/dev/null && echo posix'; sh -c 'echo $0'",
            "posix\nsh\n",
        ),
        ("bash -c 'echo $SHLVL $BASH_SUBSHELL'; echo $SHLVL", "2 0\n1\n"),
        ("printf 'set -t; echo a\\necho b' > s; bash s", "a\n"),
    ],
)
def test_a_nested_shell_is_started(out: Out, command: str, printed: str) -> None:
    assert out(command) == printed


@pytest.mark.parametrize(
    ("command", "message", "status"),
    [
        ("nope", f"nope: {NOT_FOUND}", 127),
        ("''", f": {NOT_FOUND}", 127),
        ("./nope", "./nope: No such file or directory", 127),
        ("/tmp", "/tmp: Is a directory", 126),
        ("echo x > s; ./s", "./s: Permission denied", 126),
        ("echo x > s; ./s/t", "./s/t: Not a directory", 126),
        ("printf '#!/bin/nope\\n' > s; chmod +x s; ./s", "./s: cannot execute: required file not found", 127),
        ("printf 'ELF\\0' > s; chmod +x s; ./s", "./s: cannot execute binary file: Exec format error", 126),
        ("unset PATH; ls", "ls: No such file or directory", 127),
        ("PATH=/none; ls", f"ls: {NOT_FOUND}", 127),
    ],
)
def test_what_cannot_be_run_is_named(said: Said, command: str, message: str, status: int) -> None:
    assert said(command) == ("", f"bash: line 1: {message}\n", status)


@pytest.mark.parametrize(
    ("command", "message", "status"),
    [
        ("bash nope", "bash: nope: No such file or directory", 127),
        ("bash /tmp", "/tmp: /tmp: Is a directory", 126),
        ("bash -c", "bash: -c: option requires an argument", 2),
        ("bash -o nope -c x", "bash: line 0: bash: nope: invalid option name", 2),
        ("printf 'E\\0' > s; bash s", "s: s: cannot execute binary file", 126),
    ],
)
def test_a_nested_shell_that_cannot_start_says_why(
    said: Said, command: str, message: str, status: int
) -> None:
    assert said(command) == ("", f"{message}\n", status)


def test_unknown_options_of_bash_show_its_usage(said: Said) -> None:
    for option in ("-Z", "--nope"):
        _, errors, status = said(f"bash {option}")
        assert (errors.splitlines()[:2], status) == (
            [f"bash: {option}: invalid option", "Usage:\tbash [GNU long option] [option] ..."],
            2,
        )
    assert said("bash --version")[0].startswith("GNU bash, version 5.2")


def test_a_handler_answers_for_commands_that_are_not_there(out: Out) -> None:
    assert (
        out('command_not_found_handle() { echo "no $*"; x=1; return 5; }; nope a; echo $? $x')
        == "no nope a\n5\n"
    )


def test_builtins_are_programs_too(out: Out) -> None:
    assert (
        out("/bin/echo a; /usr/bin/printf '%s\\n' b; env test a = a && echo c; /bin/false || echo d")
        == "a\nb\nc\nd\n"
    )


# Plain enough for the fast paths, which have to do what the general one does.
DIRECT = [
    "i=0; while [ $i -lt 5 ]; do i=$((i+1)); [ $i -eq 3 ] && continue; echo $i; done; echo $_ $?",
    "x=' 5'; [ $x -eq 5 ]; echo $?; x='a b'; [ $x = a ]; echo $?; [ $none ]; echo $?; [ -n $none ]; echo $?",
    "x=-3; [ $x -lt 0 ] && echo neg; [ 08 -eq 8 ] && echo oct; [ 1_0 -eq 10 ]; echo $?; [ x -eq 1 ]; echo $?",
    "x='*'; [ \"$x\" = '*' ] && echo star; [ ! = x ]; echo $?; [ ! -f none ]; echo $?; [ x; echo $?; [ ]; echo $?",
    "IFS=5; x=155; [ $x -eq 1 ]; echo $?; IFS=-; x=-3; [ $x -lt 0 ]; echo $?; unset IFS; [ $x -lt 0 ]; echo $?",
    "x=999999999999999999999; [ $x -gt 1 ]; echo $?; test a; echo $?; test; echo $?; test a = b; echo $_",
    "set -u; [ $none -eq 1 ]; echo no",
    "echo; echo a  b 'c  d'; echo -n x; x=-n; echo $x y; echo -e 'a\\tb'; echo -- z; echo $_; shopt -s xpg_echo; echo 'a\\tb'",
    "echo a >&-; echo $?; exec 3>&1 >&-; echo b; echo $? >&3",
    'f() { local a b=2 c; c=$1; echo "${a-unset}$b$c"; local b; echo $b; }; f x; local x; echo $?; readonly r; f() { local r=1; }; f',
    "f() { return $1; }; f 3; echo $?; f x; echo $?; f ''; echo $?; f 1 2; echo $?; return; echo $?",
    "for i in 1 2; do for j in 1 2; do continue 2; done; done; break; for i in 1; do break 1 2; done; echo no",
    ": ${x:=5}; echo $x; true a b; echo $_; false; echo $?; : $((y=3)); echo $y; set -e; false; echo no",
    "f() { local IFS=,; set -- $1; echo $#; local -r z=1; }; f a,b; f() { local a=1; a+=2; echo $a; unset a; echo ${a-u}; }; f",
]


@pytest.mark.parametrize("script", DIRECT)
def test_fast_paths_do_what_the_general_path_does(script: str) -> None:
    hidden = "continue() { :; }; unset -f continue\n"
    fast = Bash().exec_sync("\n" + script)
    general = Bash().exec_sync(hidden + script)
    assert (fast.stdout, fast.stderr, fast.exit_code) == (
        general.stdout,
        general.stderr,
        general.exit_code,
    )


def test_a_stride_of_commands_does_not_outlive_its_limit() -> None:
    for script in (
        "while :; do :; done",
        "for ((;;)); do :; done",
        "for ((;;)); do f() { :; }; done",
        "for ((;;)); do case x in y) ;; esac; done",
        "until false; do ((1)); done",
        "while [[ a ]]; do x=1; done",
    ):
        result = Bash(limits=Limits(max_commands=1000, max_loop_iterations=10**6)).exec_sync(
            f"echo a; {script}; echo b"
        )
        assert (result.stdout, result.error) == ("a\n", "limit.commands")
        result = Bash(limits=Limits(max_commands=10**6, max_loop_iterations=500)).exec_sync(
            f"echo a; {script}; echo b"
        )
        assert (result.stdout, result.error) == ("a\n", "limit.loop_iterations")


def test_operands_of_a_condition_are_traced_as_they_are(shell: Bash) -> None:
    trace = shell.exec_sync("set -x; [[ 'a b' > 'c d' ]]; [[ -n '' ]]; [[ '' == x ]]").stderr
    assert trace == "+ [[ a b > c d ]]\n+ [[ -n '' ]]\n+ [[ '' == x ]]\n"


def test_backquotes_that_do_not_parse_fail_when_they_run(said: Said) -> None:
    printed, errors, _ = said("echo a; x=`if`; echo $?")
    assert printed == "a\n2\n"
    assert errors.startswith("bash: command substitution: line 2: syntax error: ")


def test_exported_shellopts_set_options_of_a_nested_shell(shell: Bash) -> None:
    assert (
        shell.exec_sync("export SHELLOPTS; set -x; bash -c 'echo 2'").stderr
        == "+ bash -c 'echo 2'\n+ echo 2\n"
    )
    assert Bash().exec_sync("set -x; bash -c 'echo 2'").stderr == "+ bash -c 'echo 2'\n"


def test_an_array_before_a_command_is_a_text_to_it(out: Out) -> None:
    assert out('A=(b c) env | grep ^A=; echo "[$A]"') == "A=(b c)\n[]\n"
