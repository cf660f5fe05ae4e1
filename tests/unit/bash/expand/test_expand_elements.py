"""Elements of arrays, quoting for reading back, attributes, prompts, and the places where no word splits. Expected output is GNU bash 5.2's."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits


def run(script: str) -> str:
    done = Bash(limits=Limits(timeout_s=10), env={"HOME": "/h"}).exec_sync(script)
    assert done.error is None
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("script", "output"),
    [
        (
            'a=5; echo ${a[0]} ${a[1]-none} "${a[@]}" ${#a[@]} ${!a[@]}; unset "a[0]"; echo "${a-unset}"',
            "5 none 5 1 0\nunset\n",
        ),
        (
            "b[3]=x; echo ${!b[@]} ${#b[@]}; b[b[3]0]=y; echo \"${b[@]}\"; b[-1]=z; echo ${b[@]}; unset 'b[-1]'; echo ${b[@]}; unset 'b[-9]'",
            '3 1\nbash: line 1: b[3]0: syntax error in expression (error token is "0")\n',
        ),
        ("a=(1 2); a[-9]=3; echo $?", "bash: line 1: a[-9]: bad array subscript\n"),
        ("declare -A m; m[]=3; echo $?", "bash: line 1: m[]: bad array subscript\n"),
        (
            "declare -A m=([k]=v); unset 'm[k]'; echo ${#m[@]} ${m[k]-gone}; m[z]=1; m[z]+=2; echo ${m[z]}",
            "0 gone\n12\n",
        ),
        ("declare -n s='a[1]'; a=(1 2); s+=x; echo ${a[1]}; unset s; echo ${#a[@]}", "2x\n1\n"),
        ('unset b; echo "${b[@]=x}"; echo no', "bash: line 1: b[@]: bad array subscript\n"),
        (
            'a=(x "" z); echo "${a[@]:-d}" ${a[@]:+d} "${a[1]:-e}" "${a[1]-e}" "${a[5]-e}" ${#a[1]} "pre${a[@]#x}post" "${a[@]/#/-}" "${a[*]^^}"',
            "x  z d e  e 0 pre  zpost -x - -z X  Z\n",
        ),
        (
            "x=abc; echo ${x:1+}; echo no",
            'bash: line 1: x: 1+: syntax error: operand expected (error token is "+")\n',
        ),
        ('x=abc; set -- 1 2 3; echo "${@:2:-1}"; echo no', "bash: line 1: -1: substring expression < 0\n"),
        ('a=5; echo "${a[@]:0:1}" "${a[@]:1}" ${x:1/0} ok', "5  ok\n"),
        ("a=(1); echo ${a[3]?gone}; echo no", "bash: line 1: a[3]: gone\n"),
        ("echo ${#a[@]} $# $? ${#?} ${##}", "0 0 0 1 1\n"),
        ("set -u; echo ${#a[@]}; echo no", "bash: line 1: a: unbound variable\n"),
        ("set -u; x=abc; echo ${x#a} ${y^}; echo no", "bash: line 1: y: unbound variable\n"),
        (
            'for s in "a b" "" "~x" "x~" "a=~" "#" "a#b" "x;y" \'$x\' \'`\' "(" "|" \'\\\' "*" "a[0]" "{" "}" "!" "^" "," "é" "it\'s" "\t" "]" \'"q"\' "-1" "a:~" $\'\\x01\' $\'\\xff\'; do printf \'%q \' "$s"; echo "${s@Q}"; done',
            "a\\ b 'a b'\n'' ''\n\\~x '~x'\nx~ 'x~'\na=\\~ 'a=~'\n\\# '#'\na#b 'a#b'\nx\\;y 'x;y'\n\\$x '$x'\n\\` '`'\n\\( '('\n\\| '|'\n\\\\ '\\'\n\\* '*'\na\\[0\\] 'a[0]'\n\\{ '{'\n\\} '}'\n\\! '!'\n\\^ '^'\n\\, ','\né 'é'\nit\\'s 'it'\\''s'\n$'\\t' $'\\t'\n\\] ']'\n\\\"q\\\" '\"q\"'\n-1 '-1'\na:\\~ 'a:~'\n$'\\001' $'\\001'\n$'\\377' $'\\377'\n",
        ),
        (
            'declare -A m; for s in "a b" "~x" "#" "a#b" \'$x\' \'\\\' "*" "{" "!" "," "é" "it\'s" "\t" "]" \'"q"\' "@" "x=y"; do m=([$s]="$s"); declare -p m; done',
            'declare -A m=(["a b"]="a b" )\ndeclare -A m=(["~x"]="~x" )\ndeclare -A m=(["#"]="#" )\ndeclare -A m=([a#b]="a#b" )\ndeclare -A m=(["\\$x"]="\\$x" )\ndeclare -A m=(["\\\\"]="\\\\" )\ndeclare -A m=(["*"]="*" )\ndeclare -A m=(["{"]="{" )\ndeclare -A m=(["!"]="!" )\ndeclare -A m=([,]="," )\ndeclare -A m=([é]="é" )\ndeclare -A m=(["it\'s"]="it\'s" )\ndeclare -A m=([$\'\\t\']=$\'\\t\' )\ndeclare -A m=(["]"]="]" )\ndeclare -A m=(["\\"q\\""]="\\"q\\"" )\ndeclare -A m=(["@"]="@" )\ndeclare -A m=([x=y]="x=y" )\n',
        ),
        (
            'declare -i i=5; declare -l l=ABC; declare -u u=abc; declare -x e=1; declare -a a=(1); declare -A m=([k]=v); declare -n n=i; echo "${i@a} ${l@a} ${u@a} ${e@a} ${a@a} ${m@a} ${n@a}" "${i@A}" "${l@A}" "${a[@]@A}" "${m[@]@A}" "${!n}" ${a[@]@a}; l+=DEF; echo $l $n',
            "i l u x a A i declare -i i='5' declare -l l='abc' declare -a a=([0]=\"1\") declare -A m=([k]=\"v\" ) i a\nabcdef 5\n",
        ),
        (
            'x=$\'a\\nb\'; echo "${x//\n/;}" "${x%\n*}" "${x@Q}"; declare -p x',
            "a;b a $'a\\nb'\ndeclare -- x=$'a\\nb'\n",
        ),
        (
            "cd /; x='\\w|\\W|0'; echo \"${x@P}\"; shopt -u promptvars; y='\\s $HOME \\q'; echo \"${y@P}\"",
            "/|/|0\nbash $HOME \\q\n",
        ),
        (
            "cd /; pushd /tmp >/dev/null; echo ~0 ~1 ~+1 ~-0 ~9 ~- ~root ~nobodyatall",
            "/tmp / / / ~9 / /root ~nobodyatall\n",
        ),
        (
            "x='a[$i]' i=1 a=(p q); echo ${!x}; y='a[0'; echo ${!y}; echo no",
            "q\nbash: line 1: a[0: invalid variable name\n",
        ),
        (
            'IFS=:; x=a:b; for i in $x"c:d"$x; do echo "$i"; done; set -f; y=\'*\'; echo $y',
            "a\nbc:da\nb\n*\n",
        ),
        (
            'case \'a*b\' in a\\*b) echo 1;; esac; p=\'*\'; case abc in $p) echo 2;; esac; case abc in "$p") echo 3;; *) echo 4;; esac; [[ a.b =~ a"."b ]] && echo 5; [[ axb =~ a"."b ]] || echo 6; [[ axb =~ a.b ]] && echo 7; [[ $p == \\* ]] && echo 8',
            "1\n2\n4\n5\n6\n7\n8\n",
        ),
        ('x=1; cat <<< "$x $((x+1))"; cat <<< ${x:-*}; y=${z:=a b}; echo "$y" "$z"', "1 2\n1\na b a b\n"),
    ],
)
def test_elements_and_quoting_are_those_of_bash(script: str, output: str) -> None:
    assert run(script) == output
