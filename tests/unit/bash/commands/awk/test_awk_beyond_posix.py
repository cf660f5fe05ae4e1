"""What gawk adds to awk, by its manual; where mawk and gawk differ, gawk is followed."""

from __future__ import annotations

import pytest

from runtime.bash import Bash

FILES = {
    "/w/x": "a 1\nb 2\nc 3\n",
    "/w/y": "a 9\nz 8\n",
    "/w/prog": '#!/usr/bin/awk -f\nfunction f(v) {\n  return v "!"\n}\n{ print f($1) }\n',
}


@pytest.fixture
def say():
    """What a script prints, which must end well."""

    def run(script: str) -> str:
        done = Bash(files=FILES, cwd="/w", clock=1_700_000_000.0).exec_sync(script)
        assert (done.stderr, done.exit_code) == ("", 0), (done.stderr, done.failures)
        return done.stdout

    return run


FUNCTIONS = {
    r'gensub(/(a)(b)/, "<\\2\\1>", "g", "abab")': "<ba><ba>",
    r'gensub(/b/, "X", 2, "abab")': "abaX",
    r'gensub(/b/, "[\\0&\\&]", 1, "ab")': "a[bb&]",
    r'gensub(/z/, "q", "g", "abc")': "abc",
    r'gensub(/(x)?b/, "<\\1>", "g", "ab")': "a<>",
    'strtonum("0x1F") " " strtonum("017") " " strtonum("12abc") " " strtonum("-0x10") " " strtonum(08)': "31 15 12 -16 8",
    "and(12, 10) + or(12, 3) + xor(12, 10)": "29",
    "lshift(1, 3) rshift(16, 2) lshift(1, 64)": "840",
    "compl(0)": "9007199254740991",
    'strftime("%Y-%m-%d", 86400, 1)': "1970-01-02",
    'strftime("%H:%M", 3600)': "01:00",
    "length(strftime())": "28",
    "systime()": "1700000000",
    'mktime("2020 01 02 03 04 05")': "1577934245",
    'mktime("2020 13 01 00 00 00")': "1609459200",
    'mktime("soon")': "-1",
    'typeof(1) typeof("x") typeof(u) isarray(1)': "numberstringunassigned0",
    'toupper("stra\u00dfe") tolower("\u00c4")': "STRA\u00dfE\u00e4",
    'length("h\u00e9") index("h\u00e9llo", "l") substr("h\u00e9llo", 2, 1)': "23\u00e9",
    'sprintf("%c%c%c", 228, "\u00e9a", 1114112)': "\u00e4\u00e9\ufffd",
    'sprintf("%2$s %1$s", "w", "h")': "h w",
    'sprintf("%x %o %u", -5, -5, -5)': "-5 -5 -5",
    'sprintf("%d %i", 2^53, -2^63)': "9007199254740992 -9223372036854775808",
    'sprintf("%5.3d|%-6d|%+06d|% d|%.0d|", 7, 7, 7, 7, 0)': "  007|7     |+00007| 7||",
    'sprintf("%#x %#o %#X", 255, 8, 255)': "0xff 010 0XFF",
    'sprintf("%a", 1)': "0x1p+0",
    'sprintf("%s %d %5.1f|%e", log(-1), -log(0), log(0), log(0))': "-nan inf  -inf|-inf",
    'substr("hello", 0) substr("hello", -1, 3) substr("hello", 1.5, 1) substr("hello", "nan" + 0, 2)': "hellohelehe",
    '2^53 " " 1e18 " " 2^31': "9007199254740992 1000000000000000000 2147483648",
    "2 ** 3 ** 2": "512",
    "0x10 + 011": "27",
    '"0x11" + 0': "0",
    '("+inf" + 0) ("-nan" + 0) ("inf" + 0) ("+nan" + 0)': "inf-nan0nan",
    'int(-3.7) int("4x") 7 % -3 -7 % 3': "-340",
    "(-8)^(1/3) (0)^-1 2^1e10 (-2)^3": "-naninfinf-8",
    "exp(1e5) sqrt(-1) sin(2^2000) (2^2000 % 2)": "inf-nan-nan-nan",
    "rand() < 1": "1",
    r'("a/b" ~ /a\/b/) ("\t" ~ /\t/) ("A" ~ /\x41/) ("A" ~ /\101/) ("q" ~ /\q/) ("x" ~ /\056/) ("\"" ~ /\"/)': "1111101",
    r'("]" ~ /[\]]/) ("^" ~ /[\^a]/) ("-" ~ /[a\-z]/) ("b" ~ /[a\-z]/) ("/" ~ /[/]/) ("\\" ~ /[\\]/) ("x" ~ /[\x78]/)': (
        "1110111"
    ),
    r'("]" ~ /[]a]/) ("b" ~ /[^]a]/) ("\t" ~ /[\t]/) ("z" ~ /[\172]/) ("5" ~ /[[:digit:]\/]/) (" " ~ /[\s]/) ("a" ~ /[\w]/)': (
        "1111111"
    ),
    r'("foo bar" ~ /\yfoo\y/) ("foobar" ~ /\yfoo\y/) ("foo" ~ /\<fo/) ("foo" ~ /oo\>/) ("a b" ~ /a\sb/) ("a{" ~ /a{/)': (
        "101111"
    ),
    r'("a" ~ "\\.") ("." ~ "\\.") ("a+" ~ "a\\+") ("aa" ~ /^a{2}$/) ("ab" ~ /^(a|ab)$/) ("" ~ //)': "011111",
    '(1 > "a") (2 >= "10") ("b" > "a") ("" >= 0) (u >= 0) (u > 0)': "011010",
    '("a" <= "b") ("a" != "b") (1 != "1") ("x" < 1) ("1e1" + 0 == 10)': "11001",
}


