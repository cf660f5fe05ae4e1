"""history, fc, bind. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            "history; echo $?; history -s a b; history -s c; history; history 1; history x; echo $?; history -x; echo $?; history -d 1; history; history -d 9; echo $?; history -c; history; history -p '!!'; echo $?",
            "0\n    1  a b\n    2  c\n    2  c\nbash: line 1: history: x: numeric argument required\n1\nbash: line 1: history: -x: invalid option\nhistory: usage: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]\n2\n    1  c\nbash: line 1: history: 9: history position out of range\n1\nbash: line 1: history: !!: history expansion failed\n1\n",
        ),
        (
            "history -s 'echo hi'; history -p '!!' '!e:p' x; history -w f; cat f; history -r f; history; history -n f; history -d -1; history; history -s x y z; history -d 1-2; history; history -anrw; echo $?; history -d; echo $?; history -d abc; echo $?; history -d 3-1; echo $?; history -d 1-; echo $?",
            "echo hi\necho hi\nx\necho hi\n    1  echo hi\n    2  echo hi\n    1  echo hi\nbash: line 1: history: cannot use more than one of -anrw\n1\nbash: line 1: history: -d: option requires an argument\nhistory: usage: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]\n2\nbash: line 1: history: abc: history position out of range\n1\nbash: line 1: history: 3: history position out of range\n1\nbash: line 1: history: 1-: history position out of range\n1\n",
        ),
        (
            "history -r nofile; echo $?; history -w /no/f; echo $?; HISTFILE=hf; history -s one; history -a; cat hf; history -s two; history -a; cat hf; history -w; cat hf; history -r; history; history -s; history 0; history -1; echo $?; history 1 2; echo $?; history -a; echo $?",
            "1\n1\none\none\ntwo\none\ntwo\n    1  one\n    2  two\n    3  one\n    4  two\nbash: line 1: history: -1: invalid option\nhistory: usage: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]\n2\nbash: line 1: history: too many arguments\n",
            1,
        ),
        (
            "history -s 'echo a b c'; history -s 'cat /x/y.txt'; history -p '!!' '!-2' '!1' '!cat' '!?a b?' '!!:0' '!!:1' '!!:$' '!!:*' '!-2:1-2' '!-2:2*' '!-2:^' '!!:h' '!!:t' '!!:r' '!!:e' '!!:s/x/z/' '!!:gs/y/q/' '!!:p' '!-2:q' '!-2:x' '!!:s/x/&&/' '^x^w'",
            "cat /x/y.txt\necho a b c\necho a b c\ncat /x/y.txt\necho a b c\ncat\n/x/y.txt\n/x/y.txt\n/x/y.txt\na b\nb c\na\ncat /x\ny.txt\ncat /x/y\n.txt\ncat /z/y.txt\ncat /x/q.txt\ncat /x/y.txt\n'echo a b c'\n'echo' 'a' 'b' 'c'\ncat /xx/y.txt\ncat /w/y.txt\n",
        ),
        (
            "history -s 'echo a b c'; history -s 'cat /x/y.txt'; for i in '!9' '!nosuch' '!{cat}' '^zz^w' '!!:5' '!-9' '!?nosuch?' '!0'; do history -p \"$i\"; echo $?; done",
            "bash: line 1: history: !9: history expansion failed\n1\nbash: line 1: history: !nosuch: history expansion failed\n1\nbash: line 1: history: !{cat}: history expansion failed\n1\nbash: line 1: history: ^zz^w: history expansion failed\n1\nbash: line 1: history: !!:5: history expansion failed\n1\nbash: line 1: history: !-9: history expansion failed\n1\nbash: line 1: history: !?nosuch?: history expansion failed\n1\nbash: line 1: history: !0: history expansion failed\n1\n",
        ),
        (
            "history -s 'echo a b c'; history -p 'a!' '! b' '!=' '\\!!' \"'!!'\" '!$' '!*' '!!$' 'x !# y' '!echo:1' '!!:1-$' '!!:-2' '!!:2-' '\"!!\"' '!(x)' 'a!!b' '!!:s/b/d/:s/a/e/' '!!:s/zz/x/'; echo $?",
            "a!\n! b\n!=\n\\!!\n'!!'\nc\na b c\nc\nx x  y\na\na b c\necho a b\nb\n\"echo a b c\"\nbash: line 1: history: !(x): history expansion failed\naecho a b cb\necho e d c\nbash: line 1: history: !!:s/zz/x/: history expansion failed\n1\n",
        ),
        (
            "history -s \"x 'a b' \\\"c d\\\" e\\\\ f; g|h\"; history -p '!!:1' '!!:2' '!!:3' '!!:4' '!!:5' '!!:6' '!!:$'",
            "'a b'\n\"c d\"\ne\\ f\n;\ng\n|\nh\n",
        ),
        (
            "fc -l; echo $?; fc -s; echo $?; fc zzz; echo $?; fc -x; echo $?; fc -e; echo $?; fc -l zzz; echo $?",
            "0\nbash: line 1: fc: no command found\n1\n0\nbash: line 1: fc: -x: invalid option\nfc: usage: fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]\n2\nbash: line 1: fc: -e: option requires an argument\nfc: usage: fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]\n2\n0\n",
        ),
        (
            "for i in 1 2 3 4 5; do history -s \"echo $i\"; done; fc -l; fc -ln 2 3; fc -lr 2 3; fc -l 4 2; fc -l -2; fc -l -2 -1; fc -l 'echo 2' 'echo 4'; fc -l 99; fc -l 3; fc -lnr -1",
            "1\t echo 1\n2\t echo 2\n3\t echo 3\n4\t echo 4\n5\t echo 5\n\t echo 2\n\t echo 3\n3\t echo 3\n2\t echo 2\n4\t echo 4\n3\t echo 3\n2\t echo 2\n4\t echo 4\n5\t echo 5\n4\t echo 4\n5\t echo 5\n2\t echo 2\n3\t echo 3\n4\t echo 4\n1\t echo 1\n2\t echo 2\n3\t echo 3\n4\t echo 4\n5\t echo 5\n3\t echo 3\n4\t echo 4\n5\t echo 5\n\t echo 5\n",
        ),
        (
            "history -s 'echo one'; history -s 'echo two'; fc -s; fc -s 'echo o'; fc -s one=1 'echo o'; fc -s nosuch; echo $?; fc -e - echo; fc -e false; echo $?",
            "echo two\ntwo\necho one\none\necho 1\n1\nbash: line 1: fc: no command found\n1\necho 1\n1\n1\n",
        ),
        (
            "bind -q nosuch 2> /dev/null; echo $?; bind -l 2> /dev/null | head -n 3; bind -p 2> /dev/null | head -n 4; bind -v 2> /dev/null | head -n 3; bind -V 2> /dev/null | head -n 2; bind -P 2> /dev/null | head -n 3; bind; bind -x; echo $?; bind -z; echo $?",
            '1\nabort\naccept-line\nalias-expand-line\n\n"\\C-g": abort\n"\\C-x\\C-g": abort\n"\\e\\C-g": abort\nset bind-tty-special-chars on\nset blink-matching-paren off\nset byte-oriented off\nbind-tty-special-chars is set to `on\'\nblink-matching-paren is set to `off\'\n\nabort can be found on "\\C-g", "\\C-x\\C-g", "\\e\\C-g".\naccept-line can be found on "\\C-j", "\\C-m".\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: -x: option requires an argument\nbind: usage: bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]\n2\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: -z: invalid option\nbind: usage: bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]\n2\n',
        ),
        (
            "bind -q yank; bind -q vi-subst; echo $?; bind -x '\"\\C-o\": echo foo'; bind -X; bind -r '\\C-o'; bind -X; bind '\"\\C-t\": yank'; bind -q yank; bind -u yank; bind -q yank; echo $?; bind -u nosuch; bind -m bogus; echo $?; bind -m vi; bind -f nofile; echo $?",
            'bash: line 1: bind: warning: line editing not enabled\nyank can be invoked via "\\C-y".\nbash: line 1: bind: warning: line editing not enabled\nvi-subst is not bound to any keys.\n1\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\n"\\C-o": "echo foo"\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nyank can be invoked via "\\C-t", "\\C-y".\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nyank is not bound to any keys.\n1\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: `nosuch\': unknown function name\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: `bogus\': invalid keymap name\n1\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: nofile: cannot read: No such file or directory\n1\n',
        ),
        (
            "bind 'set completion-ignore-case on' 2> /dev/null; bind -v 2> /dev/null | grep completion-ignore; bind '\"\\C-t\": \"macro\"' 2> /dev/null; bind -s 2> /dev/null; bind -S 2> /dev/null; bind bogus; bind 'set nosuch 1'; echo $?; printf '# comment\\n\"\\\\C-b\": kill-line\\nset bell-style none\\n' > rc; bind -f rc 2> /dev/null; bind -q kill-line 2> /dev/null; bind -v 2> /dev/null | grep bell; bind -x 'bogus'; echo $?",
            'set completion-ignore-case on\n"\\C-t": "macro"\n\\C-t outputs macro\nbash: line 1: bind: warning: line editing not enabled\nreadline: bogus: no key sequence terminator\nbash: line 1: bind: warning: line editing not enabled\nreadline: nosuch: unknown variable name\n0\nkill-line can be invoked via "\\C-b", "\\C-k".\nset prefer-visible-bell on\nset bell-style none\nbash: line 1: bind: warning: line editing not enabled\nbash: line 1: bind: bogus: first non-whitespace character is not `"\'\n1\n',
        ),
        (
            "history -s a; history -s b; history -a; echo $?; HOME=$PWD; history -w; cat .history; history -c; history -r; history; history -n; echo $?",
            "1\na\nb\n    1  a\n    2  b\n0\n",
        ),
        (
            "for i in 1 2 3; do history -s \"echo $i\"; done; fc -e 'sed -i s/echo/printf/' 1 2 2> /dev/null; echo; fc -e true nosuch; echo $?",
            "12\nbash: line 1: fc: no command found\n1\n",
        ),
        (
            "set -o history\nHISTCONTROL=erasedups:ignorespace\necho a\necho b\necho a\n echo hidden\nHISTIGNORE='echo z*:pwd'\necho zed\nif true; then\n  echo 'in\nquotes'\nfi\ncase x in\n  x) echo x\n  ;;\nesac\ncat <<END\ndoc\nEND\n\nhistory",
            "a\nb\na\nhidden\nzed\nin\nquotes\nx\ndoc\n",
        ),
        (
            "set -o history; HISTSIZE=2\nshopt -u cmdhist\nfor i in 1\ndo :\ndone\nshopt -s lithist cmdhist\nfor i in 1\ndo :\ndone\nhistory | tail -n 3",
            "",
        ),
        (
            "history -s 'ls /tmp'; bash --norc -i 2> /dev/null <<'X'\necho one\necho !!\n^one^two\n!nosuch\n!echo:p\nhistory\nexit 3\nX\necho $?",
            "one\necho one\necho two\n    1  echo one\n    2  echo echo one\n    3  echo echo two\n    4  echo echo two\n    5  history\n3\n",
        ),
        (
            "HISTFILE=$PWD/hist; export HISTFILE; printf 'old1\\nold2\\n' > hist; printf 'echo new\\nhistory\\n' | bash --norc -i 2> /dev/null; cat hist; printf 'echo rc $1\\n' > rc; printf 'PROMPT_COMMAND=(\": a\" \"echo p\")\\nfalse\\necho $?\\n' | bash --rcfile rc -i 2> /dev/null; bash --rcfile rc -i -c 'echo in; test -n \"$HISTFILE\" && echo $-' 2> /dev/null | tr -d mHBc; HISTSIZE=1 bash --norc -i 2> /dev/null <<'X'\necho a\necho b\nX\ncat hist",
            "new\n    1  old1\n    2  old2\n    3  echo new\n    4  history\nold1\nold2\necho new\nhistory\nrc\np\np\n1\np\nr\nin\nhi\na\nb\necho b\n",
        ),
        (
            "printf 'cmd %s\\n' {1..10} > tmp; HISTFILE=tmp; HISTFILESIZE=5; cat tmp; HISTFILESIZE=x; HISTFILESIZE=-1; wc -l < tmp; HISTFILESIZE=0; wc -l < tmp; HISTFILE=/no/such; HISTFILESIZE=3; echo $?",
            "cmd 6\ncmd 7\ncmd 8\ncmd 9\ncmd 10\n5\n0\n0\n",
        ),
        (
            "history -s 'one two'; history -p '!!:$-' '!!:x-y' '!!:1-5' '!-1:-1' '!!:e:r:t:h' '!!:&' '!one:s/one/1/:&'; echo $?",
            "two-\n'one' 'two'-y\nbash: line 1: history: !!:1-5: history expansion failed\none two\none two\nbash: line 1: history: !!:&: history expansion failed\nbash: line 1: history: !one:s/one/1/:&: history expansion failed\n1\n",
        ),
    ],
)
def test_past_lines_say_what_gnu_bash_says(says, case):
    says(*case)
