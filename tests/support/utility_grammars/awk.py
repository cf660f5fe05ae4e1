"""Programs of awk: what POSIX says, which mawk, the recorder's awk, and this one share.

Left out is where mawk and gawk, whose ways are followed here, part: characters beyond ASCII (mawk counts bytes), hexadecimal
strings, integers beyond 32 bits, %c of strings, the name of standard input, fields before the first.
"""

from __future__ import annotations

import re
from random import Random

from regex_grammar import LINES
from utility_oracle import Case, Seen

_STRINGS = (
    '"a"',
    '"ab"',
    '""',
    '"10"',
    '"3x"',
    '"A b"',
    '"a.b"',
    '" 7 "',
    '"1e2"',
    '"\\t"',
    '"foo bar"',
    '"-2"',
    '"+3"',
    '"."',
)
_NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "0.5",
    "1e3",
    "100000",
    "3.7",
    "1000000",
    "0.1",
    "1e6",
    "17",
    "010",
)
_FIELDS = ("$1", "$2", "$3", "$0", "$NF", "$(1+1)", "$7")
_VARIABLES = (
    "x",
    "y",
    "NF",
    "NR",
    "FNR",
    "u",
    'm["a"]',
    "m[1]",
    "m[$1]",
    "m[x]",
    "FS",
    "SUBSEP",
    "OFS",
)
_REGEXES = (
    "/a/", "/^a/", "/b$/", "/[0-9]+/", "/a.b/", "/(a|b)c?/", "/^$/", "/o+/", "/[[:upper:]]/", "/a*/", "/x|y/", "/ /", "/[^a-z]/", "/\\./", '"a"', '"^f"', '"[ab]+"',
    "/b*$/", "/foo|a/", "/\\//", "/[/]/", '"\\\\."', "/a+b/",
)  # fmt: skip
_FORMATS = (
    "%d", "%s", "%5s", "%-5s|", "%05d", "%x", "%X", "%o", "%e", "%.2f", "%g", "%i", "%5.1f", "%.3s", "%+d", "% d", "%%", "%.0f", "%G", "%E", "%u",
    "%-8.2e|", "%#o", "%#x", "%s-%s", "%.10g", "%010.3f",
)  # fmt: skip
_TARGETS = ("x", "y", "$1", "$2", "m[1]", "$0", 'm["a"]', "$NF", "u", "$5", "NF")
_LIMIT = 3


def _expression(r: Random, depth: int = 2) -> str:
    kind = r.randrange(22)
    if depth <= 0 or kind < 7:
        return r.choice(r.choice((_STRINGS, _NUMBERS, _FIELDS, _FIELDS, _VARIABLES)))
    inner = lambda: _expression(r, depth - 1)  # noqa: E731 - short for what stands a dozen times below
    if kind < 10:
        return f"({inner()} {r.choice(('+', '-', '*', '+', '-'))} {inner()})"
    if kind == 10:
        return f"({inner()} {r.choice(('<', '<=', '==', '!=', '>', '>='))} {inner()})"
    if kind == 11:
        return f"({inner()} {inner()})"
    if kind == 12:
        return f"({inner()} {r.choice(('~', '!~'))} {r.choice(_REGEXES)})"
    if kind == 13:
        return f"({inner()} ? {inner()} : {inner()})"
    if kind == 14:
        return f"({inner()} {r.choice(('&&', '||'))} {inner()})"
    if kind == 15:
        return r.choice(("!", "-", "+")) + f"({inner()})"
    if kind == 16:
        return r.choice(
            (
                "x++",
                "++x",
                "y--",
                "--y",
                "(x += 2)",
                "(y -= 1)",
                "(x = 5)",
                "$2++",
                'm["a"]++',
                "x^2",
                "2^3^2",
                "-2^2",
                "7%3",
                "-7%3",
                "1/4",
                "!x",
                "x y",
            )
        )
    return _call(r, depth)


def _call(r: Random, depth: int) -> str:
    inner = lambda: _expression(r, depth - 1)  # noqa: E731 - the same
    return r.choice(
        (
            lambda: f"length({inner()})",
            lambda: "length",
            lambda: "length()",
            lambda: f"substr({inner()}, {r.choice(('0', '1', '2', '-1', '1.5', '3', inner()))})",
            lambda: (
                f"substr({inner()}, {r.choice(('0', '1', '2', '-1', '1.5'))}, {r.choice(('0', '1', '2', '-1', '1.5', '99'))})"
            ),
            lambda: f"index({inner()}, {inner()})",
            lambda: f"match({inner()}, {r.choice(_REGEXES)})",
            lambda: (
                "split("
                + inner()
                + ", s"
                + r.choice(("", ", " + r.choice(_REGEXES), ', " "', ', ","', ', "a"', ', ""'))
                + ")"
            ),
            lambda: f"toupper({inner()})",
            lambda: f"tolower({inner()})",
            lambda: f"int({inner()})",
            lambda: f"sprintf({_format(r, depth)})",
            lambda: f"f({inner()})",
            lambda: f"g({inner()}, {inner()})",
            lambda: "(" + r.choice(("1", "x", "$1", '"a"')) + " in m)",
            lambda: f"(({inner()}, 1) in m)",
            lambda: (
                f"int(10*{r.choice(('sin', 'cos', 'exp', 'sqrt', 'log', 'atan2'))}(1{''}))"
                if r.random() < 0.7
                else "int(exp(2))"
            ),
        )
    )()


