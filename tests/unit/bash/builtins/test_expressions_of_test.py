"""test and [: POSIX's rules by the number of arguments. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        ("[; echo $?", "bash: line 1: [: missing `]'\n2\n"),
        ("[ a; echo $?", "bash: line 1: [: missing `]'\n2\n"),
        ("[ ]; echo $?", "1\n"),
        ("[ a ]; echo $?", "0\n"),
        ("[ '' ]; echo $?", "1\n"),
        ("[ ! ]; echo $?", "0\n"),
        ("[ ! a ]; echo $?", "1\n"),
        ("[ ! '' ]; echo $?", "0\n"),
        ("[ -f ]; echo $?", "0\n"),
        ("[ -q a ]; echo $?", "bash: line 1: [: -q: unary operator expected\n2\n"),
        ("[ a b ]; echo $?", "bash: line 1: [: a: unary operator expected\n2\n"),
        ("[ -n a ]; echo $?", "0\n"),
        ("[ a = b ]; echo $?", "1\n"),
        ("[ a == a ]; echo $?", "0\n"),
        ("[ a -a b ]; echo $?", "0\n"),
        ("[ '' -o b ]; echo $?", "0\n"),
        ("[ ! -n a ]; echo $?", "1\n"),
        ("[ '(' a ')' ]; echo $?", "0\n"),
        ("[ a b c ]; echo $?", "bash: line 1: [: b: binary operator expected\n2\n"),
        ("[ ! a = a ]; echo $?", "1\n"),
        ("[ '(' -n a ')' ]; echo $?", "0\n"),
        ("[ a b c d ]; echo $?", "bash: line 1: [: too many arguments\n2\n"),
        ("[ -n a -a -n b ]; echo $?", "0\n"),
        ("[ -n a -a -z b -o -n c ]; echo $?", "0\n"),
        ("[ '(' a = a -a b = c ')' -o x = x ]; echo $?", "0\n"),
        ("[ '(' a = a ]; echo $?", "bash: line 1: [: `)' expected, found ]\n2\n"),
        ("[ '(' a = a x ]; echo $?", "bash: line 1: [: `)' expected, found x\n2\n"),
        ("[ '(' a = a x y ]; echo $?", "bash: line 1: [: `)' expected, found x\n2\n"),
        ("[ 1 -eq a ]; echo $?", "bash: line 1: [: a: integer expression expected\n2\n"),
        ("[ 1 -lt ' 2 ' ]; echo $?", "0\n"),
        ("[ 0x1 -eq 1 ]; echo $?", "bash: line 1: [: 0x1: integer expression expected\n2\n"),
        (
            "[ 99999999999999999999 -gt 1 ]; echo $?",
            "bash: line 1: [: 99999999999999999999: integer expression expected\n2\n",
        ),
        ("[ a = b c d e ]; echo $?", "bash: line 1: [: too many arguments\n2\n"),
        ("[ a = b -x d ]; echo $?", "bash: line 1: [: syntax error: `-x' unexpected\n2\n"),
        ("[ -z '' -a ]; echo $?", "bash: line 1: [: : binary operator expected\n2\n"),
        ("[ 1 -eq 1 -a 2 -eq x ]; echo $?", "bash: line 1: [: x: integer expression expected\n2\n"),
        ("[ b '<' a ]; echo $?", "1\n"),
        ("[ b '>' a ]; echo $?", "0\n"),
        ("[ ! ! a ]; echo $?", "0\n"),
        ("[ ! ! ! a = b ]; echo $?", "0\n"),
        ("[ -a ]; echo $?", "0\n"),
        ("[ -a a -a b ]; echo $?", "1\n"),
        ("[ a -nt b ]; echo $?", "1\n"),
        ("[ -t x ]; echo $?", "1\n"),
        ("[ '' -eq 0 ]; echo $?", "bash: line 1: [: : integer expression expected\n2\n"),
        ("[ = = = ]; echo $?", "0\n"),
        ("[ ! = ! ]; echo $?", "0\n"),
        ("[ '(' = ')' ]; echo $?", "1\n"),
        ("[ -n ]; echo $?", "0\n"),
        ("[ -o errexit ]; echo $?", "1\n"),
        ("[ '(' ')' ]; echo $?", "bash: line 1: [: (: unary operator expected\n2\n"),
        ("[ '(' a b ')' ]; echo $?", "bash: line 1: [: a: unary operator expected\n2\n"),
        ("[ ! '(' a ')' ]; echo $?", "1\n"),
        ("[ -f = -f ]; echo $?", "0\n"),
        ("[ '!' '(' a = b ')' ]; echo $?", "0\n"),
        ("[ '' -a '' -o x ]; echo $?", "0\n"),
        ("[ a '\\<' b ]; echo $?", "bash: line 1: [: \\<: binary operator expected\n2\n"),
        ("[ x -a '' ]; echo $?", "1\n"),
        ("[ -e '' ]; echo $?", "1\n"),
        ("[ 5 -gt ]; echo $?", "bash: line 1: [: 5: unary operator expected\n2\n"),
        ("[ a =~ b ]; echo $?", "bash: line 1: [: =~: binary operator expected\n2\n"),
        ("[ -v ]; echo $?", "0\n"),
        ("[ -n x -a ! -n '' ]; echo $?", "0\n"),
        ("[ ! x -a y ]; echo $?", "1\n"),
        ("[ -L a -o b ]; echo $?", "0\n"),
    ],
)
def test_the_number_of_arguments_decides_in_brackets(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("test; echo $?", "1\n"),
        ("test a; echo $?", "0\n"),
        ("test ''; echo $?", "1\n"),
        ("test !; echo $?", "0\n"),
        ("test ! a; echo $?", "1\n"),
        ("test ! ''; echo $?", "0\n"),
        ("test -f; echo $?", "0\n"),
        ("test -q a; echo $?", "bash: line 1: test: -q: unary operator expected\n2\n"),
        ("test a b; echo $?", "bash: line 1: test: a: unary operator expected\n2\n"),
        ("test -n a; echo $?", "0\n"),
        ("test a = b; echo $?", "1\n"),
        ("test a == a; echo $?", "0\n"),
        ("test a -a b; echo $?", "0\n"),
        ("test '' -o b; echo $?", "0\n"),
        ("test ! -n a; echo $?", "1\n"),
        ("test '(' a ')'; echo $?", "0\n"),
        ("test a b c; echo $?", "bash: line 1: test: b: binary operator expected\n2\n"),
        ("test ! a = a; echo $?", "1\n"),
        ("test '(' -n a ')'; echo $?", "0\n"),
        ("test a b c d; echo $?", "bash: line 1: test: too many arguments\n2\n"),
        ("test -n a -a -n b; echo $?", "0\n"),
        ("test -n a -a -z b -o -n c; echo $?", "0\n"),
        ("test '(' a = a -a b = c ')' -o x = x; echo $?", "0\n"),
        ("test '(' a = a; echo $?", "bash: line 1: test: `)' expected\n2\n"),
        ("test '(' a = a x; echo $?", "bash: line 1: test: `)' expected, found x\n2\n"),
        ("test '(' a = a x y; echo $?", "bash: line 1: test: `)' expected, found x\n2\n"),
        ("test 1 -eq a; echo $?", "bash: line 1: test: a: integer expression expected\n2\n"),
        ("test 1 -lt ' 2 '; echo $?", "0\n"),
    ],
)
def test_the_number_of_arguments_decides_without_brackets(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            'x=5; [ $x -gt 3 ]; echo $?; y=; [ $y -gt 3 ]; echo $?; [ "$y" = "" ]; echo $?; set -- a b; [ "$@" = b ]; echo $?',
            "0\nbash: line 1: [: -gt: unary operator expected\n2\n0\nbash: line 1: [: too many arguments\n2\n",
        ),
        (
            "w='a b'; [ $w = b ]; echo $?; [ -n $y ]; echo $?; [ -z $y ]; echo $?",
            "bash: line 1: [: too many arguments\n2\n0\n0\n",
        ),
    ],
)
def test_operands_that_are_computed(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "set -- a b; [ -v @ ]; echo $?; declare -n nn=q; [ -v nn ]; echo $?; declare -A m=([k]=1); [ -v m ]; echo $?; [ -v m[@] ]; echo $?; [ -v '' ]; echo $?; [ -v 'x[' ]; echo $?; [ -v 'm[*]' ]; echo $?; m[@]=1; [ -v 'm[@]' ]; echo $?; a=(); [ -v 'a[@]' ]; echo $?;[ -v 'a[*]' ]; echo $?; [ -v 0 ]; echo $?; x=; [ -v x[0] ]; echo $?; [ -v x[@] ]; echo $?",
            "1\n1\n1\n1\n1\n1\n1\n0\n1\n1\n0\n0\n0\n",
        ),
        (
            "set -- a b; [ -v 1 ]; echo $?; [ -v 3 ]; echo $?; [ -v @ ]; echo $?; [ -v HOME ]; echo $?; declare q; [ -v q ]; echo $?; a=(); [ -v a ]; echo $?; a=(1); [ -v a ]; echo $?; unset 'a[0]'; a[1]=1; [ -v a ]; echo $?; declare -A m=([k]=1); [ -v m ]; echo $?; [ -v m[@] ]; echo $?; [ -R q ]; echo $?; declare -n nn=q; [ -R nn ]; echo $?; [ -v nn ]; echo $?; [ -v '' ]; echo $?; [ -v 'x[' ]; echo $?",
            "0\n1\n1\n0\n1\n1\n0\n1\n1\n1\n1\n0\n1\n1\n1\n",
        ),
    ],
)
def test_variables_are_asked_for_by_name_and_element(says, case):
    says(*case)
