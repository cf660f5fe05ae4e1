"""Functions: arguments, locals, return, frames, nesting."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.interp.fast_paths import _COMPILERS
from runtime.bash.interp.functions import HIDEABLE

Out = Callable[[str], str]
Said = Callable[[str], tuple[str, str, int]]


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("f() { echo $1 $#; }; set -- x; f a b; echo $1 $#", "a 2\nx 1\n"),
        ("f() { set -- q; }; set -- a; f; echo $1", "a\n"),
        ("f() { return 300; }; f; echo $?", "44\n"),
        ("f() { (exit 4); return; }; f; echo $?", "4\n"),
        ("f() { return $1; echo no; }; f 7; echo $?", "7\n"),
        ('f() { local a=1 b=$a; echo "[$b]"; }; a=out; f; echo $a', "[out]\nout\n"),
        ("f() { local x; x=1; g; echo $x; }; g() { x=2; }; x=0; f; echo $x", "2\n0\n"),
        ("f() { local x=1; local x; echo $x; }; f", "1\n"),
        ("f() { local x=1; unset x; echo ${x-unset}; }; x=0; f; echo $x", "unset\n0\n"),
        ("f() { local x=1; g; }; g() { unset x; echo $x; }; x=0; f", "0\n"),
        ("f() { local IFS=,; set -- $1; echo $#; }; f a,b; x='a b'; set -- $x; echo $#", "2\n2\n"),
        ("f() { local -i n=2+3; local a=(1 2); echo $n ${a[1]}; }; f", "5 2\n"),
        ("x=1 y=2; f() { echo $x $y; x=3; }; x=5 f; echo $x", "5 2\n1\n"),
        ("f() { unset x; echo $x; }; x=g; x=t f; echo $x", "g\ng\n"),
        ("f() { g() { echo inner; }; }; f; g", "inner\n"),
        ("f() { echo old; }; f() { echo new; }; f; unset -f f; f 2>/dev/null; echo $?", "new\n127\n"),
        ("f() ( x=5; echo $x ); x=1; f; echo $x", "5\n1\n"),
        ("f() { if [ $1 -gt 0 ]; then echo $1; f $(($1-1)); fi; }; f 2", "2\n1\n"),
        ("f() { for x; do echo $x; done; }; f 'a b' c", "a b\nc\n"),
        ("function f { echo f; }; function g() { echo g; }; f; g", "f\ng\n"),
        ("f-g() { echo dash; }; a.b() { echo dot; }; f-g; a.b", "dash\ndot\n"),
        ('echo() { builtin echo "<$*>"; }; echo a; unset -f echo; echo b', "<a>\nb\n"),
        (
            "[() { builtin echo called; }; [ a = b ]; true() { return 5; }; true; builtin echo $?",
            "called\n5\n",
        ),
        ("f() { builtin echo fn; }; command f 2>/dev/null || echo none; f", "none\nfn\n"),
        ("f() { echo $FUNCNAME ${#FUNCNAME[@]}; g; }; g() { echo ${FUNCNAME[*]}; }; f", "f 1\ng f\n"),
        ("f() { echo fn; }; export -f f; bash -c f", "fn\n"),
        ("f() { break; }; for i in 1; do f 2>/dev/null; echo $i; done", "1\n"),
        ("f() { eval 'return 4'; echo no; }; f; echo $?", "4\n"),
        ('f() { echo "$_"; }; : last; f x; echo $_', "last\nx\n"),
    ],
)
def test_a_function_is_called(out: Out, script: str, printed: str) -> None:
    assert out(script) == printed


def test_caller_and_the_frame_variables_name_each_call(out: Out) -> None:
    script = "a() { b; }\nb() { caller 0; caller 1\necho ${BASH_LINENO[*]}; }\na"
    assert out(script) == "1 a environment\n1 4\n"


def test_return_outside_of_functions_is_refused(said: Said) -> None:
    message = "bash: line 1: return: can only `return' from a function or sourced script\n"
    assert said("return 3; echo $?") == ("2\n", message, 0)


def test_messages_in_a_function_name_its_environment(said: Said) -> None:
    printed, errors, _ = said("f() {\necho $((1/0)); echo no; }; f; echo no\necho next $?")
    assert printed == "next 1\n"
    assert errors == 'environment: line 2: 1/0: division by 0 (error token is "0")\n'


def test_funcnest_throws_away_the_line(said: Said) -> None:
    printed, errors, status = said("FUNCNEST=5; f() { f; }; f; echo no")
    assert (printed, status) == ("", 1)
    assert errors == "environment: line 1: f: maximum function nesting level exceeded (5)\n"


def test_a_readonly_function_stays(said: Said) -> None:
    printed, errors, _ = said("f() { echo 1; }; readonly -f f; f() { echo 2; }; echo $?; f")
    assert (printed, errors) == ("1\n1\n", "bash: line 1: f: readonly function\n")


def test_names_that_would_expand_are_no_functions(said: Said) -> None:
    assert said("$x-f() { :; }; echo $?") == ("1\n", "bash: line 1: `$x-f': not a valid identifier\n", 0)
    assert said("set -o posix; f-g() { :; }; echo no")[::2] == ("", 2)


@pytest.mark.parametrize(
    "endless",
    [
        "f() { f; }; f",
        "f() { if true; then while true; do case x in x) { f; } ;; esac; done; fi; }; f",
        'e=\'eval "$e"\'; eval "$e"',
        "f() { echo $(f); }; f",
        "f() { (f); }; f",
        "echo '. ./s' > s; . ./s",
        "echo 'bash ./s' > s; bash ./s",
        "trap 'f' DEBUG; f() { f; }; f",
        "command_not_found_handle() { nope; }; nope",
    ],
)
def test_nesting_without_end_is_counted_and_refused(endless: str) -> None:
    """T-SH-03: Python's own recursion is never met."""
    result = Bash(limits=Limits(timeout_s=5)).exec_sync(f"echo before; {endless}; echo after")
    assert (result.stdout, result.error, result.failures) == ("before\n", "limit.function_depth", ())


def test_the_shell_goes_on_after_it_refused_a_nesting() -> None:
    shell = Bash(limits=Limits(timeout_s=5))
    assert shell.exec_sync("f() { local x=1; f; }; f").error == "limit.function_depth"
    assert (
        shell.exec_sync("echo $# ${FUNCNAME[0]-none} ${x-unset}; f() { echo ok; }; f").stdout
        == "0 none unset\nok\n"
    )


def test_every_builtin_with_a_fast_path_can_be_hidden() -> None:
    assert frozenset(_COMPILERS) == HIDEABLE


def test_return_traps_run_in_the_functions_that_set_them(out: Out) -> None:
    assert out("f() { trap 'echo R$?' RETURN; return 4; }; f; echo $?; g() { echo g; }; g") == "R0\n4\ng\n"


def test_debug_traps_enter_functions_only_when_traced(out: Out) -> None:
    body = "trap 'echo D' DEBUG; f() { :; }; f; trap - DEBUG"
    assert out(body) == "D\nD\n"
    assert out(f"set -T; {body}") == "D\nD\nD\nD\n"