def _format(r: Random, depth: int) -> str:
    parts = [r.choice(_FORMATS) for _ in range(r.choice((1, 1, 2)))]
    given = sum(part.count("%") + part.count("*") - 2 * part.count("%%") for part in parts)
    arguments = [_expression(r, depth - 1) for _ in range(given)]
    return ", ".join(['"' + " ".join(parts) + '"', *arguments])


def _simple(r: Random) -> str:
    kind = r.randrange(16)
    if kind < 4:
        return "print " + ", ".join(_expression(r) for _ in range(r.choice((1, 1, 2, 3))))
    if kind == 4:
        return r.choice(
            (
                "print",
                "print",
                "next",
                "exit",
                "exit 3",
                "exit x",
                "getline",
                "getline x",
                "NF = 2",
                '$3 = ""',
                "NF++",
                "$(NF+2) = 1",
                "delete m",
                'delete m["a"]',
                "nextfile",
                "$0 = $2",
            )
        )
    if kind < 7:
        return f"{r.choice(_TARGETS)} {r.choice(('=', '=', '=', '+=', '-=', '*='))} {_expression(r)}"
    if kind < 9:
        return f'printf {_format(r, 2)}; print ""'
    if kind < 12:
        target = r.choice(("", "", ", $2", ", x", ", $0", ", $1", ", m[1]"))
        value = r.choice(
            ('"X"', '"[&]"', '"\\\\&"', '"<&&>"', '""', '"a\\\\\\\\&b"', "$1", '"\\\\\\\\"', '"e"')
        )
        return f"{r.choice(('n = ', '', 'print '))}{r.choice(('sub', 'gsub'))}({r.choice(_REGEXES)}, {value}{target})"
    if kind == 12:
        return f"m[{_expression(r, 1)}] = {_expression(r, 1)}"
    if kind == 13:
        return f'n = split({_expression(r, 1)}, s, {r.choice((*_REGEXES, chr(34) + " " + chr(34)))}); for (i = 1; i <= n; i++) printf "<%s>", s[i]; print ""'
    if kind == 14:
        return r.choice(
            (
                'print "b\\na" | "sort"', 'print $1 > "out"', 'print $1 >> "out"', 'while ((getline l < "f2") > 0) print "l", l', '"echo hi" | getline v; print v',
                'close("sort")', 'printf "%s\\n", $1 | "cat"', 'print (getline l < "none")', 'system("echo sys")', 'print $2 > "/dev/stderr"', '"echo a b" | getline; print $2', 'close("out")', 'print -1 " " -1', 'print 1==1, 1 " " 2', 'print 1e300*1e300, -log(0)', 'print index("abc", "")', 'print substr("hello", 2, 3)',
                'print toupper(substr($1, 1, 1)) substr($1, 2)', 'print NR % 2 ? "odd" : "even"', 'print length($0) > 3', 'fflush()', 'print 010 + 0, "1e1x" + 1', "print 1 - -1",
            )
        )  # fmt: skip
    return _expression(r)


def _statement(r: Random, depth: int = 2) -> str:
    kind = r.randrange(14)
    if depth <= 0 or kind < 8:
        return _simple(r)
    inner = lambda: _statement(r, depth - 1)  # noqa: E731 - the same
    if kind < 10:
        return f"if ({_expression(r)}) {{ {inner()} }}" + (
            f" else {{ {inner()} }}" if r.random() < 0.5 else ""
        )
    if kind == 10:
        return f"for (i{depth} = 1; i{depth} <= {r.choice(('NF', '2', '3'))}; i{depth}++) {{ {inner()}{r.choice(('', '; if (i' + str(depth) + ' == 2) break', '; continue'))} }}"
    if kind == 11:
        return f"w{depth} = 0; while (w{depth}++ < {r.randrange(_LIMIT)}) {{ {inner()} }}"
    if kind == 12:
        return f"d{depth} = 0; do {{ {inner()} }} while (d{depth}++ < {r.randrange(_LIMIT)})"
    return f"c{depth} = 0; for (k{depth} in m) c{depth}++; print c{depth}"


