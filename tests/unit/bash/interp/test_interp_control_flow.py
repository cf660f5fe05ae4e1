"""Loops, branches, lists and conditions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Out = Callable[[str], str]
Said = Callable[[str], tuple[str, str, int]]


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i $?", "3 0\n"),
        ("i=3; until [ $i -le 0 ]; do i=$((i-1)); done; echo $i", "0\n"),
        ("while false; do :; done; echo $?; while true; do false; break; done; echo $?", "0\n0\n"),
        ("for i in 1 2; do (exit $i); done; echo $?; for i in; do :; done; echo $?", "2\n0\n"),
        ("set -- 'a b' c; for x; do echo $x; done; for x in \"$@\"; do echo $x; done", "a b\nc\na b\nc\n"),
        ("for i in a b; do for j in 1 2; do [ $j = 2 ] && continue 2; echo $i$j; done; done", "a1\nb1\n"),
        ("while :; do while :; do break 2; done; done; echo out", "out\n"),
        ("for i in 1 2; do for j in 1; do break 9; done; done; echo $i", "1\n"),
        ("for i in 1 2 3; do case $i in 2) continue;; esac; echo $i; done", "1\n3\n"),
        ("for ((i=0, j=5; i<3; i++, j--)); do echo $i$j; done", "05\n14\n23\n"),
        ("for ((;;)); do break; done; for ((i=0;i<2;i++)) { echo $i; }", "0\n1\n"),
        (
            "for ((i=0;i<3;i++)); do for ((j=0;j<2;j++)); do ((i==1)) && continue 2; echo $i$j; done; done",
            "00\n01\n20\n21\n",
        ),
        ("for i in 1 2; { echo $i; }; for i in {1..3}; do echo -n $i; done; echo", "1\n2\n123\n"),
        ("for i in 1 2; do eval break; done; echo $i", "1\n"),
        ("for i in 1 2; do (break) 2>/dev/null; echo $i; done", "1\n2\n"),
        ("if false; then :; fi; echo $?; if true; then (exit 3); fi; echo $?", "0\n3\n"),
        ("if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"),
        (
            "if false; then :; elif false; then :; else echo c; fi; if false; then :; elif false; then :; fi; echo $?",
            "c\n0\n",
        ),
        ("case x in a|b) echo 1;; x) echo 2;& y) echo 3;;& z) echo 4;; *) echo 5;; esac", "2\n3\n5\n"),
        ("case abc in [!a]*) echo no;; [a-c]b?) echo yes;; esac; case x in y) ;; esac; echo $?", "yes\n0\n"),
        (
            "p='a*'; case abc in \"$p\") echo no;; $p) echo yes;; esac; case 'a*' in \"a*\") echo lit;; esac",
            "yes\nlit\n",
        ),
        ("shopt -s nocasematch; case ABC in abc) echo i;; esac; [[ A == a ]] && echo j", "i\nj\n"),
        (
            "x='+(a)'; case aa in $x) echo ext;; *) echo no;; esac; shopt -s extglob; case aa in $x) echo ext;; esac",
            "no\next\n",
        ),
        ("case $(echo x; exit 3) in *) echo $?;; esac", "3\n"),
        (
            "true && echo a || echo b; false && echo a || echo b; false || false && echo no; echo $?",
            "a\nb\n1\n",
        ),
        ("! true; echo $?; ! ! true; echo $?; ! false | false; echo $?", "1\n0\n0\n"),
        ("{ echo a; }; { return 3 2>/dev/null; }; (exit 4); echo $?", "a\n4\n"),
        (
            "false; echo ${PIPESTATUS[@]}; true | (exit 3) | false; echo ${PIPESTATUS[*]}; ! true; echo $PIPESTATUS",
            "1\n0 3 1\n0\n",
        ),
        ("x=1; (x=2; echo $x $BASH_SUBSHELL); echo $x", "2 1\n1\n"),
        ("((1)); echo $?; ((0)); echo $?; (( )); echo $?; ((a=5, a++)); echo $a", "0\n1\n1\n6\n"),
    ],
)
def test_control_flows_as_in_bash(out: Out, script: str, printed: str) -> None:
    assert out(script) == printed


@pytest.mark.parametrize(
    ("condition", "status"),
    [
        ("-n a", 0),
        ("-z a", 1),
        ("a", 0),
        ("''", 1),
        ("! a", 1),
        ("! -z a", 0),
        ("a == a", 0),
        ("a = b", 1),
        ("a != b", 0),
        ("abc == a*", 0),
        ("abc == 'a*'", 1),
        ("abc == a?c", 0),
        ("a < b", 0),
        ("a > b", 1),
        ("2 -lt 10", 0),
        ("x+1 -eq 1", 0),
        ("5 -ne 5", 1),
        ("3 -ge 4", 1),
        ("a == a && b == c", 1),
        ("a == b || c == c", 0),
        ("( a == b || a == a ) && x", 0),
        ("abc =~ ^a(.)c$", 0),
        ("abc =~ 'a.c'", 1),
        ("abc =~ b", 0),
        ("foo =~ *", 2),
        ("a =~ (", 2),
        ("-e /", 0),
        ("-d /tmp && ! -f /tmp", 0),
        ("/ -ef /", 0),
        ("-v HOME", 0),
        ("-v none", 1),
        ("-o errexit", 1),
        ("aab == +(a)b", 0),
        ("x == @(y|x)", 0),
        ("$none", 1),
        ("-t 0", 1),
        ("/none -nt /tmp", 1),
        ("/tmp -nt /none", 0),
    ],
)
def test_a_condition_gives_its_status(said: Said, condition: str, status: int) -> None:
    if condition == "a =~ (":
        condition = "a =~ $p"
    assert said(f"p='('; [[ {condition} ]]")[2] == status


def test_a_match_fills_bash_rematch(out: Out) -> None:
    script = "[[ 'key=val' =~ ([a-z]+)=(.*) ]]; echo \"${BASH_REMATCH[@]}\"; [[ x =~ y ]]; echo ${#BASH_REMATCH[@]}"
    assert out(script) == "key=val key val\n0\n"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("((1/0))", '((: 1/0: division by 0 (error token is "0")'),
        ("[[ 1/0 -eq 2 ]]", '[[: 1/0: division by 0 (error token is "0")'),
        ("for ((i=1/0;;)); do :; done", '((: i=1/0: division by 0 (error token is "0")'),
        ("for ((;1/0;)); do :; done", '((: 1/0: division by 0 (error token is "0")'),
        ("for ((;;1/0)); do :; done", '((: 1/0: division by 0 (error token is "0")'),
        ("for 1 in a; do :; done", "`1': not a valid identifier"),
        ("select a.b in c; do :; done", "`a.b': not a valid identifier"),
        ("readonly r=1; for r in a; do :; done", "r: readonly variable"),
    ],
)
def test_a_faulty_head_ends_its_command_with_status_1_and_the_line_goes_on(
    said: Said, script: str, message: str
) -> None:
    assert said(f"{script}; echo $?") == ("1\n", f"bash: line 1: {message}\n", 0)


@pytest.mark.parametrize(
    "head", ["case $((1/0)) in *) ;; esac", "for i in $((1/0)); do :; done", "if echo $((1/0)); then :; fi"]
)
def test_a_failed_expansion_throws_away_the_whole_line(said: Said, head: str) -> None:
    assert said(f"{head}; echo no\necho next $?")[::2] == ("next 1\n", 0)


def test_select_asks_until_it_is_left(said: Said) -> None:
    script = "select x in 'a b' c; do echo \"$REPLY:$x\"; [ \"$x\" ] && break; done <<< $'9\\n\\n2'"
    assert said(script) == ("9:\n2:c\n", "1) a b\n2) c\n#? #? 1) a b\n2) c\n#? ", 0)
    assert said("PS3='> '; select x in q; do :; done < /dev/null; echo $?") == ("\n1\n", "1) q\n> ", 0)
    assert said("select x in; do echo no; done; echo $?") == ("0\n", "", 0)


def test_selects_menu_fills_columns_downwards(said: Said) -> None:
    shown = said("COLUMNS=20; select x in a b c d e f; do break; done <<< 1")[1]
    assert shown == "1) a  3) c  5) e\n2) b  4) d  6) f\n#? "


def test_break_and_continue_say_what_is_wrong(said: Said) -> None:
    only = "only meaningful in a `for', `while', or `until' loop"
    assert said("break; echo $?; continue; echo $?") == (
        "0\n0\n",
        f"bash: line 1: break: {only}\nbash: line 1: continue: {only}\n",
        0,
    )
    assert said("for i in 1; do break 0; done; echo $?") == (
        "1\n",
        "bash: line 1: break: 0: loop count out of range\n",
        0,
    )