@pytest.mark.parametrize(("expression", "expected"), FUNCTIONS.items())
def test_an_expression_has_the_value_that_gawk_gives_it(say, expression, expected) -> None:
    assert say(f"awk 'BEGIN {{ printf \"%s\", ({expression}) }}'") == expected


PROGRAMS = {
    'BEGIN { print match("foo12", /([a-z]+)([0-9]+)/, m), m[0], m[1], m[2], m[1, "start"], m[2, "length"] }': "1 foo12 foo 12 1 2\n",
    'BEGIN { print match("ab", /(a)|(b)/, m), (2 in m), length(m) }': "1 0 6\n",
    'BEGIN { print match("aabb", /(a(a))+(b)/, m), m[2, "start"], m[3] }': "1 2 b\n",
    'BEGIN { n = split("a1b22c", p, /[0-9]+/, s); print n, p[3], s[1], s[2] }': "3 c 1 22\n",
    'BEGIN { n = split("  x y ", q, " ", t); print n, "[" t[0] "|" t[1] "|" t[2] "]" }': "2 [  | | ]\n",
    'BEGIN { n = split("a.b", q, ".", t); print n, t[1]; print split("abc", q, "", t), length(t) }': "2 .\n3 0\n",
    'BEGIN { n = patsplit("a1b22c", p, /[0-9]+/, s); print n, p[1], p[2], s[0] s[1] s[2] }': "2 1 22 abc\n",
    'BEGIN { print patsplit("a b", p), p[2] }': "2 b\n",
    'BEGIN { a[1] = "c"; a[2] = "a"; a[3] = 7; n = asort(a, b); print n, b[1], b[2], b[3], a[1] }': "3 7 a c c\n",
    'BEGIN { a["y"]; a["x"]; n = asorti(a); print n, a[1], a[2] }': "2 x y\n",
    'BEGIN { a[1] = 5; a[2] = 40; asort(a, b, "@val_num_desc"); print b[1], b[2] }': "40 5\n",
    'BEGIN { a[3]; a[1]; a[10]; PROCINFO["sorted_in"] = "@ind_num_asc"; for (k in a) printf "%s ", k }': "1 3 10 ",
    'BEGIN { a[3]; a[1]; a[10]; PROCINFO["sorted_in"] = "@ind_str_desc"; for (k in a) printf "%s ", k }': "3 10 1 ",
    'BEGIN { a[1] = "b"; a[2] = "a"; PROCINFO["sorted_in"] = "@val_str_asc"; for (k in a) printf "%s ", k }': "2 1 ",
    'BEGIN { a[1] = "b"; a[2] = 3; a[3][1]; PROCINFO["sorted_in"] = "@val_type_asc"; for (k in a) printf "%s ", k }': "2 1 3 ",
    'BEGIN { a[2]; a[1]; PROCINFO["sorted_in"] = "@unsorted"; for (k in a) printf "%s ", k }': "2 1 ",
    'function by(i1, v1, i2, v2) { return i2 - i1 } BEGIN { a[3]; a[10]; PROCINFO["sorted_in"] = "by"; for (k in a) printf "%s ", k }': "10 3 ",
    'BEGIN { a[1][2] = 3; a[1]["x"] = "y"; for (i in a) for (j in a[i]) print i, j, a[i][j]; print length(a[1]), isarray(a[1]), typeof(a) }': "1 2 3\n1 x y\n2 1 array\n",
    "BEGIN { a[1][2] = 3; delete a[1][2]; print (2 in a[1]), (1 in a) }": "0 1\n",
    'function f(x) { x["k"] = "v" } BEGIN { a[1]["z"] = 1; f(a[1]); print length(a[1]), a[1]["k"] }': "2 v\n",
    "function f(x) { return length(x) } BEGIN { a[1]; a[2]; print f(a), f(12.5) }": "2 4\n",
    "BEGIN { a[1][1] = 2; a[1][1] += 3; a[1][1]++; print a[1][1] ++a[1][1] }": "67\n",
    'BEGIN { switch ("b") { case "a": print 1; break; case /b|c/: print 2; case "d": print 3; break; default: print 4 } }': "2\n3\n",
    'BEGIN { switch (5) { case 1: print "one"; break; default: print "other" } }': "other\n",
    'BEGIN { switch (-1) { case -1: print "minus" } switch (9) { default: print "d" } }': "minus\nd\n",
    "BEGIN { for (i = 0; i < 3; i++) { switch (i) { case 1: continue } print i } }": "0\n2\n",
    'BEGIN { IGNORECASE = 1; print ("ABC" ~ /abc/), match("xABC", "abc"); s = "AbAb"; gsub(/a/, "-", s); print s }': "1 2\n-b-b\n",
    'BEGIN { IGNORECASE = 1; FS = "x"; $0 = "1X2x3"; print NF; print split("aXb", p, "x") }': "3\n2\n",
    'BEGIN { FPAT = "([^,]+)|(\\"[^\\"]+\\")"; $0 = "a,\\"b,c\\",d"; print NF, $2 }': '3 "b,c"\n',
    'BEGIN { FIELDWIDTHS = "2 1:3 *"; $0 = "abcdefghij"; print $1 "|" $2 "|" $3, NF; $0 = "a"; print NF }': "ab|def|ghij 3\n1\n",
    'BEGIN { FS = ""; $0 = "abc"; print NF, $2; FS = "\\\\"; $0 = "a\\\\b"; print $2 }': "3 b\nb\n",
    'BEGIN { "echo a b" | getline; print $2, NF, NR }': "b 2 1\n",
    'BEGIN { print length(ENVIRON["NONE"]), "a" > "/dev/stdout" }': "0 a\n",
    'function f(a) { return a == 0 && a == "" } BEGIN { print f(), f(1) }': "1 0\n",
    'BEGIN { print substr("abc", 2) > "o"; close("o"); getline < "o"; print; print NR }': "bc\n0\n",
    'BEGIN { printf "%s", "a" | "cat"; print close("cat"), close("cat") }': "a0 -1\n",
    'BEGIN { "exit 3" | getline; print close("exit 3"); print "x" | "exit 4"; print close("exit 4") }': "3\n4\n",
    "BEGIN { print srand(5), srand(7); a = rand(); srand(7); print a == rand() }": "0 5\n1\n",
    "BEGIN { print srand() srand() }": "01700000000\n",
    'BEGIN { print fflush(), fflush("none"), fflush("/dev/stdout"); print "x" > "o"; print fflush("o") }': "0 -1 0\n0\n",
    'BEGIN { print length() length, -"" "" }': "00 0\n",
}


