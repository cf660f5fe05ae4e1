"""complete, compopt, compgen. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            'complete; complete -W "a b" foo; complete; complete -p foo; complete -p bar; echo $?; complete -r foo; complete -r foo; echo $?; complete -F f -o nospace -o filenames x y; complete -p; complete -A file -d q; complete -p; complete -x; echo $?',
            "complete -W 'a b' foo\ncomplete -W 'a b' foo\nbash: line 1: complete: bar: no completion specification\n1\nbash: line 1: complete: foo: no completion specification\n1\ncomplete -o filenames -o nospace -F f y\ncomplete -o filenames -o nospace -F f x\ncomplete -o filenames -o nospace -F f y\ncomplete -o filenames -o nospace -F f x\ncomplete -d -f q\nbash: line 1: complete: -x: invalid option\ncomplete: usage: complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]\n2\n",
        ),
        (
            "complete -o bogus z; echo $?; complete -A bogus z; echo $?; complete -D -F fd; complete -E -F fe; complete -I -F fi; complete; complete -p -D; complete -r -D; complete -r -D; echo $?; complete -r; complete",
            "bash: line 1: complete: bogus: invalid option name\n2\nbash: line 1: complete: bogus: invalid action name\n2\ncomplete -F fi -I\ncomplete -F fd -D\ncomplete -F fe -E\ncomplete -F fd -D\nbash: line 1: complete: _DefaultCmD_: no completion specification\n1\n",
        ),
        (
            "complete -abcdefgjksuv -P p -S s -X 'x*' -G '*.c' -C cmd all; complete -p; compopt -o nospace all; complete -p all; compopt +o nospace all; complete -p; compopt -o nospace nosuch; echo $?; compopt all; compopt -x; echo $?; compopt -D all; echo $?; compopt; echo $?; compopt -o bogus all; echo $?",
            "complete -a -b -c -d -e -f -g -j -k -s -u -v -G '*.c' -P 'p' -S 's' -X 'x*' -C 'cmd' all\ncomplete -o nospace -a -b -c -d -e -f -g -j -k -s -u -v -G '*.c' -P 'p' -S 's' -X 'x*' -C 'cmd' all\ncomplete -a -b -c -d -e -f -g -j -k -s -u -v -G '*.c' -P 'p' -S 's' -X 'x*' -C 'cmd' all\nbash: line 1: compopt: nosuch: no completion specification\n1\ncompopt +o bashdefault +o default +o dirnames +o filenames +o noquote +o nosort +o nospace +o plusdirs all\nbash: line 1: compopt: -x: invalid option\ncompopt: usage: compopt [-o|+o option] [-DEI] [name ...]\n2\nbash: line 1: compopt: _DefaultCmD_: no completion specification\n1\nbash: line 1: compopt: not currently executing completion function\n1\nbash: line 1: compopt: bogus: invalid option name\n2\n",
        ),
        (
            "complete -A function -A signal -A helptopic -A stopped -A arrayvar -A enabled xx; complete -p xx; complete -o nosort -o noquote -o plusdirs -o dirnames -o default -o bashdefault yy; complete -p yy; complete -C \"a'b\" zz; complete -p zz; complete -F f; echo $?; complete -W; echo $?; complete foo; complete -p foo; complete -F 'a b' c; echo $?; complete -F f ''; complete -p ''",
            "complete -A arrayvar -A enabled -A function -A helptopic -A signal -A stopped xx\ncomplete -o bashdefault -o default -o dirnames -o noquote -o nosort -o plusdirs yy\ncomplete -C 'a'\\''b' zz\ncomplete: usage: complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]\n2\nbash: line 1: complete: -W: option requires an argument\ncomplete: usage: complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]\n2\ncomplete foo\nbash: line 1: complete: `a b': not a valid identifier\n2\ncomplete -F f ''\n",
        ),
        (
            "for i in 1 2 3 4 5 6 7 8 9 git ls cat make ssh scp; do complete -W $i $i; done; complete",
            "complete -W 'ssh' ssh\ncomplete -W 'git' git\ncomplete -W 'ls' ls\ncomplete -W '9' 9\ncomplete -W '8' 8\ncomplete -W '7' 7\ncomplete -W '6' 6\ncomplete -W '5' 5\ncomplete -W '4' 4\ncomplete -W '3' 3\ncomplete -W '2' 2\ncomplete -W '1' 1\ncomplete -W 'scp' scp\ncomplete -W 'make' make\ncomplete -W 'cat' cat\n",
        ),
        (
            'compgen; echo $?; compgen -W "a b ab c"; compgen -W "a b ab c" -- a; compgen -W "a b" z; echo $?; compgen -A bogus; echo $?; compgen -o bogus; compgen -x; echo $?; compgen -F; compgen -D; compgen -p; compgen -r; echo $?',
            "0\na\nb\nab\nc\na\nab\n1\nbash: line 1: compgen: bogus: invalid action name\n2\nbash: line 1: compgen: bogus: invalid option name\nbash: line 1: compgen: -x: invalid option\ncompgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\n2\nbash: line 1: compgen: -F: option requires an argument\ncompgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\nbash: line 1: compgen: -D: invalid option\ncompgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\nbash: line 1: compgen: -p: invalid option\ncompgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\nbash: line 1: compgen: -r: invalid option\ncompgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\n2\n",
        ),
        (
            "compgen -A setopt a; compgen -A shopt ext; compgen -A signal SIGT; compgen -A signal int; compgen -A signal sigu; compgen -A signal | head -n 3; compgen -A signal | tail -n 3; compgen -A helptopic ec; compgen -A helptopic '['; compgen -b ec; compgen -A builtin ec; compgen -A enabled ec; compgen -A disabled; enable -n echo; compgen -A disabled; compgen -A enabled ec; compgen -k wh; compgen -A keyword",
            "allexport\nextdebug\nextglob\nextquote\nSIGTRAP\nSIGTERM\nSIGTSTP\nSIGTTIN\nSIGTTOU\nEXIT\nSIGHUP\nSIGINT\nDEBUG\nERR\nRETURN\necho\n[\n[[ ... ]]\necho\necho\necho\necho\nwhile\nif\nthen\nelse\nelif\nfi\ncase\nesac\nfor\nselect\nwhile\nuntil\ndo\ndone\nin\nfunction\ntime\n{\n}\n!\n[[\n]]\ncoproc\n",
        ),
        (
            "f1() { :; }; f2() { :; }; compgen -A function; compgen -A function nosuch; echo $?; shopt -s expand_aliases; alias aa=1 ab=2; compgen -a; compgen -a ab; compgen -v BASH_V; xyz=1; declare -a xya=(1); compgen -v xy; compgen -A arrayvar xy; export xyz; compgen -e xy; compgen -A export xy; declare xyu; compgen -v xyu; echo $?",
            "f1\nf2\n1\naa\nab\nab\nBASH_VERSINFO\nBASH_VERSION\nxya\nxyz\nxya\nxyz\nxyz\n1\n",
        ),
        (
            "touch x1 x2 y1; mkdir dd; compgen -f x | sort; compgen -d; compgen -f dd; compgen -f ./x | sort; touch dd/in; compgen -f dd/; compgen -d dd/; echo $?; compgen -G 'x*'; compgen -G 'no*'; echo $?; compgen -X 'x*' -f | sort; compgen -X '!x*' -f | sort; compgen -o dirnames -W q d; compgen -o plusdirs -W dq d; compgen -o default y; compgen -o default nosuch; echo $?; compgen -f nosuch/; echo $?",
            "x1\nx2\ndd\ndd\n./x1\n./x2\ndd/in\n1\nx1\nx2\n1\ndd\ny1\nx1\nx2\ndd\ndq\ndd\ny1\n1\n1\n",
        ),
        (
            'compgen -P \'<\' -S \'>\' -W "a b"; compgen -W "a b" -S/; compgen -W "  a  b  "; compgen -W "a;b c|d"; compgen -W "\\"q r\\" \'s t\'"; compgen -W "\\$(echo 1 2) {x,y} * \\$((3+4))"; compgen -W "-a --b" -- --; compgen -W "" x; echo $?; compgen -X "" -W "a b"; compgen -W "AB ab" -X "a*"; compgen -W "a*b x" -- "a*"; compgen -X "&*" -W "ab ac bc" a; IFS=: compgen -W "a:b c"; x="a b"; compgen -W "\\$x c"; compgen -W \'x\\ y\'',
            "<a>\n<b>\na/\nb/\na\nb\na;b\nc|d\nq r\ns t\n1\n2\nx\ny\n*\n7\n--b\n1\na\nb\nAB\na*b\na\nb c\na\nb\nc\nx y\n",
        ),
        (
            'ff() { COMPREPLY=(one two "$1" "$2"); }; compgen -F ff; compgen -F ff w; compgen -F nosuch; echo $?; fh() { :; }; compgen -F fh; echo $?; fg1() { COMPREPLY=scalar; }; compgen -F fg1; compgen -C "echo hi"; compgen -C \'printf "%s\\n"\' w; fi1() { echo "$COMP_CWORD [$COMP_LINE] $#"; COMPREPLY=x; }; compgen -F fi1; echo "[$COMPREPLY][$COMP_LINE]"',
            "bash: line 1: compgen: warning: -F option may not work as you expect\none\ntwo\ncompgen\n\nbash: line 1: compgen: warning: -F option may not work as you expect\none\ntwo\ncompgen\nw\nbash: line 1: compgen: warning: -F option may not work as you expect\nbash: line 1: completion: function `nosuch' not found\n1\nbash: line 1: compgen: warning: -F option may not work as you expect\n1\nbash: line 1: compgen: warning: -F option may not work as you expect\nscalar\nbash: line 1: compgen: warning: -C option may not work as you expect\nhi compgen  \nbash: line 1: compgen: warning: -C option may not work as you expect\ncompgen\nw\nbash: line 1: compgen: warning: -F option may not work as you expect\n-1 [] 3\nx\n[][]\n",
        ),
        (
            "compgen -c ech | sort -u; compgen -u roo; compgen -A hostname localh; compgen -j; echo $?; compgen -A running; echo $?; compgen -A stopped; echo $?; zzz() { :; }; compgen -c zzz",
            "echo\nroot\nlocalhost\n1\n1\n1\nzzz\n",
        ),
        (
            'compgen -o nosort -W "b a c"; compgen -W "a b" a b; compgen -A function -b ech; compgen -A signal -A setopt -k SIGU; compgen -W "aa" -k wh',
            "b\na\nc\na\necho\nSIGUSR1\nSIGUSR2\nSIGURG\nwhile\n",
        ),
        (
            "mkdir home; touch home/abc; HOME=$PWD/home; compgen -f '~/a' | sed \"s|.*/home|H|\"; compgen -d '~nosuch/'; echo $?; compgen -W \"'\" ; compgen -W '\"a' ; compgen -W 'a `echo b` \"c$(echo d)\" ${HOME##*/}'; compgen -W 'a#b #c (d) $((1+(2)))'; unset IFS; compgen -W 'x y'; IFS=; compgen -W 'x y'",
            "~/abc\n1\n\na\na\nb\ncd\nhome\na#b\n#c\n(d)\n3\nx\ny\nx y\n",
        ),
        (
            "compgen -c for | head -n 1; sleep 0.2 & compgen -j sl; compgen -A running; compgen -A stopped; echo $?; PATH=$PWD/bin:/nowhere; mkdir bin; echo > bin/xyzzy; chmod +x bin/xyzzy; echo > bin/xyzno; compgen -c xyz; compgen -A stopped; echo $?; compgen -A binding yan; compgen -A service nosuch; echo $?",
            "for\nsleep\nsleep\n1\nbash: line 1: mkdir: command not found\nbash: line 1: bin/xyzzy: No such file or directory\nbash: line 1: chmod: command not found\nbash: line 1: bin/xyzno: No such file or directory\n1\nyank\nyank-last-arg\nyank-nth-arg\nyank-pop\n1\n",
        ),
    ],
)
def test_completion_says_what_gnu_bash_says(says, case):
    says(*case)
