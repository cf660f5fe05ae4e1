"""Scripts made at random from a grammar of the shell, as Hypothesis strategies.

Every script ends, touches nothing outside its working folder, and prints nothing that differs from run to run (no
process ids, times or random numbers), so that GNU bash and the virtual shell can be held against each other byte by
byte: standard output, standard error and exit status.
"""

from __future__ import annotations

from hypothesis import strategies as st
from script_features import braces, declaring, indirect, plumbing, reading, steering

# What each script finds: scalars, arrays, a map, functions that show fields, and a few files.
PREAMBLE = r"""
p() { printf '<%s>' "$@"; echo; }
n() { echo "$#"; }
x=hello y='a b  c' z= w='*' q="it's" e=$'t\tn\nl' u=7 v=-3
a=(one 'two words' '' '*' four) b=([2]=p [5]=q) s=() r=x ra='a[@]' re='a[1]'
declare -A m=([k]=v [key two]='v  w' [3]=three)
: > f1 ; : > f2.txt ; : > 'g h' ; mkdir d ; : > d/f3 ; printf 'l1\nl 2\n\nl4' > in
"""

_NAMES = ("x", "y", "z", "w", "q", "e", "u", "v", "unset_one")
_ARRAYS = ("a", "b", "s")
_TEXTS = (
    "",
    "x",
    "ab",
    "a b",
    "*",
    "f?",
    "[a-f]*",
    "é",
    "1",
    "07",
    "0",
    "-1",
    "hello",
    "h*o",
    "l",
    "?",
    "\\",
    "a\\b",
    "~",
    "=",
)

names = st.sampled_from(_NAMES)
arrays = st.sampled_from(_ARRAYS)
texts = st.sampled_from(_TEXTS)
small = st.integers(-3, 9)


