"""read: lines, fields, counts, delimiters. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        ("printf 'a\\\\' | { read x; echo \"$? [$x]\"; }", "1 [a]\n"),
        ("printf 'a\\\\\\nb\\n' | { read x; echo \"$? [$x]\"; }", "0 [ab]\n"),
        ("printf 'a\\\\ b c\\n' | { read x y; echo \"$? [$x] [$y]\"; }", "0 [a b] [c]\n"),
        ("printf 'a\\\\ b c\\n' | { read; echo \"$? [$REPLY]\"; }", "0 [a b c]\n"),
        ("printf '  a b  \\n' | { read; echo \"$? [$REPLY]\"; }", "0 [  a b  ]\n"),
        ("printf '  a b  \\n' | { read x; echo \"$? [$x]\"; }", "0 [a b]\n"),
        ("printf '  a b \\\\  \\n' | { read x; echo \"$? [$x]\"; }", "0 [a b]\n"),
        ("printf '  a b \\\\ \\n' | { read x y; echo \"$? [$x] [$y]\"; }", "0 [a] [b]\n"),
        ("read -r x <<< 'a\\b\\'; echo \"[$x]\"", "[a\\b\\]\n"),
        ("read -r x y <<< 'a\\ b c'; echo \"[$x][$y]\"", "[a\\][b c]\n"),
        ("echo 'xa  \\ ' | (read a ; echo \"[$a]\")", "[xa]\n"),
        ("echo 'x a\\ \\  ' | (read a b; echo \"[$a][$b]\")", "[x][a  ]\n"),
        ("echo '\\ \\ ' | (read a; echo \"[$a]\")", "[  ]\n"),
    ],
)
def test_backslashes_protect_unless_raw(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            'IFS=: read x <<< "a:"; echo "[$x]"; IFS=: read x <<< "a::"; echo "[$x]"; IFS=: read x <<< ":"; echo "[$x]"; IFS=: read x y <<< "a:b:"; echo "[$x][$y]";IFS=: read x y <<< "a:b:c:"; echo "[$x][$y]"; IFS=: read x y <<< "a:b::"; echo "[$x][$y]"',
            "[a]\n[a::]\n[]\n[a][b]\n[a][b:c:]\n[a][b::]\n",
        ),
        ('IFS=\': \' read x y z <<< " a : b :: c : "; echo "[$x][$y][$z]"', "[a][b][: c :]\n"),
        ('IFS=\': \' read x y <<< "a b : "; echo "[$x][$y]"', "[a][b]\n"),
        ('IFS=\': \' read x y <<< "a  b  : : "; echo "[$x][$y]"', "[a][b  : :]\n"),
        ('IFS= read x y <<< "  a b "; echo "[$x][$y]"', "[  a b ][]\n"),
        ("IFS=$'\\n' read x y <<< ' a b '; echo \"[$x][$y]\"", "[ a b ][]\n"),
        ("IFS='a' read x y z <<< 'xayaza'; echo \"[$x][$y][$z]\"", "[x][y][z]\n"),
        ("IFS=, read -r a b <<< ',,'; echo \"[$a][$b]\"", "[][]\n"),
        ("IFS=, read -r a b <<< 'x,'; echo \"[$a][$b]\"", "[x][]\n"),
        ("IFS=, read -r a b <<< 'x,,'; echo \"[$a][$b]\"", "[x][]\n"),
        ("IFS=, read -r a b <<< 'x,y,'; echo \"[$a][$b]\"", "[x][y]\n"),
        ("IFS=' ,' read -r a b <<< 'x , , '; echo \"[$a][$b]\"", "[x][]\n"),
        ("IFS=' ,' read -r a b <<< 'x , y , '; echo \"[$a][$b]\"", "[x][y]\n"),
        ("IFS=' ,' read -r a b <<< 'x , y z , '; echo \"[$a][$b]\"", "[x][y z ,]\n"),
        ('read x y z <<< "a"; echo "[$x][$y][$z]"', "[a][][]\n"),
        ("read x y <<< $'a\\tb  \\t'; echo \"[$x][$y]\"", "[a][b]\n"),
    ],
)
def test_fields_go_to_names_by_ifs(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "IFS=': ' read -a x <<< \" a : b :: c : \"; declare -p x",
            'declare -a x=([0]="a" [1]="b" [2]="" [3]="c")\n',
        ),
        ('read -a x <<< ""; declare -p x', "declare -a x=()\n"),
        ('IFS=: read -a x <<< "a\\:b:c:"; declare -p x', 'declare -a x=([0]="a:b" [1]="c")\n'),
        (
            'declare -A m; read -a m <<< "a b"; echo $?; declare -p m',
            "bash: line 1: read: m: not an indexed array\n1\ndeclare -A m\n",
        ),
        (
            'readonly -a m=(1); read -a m <<< "a b"; echo $?; declare -p m',
            'bash: line 1: m: readonly variable\n1\ndeclare -ar m=([0]="1")\n',
        ),
        ("read -a 1x <<< a; echo $?", "bash: line 1: read: `1x': not a valid identifier\n1\n"),
        ('read -a x extra <<< "a b"; echo "${x[@]} [$extra]"', "a b []\n"),
        ("read -ra x <<< 'a\\ b c'; declare -p x", 'declare -a x=([0]="a\\\\" [1]="b" [2]="c")\n'),
        ("read -r -a x <<< 'a b\\ c'; declare -p x", 'declare -a x=([0]="a" [1]="b\\\\" [2]="c")\n'),
    ],
)
def test_a_fills_an_array(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ('read -n 3 x <<< "éèàù"; echo "[$x]"', "[éèà]\n"),
        ('read -n 3 x <<< "a"; echo "$? [$x]"', "0 [a]\n"),
        ('read -n 0 x <<< "a"; echo "$? [$x]"', "0 []\n"),
        ('x=old; read -n 0 x <<< "a"; echo "$? [$x]"', "0 []\n"),
        ("read -N 3 x <<< $'a\\nbcd'; echo \"$? [$x]\"", "0 [a\nb]\n"),
        ("read -N 9 x y <<< $'a b\\nc'; echo \"$? [$x][$y]\"", "1 [a b\nc\n][]\n"),
        ("read -n 3 x <<< 'a\\bcd'; echo \"$? [$x]\"", "0 [abc]\n"),
        ("read -N 3 x <<< 'a\\bcd'; echo \"$? [$x]\"", "0 [abc]\n"),
        ("read -n x y <<< a; echo $?", "bash: line 1: read: x: invalid number\n1\n"),
        ("read -n -1 y <<< a; echo $?", "bash: line 1: read: -1: invalid number\n1\n"),
        ('read -N 2 -a x <<< "a b"; declare -p x', 'declare -a x=([0]="a ")\n'),
        ('read -n 2 -a x <<< "a b"; declare -p x', 'declare -a x=([0]="a")\n'),
        ('IFS=x read -N 3 y <<< "axb"; echo "[$y]"', "[axb]\n"),
        ("read -n1 x <<< ' a'; echo \"[$x]\"", "[]\n"),
        ("read -n2 <<< ' a'; echo \"[$REPLY]\"", "[ a]\n"),
    ],
)
def test_counts_are_of_characters(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ('read -d x y <<< "abxcd"; echo "$? [$y]"', "0 [ab]\n"),
        ("read -d '' y < <(printf 'ab\\0cd'); echo \"$? [$y]\"", "0 [ab]\n"),
        ('read -d \'\' y <<< "abc"; echo "$? [$y]"', "1 [abc]\n"),
        ("read -d x y <<< 'a\\xbx'; echo \"$? [$y]\"", "0 [axb]\n"),
        ("read -d xyz y <<< 'abycx'; echo \"$? [$y]\"", "0 [abyc]\n"),
        ("printf 'a b\\n' | { read -d ' ' x; read y; echo \"[$x][$y]\"; }", "[a][b]\n"),
        ("read -rd '' x y <<< $'a b\\nc'; echo \"$? [$x][$y]\"", "1 [a][b\nc]\n"),
    ],
)
def test_d_ends_a_line(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("read -t x y <<< a; echo $?", "bash: line 1: read: x: invalid timeout specification\n1\n"),
        ("read -t -1 y <<< a; echo $?", "bash: line 1: read: -1: invalid timeout specification\n1\n"),
        ('read -t 0 y <<< a; echo "$? [$y]"', "0 []\n"),
        ('read -t 0 y < /dev/null; echo "$? [$y]"', "0 []\n"),
        ("read -t 5 y <<< 'a b'; echo \"$? [$y]\"", "0 [a b]\n"),
        ("read -t 5 -n 2 y <<< 'abc'; echo \"$? [$y]\"", "0 [ab]\n"),
        ("read -t 5 y < <(printf 'a\\\\\\nb\\n'); echo \"$? [$y]\"", "0 [ab]\n"),
        ('read -t 1.5 y < /dev/null; echo "$? [$y]"', "1 []\n"),
        ("read -t . y < /dev/null; echo $?", "0\n"),
    ],
)
def test_a_read_gives_up_in_time(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("read -n x y <<< a; echo $?", "bash: line 1: read: x: invalid number\n1\n"),
        ("read -n -1 y <<< a; echo $?", "bash: line 1: read: -1: invalid number\n1\n"),
        ("read -u 9 y; echo $?", "bash: line 1: read: 9: invalid file descriptor: Bad file descriptor\n1\n"),
        ("read -u x y; echo $?", "bash: line 1: read: x: invalid file descriptor specification\n1\n"),
        ("read -u -1 y; echo $?", "bash: line 1: read: -1: invalid file descriptor specification\n1\n"),
        ("read 1x <<< a; echo $?", "bash: line 1: read: `1x': not a valid identifier\n1\n"),
        (
            'read a 1x c <<< "a b c"; echo "$? $a $c"',
            "bash: line 1: read: `1x': not a valid identifier\n1 a \n",
        ),
        ("read x <&-; echo $?", "bash: line 1: read: read error: 0: Bad file descriptor\n1\n"),
        ("read x < /; echo $?", "bash: line 1: read: read error: 0: Is a directory\n1\n"),
        ("readonly r; read r <<< a; echo $?", "bash: line 1: r: readonly variable\n1\n"),
        ('readonly r; read a r b <<< "1 2 3"; echo "$? $a $b"', "bash: line 1: r: readonly variable\n1 1 \n"),
        (
            'readonly -a m=(1); read -a m <<< "a b"; echo $?; declare -p m',
            'bash: line 1: m: readonly variable\n1\ndeclare -ar m=([0]="1")\n',
        ),
        ('declare -A m; read -a m <<< "a b"; echo $?', "bash: line 1: read: m: not an indexed array\n1\n"),
        ("read -a 1x <<< a; echo $?", "bash: line 1: read: `1x': not a valid identifier\n1\n"),
        ("read 'a[' <<< a; echo $?", "bash: line 1: read: `a[': not a valid identifier\n1\n"),
        (
            "read -Z; echo $?",
            "bash: line 1: read: -Z: invalid option\nread: usage: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]\n2\n",
        ),
        (
            "read -p; echo $?",
            "bash: line 1: read: -p: option requires an argument\nread: usage: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]\n2\n",
        ),
    ],
)
def test_what_cannot_be_read_or_stored_is_said(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("declare -A m; read 'm[k]' <<< \"a b\"; echo $?; declare -p m", '0\ndeclare -A m=([k]="a b" )\n'),
        ('declare -i n; read n <<< "1+2"; echo $n', "3\n"),
        ("a=(1 2); i=1; read 'a[$i]' <<< x; declare -p a", 'declare -a a=([0]="1" [1]="x")\n'),
        ("exec 5<<< hello; read -u 5 x; echo $x", "hello\n"),
        ('read -e -i foo -p prompt -s x <<< a; echo "$? $x"', "0 a\n"),
    ],
)
def test_elements_and_attributes_take_values(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            'printf \'a\\nb\\nc\\n\' | { read x; read y; echo "$x $y"; while read -r z; do echo "rest $z"; done; }',
            "a b\nrest c\n",
        ),
        ("printf 'a b\\n' | { read -d ' ' x; read y; echo \"[$x][$y]\"; }", "[a][b]\n"),
        ('printf \'no newline\' | while read -r x || [ -n "$x" ]; do echo "[$x]"; done', "[no newline]\n"),
    ],
)
def test_read_takes_only_its_line(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("mapfile -d '' x < <(printf 'a\\0b\\0c'); declare -p x", 'declare -a x=([0]="a" [1]="b" [2]="c")\n'),
        (
            "mapfile x < <(printf 'a\\n\\nb'); declare -p x; mapfile -t -O 5 x < <(printf 'a\\n\\nb\\n'); declare -p x",
            'declare -a x=([0]=$\'a\\n\' [1]=$\'\\n\' [2]="b")\ndeclare -a x=([0]=$\'a\\n\' [1]=$\'\\n\' [2]="b" [5]="a" [6]="" [7]="b")\n',
        ),
        (
            "declare -u x; mapfile -t x < <(printf 'a\\nb\\n'); declare -p x",
            'declare -au x=([0]="A" [1]="B")\n',
        ),
        (
            "mapfile -d é x <<< aébéc; declare -p x",
            "declare -a x=([0]=$'a\\303' [1]=$'\\251b\\303' [2]=$'\\251c\\n')\n",
        ),
        ("mapfile -t x < <(printf 'a\\0z\\nb\\n'); declare -p x", 'declare -a x=([0]="a" [1]="b")\n'),
        ("mapfile -t x < <(printf '\\xc3\\n\\xa9\\n'); echo ${#x[@]} ${#x[0]}", "2 1\n"),
        ("x=(1 2 3); mapfile -t -s 1 -n 1 x <<< $'a\\nb\\nc'; declare -p x", 'declare -a x=([0]="b")\n'),
    ],
)
def test_mapfile_reads_all_or_line_by_line(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("mapfile x <<< $'a\\nb'; declare -p x", "declare -a x=([0]=$'a\\n' [1]=$'b\\n')\n"),
        ("mapfile -t <<< $'a\\nb'; declare -p MAPFILE", 'declare -a MAPFILE=([0]="a" [1]="b")\n'),
        (
            "mapfile -t -n 2 -s 1 x < <(printf 'a\\nb\\nc\\nd\\n'); declare -p x",
            'declare -a x=([0]="b" [1]="c")\n',
        ),
        (
            "x=(1 2 3 4); mapfile -t -O 1 x <<< q; declare -p x",
            'declare -a x=([0]="1" [1]="q" [2]="3" [3]="4")\n',
        ),
        ("x=(1 2 3 4); mapfile -t x <<< q; declare -p x", 'declare -a x=([0]="q")\n'),
        ("mapfile -d : -t x < <(printf 'a:b:c'); declare -p x", 'declare -a x=([0]="a" [1]="b" [2]="c")\n'),
        ("mapfile -d : x < <(printf 'a:b:c'); declare -p x", 'declare -a x=([0]="a:" [1]="b:" [2]="c")\n'),
        ("mapfile -d '' -t x < <(printf 'a\\0b\\0'); declare -p x", 'declare -a x=([0]="a" [1]="b")\n'),
        (
            "f() { echo \"cb $*\"; }; mapfile -t -C f -c 2 x < <(printf 'a\\nb\\nc\\nd\\ne\\n'); declare -p x",
            'cb 1 b\ncb 3 d\ndeclare -a x=([0]="a" [1]="b" [2]="c" [3]="d" [4]="e")\n',
        ),
        (
            "f() { echo \"cb $*\"; }; mapfile -C 'f x' -c 1 x < <(printf 'a\\nb b\\n'); declare -p x",
            "cb x 0 a\n\ncb x 1 b b\n\ndeclare -a x=([0]=$'a\\n' [1]=$'b b\\n')\n",
        ),
        ("mapfile -n x; echo $?", "bash: line 1: mapfile: x: invalid line count\n1\n"),
        ("mapfile -n -1; echo $?", "bash: line 1: mapfile: -1: invalid line count\n1\n"),
        ("mapfile -O -1; echo $?", "bash: line 1: mapfile: -1: invalid array origin\n1\n"),
        ("mapfile -O x; echo $?", "bash: line 1: mapfile: x: invalid array origin\n1\n"),
        ("mapfile -s x; echo $?", "bash: line 1: mapfile: x: invalid line count\n1\n"),
        ("mapfile -c 0; echo $?", "bash: line 1: mapfile: 0: invalid callback quantum\n1\n"),
        ("mapfile -c x; echo $?", "bash: line 1: mapfile: x: invalid callback quantum\n1\n"),
        (
            "mapfile -u 9; echo $?",
            "bash: line 1: mapfile: 9: invalid file descriptor: Bad file descriptor\n1\n",
        ),
        ("mapfile -u x; echo $?", "bash: line 1: mapfile: x: invalid file descriptor specification\n1\n"),
        ("mapfile 1x <<< a; echo $?", "bash: line 1: mapfile: `1x': not a valid identifier\n1\n"),
        ("readonly r; mapfile r <<< a; echo $?", "bash: line 1: r: readonly variable\n1\n"),
        ("declare -A r; mapfile r <<< a; echo $?", "bash: line 1: mapfile: r: not an indexed array\n1\n"),
        ("mapfile x < /dev/null; declare -p x", "declare -a x=()\n"),
        ("mapfile '' <<< a; echo $?", "bash: line 1: mapfile: empty array variable name\n2\n"),
        ("mapfile x y <<< a; echo $?; declare -p x", "0\ndeclare -a x=([0]=$'a\\n')\n"),
        ("readarray -t x < <(printf 'a\\0b\\nc'); declare -p x", 'declare -a x=([0]="a" [1]="c")\n'),
        ("mapfile x <&-; echo $?", "0\n"),
        (
            "mapfile -q; echo $?",
            "bash: line 1: mapfile: -q: invalid option\nmapfile: usage: mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]\n2\n",
        ),
        ("x=str; mapfile -t x <<< a; declare -p x", 'declare -a x=([0]="a")\n'),
        ("declare -n r=x; mapfile -t r <<< a; declare -p x r", 'declare -a x=([0]="a")\ndeclare -n r="x"\n'),
        ("mapfile -t -C 'echo' -c 1 x <<< $'a\"b$c'; ", '0 a"b$c\n'),
        ("mapfile -n 0 -t x <<< $'a\\nb'; declare -p x", 'declare -a x=([0]="a" [1]="b")\n'),
    ],
)
def test_mapfile_stores_lines_in_an_array(says, case):
    says(*case)
