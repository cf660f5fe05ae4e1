"""type, command, builtin, hash, enable, alias, help. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            "type; echo $?; type -x; echo $?; type nosuch; echo $?; type echo if for; f() { echo hi; }; type f; type -t f echo if nosuch; echo $?",
            "0\nbash: line 1: type: -x: invalid option\ntype: usage: type [-afptP] name [name ...]\n2\nbash: line 1: type: nosuch: not found\n1\necho is a shell builtin\nif is a shell keyword\nfor is a shell keyword\nf is a function\nf () \n{ \n    echo hi\n}\nfunction\nbuiltin\nkeyword\n1\n",
        ),
        (
            "f() { :; }; type -p f echo; echo $?; type -a f | head -n 1; type -af cd; type -ft cd; type -P nosuch; echo $?; type -p nosuch; echo $?; type -t nosuch; echo $?; type -a nosuch; echo $?",
            "0\nf is a function\ncd is a shell builtin\nbuiltin\n1\n1\n1\nbash: line 1: type: nosuch: not found\n1\n",
        ),
        (
            'type -type echo; type -all cd; type -path nosuch; echo $?; type time ! "{" "}" "[[" "]]" in do select; type ""; echo $?',
            "builtin\ncd is a shell builtin\n1\ntime is a shell keyword\n! is a shell keyword\n{ is a shell keyword\n} is a shell keyword\n[[ is a shell keyword\n]] is a shell keyword\nin is a shell keyword\ndo is a shell keyword\nselect is a shell keyword\nbash: line 1: type: : not found\n1\n",
        ),
        (
            'shopt -s expand_aliases; alias ll="ls -l"; type ll; type -t ll; type -p ll; echo $?; command -v ll; command -V ll; shopt -u expand_aliases; type ll; echo $?',
            "ll is aliased to `ls -l'\nalias\n0\nalias ll='ls -l'\nll is aliased to `ls -l'\nbash: line 1: type: ll: not found\n1\n",
        ),
        (
            'command -v if echo nosuch; echo $?; command -V if echo nosuch; echo $?; command -v nosuch; echo $?; command -v; echo $?; command -vV echo; command -v ""; echo $?',
            "if\necho\n0\nif is a shell keyword\necho is a shell builtin\nbash: line 1: command: nosuch: not found\n0\n1\n0\necho is a shell builtin\n1\n",
        ),
        (
            'f() { :; }; command f; echo $?; command; echo $?; command -x; echo $?; command -- echo hi; command nosuch; echo $?; command ""; echo $?; (command exit 3); echo $?; command -p echo hi',
            "bash: line 1: f: command not found\n127\n0\nbash: line 1: command: -x: invalid option\ncommand: usage: command [-pVv] command [arg ...]\n2\nhi\nbash: line 1: nosuch: command not found\n127\nbash: line 1: : command not found\n127\n3\nhi\n",
        ),
        (
            "touch f1; type ./f1; chmod +x f1; type ./f1; type -t ./f1; type -p ./f1; command -v ./f1; type .//f1; type /tmp; echo $?; command -v /; echo $?",
            "bash: line 1: type: ./f1: not found\n./f1 is ./f1\nfile\n./f1\n./f1\n.//f1 is .//f1\nbash: line 1: type: /tmp: not found\n1\n1\n",
        ),
        (
            "mkdir a b; for d in a b; do echo 'echo $0' > $d/prog; chmod +x $d/prog; done; PATH=$PWD/a:$PWD/b; type -a prog; type -ap prog; type -P prog; prog; hash; type prog; hash -t prog; hash -l; hash -d prog; hash",
            "prog is /tmp/t/a/prog\nprog is /tmp/t/b/prog\n/tmp/t/a/prog\n/tmp/t/b/prog\n/tmp/t/a/prog\n/tmp/t/a/prog\nhits\tcommand\n   1\t/tmp/t/a/prog\nprog is hashed (/tmp/t/a/prog)\n/tmp/t/a/prog\nbuiltin hash -p /tmp/t/a/prog prog\nhash: hash table empty\n",
        ),
        (
            "builtin; echo $?; builtin cat; echo $?; builtin -x; echo $?; builtin echo hi; builtin -- echo ho; cd() { echo mine; }; builtin cd /; builtin pwd; cd; builtin nosuch x; echo $?",
            "0\nbash: line 1: builtin: cat: not a shell builtin\n1\nbash: line 1: builtin: -x: invalid option\nbuiltin: usage: builtin [shell-builtin [arg ...]]\n2\nhi\nho\n/\nmine\nbash: line 1: builtin: nosuch: not a shell builtin\n1\n",
        ),
        (
            "hash; hash -l; hash nosuch; echo $?; hash -d nosuch; echo $?; hash -t nosuch; echo $?; hash -x; echo $?; hash -p; echo $?; hash -d; echo $?; hash -t; echo $?; hash echo; hash -l; hash -r; echo $?",
            "hash: hash table empty\nbash: line 1: hash: nosuch: not found\n1\n0\nbash: line 1: hash: nosuch: not found\n1\nbash: line 1: hash: -x: invalid option\nhash: usage: hash [-lr] [-p pathname] [-dt] [name ...]\n2\nbash: line 1: hash: -p: option requires an argument\nhash: usage: hash [-lr] [-p pathname] [-dt] [name ...]\n2\nbash: line 1: hash: -d: option requires an argument\n1\nbash: line 1: hash: -t: option requires an argument\n1\n0\n",
        ),
        (
            "hash -p /bin/zz zz; hash; hash -t zz; hash -t zz yy; hash -lt zz; hash -p /bin/yy yy; hash; hash -t zz yy; hash -d zz; hash; hash -p /tmp q; echo $?; hash -r; hash; hash /bin/cat; echo $?",
            "hits\tcommand\n   0\t/bin/zz\n/bin/zz\nzz\t/bin/zz\nbash: line 1: hash: yy: not found\nbuiltin hash -p /bin/zz zz\nhits\tcommand\n   3\t/bin/zz\n   0\t/bin/yy\nzz\t/bin/zz\nyy\t/bin/yy\nhits\tcommand\n   1\t/bin/yy\nbash: line 1: hash: /tmp: Is a directory\n1\nhash: hash table empty\n0\n",
        ),
        (
            "set +h; hash; echo $?; hash cat; echo $?",
            "bash: line 1: hash: hashing disabled\n1\nbash: line 1: hash: hashing disabled\n1\n",
        ),
        (
            "enable -n echo; type -t echo; enable -n; enable echo; enable -n; type -t echo; enable nosuch; echo $?; enable -x; echo $?; enable -s; enable -d echo; echo $?; enable -f foo bar; echo $?",
            "file\nenable -n echo\nbuiltin\nbash: line 1: enable: nosuch: not a shell builtin\n1\nbash: line 1: enable: -x: invalid option\nenable: usage: enable [-a] [-dnps] [-f filename] [name ...]\n2\nenable .\nenable :\nenable break\nenable continue\nenable eval\nenable exec\nenable exit\nenable export\nenable readonly\nenable return\nenable set\nenable shift\nenable source\nenable times\nenable trap\nenable unset\nbash: line 1: enable: echo: not dynamically loaded\n1\nbash: line 1: enable: cannot open shared object foo: foo: cannot open shared object file: No such file or directory\n1\n",
        ),
        (
            "enable | wc -l; enable -a | wc -l; enable -n cd true; enable -a | grep -e -n; enable -ps | wc -l; enable -pn; builtin cd; echo $?; cd; echo $?; enable -n nosuch cd; echo $?; enable cd true; cd /",
            "61\n61\nenable -n cd\nenable -n true\n16\nenable -n cd\nenable -n true\nbash: line 1: builtin: cd: not a shell builtin\n1\nbash: line 1: cd: command not found\n127\nbash: line 1: enable: nosuch: not a shell builtin\n1\n",
        ),
        (
            'alias; alias a=b; alias c="d e"; alias; alias a; alias nosuch; echo $?; alias -p; alias -x; echo $?; unalias; echo $?; unalias nosuch; echo $?; unalias -a; alias',
            "alias a='b'\nalias c='d e'\nalias a='b'\nbash: line 1: alias: nosuch: not found\n1\nalias a='b'\nalias c='d e'\nbash: line 1: alias: -x: invalid option\nalias: usage: alias [-p] [name[=value] ... ]\n2\nunalias: usage: unalias [-a] name [name ...]\n2\nbash: line 1: unalias: nosuch: not found\n1\n",
        ),
        (
            'alias x=1 y="it\'s"; alias x y; unalias x y z; echo $?; alias "a b=c" "a/b=c" "a\\$b=1"; echo $?; alias =x; echo $?; alias -- q=1; alias q; unalias -x; echo $?; alias é=3 1=3; alias; alias -p nosuch',
            "alias x='1'\nalias y='it'\\''s'\nbash: line 1: unalias: z: not found\n1\nbash: line 1: alias: `a b': invalid alias name\nbash: line 1: alias: `a/b': invalid alias name\nbash: line 1: alias: `a$b': invalid alias name\n1\nbash: line 1: alias: =x: not found\n1\nalias q='1'\nbash: line 1: unalias: -x: invalid option\nunalias: usage: unalias [-a] name [name ...]\n2\nalias é='3'\nalias 1='3'\nalias q='1'\nalias é='3'\nalias 1='3'\nalias q='1'\nbash: line 1: alias: nosuch: not found\n",
            1,
        ),
        (
            "f() { :; }; set -o posix; type break export; type -t break; set +o posix; type break",
            "break is a special shell builtin\nexport is a special shell builtin\nbuiltin\nbreak is a shell builtin\n",
        ),
        (
            "help -s cd; help -s ec; help nosuch; echo $?; help -x; echo $?; help -s exit true : '(( ... ))' %; help -s 'e*' nosuch; echo $?; help -s nosuch exit; echo $?",
            "cd: cd [-L|[-P [-e]] [-@]] [dir]\necho: echo [-neE] [arg ...]\nbash: line 1: help: no help topics match `nosuch'.  Try `help help' or `man -k nosuch' or `info nosuch'.\n1\nbash: line 1: help: -x: invalid option\nhelp: usage: help [-dms] [pattern ...]\n2\nexit: exit [n]\ntrue: true\n:: :\n(( ... )): (( expression ))\n%: job_spec [&]\nShell commands matching keywords `e*, nosuch'\n\necho: echo [-neE] [arg ...]\nenable: enable [-a] [-dnps] [-f filename] [name ...]\neval: eval [arg ...]\nexec: exec [-cl] [-a name] [command [argument ...]] [redirection ...]\nexit: exit [n]\nexport: export [-fn] [name[=value] ...] or export -p\n0\nexit: exit [n]\n0\n",
        ),
        (
            "for b in $(enable -a | sed 's/.* //'); do help -s \"$b\"; done",
            ".: . filename [arguments]\n:: :\n[: [ arg... ]\nalias: alias [-p] [name[=value] ... ]\nbg: bg [job_spec ...]\nbind: bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]\nbreak: break [n]\nbuiltin: builtin [shell-builtin [arg ...]]\ncaller: caller [expr]\ncd: cd [-L|[-P [-e]] [-@]] [dir]\ncommand: command [-pVv] command [arg ...]\ncompgen: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]\ncomplete: complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]\ncompopt: compopt [-o|+o option] [-DEI] [name ...]\ncontinue: continue [n]\ndeclare: declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]\ndirs: dirs [-clpv] [+N] [-N]\ndisown: disown [-h] [-ar] [jobspec ... | pid ...]\necho: echo [-neE] [arg ...]\nenable: enable [-a] [-dnps] [-f filename] [name ...]\neval: eval [arg ...]\nexec: exec [-cl] [-a name] [command [argument ...]] [redirection ...]\nexit: exit [n]\nexport: export [-fn] [name[=value] ...] or export -p\nfalse: false\nfc: fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]\nfg: fg [job_spec]\ngetopts: getopts optstring name [arg ...]\nhash: hash [-lr] [-p pathname] [-dt] [name ...]\nhelp: help [-dms] [pattern ...]\nhistory: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]\njobs: jobs [-lnprs] [jobspec ...] or jobs -x command [args]\nkill: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\nlet: let arg [arg ...]\nlocal: local [option] name[=value] ...\nlogout: logout [n]\nmapfile: mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]\npopd: popd [-n] [+N | -N]\nprintf: printf [-v var] format [arguments]\npushd: pushd [-n] [+N | -N | dir]\npwd: pwd [-LP]\nread: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]\nreadarray: readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]\nreadonly: readonly [-aAf] [name[=value] ...] or readonly -p\nreturn: return [n]\nset: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\nshift: shift [n]\nshopt: shopt [-pqsu] [-o] [optname ...]\nsource: source filename [arguments]\nsuspend: suspend [-f]\ntest: test [expr]\ntimes: times\ntrap: trap [-lp] [[arg] signal_spec ...]\ntrue: true\ntype: type [-afptP] name [name ...]\ntypeset: typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]\nulimit: ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]\numask: umask [-p] [-S] [mode]\nunalias: unalias [-a] name [name ...]\nunset: unset [-f] [-v] [-n] [name ...]\nwait: wait [-fn] [-p var] [id ...]\n",
        ),
        (
            "help -s 'sh*' 'd?rs'; help -s '[[' '{' for if",
            "Shell commands matching keywords `sh*, d?rs'\n\nshift: shift [n]\nshopt: shopt [-pqsu] [-o] [optname ...]\ndirs: dirs [-clpv] [+N] [-N]\n[[ ... ]]: [[ expression ]]\n{ ... }: { COMMANDS ; }\nfor: for NAME [in WORDS ... ] ; do COMMANDS; done\nif: if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi\n",
        ),
        (
            "PATH=; command -p cat /dev/null; echo $?; command -p nosuchprogram; echo $?; command -pv cat; command -p echo builtin",
            "0\nbash: line 1: nosuchprogram: command not found\n127\n/bin/cat\nbuiltin\n",
        ),
        (
            "hash cat > /dev/null; hash -d cat; hash -d cat; echo $?; PATH=/nowhere; hash cat; echo $?; hash -p /bin/cat c; hash c; echo $?; hash; enable -d; echo $?; type -f cd",
            "bash: line 1: hash: cat: not found\n1\nbash: line 1: hash: cat: not found\n1\nbash: line 1: hash: c: not found\n1\nhash: hash table empty\nenable .\nenable :\nenable [\nenable alias\nenable bg\nenable bind\nenable break\nenable builtin\nenable caller\nenable cd\nenable command\nenable compgen\nenable complete\nenable compopt\nenable continue\nenable declare\nenable dirs\nenable disown\nenable echo\nenable enable\nenable eval\nenable exec\nenable exit\nenable export\nenable false\nenable fc\nenable fg\nenable getopts\nenable hash\nenable help\nenable history\nenable jobs\nenable kill\nenable let\nenable local\nenable logout\nenable mapfile\nenable popd\nenable printf\nenable pushd\nenable pwd\nenable read\nenable readarray\nenable readonly\nenable return\nenable set\nenable shift\nenable shopt\nenable source\nenable suspend\nenable test\nenable times\nenable trap\nenable true\nenable type\nenable typeset\nenable ulimit\nenable umask\nenable unalias\nenable unset\nenable wait\n0\ncd is a shell builtin\n",
        ),
        (
            "help -s nosuch* 'c[do]*' > out; echo $?; head -n 3 out; help -d nosuch; echo $?",
            "0\nShell commands matching keywords `nosuch*, c[do]*'\n\ncd: cd [-L|[-P [-e]] [-@]] [dir]\nbash: line 1: help: no help topics match `nosuch'.  Try `help help' or `man -k nosuch' or `info nosuch'.\n1\n",
        ),
    ],
)
def test_looking_commands_up_says_what_gnu_bash_says(says, case):
    says(*case)
