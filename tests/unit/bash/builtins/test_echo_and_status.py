"""echo, :, true, false, let, shift. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            "echo -neE 'a\\n'; echo -nq; echo - -n; echo -n -e 'x\\n' ; echo -E 'x\\n'",
            "a\\n-nq\n- -n\nx\nx\\n\n",
        ),
        ("echo --help; echo -- x; echo", "--help\n-- x\n\n"),
        ("echo -en 'a\\tb'", "a\tb"),
        ("echo a -n", "a -n\n"),
    ],
)
def test_only_words_of_its_letters_are_options(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("echo -e 'a\\tb\\cz' q", "a\tb"),
        ("echo -e '\\0101\\101\\x4g\\x\\u00e9\\U1F600\\q\\\\n'", "A\\101\x04g\\xé😀\\q\\n\n"),
        ("echo -e 'tail\\'", "tail\\\n"),
        ("echo -e '\\0 \\07 \\x7'", "\x00 \x07 \x07\n"),
        ("shopt -s xpg_echo; echo 'a\\tb'; echo -E 'a\\tb'", "a\tb\na\\tb\n"),
        ("echo -e '\\xc3\\xa9'", "é\n"),
    ],
)
def test_escapes_become_what_they_mean(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("echo a >&-; echo $?", "bash: line 1: echo: write error: Bad file descriptor\n1\n"),
        ("printf 'a\\n' >&-; echo $?", "bash: line 1: printf: write error: Bad file descriptor\n1\n"),
        ("pwd >&-; echo $?", "bash: line 1: pwd: write error: Bad file descriptor\n1\n"),
    ],
)
def test_a_closed_descriptor_is_a_write_error(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (": a b; echo $?; true x; echo $?; false --help; echo $?", "0\n0\n1\n"),
    ],
)
def test_commands_that_do_nothing_give_their_status(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("set -- a b c; shift; echo $*; shift 2; echo $#", "b c\n0\n"),
        ("set -- a b; shift 3; echo $? $#", "1 2\n"),
        ("set -- a b; shift 0; echo $*", "a b\n"),
        ("shift -1; echo $?", "bash: line 1: shift: -1: shift count out of range\n1\n"),
        ("shift x; echo $?", "bash: line 1: shift: x: numeric argument required\n1\n"),
        ("shift 1 2; echo not reached", "bash: line 1: shift: too many arguments\n", 1),
        ("shopt -s shift_verbose; shift 3; echo $?", "bash: line 1: shift: 3: shift count out of range\n1\n"),
        ("shopt -s shift_verbose; shift; echo $?", "bash: line 1: shift: shift count out of range\n1\n"),
        ("set -- a b; shift -- 1; echo $*", "b\n"),
    ],
)
def test_shift_drops_the_first_parameters(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("let; echo $?", "bash: line 1: let: expression expected\n1\n"),
        ("let 1; echo $?; let 0; echo $?; let 1 0; echo $?", "0\n1\n1\n"),
        ("let x=1 y=0; echo $? $x $y", "1 1 0\n"),
        (
            "let 'x = 1 +'; echo $?",
            'bash: line 1: let: x = 1 +: syntax error: operand expected (error token is "+")\n1\n',
        ),
        ("let -- 1; echo $?; let -1; echo $?; let ''; echo $?", "0\n0\n1\n"),
        ("let 1/0; echo $?", 'bash: line 1: let: 1/0: division by 0 (error token is "0")\n1\n'),
    ],
)
def test_let_evaluates_each_argument(says, case):
    says(*case)