def _pattern(r: Random) -> str:
    kind = r.randrange(10)
    if kind < 3:
        return ""
    if kind < 5:
        return r.choice(_REGEXES[:16])
    if kind == 5:
        return f"{r.choice(_REGEXES[:16])}, {r.choice(('NR == 3', *_REGEXES[:16]))}"
    if kind == 6:
        return r.choice(
            (
                "NR == 1",
                "NR > 1",
                "NR == 2, NR == 3",
                "NF",
                "!NF",
                "$1 > 1",
                '$1 == "a"',
                "$2 ~ /a/",
                "END",
                "BEGIN",
                "!x++",
                "NR % 2",
                "1",
                "0",
                '""',
                '"a"',
            )
        )
    return r.choice(("BEGIN", "END", _expression(r)))


_BROKEN = (
    "{", "}", "{ print ", "BEGIN { x = }", "{ print $ }", "/a", "{ if }", "BEGIN { f( }", "{ print 1,, 2 }", "BEGIN", "function f(", '{ "a }', "{ getline < }", "BEGIN { for (;;", "@",
)  # fmt: skip


def _program(r: Random) -> str:
    if r.random() < 0.02:
        return r.choice(_BROKEN)
    rules = []
    for _ in range(r.choice((1, 1, 1, 2, 3))):
        pattern = _pattern(r)
        body = "; ".join(_statement(r) for _ in range(r.choice((1, 1, 2, 3))))
        rules.append(
            f"{pattern} {{ {body} }}" if pattern in ("", "BEGIN", "END") or r.random() < 0.8 else pattern
        )
    made = r.choice(("\n", "\n", "; ")).join(rules)
    if "f(" in made or "g(" in made:
        made += "\nfunction f(a) { return a a }\nfunction g(a, b, c) { c = a; a = b; return c b }"
    return made


def _input(r: Random) -> str:
    words = (
        "a",
        "b",
        "10",
        "2",
        "3.5",
        "foo",
        "A",
        "a.b",
        "-1",
        "0",
        "1e2",
        "x,y",
        "",
        "c:d",
        "0x10",
        "+5",
        " ",
    )
    lines = [
        r.choice((" ", " ", "  ", ",", "\t", ":")).join(r.choice(words) for _ in range(r.randrange(5)))
        for _ in range(r.randrange(5))
    ]
    lines += [r.choice([line for line in LINES if line.isascii()])] if r.random() < 0.3 else []
    joined = "\n".join(lines)
    return joined + "\n" if joined and r.random() < 0.85 else joined


def draw(r: Random) -> Case:
    argv = ["awk"]
    if r.random() < 0.3:
        argv += r.choice(
            (
                ["-F,"],
                ["-F", ":"],
                ["-F", "a"],
                ["-F", " "],
                ["-F\\t"],
                ["-F", "[,:]"],
                ["-Ft"],
                ["-F", "\t"],
                ["-F", "."],
                ["-F|"],
                ["-F", "ab"],
                ["-F", "o+"],
            )
        )
    for _ in range(r.choice((0, 0, 0, 1, 2))):
        argv += [
            "-v",
            r.choice(
                (
                    "x=1",
                    "x=abc",
                    "OFS=-",
                    "FS=,",
                    "RS=",
                    "RS=;",
                    "ORS=|",
                    "x=a\\tb",
                    "y=3x",
                    "OFMT=%.2f",
                    "CONVFMT=%d",
                    "RS=a",
                    "SUBSEP=:",
                    "x= 5 ",
                    "RS=[0-9]",
                    "FS=",
                    "NF=3",
                )
            ),
        ]
    files = {"f1": _input(r), "f2": _input(r)}
    program = _program(r)
    if r.random() < 0.06:
        files["p.awk"] = program
        argv += ["-f", "p.awk"]
    else:
        argv.append(program)
    if r.random() < 0.7:
        argv += r.choices(("f1", "f1", "f2", "-", "x=7", "FS=:", "none"), k=r.choice((1, 1, 1, 2, 3)))
    return Case(tuple(argv), files, _input(r))


def settle(_case: Case, seen: Seen) -> Seen:
    """What an awk says of a program that is none, or that goes wrong, is its own; that it says so is not."""
    return seen._replace(stderr="awk: ...") if seen.status == 2 and seen.stderr.startswith("awk: ") else seen


_LARGE = re.compile(r"e\+(09|1\d)")

KNOWN = (
    (
        lambda case, real, ours: bool(_LARGE.search(real.stdout)) and real.status == ours.status,
        "whole numbers beyond 32 bits: mawk prints them by OFMT, gawk and POSIX as whole numbers",
    ),
    (
        lambda case, real, ours: (
            "\\\\" in " ".join((*case.argv, *case.files.values())) and real.status == ours.status
        ),
        "two backslashes in the text of sub and gsub: mawk makes one of them, POSIX and gawk leave both",
    ),
)
