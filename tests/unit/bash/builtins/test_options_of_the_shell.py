"""set, shopt, umask, getopts, cd, pushd. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            "set -z; echo $?",
            "bash: line 1: set: -z: invalid option\nset: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n2\n",
        ),
        ("set -o nope; echo $?", "bash: line 1: set: nope: invalid option name\n2\n"),
        ("set +o nope; echo $?", "bash: line 1: set: nope: invalid option name\n2\n"),
        ('set a -e b; echo "$* $-"', "a -e b hBc\n"),
        ('set + a b; echo "$* $#"', "a b 2\n"),
        ("set +e a; echo $*", "a\n"),
        (
            "set -e -z; echo $? $-",
            "bash: line 1: set: -z: invalid option\nset: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n2 hBc\n",
        ),
        ("set +; echo $?", "0\n"),
        ("set -o allexport; x=1; declare -p x", 'declare -x x="1"\n'),
        ('set "" a; echo "$#[$1]"', "2[]\n"),
        ('set -- "$@" x; echo $#', "1\n"),
        (
            "set -1; echo $?",
            "bash: line 1: set: -1: invalid option\nset: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n2\n",
        ),
        ("set -o a b; echo $?", "bash: line 1: set: a: invalid option name\n2\n"),
        (
            "set -e+x; echo $?",
            "bash: line 1: set: -+: invalid option\nset: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n2\n",
        ),
        (
            'set -eu -o pipefail x y; echo "$@ ${#}"; shopt -o errexit pipefail',
            "x y 2\nerrexit        \ton\npipefail       \ton\n",
        ),
        ('set -o errexit a; echo "$*"', "a\n"),
        ("set -xv; set -; echo done", "+ set -\ndone\n"),
        ("set -a; set +a; set -f; echo *; set +f", "*\n"),
        (
            'set -o | while read -r name value; do [ "$value" = on ] && echo $name; done',
            "braceexpand\nhashall\ninteractive-comments\n",
            1,
        ),
        (
            'set +o | while read -r a b name; do [ "$b" = -o ] && echo $name; done',
            "braceexpand\nhashall\ninteractive-comments\n",
            1,
        ),
        ('set -o posix; echo $POSIXLY_CORRECT; set +o posix; echo "${POSIXLY_CORRECT-u}"', "y\nu\n"),
        ("x='a b'; set | while read -r l; do case $l in x=*) echo \"$l\";; esac; done", "x='a b'\n"),
        (
            "q=\"it's\"; t='~'; u='a~'; h='#'; e='a=b'; n=$'a\\nb'; set | while read -r l; do case $l in [qtuhen]=*) echo \"$l\";; esac; done",
            "e=a=b\nh='#'\nn=$'a\\nb'\nq='it'\\''s'\nt='~'\nu=a~\n",
        ),
        (
            "set -o vi; shopt -o vi emacs; set -o emacs; shopt -o vi emacs",
            "vi             \ton\nemacs          \toff\nvi             \toff\nemacs          \ton\n",
            1,
        ),
    ],
)
def test_set_changes_options_and_parameters(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "shopt nullglob; echo $?; shopt -s nullglob; echo $?; shopt nullglob; echo $?; shopt -p nullglob; shopt -q nullglob; echo $?; shopt -u nullglob; shopt -q nullglob; echo $?",
            "nullglob       \toff\n1\n0\nnullglob       \ton\n0\nshopt -s nullglob\n0\n1\n",
        ),
        (
            "shopt nope; echo $?; shopt -s nope; echo $?; shopt -q nope; echo $?; shopt -p nope; echo $?",
            "bash: line 1: shopt: nope: invalid shell option name\n1\nbash: line 1: shopt: nope: invalid shell option name\n1\nbash: line 1: shopt: nope: invalid shell option name\n1\nbash: line 1: shopt: nope: invalid shell option name\n1\n",
        ),
        (
            "shopt -s nullglob nope dotglob; echo $?; shopt nullglob dotglob; echo $?",
            "bash: line 1: shopt: nope: invalid shell option name\n1\nnullglob       \ton\ndotglob        \ton\n0\n",
        ),
        (
            "shopt -su nullglob; echo $?; shopt -z; echo $?; shopt -so nope; echo $?; shopt -o nope; echo $?",
            "bash: line 1: shopt: cannot set and unset shell options simultaneously\n1\nbash: line 1: shopt: -z: invalid option\nshopt: usage: shopt [-pqsu] [-o] [optname ...]\n2\nbash: line 1: shopt: nope: invalid option name\n0\nbash: line 1: shopt: nope: invalid option name\n1\n",
        ),
        (
            "shopt -s extglob; shopt -q extglob nullglob; echo $?; shopt -p extglob nullglob; echo $?",
            "1\nshopt -s extglob\nshopt -u nullglob\n1\n",
        ),
        (
            "shopt -s compat43; shopt compat43; echo $BASH_COMPAT; shopt restricted_shell login_shell; shopt -s login_shell; echo $?; shopt -s restricted_shell; echo $?",
            "compat43       \ton\n43\nrestricted_shell\toff\nlogin_shell    \toff\n0\n0\n",
        ),
        (
            "shopt -q; echo $?; shopt -qs; echo $?; shopt -p -o nope; echo $?",
            "0\n0\nbash: line 1: shopt: nope: invalid option name\n1\n",
        ),
        (
            "shopt -s compat42; shopt -s compat43; shopt compat42 compat43; echo $BASH_COMPAT",
            "compat42       \toff\ncompat43       \ton\n43\n",
        ),
        ("shopt -po errexit; shopt -qo errexit; echo $?", "set +o errexit\n1\n"),
    ],
)
def test_shopt_shows_and_throws(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "umask; umask -S; umask -p; umask -p -S",
            "0022\nu=rwx,g=rx,o=rx\numask 0022\numask -S u=rwx,g=rx,o=rx\n",
        ),
        ("umask 077; umask; umask -S", "0077\nu=rwx,g=,o=\n"),
        ("umask u=rwx,g=rx,o=; umask; umask g+w; umask; umask a-x; umask", "0027\n0007\n0117\n"),
        ("umask 8; echo $?", "bash: line 1: umask: 8: octal number out of range\n1\n"),
        ("umask 1000; echo $?", "0\n"),
        ("umask u=q; echo $?", "bash: line 1: umask: `q': invalid symbolic mode character\n1\n"),
        ("umask x; echo $?", "bash: line 1: umask: `x': invalid symbolic mode operator\n1\n"),
        ("umask u; echo $?", "bash: line 1: umask: `\x00': invalid symbolic mode operator\n1\n"),
        ("umask u+; echo $?; umask", "0\n0022\n"),
        ("umask u+rq; echo $?", "bash: line 1: umask: `q': invalid symbolic mode character\n1\n"),
        ("umask -S 022; umask -S u=rwx", "u=rwx,g=rx,o=rx\nu=rwx,g=rx,o=rx\n"),
        (
            "umask -x; echo $?",
            "bash: line 1: umask: -x: invalid option\numask: usage: umask [-p] [-S] [mode]\n2\n",
        ),
        (
            "umask 0777; umask; umask =rx; umask; umask +w; umask; umask u=g; umask; umask ug=o; echo $?; umask",
            "0777\n0222\n0000\nbash: line 1: umask: `g': invalid symbolic mode character\n0000\nbash: line 1: umask: `o': invalid symbolic mode character\n1\n0000\n",
        ),
        ("umask 22 33; echo $? ; umask", "0\n0022\n"),
        ("umask -p 077; echo $?; umask", "0\n0077\n"),
        ("umask 00000077; umask", "0077\n"),
        ("umask 07777; echo $?", "0\n"),
        ("umask ''; echo $?", "bash: line 1: umask: `\x00': invalid symbolic mode operator\n1\n"),
        (
            "umask u=rwX; echo $?; umask u+s; echo $?; umask",
            "bash: line 1: umask: `X': invalid symbolic mode character\n1\nbash: line 1: umask: `s': invalid symbolic mode character\n1\n0022\n",
        ),
        ("umask u+r,; echo $?", "bash: line 1: umask: `\x00': invalid symbolic mode operator\n1\n"),
    ],
)
def test_umask_by_digits_and_letters(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("getopts; echo $?", "getopts: usage: getopts optstring name [arg ...]\n2\n"),
        ("getopts a; echo $?", "getopts: usage: getopts optstring name [arg ...]\n2\n"),
        ("getopts a 1x -a; echo $?", "bash: line 1: getopts: `1x': not a valid identifier\n1\n"),
        (
            "getopts -x; echo $?",
            "bash: line 1: getopts: -x: invalid option\ngetopts: usage: getopts optstring name [arg ...]\n2\n",
        ),
        (
            'getopts ab o -a -b; echo "$? $o ${OPTARG-u} $OPTIND"; getopts ab o -a -b; echo "$? $o ${OPTARG-u} $OPTIND"; getopts ab o -a -b; echo "$? $o ${OPTARG-u} $OPTIND"; getopts ab o -a -b; echo "$? $o ${OPTARG-u} $OPTIND"',
            "0 a u 2\n0 b u 3\n1 ? u 3\n1 ? u 3\n",
        ),
        (
            'for i in 1 2 3 4; do getopts ab:c o -ab arg -cz x; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "0 a u 1\n0 b arg 3\n0 c u 3\nbash: illegal option -- z\n0 ? u 4\n",
        ),
        (
            'for i in 1 2 3; do getopts :ab: o -z -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "0 ? z 2\n0 : b 3\n1 ? u 3\n",
        ),
        (
            'for i in 1 2 3; do getopts ab: o -z -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "bash: illegal option -- z\n0 ? u 2\nbash: option requires an argument -- b\n0 ? u 3\n1 ? u 3\n",
        ),
        (
            'OPTERR=0; for i in 1 2 3; do getopts ab: o -z -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "0 ? u 2\n0 ? u 3\n1 ? u 3\n",
        ),
        (
            'for i in 1 2 3; do getopts ab o -a -- -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "0 a u 2\n1 ? u 3\n0 b u 4\n",
        ),
        (
            'for i in 1 2 3; do getopts ab o -a - -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "0 a u 2\n1 ? u 2\n1 ? u 2\n",
        ),
        (
            'for i in 1 2 3; do getopts ab o x -b; echo "$? $o ${OPTARG-u} $OPTIND"; done',
            "1 ? u 1\n1 ? u 1\n1 ? u 1\n",
        ),
        (
            "set -- -a -b; while getopts ab o; do echo $o $OPTIND; done; OPTIND=1; while getopts ab o; do echo $o $OPTIND; done",
            "a 2\nb 3\na 2\nb 3\n",
        ),
        ("getopts ab o -ab; echo $o; OPTIND=1; getopts ab o -ab; echo $o", "a\na\n"),
        ('getopts ab o -ab; echo $o; OPTIND=2; getopts ab o -ab; echo "$o $?"', "a\n? 1\n"),
        (
            'f() { local OPTIND OPTARG o; while getopts xy o -xy; do echo "f $o"; done; }; while getopts abc o -abc; do echo $o $OPTIND; f; done',
            "a 1\nf x\nf y\nb 1\nf x\nf y\nc 2\nf x\nf y\n",
        ),
        (
            'f() { local OPTIND=1 o; while getopts xy o -xy; do echo "f $o"; done; }; while getopts abc o -abc; do echo $o $OPTIND; f; done',
            "a 1\nf x\nf y\nb 1\nf x\nf y\nc 2\nf x\nf y\n",
        ),
        (
            'f() { while getopts xy o "$@"; do echo "f $o $OPTIND"; done; }; f -x; f -x; OPTIND=1; f -x',
            "f x 2\nf x 2\n",
        ),
        ("readonly o; getopts a o -a; echo $?", "bash: line 1: o: readonly variable\n2\n"),
        ("getopts 'a:' o -a ''; echo \"$? $o [${OPTARG-u}] $OPTIND\"", "0 a [] 3\n"),
        ("getopts 'a::' o -ax; echo \"$? $o [${OPTARG-u}] $OPTIND\"", "0 a [x] 2\n"),
        ("getopts '' o -a; echo \"$? $o\"", "bash: illegal option -- a\n0 ?\n"),
        ("getopts ':' o -a; echo \"$? $o $OPTARG\"", "0 ? a\n"),
        ("getopts 'a' o -:; echo \"$? $o $OPTARG\"", "bash: illegal option -- :\n0 ? \n"),
        ("getopts 'a-:' o --foo=bar; echo \"$? $o $OPTARG $OPTIND\"", "0 - foo=bar 2\n"),
        ("getopts a o[1] -a; echo $?", "bash: line 1: getopts: `o[1]': not a valid identifier\n1\n"),
        ("OPTIND=x; getopts a o -a; echo $? $OPTIND $o", "0 2 a\n"),
        ("OPTIND=5; getopts a o -a; echo $? $OPTIND $o", "1 2 ?\n"),
        (
            'getopts a: o -a; echo "$? $o [${OPTARG-u}] $OPTIND"',
            "bash: option requires an argument -- a\n0 ? [u] 2\n",
        ),
        ('getopts :a: o -a; echo "$? $o [${OPTARG-u}] $OPTIND"', "0 : [a] 2\n"),
        ("echo $OPTIND $OPTERR; unset OPTIND; getopts a o -a; echo $? $OPTIND", "1 1\n0 2\n"),
        ('set -- -a foo -b; getopts a:b o; shift 2; getopts a:b o; echo "$o $? $OPTIND"', "? 1 2\n"),
    ],
)
def test_getopts_takes_one_option_at_a_time(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("dirs; pushd; echo $?", "/tmp/t\nbash: line 1: pushd: no other directory\n1\n"),
        (
            "cd /; pushd /tmp; pushd /usr; dirs; dirs -p; dirs -v; dirs -l; dirs +1; dirs -0; dirs +5; echo $?",
            "/tmp /\n/usr /tmp /\n/usr /tmp /\n/usr\n/tmp\n/\n 0  /usr\n 1  /tmp\n 2  /\n/usr /tmp /\n/tmp\n/\nbash: line 1: dirs: 5: directory stack index out of range\n1\n",
        ),
        (
            "cd /; pushd /tmp; pushd /usr; pushd; pushd +1; pushd -0; popd; popd; popd; echo $?",
            "/tmp /\n/usr /tmp /\n/tmp /usr /\n/usr / /tmp\n/tmp /usr /\n/usr /\n/\nbash: line 1: popd: directory stack empty\n1\n",
        ),
        (
            "cd /; pushd -n /tmp; dirs; pushd -n /usr; dirs; popd -n; dirs; popd; pwd",
            "/ /tmp\n/ /tmp\n/ /usr /tmp\n/ /usr /tmp\n/ /tmp\n/ /tmp\n/tmp\n/tmp\n",
        ),
        (
            "cd /; pushd /tmp>/dev/null; pushd /usr >/dev/null; popd +1; popd -0; dirs; popd +5; echo $?",
            "/usr /\n/usr\n/usr\nbash: line 1: popd: directory stack empty\n1\n",
        ),
        (
            "cd /; pushd /nope; echo $?; pushd +3; echo $?; pushd -x; echo $?; popd x; echo $?; dirs x; echo $?; pushd a b; echo $?",
            "bash: line 1: pushd: /nope: No such file or directory\n1\nbash: line 1: pushd: directory stack empty\n1\nbash: line 1: pushd: -x: invalid number\npushd: usage: pushd [-n] [+N | -N | dir]\n2\nbash: line 1: popd: x: invalid argument\npopd: usage: popd [-n] [+N | -N]\n2\nbash: line 1: dirs: x: invalid option\ndirs: usage: dirs [-clpv] [+N] [-N]\n2\nbash: line 1: pushd: too many arguments\n1\n",
        ),
        (
            "popd; echo $?; popd +0; echo $?; popd +1; echo $?; popd -n; echo $?",
            "bash: line 1: popd: directory stack empty\n1\nbash: line 1: popd: directory stack empty\n1\nbash: line 1: popd: directory stack empty\n1\nbash: line 1: popd: directory stack empty\n1\n",
        ),
        (
            "cd /; pushd /tmp > /dev/null; popd +0; pwd; pushd +0; pushd -1; echo $?; pushd -; echo $?",
            "/\n/\n/\nbash: line 1: pushd: directory stack empty\n1\n/\n/ /\n0\n",
        ),
        (
            "cd /; pushd /tmp /usr; echo $?; pushd; echo $?; dirs -x; echo $?; dirs -vp; dirs +x; echo $?",
            "bash: line 1: pushd: too many arguments\n1\nbash: line 1: pushd: no other directory\n1\nbash: line 1: dirs: -x: invalid number\ndirs: usage: dirs [-clpv] [+N] [-N]\n2\nbash: line 1: dirs: -vp: invalid number\ndirs: usage: dirs [-clpv] [+N] [-N]\nbash: line 1: dirs: +x: invalid number\ndirs: usage: dirs [-clpv] [+N] [-N]\n2\n",
        ),
        (
            "cd /; pushd /tmp>/dev/null; pushd -n +1; dirs; popd -x; popd -1;",
            "/tmp /tmp\nbash: line 1: popd: -x: invalid number\npopd: usage: popd [-n] [+N | -N]\n/tmp\n",
        ),
    ],
)
def test_directories_are_kept_on_a_stack(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "cd -@ /tmp; echo $?",
            "bash: line 1: cd: -@: invalid option\ncd: usage: cd [-L|[-P [-e]] [-@]] [dir]\n2\n",
        ),
        ("cd a b; echo $?", "bash: line 1: cd: too many arguments\n1\n"),
        ("unset HOME; cd; echo $?", "bash: line 1: cd: HOME not set\n1\n"),
        ('HOME= ; cd; echo "$? $PWD"', "0 /tmp/t\n"),
        ("cd -; echo $?", "bash: line 1: cd: OLDPWD not set\n1\n"),
        ("unset OLDPWD; cd -; echo $?", "bash: line 1: cd: OLDPWD not set\n1\n"),
        ("cd nope/../q; echo $?", "bash: line 1: cd: nope/../q: No such file or directory\n1\n"),
        (
            "cd -x; echo $?",
            "bash: line 1: cd: -x: invalid option\ncd: usage: cd [-L|[-P [-e]] [-@]] [dir]\n2\n",
        ),
        (
            'cd / ; cd tmp; pwd; cd -; echo "$OLDPWD"; declare -p OLDPWD PWD',
            '/tmp\n/\n/tmp\ndeclare -x OLDPWD="/tmp"\ndeclare -x PWD="/"\n',
        ),
        ("cd //; pwd; cd //tmp; pwd; cd ///tmp; pwd", "//\n//tmp\n/tmp\n"),
        ("cd /../..; pwd", "/\n"),
        ("pwd -x; echo $?", "bash: line 1: pwd: -x: invalid option\npwd: usage: pwd [-LP]\n2\n"),
        ("readonly PWD; cd /; echo $?; pwd", "bash: line 1: PWD: readonly variable\n1\n/\n"),
        ("readonly OLDPWD; cd /; echo $?; pwd", "bash: line 1: OLDPWD: readonly variable\n1\n/\n"),
        ("shopt -s cdable_vars; d=/tmp; cd d; echo $? ; pwd", "/tmp\n0\n/tmp\n"),
        ("cd - -; echo $?", "bash: line 1: cd: too many arguments\n1\n"),
        ("cd $'a\\nb'; echo $?", "bash: line 1: cd: $'a\\nb': No such file or directory\n1\n"),
        ("OLDPWD=/nope; cd -; echo $?", "bash: line 1: cd: /nope: No such file or directory\n1\n"),
        ("HOME=/nope; cd; echo $?", "bash: line 1: cd: /nope: No such file or directory\n1\n"),
        (
            "mkdir -p q/r; CDPATH=q cd r; pwd; cd /tmp/t; CDPATH=:q; cd r; echo $PWD; cd /tmp/t; CDPATH=nope; cd q; pwd",
            "/tmp/t/q/r\n/tmp/t/q/r\n/tmp/t/q/r\n/tmp/t/q/r\n/tmp/t/q\n",
        ),
        (
            "mkdir -p q/r; cd q/../q/./r//; pwd; cd -P ..; pwd; cd -L -P -e r; pwd -P; set -P; cd ..; pwd",
            "/tmp/t/q/r\n/tmp/t/q\n/tmp/t/q/r\n/tmp/t/q\n",
        ),
        (
            "echo > f; cd f; echo $?; cd f/..; echo $?",
            "bash: line 1: cd: f: Not a directory\n1\nbash: line 1: cd: f/..: Not a directory\n1\n",
        ),
    ],
)
def test_cd_goes_where_pwd_says(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "ulimit -c 5; ulimit -Sc; ulimit -Hc; ulimit -c 6; echo $?",
            "5\n5\nbash: line 1: ulimit: core file size: cannot modify limit: Operation not permitted\n1\n",
        ),
        ("ulimit -n foo; echo $?", "bash: line 1: ulimit: foo: invalid number\n1\n"),
        (
            "ulimit -p 9; echo $?",
            "bash: line 1: ulimit: pipe size: cannot modify limit: Invalid argument\n1\n",
        ),
        (
            "ulimit -Z; echo $?",
            "bash: line 1: ulimit: -Z: invalid option\nulimit: usage: ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]\n2\n",
        ),
        (
            "ulimit -t 5; ulimit -t; ulimit -s 100; ulimit -s; ulimit -c -s -t",
            "5\n100\ncore file size              (blocks, -c) 0\nstack size                  (kbytes, -s) 100\ncpu time                   (seconds, -t) 5\n",
        ),
        (
            "ulimit -Sf 5; ulimit; ulimit -H; ulimit -S 7; ulimit; ulimit -f 9; ulimit -Hf; ulimit -f hard; ulimit -f soft; ulimit -f",
            "5\nunlimited\n7\n9\n9\n",
        ),
        ("times -x; echo $?", "bash: line 1: times: -x: invalid option\ntimes: usage: times\n2\n"),
    ],
)
def test_limits_are_set_and_shown(says, case):
    says(*case)