def _join(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The parts one after the other."""
    return st.tuples(*(st.just(p) if isinstance(p, str) else p for p in parts)).map("".join)


def _single(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


plain = st.sampled_from(
    (
        "x",
        "ab",
        "f1",
        "f*",
        "?1",
        "*.txt",
        "d/*",
        "~",
        "a=b",
        "1",
        "{a,b}",
        "{1..3}",
        "x{,y}z",
        "\\$x",
        "\\*",
        "a\\ b",
        "[fg]*",
        "é",
    )
)
quoted = texts.map(_single)
ansi = st.sampled_from((r"$'a\tb'", r"$'\x41'", r"$'it\'s'", r"$'\u00e9'", r"$'\101'", r"$'n\nl'"))

patterns = st.sampled_from(
    ("*", "?", "h*", "*l", "[a-h]", "l", "ll", "*l*", "", "[!h]", " ", "e*o", "\\*", "[[:alpha:]]", "two*")
)
subscripts = st.sampled_from(("0", "1", "2", "-1", "5", "@", "*", "u", "u-6", "1+1"))
keys = st.sampled_from(("k", "key two", "3", "none", "$x"))
offsets = st.sampled_from(("0", "1", "2", " -2", "u", "0:2", "1:1", " -3:2", "1:-1", "20", "2:0"))
conditions = st.sampled_from(("-", ":-", "+", ":+"))
cuts = st.sampled_from(("#", "##", "%", "%%"))
cases = st.sampled_from(("^", "^^", ",", ",,"))
swaps = st.sampled_from(("/", "//", "/#", "/%"))
transformations = st.sampled_from(("@Q", "@U", "@u", "@L", "@E"))


def _subject() -> st.SearchStrategy[str]:
    """What may stand first within braces: a name, an element, a position."""
    return st.one_of(
        names,
        _join(arrays, "[", subscripts, "]"),
        _join("m[", keys, "]"),
        st.sampled_from(("1", "2", "@", "*")),
    )


subjects = _subject()
scalars = st.one_of(names, st.sampled_from(("a[0]", "a[1]", "m[k]", "1", "b[5]")))


def _parameter(word: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Every kind of parameter expansion; ``word`` makes what stands behind an operator."""
    return st.one_of(
        names.map("$".__add__),
        st.sampled_from(
            (
                "$1",
                "$2",
                "$#",
                "$@",
                "$*",
                "$?",
                "${a[@]}",
                "${#a[@]}",
                "${!a[@]}",
                "${#x}",
                "${#1}",
                "${b[*]}",
                "${!b[@]}",
                "${!un*}",
            )
        ),
        _join("${", subjects, "}"),
        _join("${", subjects, conditions, word, "}"),
        _join("${", subjects, cuts, patterns, "}"),
        _join("${", subjects, ":", offsets, "}"),
        _join("${", subjects, swaps, patterns, "/", word, "}"),
        _join("${", subjects, cases, "}"),
        _join("${", scalars, transformations, "}"),
        _join("${#", scalars, "}"),
    )


numbers = st.one_of(
    small.map(str),
    st.sampled_from(
        (
            "u",
            "v",
            "$u",
            "${#x}",
            "a",
            "z",
            "010",
            "0x1f",
            "2#101",
            "unset_one",
            "b[2]",
            "9223372036854775807",
        )
    ),
)


def _expression(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    infix = st.sampled_from(
        (
            " + ",
            " - ",
            " * ",
            "/",
            "%",
            " << ",
            ">>",
            "<",
            "<=",
            "==",
            "!=",
            "&",
            "|",
            "^",
            "&&",
            "||",
            ",",
            "**",
        )
    )
    return st.one_of(
        _join(inner, infix, inner),
        _join("(", inner, ")"),
        _join(st.sampled_from(("-", "+", "!", "~", "- ")), inner),
        _join(inner, "?", inner, ":", inner),
        st.sampled_from(
            ("u++", "++u", "u--", "(j=u)", "(u+=2)", "(u*=3)", "(j=1,j+1)", "(b[2]=4)", "(u<<=1)")
        ),
    )


expressions = st.recursive(numbers, _expression, max_leaves=5)


def _word(commands: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """One word: pieces side by side."""
    flat = st.one_of(plain, quoted, st.just('"a $x b"'), st.just('"$y"'))
    parameter = _parameter(flat)
    substitution = st.one_of(_join("$((", expressions, "))"), _join("$(", commands, ")"))
    through = indirect(flat)
    inside = st.one_of(parameter, substitution, st.sampled_from(("a b", "*", "", "\\$", "'", "\\\\", "é")))
    double = st.lists(inside, max_size=3).map(lambda parts: '"' + "".join(parts) + '"')
    piece = st.one_of(
        plain, quoted, ansi, parameter, double, double, parameter, substitution, through, braces
    )
    return st.lists(piece, min_size=1, max_size=3).map("".join)


def _simple(word: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    words = st.lists(word, min_size=1, max_size=3).map(" ".join)
    targets = st.sampled_from(("out", "d/o", "'o p'", "/dev/null"))
    return st.one_of(
        _join("p ", words),
        _join("p ", words),
        _join("echo ", words),
        _join("n ", words),
        _join(names, "=", word),
        _join(names, "+=", word),
        _join(arrays, "=(", words, ")"),
        _join(arrays, "+=(", words, ")"),
        _join(arrays, "[", st.sampled_from(("0", "1", "7", "-1", "u%3")), "]=", word),
        _join("m[", keys, "]=", word),
        _join("(( ", expressions, " ))"),
        _join("set -- ", words),
        _join("p ", words, " > ", targets, "; cat out 2>/dev/null"),
        _join("echo ", words, " >> out; cat < out"),
        _join(
            "{ echo o; echo e >&2; } ",
            st.sampled_from(
                ("2>&1", "2>/dev/null", ">/dev/null", ">&2", "2>&1 >/dev/null", "&>out; cat out")
            ),
        ),
        _join(
            "read ",
            st.sampled_from(("x", "x y", "-r x y", "-a a", "-d l x", "-n 2 x")),
            " <<< ",
            word,
            '; p "$x" "$y" "${a[@]}"',
        ),
        _join(
            "cat <<E\n", st.sampled_from(("$x", "${y}\n", "$((u+1))", "a\\$b", "`echo t`", '"$q"')), "\nE\n"
        ),
        _join(
            "printf ",
            st.sampled_from(
                ("'%s|'", "'%5s.'", "'%-4s.'", "%d", "'%03d,'", "%q", "%b", "'%s %s\\n'", "%x", "%c")
            ),
            " ",
            words,
            "; echo",
        ),
        _join("unset ", st.sampled_from(("x", "'a[1]'", "b", "'m[k]'", "z y"))),
        _join("declare -p ", st.sampled_from(("x", "a", "b", "u", "z"))),
        st.sampled_from(
            (
                "false",
                "true",
                ":",
                "shift",
                "local x",
                "cd d; cd ..",
                "return 3 2>/dev/null",
                "(exit 4)",
                "! true",
                "shopt -s nullglob",
                "set -f",
                "set +f",
                "IFS=:",
                "IFS=",
                "IFS=' '",
                "set -u",
                "type p >/dev/null",
            )
        ),
        _join(
            "case ",
            word,
            " in ",
            patterns.map(lambda text: text or "''").filter(lambda text: text != " "),
            ") echo A;; *) echo B;; esac",
        ),
        _join("eval ", quoted),
    )


def _tests(word: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    double = word
    return st.one_of(
        _join("[[ ", double, st.sampled_from((" == ", " != ", " < ", " > ")), word, " ]]"),
        _join("[[ ", st.sampled_from(("-n ", "-z ", "-f ", "-d ", "-e ", "-v ", "! -n ")), double, " ]]"),
        _join(
            "[[ $x =~ ",
            st.sampled_from(("h(.*)o", "^h", "l+", "x|e", "[a-f]", "$z")),
            ' ]] && p "${BASH_REMATCH[@]}"',
        ),
        _join(
            "[ ",
            st.sampled_from(('"$x"', "$u", '"$y"', "1")),
            st.sampled_from((" = ", " != ", " -eq ", " -lt ")),
            st.sampled_from(('"$x"', "7", "$u", "hello")),
            " ]",
        ),
        _join("(( ", expressions, " ))"),
        st.sampled_from(("true", "false", "test -f f1", "[ -d d ]", "! false", "grep -q l in")),
    )


def _compound(body: st.SearchStrategy[str], word: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    test = _tests(word)
    return st.one_of(
        _join("if ", test, "; then ", body, "; else ", body, "; fi"),
        _join(test, st.sampled_from((" && ", " || ")), body),
        _join("for i in ", word, " ", word, "; do ", body, "; done"),
        _join("for ((c=0; c<3; c++)); do ", body, "; done"),
        _join(
            "k=0; while ((k++ < 3)); do ",
            body,
            st.sampled_from(("", "; [ $k = 2 ] && continue; echo k", "; [ $k = 2 ] && { k=9; break; }")),
            "; done",
        ),
        _join("f() { ", body, "; }; f ", word),
        _join("f() { local x=in; ", body, "; return 2; }; f ", word, '; echo "$? $x"'),
        _join("( ", body, " ); echo $?"),
        _join("{ ", body, "; } 2>&1 | cat"),
        _join("{ ", body, "; } > out; cat out"),
        _join("case ", word, " in h*|7) ", body, ";; ?) ", body, ";& *) echo end;; esac"),
        _join("while read -r line; do ", body, "; done < in"),
        _join("set -- ", word, " ", word, '; for i; do p "$i"; done'),
        _join("x=", word, " eval ", st.just("'p \"$x\"'")),
        _join("( set -e; ", body, "; echo reached )"),
        _join("trap 'echo bye' EXIT; ", body),
    )


def _lines(command: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(command, min_size=1, max_size=4).map("\n".join)


_leaf = st.sampled_from(("echo in", "p $y", 'echo "$x"', "printf %s z", "false", "echo a b; false", ":"))
words = _word(_leaf)
simple_commands = _simple(words)
commands = st.recursive(simple_commands, lambda inner: _compound(inner, words), max_leaves=4)
features = st.one_of(declaring(words, expressions), reading(words), plumbing(words), steering(words))
scripts = st.one_of(_lines(simple_commands), _lines(commands), _lines(st.one_of(commands, features))).map(
    lambda text: text + '\necho "=$?"\n'
)
