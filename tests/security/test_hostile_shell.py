"""Scripts of a hostile model: each ends by a budget or by itself, in bounded memory, and the shell lives on.

Every script runs in a process of its own with the shell's default budgets, since what is being prevented is a
hang, a full machine or a dead host.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Ended = Callable[[str], dict[str, Any]]

# Scripts that only the clock can end take all of it; whatever grows without bound shows that within a second.
TIMEOUT_S = float(os.environ.get("HOSTILE_TIMEOUT_S", "1"))
# A limit must bite within 50 ms; the rest is a busy machine.
GRACE_S = 2.0
MEMORY_MB = 300
ADDRESS_SPACE = 2 << 30
CHILD = Path(__file__).with_name("hostile_shell_child.py")

# What must end by a budget, whichever comes first.
BY_LIMIT: dict[str, str] = {
    # Loops
    "while true": "while true; do :; done",
    "until false": "until false; do :; done",
    "for ever": "for ((;;)); do :; done",
    "a loop of nothing but a condition": "while :; do continue; done",
    "a loop in a function in a substitution": "f() { while :; do :; done; }; x=$(f)",
    "a loop in a subshell in a pipeline": "( while :; do :; done ) | ( while :; do :; done )",
    "a loop in the background that is waited for": "while :; do :; done & wait",
    "a condition that loops": "if while :; do :; done; then echo no; fi",
    "getopts that never moves": "while getopts a: x -a 1; do OPTIND=1; done",
    "arithmetic that loops": "while (( x = x + 1 )); do (( y += x )); done",
    # Recursion
    "a function": "f() { f; }; f",
    "two functions": "f() { g; }; g() { f; }; f",
    "a function in a condition": "f() { if f; then :; fi; }; f",
    "a function in a subshell": "f() { ( f ); }; f",
    "a function in a substitution": 'f() { echo "$(f)"; }; f',
    "a function in a pipeline": "f() { f | f; }; f",
    "a fork bomb": ":() { : | : & }; :; wait",
    "a background bomb": "f() { f & f & wait; }; f",
    "eval": 'e=\'eval "$e"\'; eval "$e"',
    "source": "echo '. /tmp/s' > /tmp/s; . /tmp/s",
    "a shell in a shell": 'export b=\'bash -c "$b"\'; bash -c "$b"',
    "a script that runs itself": "printf '#!/bin/bash\\n/tmp/me\\n' > /tmp/me; chmod +x /tmp/me 2>/dev/null; . /tmp/me; bash /tmp/me; f() { bash /tmp/me; f; }; f",
    "a trap of every command": "f() { f; }; trap f DEBUG; f",
    "a trap of every error": "trap 'f' ERR; f() { false; f; }; false",
    "a trap that raises its own signal": "trap 'kill -USR1 $$' USR1; kill -USR1 $$; while :; do :; done",
    "an exit trap that goes on": "trap 'while :; do :; done' EXIT; exit",
    "a handler of unknown commands": "command_not_found_handle() { nosuch_$RANDOM; }; nosuch",
    "tracing that traces": "PS4='$(f)'; f() { :; f; }; set -x; f",
    "aliases": "shopt -s expand_aliases; alias a='a a'; f() { eval 'a'; f; }; f",
    # Blowing up
    "braces by number": "echo {1..100000000}",
    "braces by braces": "echo " + "{a,b}" * 30,
    "braces of ranges": "echo {1..10000}{1..10000}{1..10000}",
    "a loop over braces": "for i in {1..2000000000}; do :; done",
    "a range with a tiny step": "echo {1..9223372036854775807}",
    "a string doubled": "s=xxxxxxxx; while :; do s=$s$s; done",
    "a string appended to itself": "s=xxxxxxxx; while :; do s+=$s; done",
    "a wide character doubled": "s=😀; while :; do s+=$s; done",
    "an array doubled": 'a=(x y); while :; do a=("${a[@]}" "${a[@]}"); done',
    "an array appended to itself": 'a=(x y); while :; do a+=("${a[@]}"); done',
    "positional parameters doubled": 'set -- x y; while :; do set -- "$@" "$@"; done',
    "many variables": 's={}; for ((i=0; ; i++)); do printf -v "v$i" %1000s x; done',
    "many elements": "for ((i=0; ; i++)); do a[i]=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
    "many functions": 'for ((i=0; ; i++)); do eval "f$i() { echo $i; }"; done',
    "a replacement that multiplies": "printf -v s %02000d 0; while :; do s=${s//0/$s}; done",
    "a replacement of everything": "printf -v s %09000d 0; printf -v t %09000d 0; x=${s//?/$t}; x=${x//?/$t}",
    "quoting that grows": 's="\'"; while :; do s=${s@Q}${s@Q}; done',
    "a join of many": 'a=({1..200000}); while :; do s+="${a[*]}"; done',
    "a substitution doubled": 's=xxxxxxxxxxxxxxxx; while :; do s=$(echo "$s$s"); done',
    "a here-document doubled": 'x=12345678; while :; do read -r -d "" x << E\n$x$x\nE\ndone',
    # Widths and counts
    "a width": "printf %999999999d 1",
    "a width by argument": "printf '%*d' 999999999 1",
    "a precision": "printf %.999999999f 1",
    "a width into a variable": "printf -v x %2000000000s y",
    "widths that add up": "while :; do printf %1000000s x; done",
    # Endless input and output
    "reading zeros": "read -r x < /dev/zero",
    "reading zeros to a delimiter": "read -r -d x y < /dev/zero",
    "reading zeros into an array": "mapfile a < /dev/urandom; while :; do mapfile a < /dev/urandom; done",
    "substituting zeros": "x=$(< /dev/zero)",
    "substituting noise": "x=$(< /dev/urandom)",
    "an endless producer of one line": "while :; do printf x; done | read -r x",
    "an endless producer of an array": "while :; do echo xxxxxxxxx; done | mapfile a",
    "output without end": "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
    "errors without end": "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done",
    "a file appended to": "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >> /tmp/f; done",
    "files without end": "for ((i=0; ; i++)); do : > /tmp/f$i; done",
    "a big file copied by the shell": 'printf -v x %0900000d 0; while :; do echo "$x" >> /tmp/f; done',
    # Waiting
    "a read that nobody answers": "exec {p}<> <(:); while :; do read -t 1000 x < <(while :; do :; done); done",
    "a coprocess that says nothing": "coproc { while :; do :; done; }; read -r x <&${COPROC[0]}",
    "a wait for a job that loops": "( while :; do :; done ) & wait $!",
    # Processes and descriptors
    "descriptors without end": "while :; do exec {fd}< /dev/null; done",
    "jobs without end": "while :; do : & done",
    "process substitutions without end": "while :; do : <(:); done",
    # Patterns
    "a glob that crosses itself": "while :; do echo /*/*/*/*/../../../../*/*/*/*; done",
    # What hides from a count of variables
    "a table of paths": "for ((i=0;;i++)); do printf -v x %090000d $i; hash -p /$x c$i; done",
    "a table of completions": "for ((i=0;;i++)); do printf -v x %090000d $i; complete -W $x c$i; done",
    "a table of folders": "for ((i=0;;i++)); do printf -v x %090000d $i; pushd -n /$x > /dev/null; done",
    "keys of a table": "declare -A m; printf -v x %090000d; for ((i=0;;i++)); do m[$x$i]=; done",
    "elements by name": 'printf -v x %0900000d; for ((i=0;;i++)); do printf -v "m[$i]" $x; done',
    "traps": 'for ((i=1;;i++)); do printf -v x %0900000d $i; trap ": $x" $((i % 60 + 1)); done',
    "here-strings that stay open": "printf -v x %0900000d 0; for ((i=0;;i++)); do exec {fd}<<< $x; done",
    "here-strings of sleepers": "printf -v x %0900000d 0; for ((i=0;;i++)); do sleep 1000 <<< $x$i & done",
    "writers that wait": "printf -v x %0900000d 0; while :; do echo $x$x & done | sleep 10",
    "positional parameters": 'printf -v x %0900000d 0; for ((i=0;;i++)); do set -- $x$i "$@"; done',
    "arguments of calls": "printf -v x %0900000d 0; f() { f ${x}a; }; f; while :; do :; done",
    "substitutions side by side": "for ((i=0;;i++)); do y=$(printf %0900000d $i; sleep 1000) & done",
    "functions with long bodies": 'for ((i=0;;i++)); do printf -v x %090000d $i; eval "f$i() { : $x; }"; done',
    "patterns that are kept": "for ((i=0;;i++)); do printf -v x %060000d $i; [[ a == *$x*b ]]; done",
    # Work between two looks at the clock
    "changes of many elements": 'a=({1..100000}); while :; do b=("${a[@]/1/xxxxxxxxxxxxxxxx}"); done',
    "elements that multiply": 'printf -v x %0900000d 0; a=({1..10000}); b=("${a[@]/1/$x}")',
    "a long format": 'printf -v f %0900000d 0; printf "${f//0/%100s}" | wc -c',
    "a format that is never closed": 'printf -v f %0900000d 0; while :; do printf "${f//0/%(}"; done',
    "a format of dates": 'printf -v f %0900000d 0; date "+${f//0/%4000Y}"',
    "a sum of many terms": "printf -v x %0900000d 0; echo $((${x//0/1+}1))",
    "a pattern of many parts": "printf -v x %0900000d 0; [[ a == ${x//0/?a*} ]]",
    "words of a text": 'printf -v x %0900000d 0; eval "echo ${x//0/x }"',
    "commands of a text": 'printf -v x %0900000d 0; eval "${x//0/:;}"',
    "braces of a text": 'printf -v x %0900000d 0; eval "echo ${x//0/{a,b\\}}"',
    # Utilities
    "sort of everything": "yes | sort",
    "short lines": "head -c 30000000 /dev/zero | tr '\\0' '\\n' | sort",
    "an s that doubles": "sed ':a;s/x/xx/g;ta' <<< x",
    "a branch to itself": "sed ':a;ba' <<< x",
    "a line of zeros": "sed p /dev/zero",
    "a file of yes": "yes > /tmp/f",
    "numbers without end": "seq 1 1e300 | tail -1",
    "a pipe without writers": "mkfifo /tmp/p; cat /tmp/p",
    "a sleep": "sleep inf",
    "a script of zeros": "while :; do . /dev/zero; done",
    # Time
    "a read that times out forever": "while :; do read -t 0.01 x < /dev/null; done",
}

# What may end by itself or by a budget, but ends soon.
ANY_END: dict[str, str] = {
    "a name reference in a circle": "declare -n a=b b=a; a=1; echo $a",
    "variables in a circle": "a=b b=a; echo $((a))",
    "a variable of itself": "x='x+1'; echo $((x))",
    "subscripts in a circle": "a[0]='a[0]'; echo $((a[0]))",
    "aliases in a circle": "shopt -s expand_aliases; alias a=b b=a\na",
    "a tower of powers": "echo $((9**9**9**9))",
    "a huge shift": "echo $((1 << 99999999999999999999))",
    "a huge literal": "printf -v n %0900000d 0; n=1$n; echo $((n)) $((1 + $n)) $((10#$n)) $((16#$n))",
    "a huge number printed": "printf -v n %0900000d 0; printf %d 1$n; printf %f 1$n; printf %x 0x1$n; [ 1$n -lt 2 ]; echo {1$n..2}",
    "a huge base": "echo $((99999999999#1))",
    "a huge subscript": "a[9223372036854775807]=x; echo ${#a[@]}; a+=(y); a[-1]=z; a[2**62]=q; echo ${!a[@]}",
    "a huge slice": "a=(1 2 3); echo ${a[@]:0:9223372036854775807}; s=abc; echo ${s:9223372036854775806:9223372036854775807}",
    "a huge origin": "mapfile -O 9223372036854775807 a <<< x; echo ${#a[@]}",
    "a huge count": "read -n 999999999999 x <<< abc; echo $x; shift 999999999999; mapfile -n 99999999999999999999 a <<< y",
    "a huge descriptor": "echo x 1>&99999999999999999999; exec 999999999>/tmp/x; echo y >&2147483648",
    "a huge status": "(exit 99999999999999999999); f() { return 99999999999999999999; }; f; echo $?",
    "a huge wait": "kill -99999999999 $$; wait 99999999999999; wait -n 999999999; kill -0 999999",
    "a huge time": "printf '%(%Y)T' 99999999999999999999; printf '%(%s)T' -99999999999; read -t 99999999999999999999 x <<< y",
    "a regular expression that backtracks": "s=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; [[ $s =~ ^(a+)+$ ]]; [[ ${s}b =~ ^(a|aa)+$ ]]; [[ ${s}b =~ ^(a*)*$ ]]; [[ ${s}b =~ (a|a)*c ]]; echo $?",
    "a back-reference that backtracks": r"s=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; [[ ${s}b =~ ^(a*)*\1$ ]]; echo $?",
    "a repetition of repetitions": "[[ aaaaaaaaaaaaaaaaaaaaaaaa =~ ((a{1,100}){1,100}){1,100}b ]]; [[ a =~ a{99999} ]]; echo $?",
    "stars in a pattern": "printf -v s %02000d 0; [[ $s == *0*0*0*0*0*0*0*0*0*0*0*0*1 ]]; case $s in *0*0*0*0*0*0*0*0*0*1) ;; esac; echo ${s##*0*0*0*0*0*1} | read",
    "extended patterns in one another": "shopt -s extglob; printf -v s %040d 0; [[ $s == +(+(+(0)))1 ]]; [[ $s == *(0|00|000)1 ]]; [[ $s == @(+(0)|*(00))!(0)1 ]]; echo ${s//+(0|00)/x}${s##*(*(0))1}",
    "a negated pattern in a pattern": "shopt -s extglob; printf -v s %0300d 0; [[ $s == !(!(!(!(0)))) ]]; [[ $s == *!(*!(0*)0*)*1 ]]; echo $?",
    "a long set": "[[ a == [" + "a-z" * 20_000 + "] ]]; echo $?",
    "many alternatives": "shopt -s extglob; [[ a == @("
    + "|".join("b" * 20 for _ in range(3_000))
    + ") ]]; echo $?",
    "a glob of many stars": "shopt -s globstar; echo /**/**/**/**/**/**/**/*x*x*x | read",
    "parentheses": "(" * 100_000,
    "substitutions": "$(" * 50_000,
    "backquotes": "echo " + "`" * 99_999,
    "braces": "{ " * 50_000,
    "parameters": "${x:-" * 50_000,
    "arithmetic parentheses": "echo $((" + "(" * 50_000 + "1" + ")" * 50_000 + "))",
    "arithmetic signs": "echo $(("
    + "-" * 100_001
    + "1)) $(("
    + "! " * 50_000
    + "1)) $(("
    + "1?" * 20_000
    + "1"
    + ":1" * 20_000
    + "))",
    "double quotes in substitutions": 'echo "' + '$(echo "' * 20_000,
    "conditions": "[[ " + "( " * 50_000 + "x" + " )" * 50_000 + " ]]",
    "negations": "! " * 50_000 + "true",
    "brackets of test": "[ " + "! " * 20_000 + "x ]; [ " + "\\( " * 20_000 + "x" + " \\)" * 20_000 + " ]",
    "nested ifs": "if :; then " * 20_000,
    "nested cases": "case x in x) " * 20_000,
    "nested functions": "f() { " * 20_000,
    "many and-ors": "true" + " && true" * 9_000,
    "many stages": ":" + " | :" * 2_000,
    "many here-documents": "cat" + "".join(f" <<E{i}" for i in range(3_000)),
    "many redirections": ":" + " >/tmp/f" * 5_000,
    "many words": "echo " + "x " * 100_000 + ">/dev/null",
    "a long word": "echo " + "x" * 120_000 + " >/dev/null",
    "many brace groups": "echo {" + "a," * 40_000 + "b} >/dev/null; echo " + "{" * 60_000,
    "deep braces": "echo " + "{a," * 10_000 + "b" + "}" * 10_000 + " >/dev/null",
    "NUL bytes": "echo a\x00b; x=$(printf 'a\\0b'); echo ${#x}; printf 'x\\0y' > /tmp/f; read -r y < /tmp/f; echo $y",
    "bytes that are no UTF-8": "x=$'\\xff\\xfe'; echo ${#x} ${x@Q} ${x^^}; [[ $x == ?? ]]; printf %q $x; declare -p x; : > /tmp/$x; echo /tmp/*",
    "half a surrogate pair": "x=$'\\ud800\\U110000\\UFFFFFFFF'; echo ${#x} ${x@Q}; printf '%b' '\\ud800'",
    "control characters": "printf '\\e]0;owned\\a\\e[2J\\x9b31m'; foo=$'\\e[31m'; $foo; cd $'\\e[2J'",
    # The descriptors for pipes run out first, as they do in bash.
    "coprocesses without end": "while :; do coproc { read; }; done 2>/dev/null",
    "digits without end": 'printf -v x %05000d 1; echo ${!x} ${x:$x} $((x)) {1..$x}; eval "echo \\${$x} \\${#$x}"; head -n $x <<< y; [[ a =~ a{$x} ]]',
    "a function called declare": "declare() { echo $1 ${1#x}; }; declare x=5 a=(1 2); enable -n export; export b=1",
    "texts that are compared": 'printf -v x %09000000d 0; [[ $x == "$x" ]] && echo same; y=${x#"$x"}',
    "a word of stars": "printf -v x %0900000d 0; echo ${x//0/*}",
    "a pattern of back references": "grep '\\(a*\\)*\\1\\1b' <<< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; grep -P '(a|aa)+$' <<< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    "expressions in a file": "seq 1 20000 > /tmp/p; seq 1 20000 | grep -c -w -f /tmp/p",
    "a deadlock of pipes": "coproc A { read x; echo $x; }; read y <&${A[0]}; exec {A[1]}>&-; echo done",
    "a wait for itself": "( wait $$ ); wait $BASHPID; wait %1; echo $?",
    "a select without input": "select x in a b; do echo $x; done < /dev/null",
    "fc and history": "fc -s; history 999999999999; fc -l -9999999999; set -o history; fc -s x=y",
    "killing the shell": "kill -9 $$; echo not here",
    "killing everything": "kill -9 -1; kill -9 0; echo not here",
    "stopping itself": "kill -STOP $$; suspend; echo on",
    "host files": "read x < /proc/self/environ; read y < /etc/shadow; read z < ../../../../../../../../etc/shadow; echo <(:) < /dev/mem; echo x > /dev/tcp/127.0.0.1/22; echo /proc/* /sys/*",
    "host environment": "declare -p; set; export -p; echo $PPID $$ $BASHPID $UID",
    "compgen of everything": "compgen -A command | while read -r x; do :; done; compgen -A user; compgen -W '$(while :; do :; done)' || true",
    "prompt that runs": "x='$(while :; do :; done)'; echo ${x@P}",
    "unset of what holds the shell": "unset IFS PATH HOME PWD BASH_VERSION; unset -f f; IFS=; PATH=; cd; echo $PWD; unset 'a[' 'x y' 1 @",
    "readonly of what the shell writes": "readonly RANDOM SECONDS PWD OLDPWD IFS OPTIND REPLY LINENO _; cd /tmp; read <<< x; getopts a x; echo $?",
    "local everywhere": "local x; f() { local IFS= PATH= RANDOM=1 LINENO=2 FUNCNAME=3; echo $RANDOM; f2; }; f; echo $?",
    "a declare of everything": "declare -aAnilurxtg x=1 y=(2) 1=3 'a b'=4 a[=5 ]=6; declare -n r='$(echo owned)'; r=1; echo $r",
    "code in a subscript": 'x=\'a[$(echo owned >&2)]\'; echo $((x)); [[ -v $x ]]; unset "$x"; printf -v "$x" y; read "$x" <<< z; (( x )); echo $?',
    "a handle of itself": "exec 1>&1 2>&1 0>&0; exec 3>&1 1>&3-; echo x >&3; exec 1>&-; echo y; exec 2>&-; nosuch",
    "a folder that is gone": "mkdir() { :; }; cd /tmp; cd ..; cd ''; cd -; pushd +99999999999; popd -99999999999; dirs +x",
}


@pytest.fixture(scope="module")
def ended() -> Iterator[Ended]:
    """How a script ends in a process of its own, forked from one that has the shell loaded."""
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(TIMEOUT_S), str(ADDRESS_SPACE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SECRET_OF_THE_HOST": "do not leak"},
    )
    with child:
        asked, told = child.stdin, child.stdout
        assert asked is not None
        assert told is not None

        def run(script: str) -> dict[str, Any]:
            asked.write(json.dumps(script) + "\n")
            asked.flush()
            said: dict[str, Any] = json.loads(told.readline())
            assert "died" not in said, said
            return said

        yield run


def _check_survival(ended: dict[str, Any]) -> None:
    assert ended["after"] == "alive\n", ended
    assert ended["seconds"] < TIMEOUT_S + GRACE_S, ended
    assert ended["resident_mb"] < MEMORY_MB, ended
    talk = ended["stderr"] + ended["stdout"]
    for leak in (
        "Traceback",
        "RecursionError",
        "MemoryError",
        'File "',
        "<class",
        "object at 0x",
        "do not leak",
    ):
        assert leak not in talk, ended


@pytest.mark.parametrize("name", BY_LIMIT)
def test_a_script_without_end_is_ended_by_a_budget_and_the_shell_lives(name: str, ended: Ended) -> None:
    """T-SH-01 T-SH-02 T-SH-03 T-SH-04 T-SH-06"""
    end = ended(BY_LIMIT[name])
    _check_survival(end)
    assert end["error"] is not None, end
    assert end["error"].startswith("limit."), end
    assert end["status"] != 0, end
    assert end["stderr"].strip().splitlines()[-1].startswith("bash: "), end


@pytest.mark.parametrize("name", ANY_END)
def test_a_crooked_script_ends_soon_and_the_shell_lives(name: str, ended: Ended) -> None:
    """T-SH-02 T-SH-03 T-SH-04 T-SH-05 T-SH-07"""
    _check_survival(ended(ANY_END[name]))
