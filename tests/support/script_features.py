"""The less common features of the shell, as Hypothesis strategies: script_grammar.py mixes them into its scripts."""

from __future__ import annotations

from hypothesis import strategies as st

Text = st.SearchStrategy[str]


def join(*parts: str | Text) -> Text:
    """The parts one after the other."""
    return st.tuples(*(st.just(p) if isinstance(p, str) else p for p in parts)).map("".join)


def _any(*texts: str) -> Text:
    return st.sampled_from(texts)


def indirect(word: Text) -> Text:
    """Parameter expansions that go through a name, or stand within each other."""
    nested = join('"${', _any("unset_one", "x", "1", "a[0]"), _any(":-", "-", "+", ":+"), word, '}"')
    return st.one_of(
        nested,
        join("${", _any("unset_one", "z", "x"), _any(":-", "+"), '"', _any("a b", "*", "$y", "${q}", "}", "'"), '"}'),
        join('"${', _any("z", "x"), _any(":-", ":+"), _any("'a b'", '"q r"', "a\\}b", "\\\"", "$'t\\t'", "{a,b}", "~"), '}"'),
        join("${!", _any("r", "x", "ra", "re", "unset_one"), _any("}", ":-d}", "#h}", "%l*}", ":1:2}", "^}", "+s}")),
        join('"${!', _any("ra", "re", "r"), _any("}", ":-d}", "-d}", "/l/L}", ":1}"), '"'),
        _any("${x@A}", "${a[@]@Q}", '"${a[@]@A}"', "${m[k]@A}", "${u@a}", "${a@a}", '"${b[@]@K}"', "${x@P}", "${!x@}", '"${!x@}"'),
        join('"${a[@]', _any("#", "%", "##", "%%"), _any("t*", "*o", "?", "on"), '}"'),
        join('"${a[*]', _any("/o/", "//o/0", "/#o/_", "/%e/&&"), '}"'),
        join("${x", _any("/l/", "//l/", "/#h/", "/%o/"), _any("[&]", "\\&", "'&'", '"&"', "&&"), "}"),
    )  # fmt: skip


braces = _any(
    "{a,{b,c}}", "{a,b}{1,2}", "x{1..3..2}y", "{3..1}", "{a..e..2}", "{01..03}", "{a,'b,c'}", '{"x y",$u}',
    "{,}", "{a}", "{a,b", "a,b}", "{$u,$v}", "{-2..2}", "{x,\\,}", "${x}{a,b}", "{a,b}${x}", "{c..a}", "{1..2}{a..b}",
    "{{a,b},c}", "{a,}$z", "{$(echo 1),2}", "{a..1}", "{1..a}",
)  # fmt: skip


def declaring(word: Text, expressions: Text) -> Text:
    """Attributes, namerefs and what prints them."""
    return st.one_of(
        join("declare ", _any("-i", "-l", "-u", "-x", "-a", "-A", "-ia", "-c", "-r", "+i", "+x", "-g", "-lu"),
             " ", _any("x", "nv", "u", "a", "m", "z"), "; declare -p ", _any("x", "nv", "u", "a", "m", "z")),
        join("declare ", _any("-l", "-u", "-x", "-a"), " ", _any("x", "nv", "u", "a"), _any("=", "+="), word,
             '; declare -p x nv u a; p "$x"'),
        join("declare ", _any("-i", "-ia", "-ix"), " ", _any("x=", "nv=", "u=", "u+=", "nv+="), "'", expressions, "'; p $? \"$x $nv $u\"; u+=1; p $u"),
        join("declare -a nv=(", word, " [4]=", word, " ", word, "); declare -p nv"),
        join("declare -A nm=([", _any("a", "'b c'", "$x", "'*'"), "]=", word, " [k]+=", _any("x", "$x", '"$y"', "1"), "); p \"${nm[@]}\" ${#nm[@]} \"${nm[k]-none}\""),
        join("declare -n ref=", _any("x", "a", "m", "'a[1]'", "'m[k]'", "unset_one"), "; ",
             _any("ref=new", "p \"$ref\"", "ref+=more", "p ${!ref}", "unset ref", "unset -n ref", "declare -p ref",
                  "p \"${ref[@]}\"", "ref[1]=e", "read ref <<< r", "for ref in x y; do p $ref; done", "printf -v ref %s pv"),
             "; p \"$x\" \"${a[@]}\" \"${m[k]}\" \"${unset_one-none}\""),
        join("readonly ro=", word, "; ", _any("ro=2", "unset ro", "ro+=x", "declare ro=3", "(ro=4); echo s", "for ro in 1; do :; done", "read ro <<< 1", "local ro"), "; p \"$ro\""),
        join("printf -v ", _any("x", "'a[2]'", "'m[k]'", "nv"), " ", _any("%s", "%d", "'%5s'", "'%s,'"), " ", word, '; p "$x" "${a[2]}" "${m[k]}" "$nv"'),
        join("export nv=", word, "; bash -c 'echo \"[$nv]\"'"),
        join("nv=", word, " bash -c 'echo \"[$nv]\"'; p \"$nv\""),
        join("let ", _any("u=u+1", "'u = 3 * 2'", "u++ v--", "0", "1 0", "u=1/0", "'u=='"), '; p $? $u $v'),
        join("local ", word),
        join("typeset -p ", _any("m", "a", "b", "s", "nothing")),
        _any("declare -f p", "declare -F p", "type n", "unset -f p; p x", "unset -v p; p x", "declare -p nothing", "set -- \"${a[@]}\"; shift 2; p \"$@\"",
             "shift 9; p $?", "unset 'a[@]'; p ${#a[@]}", "unset 'm[k]'; p ${#m[@]}", "a[9]=x; p ${!a[@]}", "a=([3]=x y [1]=z w); declare -p a",
             "b+=(n); declare -p b", "s[-1]=x", "x[2]=y; declare -p x", "a=scalar; declare -p a", "m+=([new]=1); p ${#m[@]}"),
    )  # fmt: skip


