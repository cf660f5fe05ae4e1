"""exit, return, break, continue, eval, exec, source, caller, logout. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            '(exit abc); echo $?; (exit -1); echo $?; (exit 300); echo $?; (exit -- 3); echo $?; (exit -x); echo $?; (exit 99999999999999999999); echo $?; (exit " 3 "); echo $?; (exit ""); echo $?',
            "bash: line 1: exit: abc: numeric argument required\n2\n255\n44\n3\nbash: line 1: exit: -x: numeric argument required\n2\nbash: line 1: exit: 99999999999999999999: numeric argument required\n2\n3\nbash: line 1: exit: : numeric argument required\n2\n",
        ),
        ("(false; exit); echo $?; (exit 1 2); echo $?", "1\nbash: line 1: exit: too many arguments\n1\n"),
        (
            "f() { return 3; echo no; }; f; echo $?; g() { return -1; }; g; echo $?; h() { return -- 4; }; h; echo $?; i() { false; return; }; i; echo $?",
            "3\n255\n4\n1\n",
        ),
        (
            "return; echo $?; return 7; echo $?",
            "bash: line 1: return: can only `return' from a function or sourced script\n2\nbash: line 1: return: can only `return' from a function or sourced script\n2\n",
        ),
        (
            "f() { return abc; echo no; }; f; echo $?; (f() { return 3 4; }; f; echo no); echo $?",
            "environment: line 1: return: abc: numeric argument required\n2\nenvironment: line 1: return: too many arguments\n1\n",
        ),
        ("f() { (return 3; echo no); echo $?; }; f", "3\n"),
        (
            "logout; echo $?; logout 3; echo $?",
            "bash: line 1: logout: not login shell: use `exit'\n1\nbash: line 1: logout: not login shell: use `exit'\n1\n",
        ),
        ("for i in 1 2; do for j in a b; do break 99; done; echo no; done; echo $?", "0\n"),
        (
            "for i in 1 2; do break 0; echo no; done; echo $?; for i in 1 2; do continue -1; echo no; done; echo $?",
            "bash: line 1: break: 0: loop count out of range\n1\nbash: line 1: continue: -1: loop count out of range\n1\n",
        ),
        (
            "break; echo $?; continue 2; echo $?; break abc; echo $?",
            "bash: line 1: break: only meaningful in a `for', `while', or `until' loop\n0\nbash: line 1: continue: only meaningful in a `for', `while', or `until' loop\n0\nbash: line 1: break: only meaningful in a `for', `while', or `until' loop\n0\n",
        ),
        (
            "(for i in 1 2; do break abc; done; echo no); echo $?; (for i in 1; do break 1 2; done; echo no); echo $?",
            "bash: line 1: break: abc: numeric argument required\n128\nbash: line 1: break: too many arguments\n1\n",
        ),
        (
            "for i in 1 2; do eval break; echo no; done; for i in 1 2; do (break; echo in $?); echo $i; done",
            "bash: line 1: break: only meaningful in a `for', `while', or `until' loop\nin 0\n1\nbash: line 1: break: only meaningful in a `for', `while', or `until' loop\nin 0\n2\n",
        ),
        (
            "f() { break; echo after $?; }; for i in 1 2; do f; echo $i; done",
            "environment: line 1: break: only meaningful in a `for', `while', or `until' loop\nafter 0\n1\nenvironment: line 1: break: only meaningful in a `for', `while', or `until' loop\nafter 0\n2\n",
        ),
        (
            "for i in 1 2 3; do for j in a b; do [ $i = 2 ] && continue 2; echo $i$j; done; done; i=0; while :; do ((++i > 3)) && break; ((i == 2)) && continue; echo $i; done; until false; do break; done; echo $?",
            "1a\n1b\n3a\n3b\n1\n3\n0\n",
        ),
        (
            "for i in 1 2; do break -- 1; done; echo $i; for i in 1; do break 99999999999999999999; done",
            "1\nbash: line 1: break: 99999999999999999999: numeric argument required\n",
            128,
        ),
        ("echo a; exit 5; echo b", "a\n", 5),
        (
            'eval -x; echo $?; eval -- echo hi; eval; echo $?; false; eval ""; echo $?; eval "echo a\nnosuch\necho b"; echo $?',
            "bash: line 1: eval: -x: invalid option\neval: usage: eval [arg ...]\n2\nhi\n0\n0\na\nbash: line 4: nosuch: command not found\nb\n0\n",
        ),
        (
            'eval "(("; echo $?; eval "exit 4"; echo no',
            "bash: eval: line 1: unexpected EOF while looking for matching `)'\n2\n",
            4,
        ),
        (
            "eval 'x=1; f() { echo $x; }'; f; eval \"eval 'eval \\\"echo deep\\\"'\"; eval 'false'; echo $?",
            "1\ndeep\n1\n",
        ),
        (
            "(exec -x; echo $?; exec -a; echo $?; exec; echo $?; exec -- echo hi; echo no)",
            "bash: line 1: exec: -x: invalid option\nexec: usage: exec [-cl] [-a name] [command [argument ...]] [redirection ...]\n2\nbash: line 1: exec: -a: option requires an argument\nexec: usage: exec [-cl] [-a name] [command [argument ...]] [redirection ...]\n2\n0\nhi\n",
        ),
        (
            '(exec nosuch; echo no); echo $?; shopt -s execfail; exec nosuch; echo $?; exec ./nosuch; echo $?; exec /tmp; echo $?; echo x > f; exec ./f; echo $?; exec ""; echo $?',
            "bash: line 1: exec: nosuch: not found\n127\nbash: line 1: exec: nosuch: not found\n127\nbash: line 1: /tmp/t/nosuch: No such file or directory\n127\nbash: line 1: /tmp: Is a directory\nbash: line 1: exec: /tmp: cannot execute: Is a directory\n126\nbash: line 1: /tmp/t/f: Permission denied\nbash: line 1: exec: /tmp/t/f: cannot execute: Permission denied\n126\nbash: line 1: exec: : not found\n127\n",
        ),
        (
            "(exec cat /nosuchfile); echo $?; (f() { echo f; }; exec f); echo $?; (exec cd /); echo $?",
            "cat: /nosuchfile: No such file or directory\n1\nbash: line 1: exec: f: not found\n127\nbash: line 1: exec: cd: not found\n127\n",
        ),
        (
            "(trap \"echo bye\" EXIT; exec echo hi); (trap \"echo bye\" EXIT; exec nosuch); (exec -a foo bash -c 'echo $0'); (exec -l bash -c 'echo $0'); export z=1; (exec -c bash -c 'echo \"[$z]\"')",
            "hi\nbash: line 1: exec: nosuch: not found\nbye\nfoo\n-bash\n[]\n",
        ),
        (
            "exec 3<nosuch; echo $?; exec 4>out; echo four >&4; exec 4>&-; cat out; (exec echo hi >/nosuch/x; echo no); echo $?",
            "bash: line 1: nosuch: No such file or directory\n1\nfour\nbash: line 1: /nosuch/x: No such file or directory\nno\n0\n",
        ),
        (
            'source; echo $?; .; echo $?; source -x; echo $?; source nosuch; echo $?; source /; echo $?; . ./nosuch; echo $?; source ""; echo $?',
            "bash: line 1: source: filename argument required\nsource: usage: source filename [arguments]\n2\nbash: line 1: .: filename argument required\n.: usage: . filename [arguments]\n2\nbash: line 1: source: -x: invalid option\nsource: usage: source filename [arguments]\n2\nbash: line 1: nosuch: No such file or directory\n1\nbash: line 1: source: /: is a directory\n1\nbash: line 1: ./nosuch: No such file or directory\n1\nbash: line 1: : No such file or directory\n1\n",
        ),
        (
            "echo 'echo in $1 $# ${BASH_SOURCE[0]} ${FUNCNAME[0]} $LINENO; return 5; echo no' > s; source s; echo $?; source ./s a b; echo $? $#; set -- q; . ./s; echo $?",
            "in 0 s 1\n5\nin a 2 ./s 1\n5 0\nin q 1 ./s 1\n5\n",
        ),
        (
            "echo 'set -- 1 2 3; nosuch' > s; . ./s; echo $? $#; . ./s x; echo $? $#; echo 'shift' > t; set -- a b; . ./t; echo $#; . ./t x y; echo $#",
            "./s: line 1: nosuch: command not found\n127 3\n./s: line 1: nosuch: command not found\n127 3\n1\n1\n",
        ),
        (
            "mkdir p; echo 'echo inp $1' > p/q.sh; echo 'echo here' > q.sh; OLD=$PATH; PATH=$PWD/p:$PATH; source q.sh x; shopt -u sourcepath; source q.sh; PATH=$OLD; shopt -s sourcepath; source q.sh",
            "inp x\nhere\nhere\n",
        ),
        (
            "source <(echo echo hi); echo 'echo \"$*\"' | source /dev/stdin z; printf 'echo a\\0b\\n' > n; source ./n",
            "hi\nz\nab\n",
        ),
        (
            "echo 'for i in 1 2; do . ./b; echo no; done; echo out' > l; echo break > b; . ./l; echo 'f() { echo ${FUNCNAME[@]} ${BASH_SOURCE[@]}; }; f' > g; . ./g; trap 'echo ret' RETURN; . ./g",
            "out\nf source ./g ./g\nf source ./g ./g\nret\n",
        ),
        (
            "caller; echo $?; f() { caller; caller 0; caller 1; caller x; echo $?; caller -x; echo $?; }; printf 'f\\ng() { f; }\\ng\\n' > c; . ./c",
            "1\n1 ./c\n1 source ./c\nenvironment: line 1: caller: x: invalid number\ncaller: usage: caller [expr]\n2\nenvironment: line 1: caller: -x: invalid option\ncaller: usage: caller [expr]\n2\n2 ./c\n2 g ./c\n3 source ./c\nenvironment: line 1: caller: x: invalid number\ncaller: usage: caller [expr]\n2\nenvironment: line 1: caller: -x: invalid option\ncaller: usage: caller [expr]\n2\n",
        ),
        (
            "exit --help | head -n 1 | cut -c 1-10; echo $?; break --help > /dev/null; echo $?; for i in 1 2; do continue --help > /dev/null; echo $?; done; return --help > /dev/null; echo $?; logout --help > /dev/null; echo $?",
            "exit: exit\n0\n2\n2\n2\n2\n2\n",
        ),
        ("trap 'exit' EXIT; (exit 5); false; exit 4", "", 4),
        ("set -o posix; (. nosuch; echo no); echo $?", "bash: line 1: .: nosuch: file not found\n1\n"),
        (
            "head -c 600 /dev/zero > z; source ./z; echo $?; chmod 000 z 2> /dev/null; cd /; PATH=:; source nosuchfile; echo $?",
            "bash: line 1: source: ./z: cannot execute binary file\n126\nbash: line 1: nosuchfile: No such file or directory\n1\n",
        ),
    ],
)
def test_leaving_and_running_text_say_what_gnu_bash_says(says, case):
    says(*case)
