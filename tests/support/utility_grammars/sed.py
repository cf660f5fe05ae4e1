"""Command lines and scripts of sed."""

from __future__ import annotations

import re
from random import Random

from regex_grammar import LINES, regex, text
from utility_oracle import Case

_FLAGS = (
    "-n",
    "-n",
    "-n",
    "-E",
    "-r",
    "-s",
    "-z",
    "-u",
    "-l5",
    "--quiet",
    "--regexp-extended",
    "--null-data",
)
_BROKEN = (
    "", "x;;p", "}", "{p", "k", "p x", "1,p", "1,2,3p", "p;", "{p}", "{;p;}", "b no", ":", ": a b;b a b", "y/ab/c/", "y/a/b",
    "s/a", "s/a/b", "s/a/b/q", "s/a/b/gg", "s/a/b/pp", "s/a/b/0", "s/a/b/12x", "s/a/b/1 2", "a", "i", "c", "r", "w", "=x",
    "1!!p", "1 ! p", "0p", "0,1p", "+1p", "1,+p", "1~p", "/a", "\\", "\\a", "/a/Ip", "/a/Mp", "/a/x", "q 5", "Q5", "q5 6",
    "1,2q", "1,2=", "1,2a x", "l 3", "l x", "e", "F", "z", "#n", "#n\np", "# n\np", "p # x", "y/a\\/b/x\\/y/", "y/\\n/x/",
    "s//x/", "//p", "/a/s//[&]/", "s/\\(a\\)/\\2/", "s/a/\\1/", "s/x/\\", "{p;p", "1{p};p", "1{p\n}", "};p", "a\\", "a\\\n",
    "$!{$!N};P;D", "v", "v 4.2", "v 9.0", "M", "s/a\\|b/x/I2", "y/é/e/", "s,a\\,b,x,", "s|a\\|b|x|", "sxaxbx", "s\na\nb\n",
    "s a b ", "s/[/]/x/", "s/a/\n/", "s/a/\\\n/", "s/a/b/w", "s/a/b/w /dev/stdout", "w /dev/stdout", "r /dev/stdin", "W out\n",
    "R f1", "1d;$p", "n;d", "N;N;D", "$!N;P;D", "G;h;$!d", "1!G;h;$!d", "x;G;1!h;s/\\n/,/g;$!d", ":a;N;$!ba;s/\\n/+/g",
    ":a;s/^\\(.*\\)a/\\1X/;ta", "/a/,/b/{//!d}", "2,4!d", "/a/!{s/^/-/}", "s/\\(.\\)\\(.\\)/\\2\\1/g", "s/./\\U&/", "$=",
    "s/\\w\\+/\\L\\u&/g", "s/a/\\n/", "s/a/\\t|/", "s/a/\\x41\\o101\\d065/", "s/\\x61/x/", "s/a\\x5eb/x/", "s/\\n/x/", "s/a*/x/2",
    "s/b*/x/g", "s/x*/-/g", "s/^/>/", "s/$/</mg", "s/^a/x/M", "N;s/^a/x/Mg", "N;s/b$/x/Mg", "N;s/\\`a/x/Mg", "s/\\ca/x/", "D",
    "2q;p", "$!d", "1~2d", "2~0p", "0~3p", "2,~2p", "/b/,+1d", "0,/a/d", "1,/a/d", "/a/,2p", "3,1p", "$,1p", "2,/x/{=;d}",
    "a\\  x", "a  x", "1i\\\\x", "a x\\\ny", "c\\\n x\\\n y", "$!c x", "1,2c x", "1,$!c x", "i\\", "a\\ttab", "a hello\\nworld",
)  # fmt: skip
_TEXTS = ("x", "A b", "  lead", "a\\tb", "x\\", "x\\\ny", "\\  y", "é", "", "a;p", "p }")
_LABELS = ("a", "b", "end")


def _address(r: Random, extended: bool) -> str:
    kind = r.randrange(8)
    if kind < 3:
        return str(r.choice((1, 1, 2, 3, 4, 5, 0)))
    if kind == 3:
        return "$"
    if kind == 4:
        return f"{r.randrange(4)}~{r.randrange(4)}"
    pattern = (
        regex(r, extended=extended, depth=1, sound=True)
        if r.random() < 0.6
        else r.choice(("a", "b", "foo", "", "^$", "x"))
    )
    flags = r.choice(("", "", "", "", "I", "M"))
    if r.random() < 0.15:
        return "\\," + pattern.replace("\\/", "/").replace(",", "\\,") + "," + flags
    return f"/{pattern.replace(chr(92) + '/', '/').replace('/', chr(92) + '/')}/{flags}"


def _addresses(r: Random, extended: bool) -> str:
    kind = r.random()
    if kind < 0.4:
        return ""
    first = _address(r, extended)
    if kind < 0.7:
        made = first
    else:
        second = r.choice(
            (f"+{r.randrange(4)}", f"~{r.randrange(5)}", _address(r, extended), _address(r, extended))
        )
        made = first + r.choice((",", ",", ", ")) + second
    return made + r.choice(("", "", "", "!", "! "))


def _replacement(r: Random) -> str:
    parts = (
        "x",
        "&",
        "\\1",
        "\\2",
        "[&]",
        "\\U",
        "\\L",
        "\\u",
        "\\l",
        "\\E",
        "\\n",
        "\\&",
        "-",
        "é",
        "\\0",
        "\\\n",
        "\\t",
        "aB",
        "\\1",
    )
    return "".join(r.choice(parts) for _ in range(r.randrange(5)))