@pytest.mark.parametrize(("program", "expected"), PROGRAMS.items())
def test_a_program_does_what_gawks_manual_says(say, program, expected) -> None:
    assert say(f"awk '{program}'") == expected


INPUTS = {
    'awk \'BEGINFILE { print "start", FILENAME } ENDFILE { print "end", FNR } { print }\' x y': (
        "start x\na 1\nb 2\nc 3\nend 3\nstart y\na 9\nz 8\nend 2\n"
    ),
    "awk '{ print; nextfile } END { print NR }' x y": "a 1\na 9\n2\n",
    "awk 'function skip() { next } /b/ { skip() } { print $1 }' x": "a\nc\n",
    "awk 'function skip() { nextfile } /b/ { skip() } { print $1 }' x y": "a\na\nz\n",
    "awk 'BEGINFILE { if (FILENAME == \"x\") nextfile } { print $1 }' x y": "a\nz\n",
    "printf 'a1b22c333\\n' | awk -v RS='[0-9]+' '{ print $0, RT }'": "a 1\nb 22\nc 333\n\n \n",
    "printf 'a;b' | awk 'BEGIN { RS = \";\" } { print $0 \"|\" RT }'": "a|;\nb|\n",
    "printf '\\n\\na b\\nc\\n\\n\\nd\\n\\n' | awk -v RS= -v FS=: '{ print NR \": \" $1 \"|\" $2 }'": "1: a b|c\n2: d|\n",
    "printf 'a:b\\nc\\n\\n' | awk 'BEGIN { RS = \"\"; FS = \":+\" } { print NF, $3 }'": "3 c\n",
    "printf 'a\\nb;c;d' | awk 'NR == 1 { RS = \";\" } { print NR \": \" $0 }'": "1: a\n2: b\n3: c\n4: d\n",
    'printf \'a;b;c\\nd\\n\' | awk \'BEGIN { RS = ";" } NR == 2 { RS = "\\n" } { print NR ": " $0 }\'': (
        "1: a\n2: b\n3: c\n4: d\n"
    ),
    "printf 'aXbxc' | awk -v IGNORECASE=1 -v RS=x '{ printf \"%s,\", $0 }'": "a,b,c,",
    "printf 'h\\303\\251 \\303\\251\\n' | awk '{ print length($1), $2 }'": "2 \u00e9\n",
    "printf 'a\\302\\240b c\\n' | awk '{ print NF }'": "2\n",
    "printf 'a\\300|b|' | awk -v 'RS=|' '{ print length($0) }' | tr '\\n' ' '": "2 1 ",
    "printf '1\\342\\202\\2542\\342\\202\\2543' | awk -v RS=\u20ac '{ printf \"%s,\", $0 }'": "1,2,3,",
    "awk -f prog x": "a!\nb!\nc!\n",
    "awk -e 'BEGIN { n = 2 }' -e '$2 == n' x": "b 2\n",
    "gawk --re-interval '/^a{1}/' x": "a 1\n",
    "awk --version | head -n 1": "awk (Cathedral Runtime, after POSIX awk and GNU Awk 5.2)\n",
    "awk -V": "awk (Cathedral Runtime, after POSIX awk and GNU Awk 5.2)\n",
    "awk '{ print $1, $2 }' OFS=+ x": "a+1\nb+2\nc+3\n",
    "echo a:b | awk -F: -v OFS=- -v ORS=. '{ print $1, $2 }'": "a-b.",
    'awk \'BEGIN { ARGV[1] = "OFS=:"; ARGV[2] = "y"; ARGC = 3 } { print $1, $2 }\'': "a:9\nz:8\n",
    "awk '{ n += v } END { print n }' v=2 x v=x y": "6\n",
    "yes | awk 'NR == 3 { print NR; exit }'": "3\n",
    "awk 'BEGIN { for (;;) print \"y\" }' | head -n 2": "y\ny\n",
    "awk 'BEGIN { \"yes\" | getline x; print x }'": "y\n",
    "awk 'BEGIN { while (i++ < 3) print i | \"head -n 1\" }'": "1\n",
    "printf 'one\\ntwo\\n' | { awk 'NR == 1 { while ((getline l < \"-\") > 0) print \"-\" l }'; }": "-two\n",
    'awk \'BEGIN { printf "in" > "/dev/stderr"; print "out" }\' 2>&1': "inout\n",
    'awk \'{ print > FILENAME ".out" } END { close("x.out"); while ((getline l < "x.out") > 0) n++; print n }\' x': "3\n",
    'awk \'BEGIN { print "a" > "o"; print "b" >> "o" }\'; cat o': "a\nb\n",
    'awk \'BEGIN { printf "%s\\n", system("echo said; exit 2") }\'': "said\n2\n",
    'awk \'BEGIN { getline; getline x; print $0 "/" x "/" NR } END { print $0 }\' x': "a 1/b 2/2\nc 3\n",
    "awk 'END { while ((getline l < \"x\") > 0) n++; print n, getline }' y": "3 0\n",
    "awk '{ $(NF + 2) = \"e\"; print; print NF }' OFS=, y": "a,9,,e\n4\nz,8,,e\n4\n",
    'awk \'{ sub(/[0-9]/, "<&>", $2); print; $0 = "n " $2; print $2 }\' y': "a <9>\n<9>\nz <8>\n<8>\n",
    "awk '{ $2++; $1 = $1 \"x\"; n[$1] = $2 } END { for (k in n) print k, n[k] }' y": "ax 10\nzx 9\n",
    "awk '{ i = 1; $(i++) += 5; print i, $0; print $(i) -= 1, $0 }' y": "2 5 9\n8 5 8\n2 5 8\n7 5 7\n",
}


@pytest.mark.parametrize(("script", "expected"), INPUTS.items())
def test_input_is_read_and_output_written_as_gawk_does(say, script, expected) -> None:
    assert say(script) == expected


def test_without_a_seed_numbers_follow_from_the_shells_own(say) -> None:
    program = "awk 'BEGIN { print rand() }'"
    one, same = (Bash(seed=4).exec_sync(program).stdout for _ in range(2))
    assert one == same != Bash(seed=5).exec_sync(program).stdout