def reading(word: Text) -> Text:
    """read, mapfile, getopts, here-documents."""
    return st.one_of(
        join("IFS=", _any(":", ",", "' '", "", "'x '", "$'\\n'"), " read ", _any("-r ", "", "-a ", "-d '' ", "-N 3 ", "-n 3 "), _any("x", "x y", "x y z"),
             " <<< ", _any("a:b:c", "' a  b '", "'a,,b,'", "'a\\ b c'", "xaxbx", '"$y"'), '; p $? "$x" "$y" "$z" "${x[@]}"'),
        join("mapfile ", _any("-t ", "", "-n 2 ", "-s 1 ", "-O 2 ", "-d l ", "-t -c 1 -C 'p cb' "), "nv < in; declare -p nv"),
        join("mapfile -t < <(printf '%s\\n' ", word, '); p "${MAPFILE[@]}"'),
        join("while getopts ", _any("ab:c", ":ab:", "a"), ' o ', _any("-a -b v x", "-ab v", "-b", "-x", "-a -- -b", "-abv y", "x -a"), '; do p "$o" "${OPTARG-no}" $OPTIND; done; p $? $OPTIND'),
        join("cat <<-E\n\t", _any("$x", "\t tab", "$(echo \"$y\")", "${z:-\"q\"}", "`echo b`", "\\$x\\\n\tz", "$((u))"), "\n\tE\n"),
        join("cat <<'E' ", _any("", "| cat", "; echo t", "&& echo t"), "\n$x \\$ `\nE\n"),
        _any("cat <<A; cat <<B\na $x\nA\nb\nB\n", "cat <<A <<B\na\nA\nb\nB\n", "p \"$(cat <<E\nin $x\nE\n)\"", "while read l; do p \"$l\"; done <<E\n1 $u\n 2\nE\n", "read -r x <<E\na\\b\nE\np \"$x\"", "{ read x; read y; } < in; p \"$x\" \"$y\"",
             "f() { cat; } <<E\nf $1\nE\nf arg", "cat <<\"E F\"\n$x\nE F\n", "cat <<E\nno end $x", "p <<<x; cat <<<$y; cat <<<\"$y\"", "cat 3<<E <&3\nthree\nE\n"),
        join("select o in ", _any("a b", '"${a[@]}"', "x"), "; do p \"$o\" $REPLY; ", _any("break", ":", "REPLY="), "; done <<< ", _any("1", "2", "9", "$'x\\n1'", "''")),
    )  # fmt: skip


def plumbing(word: Text) -> Text:
    """Descriptors, process substitution, jobs and pipelines."""
    return st.one_of(
        join("exec {fd}>", _any("out", "d/o"), "; echo ", word, " >&$fd; exec {fd}>&-; cat out"),
        join("exec 3< in; read -u 3 x; read y <&3; exec 3<&-; p \"$x\" \"$y\""),
        join("{ echo 1; echo 2 >&2; echo 3 >&3; } 3>&1 ", _any("2>&1 | cat", ">out 2>&1; cat out", ">/dev/null 2>out; cat out", "1>&2 2>&3 | cat")),
        join("cat <(echo ", word, ") <(echo 2)"),
        join("diff <(echo a) <(echo a) && p same"),
        join("{ ", _any("false", "true", "exit 3", "return 4", "(exit 5)"), "; } & wait $!; p $?"),
        join("sleep 0 & wait; p $?"),
        join(_any("true | false", "false | true", "false | false | true", "(exit 3) | (exit 4)", "! false | true", "echo a | read x", "echo a | { read x; p \"$x\"; }", "exit 3 | cat"), '; p "$?" "${PIPESTATUS[@]}"; p "$x"'),
        join("set -o pipefail; ", _any("false | true", "exit 3 | exit 4 | true", "true | true", "! false | true"), "; p $?"),
        join("p ", word, " |& cat"),
        join("p ", word, " > nodir/x; p $?"),
        join("p ", word, " < ", _any("none", "in", "d", '"$y"', "$y", "$z", "f*"), "; p $?"),
        _any("set -o noclobber; echo a > out; echo b > out; cat out; echo c >| out; cat out", "exec 5>&1; echo five >&5; exec 5>&-; echo six >&5", "echo x >&9", "cat <&7", ">out", "echo a >out >out2; cat out out2", "echo a > $unset_one", "echo a 2>&1 >out | cat; cat out", "echo to >&2 2>/dev/null", "shopt -s lastpipe; echo a | read x; p $x"),
    )  # fmt: skip


