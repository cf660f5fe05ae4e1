"""Words to fields: quoting, splitting, ``"$@"``, defaults with words of their own. Expected values are GNU bash 5.2's."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

SHOW = 'p() { printf "<%s>" "$@"; echo; }; '


def run(script: str) -> str:
    done = Bash(limits=Limits(timeout_s=10)).exec_sync(SHOW + script)
    assert done.error is None
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        ('x="a  b"; p $x', "<a><b>"),
        ('x=" a b "; p q$x"r"', "<q><a><b><r>"),
        ('x=" a b "; p $x$x', "<a><b><a><b>"),
        ('x=" a b "; p ""$x""', "<><a><b><>"),
        ('x="a::b:"; IFS=:; p $x', "<a><><b>"),
        ('x="a::b:"; IFS=:; p $x"z"', "<a><><b><z>"),
        ("x=:; IFS=:; p -$x-", "<-><->"),
        ('x="a : b  c: :d : "; IFS=" :"; p $x', "<a><b><c><><d>"),
        ('x=" : a"; IFS=" :"; p $x', "<><a>"),
        ('x="a :"; IFS=" :"; p $x$x', "<a><a>"),
        ('x="a b"; IFS=; p $x', "<a b>"),
        ('IFS=0; p $((1001)) "$((1001))"', "<1><><1><1001>"),
        ("y=50; IFS=0; p $y", "<5>"),
        ('x=xaybz; IFS=ab; p $x "$x"', "<x><y><z><xaybz>"),
        ('e=; p a $e "$e" $e""', "<a><><>"),
        ('x=$(printf "a\\n\\n"); p "$x"', "<a>"),
        ("IFS=$'\\n'; p $(printf 'a b\\nc')", "<a b><c>"),
    ],
)
def test_an_unquoted_value_splits_by_ifs(script: str, fields: str) -> None:
    assert run(script) == f"{fields}\n"


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        ('set -- "a b" "" c; p "$@"', "<a b><><c>"),
        ('set -- "a b" "" c; p $@', "<a><b><c>"),
        ('set -- "a b" "" c; p "x$@y"', "<xa b><><cy>"),
        ('set -- a b; p x "" $@""', "<x><><a><b>"),
        ('set --; p x "$@" y', "<x><y>"),
        ('set --; p x ""$@ y', "<x><><y>"),
        ('set --; p x "$*" y', "<x><><y>"),
        ('set -- ""; p x $@ "$@"', "<x><>"),
        ('set -- a "" b; IFS=:; p $@', "<a><><b>"),
        ('set -- a "" b; IFS=:; p "$*"', "<a::b>"),
        ('set -- a "" b; IFS=; p "$*" $*', "<ab><a><b>"),
        ('set -- a b c; p "${@:2}" "${@: -1}" "${@:0:1}"', "<b><c><c><bash>"),
        ('a=(1 "2 3" ""); p "${a[@]}" ${a[*]}', "<1><2 3><><1><2><3>"),
        ('a=(1 2); IFS=,; p "${a[*]}" "x${a[@]}y"', "<1,2><x1><2y>"),
        ('IFS=:; set -- a b; x=$@ y=$* z="$*"; p "$x" "$y" "$z"', "<a b><a:b><a:b>"),
    ],
)
def test_lists_of_parameters_keep_or_join_their_fields(script: str, fields: str) -> None:
    assert run(script) == f"{fields}\n"


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        ('p ${z:-a b "c d"}', "<a><b><c d>"),
        ('p "${z:-a b "c d"}"', "<a b c d>"),
        ('p ${z:-"a b" c}x', "<a b><cx>"),
        ("p x${z:- a b }y", "<x><a><b><y>"),
        ("p \"${z:-a 'b'}\" ${z:-'b c'}", "<a 'b'><b c>"),
        ('p ${z:-"*"} "${z:-*}"', "<*><*>"),
        ('p "${z:+x}" "${z-}" ${z:+x}', "<><>"),
        ('set --; p q "${@+x}" "${@-y}"', "<q><y>"),
        ('z=1; p ${z:+a b} "${z:+a b}"', "<a><b><a b>"),
        ('p "${z:=v}" "$z" ${z:-no}', "<v><v><v>"),
        ('b=("" ""); p "${b[@]:-x}" "${b[*]:-x}"', "<><>< >"),
        ("IFS=:; p ${z:-a:b}", "<a><b>"),
    ],
)
def test_the_word_of_a_default_has_quoting_of_its_own(script: str, fields: str) -> None:
    assert run(script) == f"{fields}\n"


def test_a_redirection_to_two_fields_is_ambiguous() -> None:
    assert run('x="a b"; echo hi > $x') == "bash: line 1: $x: ambiguous redirect\n"


def test_tildes_expand_at_the_start_and_in_what_looks_like_an_assignment() -> None:
    script = 'HOME=/h; x=~:~/b:c~; p ~ ~/a "~" a~ a=~ a=b:~ 1=~ a[1]=~ ~nobody ~+ $x; HOME="a *"; p ~'
    folder = Bash().exec_sync("printf %s $PWD").stdout
    expected = f"</h></h/a><~><a~><a=/h><a=b:/h><1=~><a[1]=/h><~nobody><{folder}></h:/h/b:c~>\n<a *>\n"
    assert run(script) == expected


def test_a_nested_quote_in_a_word_is_one_text() -> None:
    script = """x=5; p a"b$x"'c'\\ d$((x*2))"$(echo "q  r")" """
    assert run(script) == "<ab5c d10q  r>\n"


def test_many_parts_in_one_word_are_one_field() -> None:
    assert run('a=1 b=2; p $a-$b-$a-$b-$a-$b-$a-$b-$a "$a$b$a$b"') == "<1-2-1-2-1-2-1-2-1><1212>\n"


def test_heredocs_expand_and_keep_quotes() -> None:
    assert run('x=1; read -r l <<E\n"$x" \'$x\' \\$x $((x+1)) ~\nE\necho "$l"') == "\"1\" '1' $x 2 ~\n"


def test_too_many_fields_are_refused_before_they_are_made() -> None:
    done = Bash(limits=Limits(max_expansion_fields=100)).exec_sync(
        'x=$(printf "a %.0s" {1..99}); set -- $x $x; echo $#; x=$x$x; for i in $x; do :; done; echo no'
    )
    assert done.error == "limit.expansion_fields"
    assert "no" not in done.stdout


def test_doubling_a_text_ends_at_its_limit() -> None:
    """T-BASH string doubling: charged before it is made."""
    done = Bash(limits=Limits(max_variable_bytes=100_000)).exec_sync("s=x; while :; do s=$s$s; done; echo no")
    assert (done.error, done.stdout) == ("limit.variable_bytes", "")