def _substitution(r: Random, extended: bool) -> str:
    pattern = regex(r, extended=extended, depth=r.choice((1, 2)), sound=r.random() < 0.9)
    if r.random() < 0.4:
        pattern = ("(a|b)(.)?", r"\(a\|b\)\(.\)\{0,1\}")[not extended]
    mark = r.choice(("/", "/", "/", "/", ",", "|", "#"))
    flags = "".join(
        r.choice(("", "", "g", "p", "2", "I", "i", "M", "3", "w out", "e#")[: r.choice((6, 10))])
        for _ in range(r.randrange(3))
    )
    if "|" in pattern and mark == "|":
        mark = "/"
    return f"s{mark}{pattern.replace(chr(92) + '/', '/').replace(mark, chr(92) + mark)}{mark}{_replacement(r)}{mark}{flags}"


def _command(r: Random, extended: bool, depth: int) -> str:
    kind = r.randrange(20)
    if kind < 6:
        return _substitution(r, extended)
    if kind < 12:
        return r.choice("pdnNDPGgHhx=lzFpdNGh")
    if kind == 12:
        return r.choice(
            ("y/abc/xyz/", "y/aé/éa/", "y,a\\,b,1\\,2,", "y/a\\nb/12\\n/", "y/ab/\\ny/", "y/abc/ABC/")
        )
    if kind == 13:
        return r.choice("aic") + r.choice((" ", "\\\n", "\\\n  ", "")) + r.choice(_TEXTS) + "\n"
    if kind == 14:
        return r.choice(("q", "q5", "Q", "Q 3", "l", "l 4", "l 1", "l 0"))
    if kind == 15:
        return r.choice(
            (
                "r f1\n",
                "r none\n",
                "R f2\n",
                "w out\n",
                "W out\n",
                "w /dev/stdout\n",
                "w /dev/stderr\n",
                "R none\n",
            )
        )
    if kind < 18 and depth:
        body = ";".join(_line(r, extended, depth - 1) for _ in range(r.randrange(1, 3)))
        return "{" + body + r.choice(("}", ";}", "\n}"))
    # Forward only: a loop may never end.
    return r.choice(("b", "t", "T", "bend", "tend", "T end\n", "b end\n"))


def _line(r: Random, extended: bool, depth: int = 1) -> str:
    return _addresses(r, extended) + r.choice(("", "", " ")) + _command(r, extended, depth)


def _script(r: Random, extended: bool) -> str:
    if r.random() < 0.2:
        return r.choice(_BROKEN)
    made = ""
    for _ in range(r.choice((1, 1, 2, 2, 3))):
        made += _line(r, extended) + r.choice((";", ";", "\n", " ; ", "\n\n"))
    if "end" in made and r.random() < 0.95:
        return made + ":end" + r.choice(("", "\ns/^/=/", "\np"))
    return made.rstrip("; \n") if r.random() < 0.7 else made


def draw(r: Random) -> Case:
    flags = [r.choice(_FLAGS) for _ in range(r.choice((0, 1, 1, 2)))]
    if r.random() < 0.15:
        flags.append(r.choice(("-i", "-i.bak", "-ib_*", "--in-place", "-si", "-ni")))
    if r.random() < 0.02:
        flags.append(
            r.choice(("-k", "--nope", "-lx", "-l", "--line-length=1", "-e", "-f", "--expr=p", "--debug="))
        )
    extended = any(flag in ("-E", "-r", "--regexp-extended") for flag in flags)
    files = {name: text(r, most=5) for name in r.sample(("f1", "f2", "f3"), r.choice((1, 2)))}
    script = _script(r, extended)
    how = r.random()
    if how < 0.8:
        words = [script]
    elif how < 0.9:
        words = ["-e", script, "-e", _script(r, extended)]
    else:
        files["s.sed"] = script
        words = ["-f", "s.sed"]
    end = "\0" if "-z" in flags and r.random() < 0.6 else "\n"
    if r.random() < 0.85:
        operands = r.choices([*files, *files, "none", "-"], k=r.choice((1, 1, 1, 2)))
        # In place a file is read ahead: the same one twice is no use.
        words += dict.fromkeys(operands) if any("i" in flag for flag in flags) else operands
    odd = r.choice((0, 0.1))
    return Case(("sed", *flags, *words), files, text(r, odd=odd, end=end, most=5) or r.choice(LINES))


_NUMBERS = re.compile(r"(char|line) \d+")

KNOWN = (
    (
        lambda case, real, ours: real.status == ours.status == 1 and "Usage: sed [OPTION]..." in ours.stderr,
        "the table of options has words of its own",
    ),
    (
        lambda case, real, ours: "\udcc3" in real.stdout and "é" in ours.stdout,
        "s of an empty match with g: GNU sed steps over one byte of a character where nothing matches",
    ),
    (
        lambda case, real, ours: "sh: 1:" in real.stderr or "sh: 2:" in real.stderr,
        "what the shell of e says is that shell's",
    ),
    (
        lambda case, real, ours: (
            real._replace(stderr="") == ours._replace(stderr="")
            and _NUMBERS.sub("", real.stderr) == _NUMBERS.sub("", ours.stderr)
        ),
        "which character or line a fault is counted to that shows behind the name of a file, or at the script's end",
    ),
)