def steering(word: Text) -> Text:
    """Traps, options, eval, source, aliases, syntax errors, failed expansions."""
    body = _any(
        "false",
        "p x",
        "true",
        "(exit 3)",
        "! true",
        "p $unset_one",
        "[[ a == b ]]",
        "((0))",
        "false || true",
        "x=$(false)",
        "false | true",
        "if false; then :; fi",
        "none_such",
        "return 3",
        "local x=$(false)",
        "cd none",
        "{ false; }",
        "( false )",
        "while false; do :; done",
        "eval false",
        "true && false",
        "case x in x) false;; esac",
        "for i in 1; do false; done",
    )
    return st.one_of(
        join("trap 'p ", _any("err $?", "err $LINENO", "\"$BASH_COMMAND\""), "' ERR; ", body, "; ", body),
        join(_any("set -E; ", "set -T; ", ""), "trap 'echo T' ", _any("ERR", "RETURN", "DEBUG", "EXIT"), "; f() { ", body, "; p in; }; f; p out"),
        join("trap 'echo D $BASH_COMMAND' DEBUG; ", body, "; p ", word, "; trap - DEBUG"),
        join("( set -", _any("e", "u", "eu", "eE", "eo pipefail", "euo pipefail"), "; trap 'echo bye $?' EXIT; f() { ", body, "; p after; }; ", _any("f", "f || p or", "if f; then p then; fi", "f && p and", "! f", "x=$(f)", "p $(f)", "(f)", "f | cat", "local y=$(f)"), "; p end ); p $?"),
        join("set -e; ", body, "; ", body, "; p reached"),
        join("set -u; p ", _any("$unset_one", '"${s[@]}"', '"$@"', "$1", "${a[9]}", "${unset_one-d}", "${#unset_one}", "${m[none]}", "$((unset_one))", "${unset_one#x}"), "; p next"),
        join("set -x; p ", word, "; x=", word, "; { set +x; } 2>/dev/null"),
        join("eval 'p ", _any("$x", '"$y"', "a; p b", "$(", "a |", ")", "${x", "\\n", "`"), "'; p $?"),
        join("eval 'eval \"p ", _any("\\$x", "$y", "a", "\\\\\\\""), "\"'; p $?"),
        join("printf '%s\\n' 'p src \"$@\"' '", _any("return 3", "x=changed", "exit 2", "false", "shift", "set -- qqq", "if", "p )"), "' 'echo more' > sf; . ./sf ", word, '; p $? "$x" "$@"'),
        _any("shopt -s expand_aliases; alias ll='p alias '; alias xx=zz\nll xx yy\nunalias ll\nll", "alias none_such", "shopt -s expand_aliases\nalias e='echo '\ne e", "source none_such; p $?", ". ./none_such; p $?"),
        _any("p ${x", "p )", "if true; then p x; fi fi", "for in a; do :; done", "p a; ; p b", "p 'open", "p \"open $x", "case x in", "f() ", "{ p x", "p x }", "p $((1+))", "p ${x?gone}; p next", "p ${z:?empty}; p next", "p ${x!}; p next", "p ${}; p n", "((1 +))", "echo a &&", "| p", "p <", "p > ; p x", "then", "done", "p ;;", "while true", "!", "p &&& x", "esac", "{ }", "( )", "f() { }", "coproc", "function", "for x in a b", "if; then", "case x in a) p;; esac; p ok", "p a)b", "x=(a) p"),
        _any("p $((1/0)); p next", "p ${a[1/0]}; p next", "a[1/0]=x; p next", "declare -i x=1/0; p next", "((1/0)); p $?", "p $((08)); p next", "x=$((1 2)); p next", "p ${a[7f]}; p next", "p ${x:1/0}; p next", "let 1/0; p $?", "[[ 1/0 -eq 1 ]]; p $?", "[ x -eq 1 ]; p $?", "p $((a[)); p n", "p $((m[k])); p n", "x=x; p $((x)); p n", "unset 'a[1/0]'; p n", "p ${a[]}; p n", "a[]=x; p n", "p $(( )); p n", "(p $((1/0)); p in); p n", "f() { p $((1/0)); p in; }; f; p n", "p \"$(p $((1/0)); p in)\"; p n", "for ((;1/0;)); do :; done; p n", "[[ -v a[1/0] ]]; p n", "p ${#a[1/0]}; p n", "p ${!unset_one}; p n", "p ${!z}; p n", "p ${x@Z}; p n", "declare 'a b'=c; p n", "export 1x=3; p n", "readonly -p q; p n", "unset 1x; p n", "p ${a[-9]}; p n", "a[-9]=1; p n", "m[]=1; p n", "p ${m[]}; p n", "declare -A a; p n", "declare -a m; p n", "read 1x <<< x; p $?", "printf -v 1x y; p $?", "getopts a; p $?", "break; p $?", "continue 2; p $?", "return; p $?", "shift x; p n", "exit x", "cd a b; p $?", "set -o nope; p $?", "set -Z; p $?", "shopt -s nope; p $?", "trap x NOPE; p $?", "kill -9x 1; p $?", "wait 99999; p $?", "type nope; p $?", "command -v nope p; p $?", "command p x; p $?", "builtin nope; p $?", "hash nope; p $?", "umask 9; p $?", "ulimit -q; p $?", "pushd; p $?", "popd; p $?", "dirs x; p $?", "fg; p $?", "bg; p $?", "jobs %1; p $?", "disown %1; p $?", "local q; p $?", "mapfile -n x; p $?", "enable -x; p $?", "caller; p $?", "times x >/dev/null; p $?", "printf; p $?", "printf %z; p $?", "echo -n -e 'a\\tb\\c d'; p $?", "test a b; p $?", "test a b c; p $?", "[ a; p $?", "[ a = ]; p $?", "[ ( a ) ]; p $?", "[ -n a -a -z b ]; p $?", "let; p $?", "eval; p $?", "exec nope; p n", "./in; p $?", "./d; p $?", "d/f3; p $?", "none_such x; p $?", "'' ; p $?", "$z x; p $?", "none/such; p $?"),
        join("[[ ", word, _any(" == ", " != "), _any("+(a|b)", "@(h*|x)", "!(x)", "?(h)ello", "*(l)o", '"*"', "[[:alpha:]]*", "$w", '"$w"'), " ]]; p $?"),
        join("[[ ", _any("-n $x && ", "-z $x || ", "! -f f1 || "), _any("a == a", "$u -gt 5", "x < y", "-v a[1]", "a == b"), _any(" ]]", " && ! -e none ]]", " || $y ]]"), "; p $?"),
        join("[[ ", word, " =~ ", _any("^(h)(e)", "(a|b)+", "'.'", "[0-9]*", "$x", '"$w"', "l{2}", "(x)?h", "\\.", "[[:space:]]"), " ]]; p $? \"${BASH_REMATCH[@]}\""),
        join("shopt -s extglob\ncase ", word, " in +(a|b)) p 1;; @(x|h*)) p 2;;& !(*o)) p 3;; *(?)) p 4;; esac"),
        join("shopt -s ", _any("extglob", "globstar", "dotglob", "nullglob", "failglob", "nocaseglob", "nocasematch"), "\np ", _any("!(f*)", "**", "*(f)*", "@(f1|d)", ".*", "none*", "F*", "d/**", "**/", "+([a-h])", "[[:upper:]]*", "$w")),
        join("f() { p $# \"$*\" \"${FUNCNAME[@]}\" ", _any("$LINENO", "${BASH_LINENO[@]}", "\"${@:2}\"", "\"${@: -1}\"", "\"${*:1:1}\"", "${!#}"), "; }; f ", word, " ", word),
        join("f() { local x y=", word, " z; p \"${x-unset}\" \"$y\"; g; }; g() { p \"$y\"; y=g; unset x; p \"${x-none}\"; }; f; p \"$x\" \"$y\""),
        join("f() { local -", _any("i", "a", "A", "r", "u"), " lv=", _any("x", "3+4", "(1 2)", "([k]=v)"), "; declare -p lv; }; f; p ${lv-none}"),
        join("f() { if (( $1 > 0 )); then f $(( $1 - 1 )); p $1; fi; }; f 3; p ", word),
        join("x=", word, "; IFS=", _any(":", "o", "' '", "", "l"), "; p $x; p ${x#h} $*; set -- $x; n \"$@\""),
        join("time -p true 2>/dev/null; p $_ $- $0 ${#-}"),
    )  # fmt: skip
