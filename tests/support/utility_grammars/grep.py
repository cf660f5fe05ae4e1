"""Command lines of grep."""

from __future__ import annotations

import re
from random import Random

from regex_grammar import regex, text
from utility_oracle import Case

FLAGS = (
    "-i", "-v", "-c", "-n", "-o", "-b", "-l", "-L", "-q", "-s", "-w", "-x", "-h", "-H", "-a", "-z", "-Z", "-y",
    "-m1", "-m2", "-m0", "-m-1", "-A1", "-B1", "-C1", "-A0", "-C2", "-1", "-r", "-R", "-I", "-T", "-U", "--text",
    "--count", "--no-ignore-case", "--color=always", "--color=never", "--line-buffered", "--null", "--invert-match",
    "--only-matching", "--files-with-matches", "--files-without-match", "--max-count=1", "--context=1", "--no-filename",
    "--include=*.c", "--exclude=*.c", "--exclude=f1", "--exclude-dir=d", "--binary-files=text",
    "--binary-files=without-match", "--group-separator=##", "--no-group-separator", "--label=in", "-d", "--initial-tab",
)  # fmt: skip
BAD = (
    "-mx",
    "-Ax",
    "--binary-files=x",
    "-k",
    "--nope",
    "--include",
    "-d x",
    "-D x",
    "-C-1",
    "-EF",
)
FILES = ("f1", "f2", "d/x.c", "d/e/y.h", "none", "d", "-", ".", "f 3")


def _pattern(r: Random, kind: str) -> str:
    if kind == "-F":
        return r.choice(
            (
                "a",
                "b",
                "ab",
                "foo",
                "",
                ".",
                "a\nb",
                "é",
                "[a]",
                "*",
                "oo\nab\n",
                "A",
                "x",
                "\\",
                "^a$",
                "a\n",
            )
        )
    if kind == "-P":
        return _perl(r)
    pattern = regex(r, extended=kind == "-E")
    return pattern + "\n" + regex(r, extended=kind == "-E") if r.random() < 0.07 else pattern


def _perl(r: Random) -> str:
    if r.random() < 0.4:
        return (
            regex(r, extended=True, sound=True).replace("[[.", "[").replace(".]", "]").replace("[[=a=]]", "a")
        )
    return r.choice(
        (
            r"\d+", r"a(?=b)", r"(?<=a)b", r"a(?!b)", r"(?i)foo", r"\bfoo\b", r"a.*?b", r"(a|b)++", r"(?:ab)+", r"\x61",
            r"[\w-]+", r"(?<n>a)\k<n>", r"^\s*$", r"\Qa.b\E", r"a\Kb", r"(a", "a)", "[a", "*a", r"\p{Lu}", r"(?P<x>a)b",
            r"(?<!a)b", r"\h", r"\R", r"(?x) a b", r"(?>a+)b", r"(a)?(?(1)b|c)", r"\Aa", r"b\z", r"\d{2,}", "", "a{,2}", r"é",
            r"(?s).", r"\N", r"[[:alpha:]]+", r"\D", r"[^\d\s]+", r"a|b|", r"(a)\1", r"\g1(a)", r"(?<=\w)\b", r"x*",
        )
    )  # fmt: skip


def draw(r: Random) -> Case:
    kind = r.choice(("", "", "", "-E", "-E", "-E", "-F", "-G", "-P"))
    argv = [
        r.choice(
            ("grep", "grep", "grep", "grep", "egrep" if not kind else "grep", "fgrep" if not kind else "grep")
        )
    ]
    flags = [kind] if kind else []
    flags += [r.choice(FLAGS) for _ in range(r.choice((0, 1, 1, 2, 2, 3)))]
    if r.random() < 0.03:
        flags.append(r.choice(BAD))
    if "-d" in flags:
        flags[flags.index("-d")] = "-d" + r.choice(("skip", "recurse", "read"))
    style = {"egrep": "-E", "fgrep": "-F"}.get(argv[0], kind)
    r.shuffle(flags)
    pattern = _pattern(r, style)
    files = {name: text(r) for name in r.sample(FILES[:4], r.choice((1, 1, 2, 3)))}
    if r.random() < 0.05:
        files["f 3"] = text(r, end="\0")
    how = r.random()
    if how < 0.12:
        argv += [*flags, "-e", pattern, *(["-e", _pattern(r, style)] if r.random() < 0.6 else [])]
    elif how < 0.2:
        files["pats"] = pattern + r.choice(("", "\n", "\n" + _pattern(r, style)))
        argv += [*flags, "-f", r.choice(("pats", "pats", "pats", "nopats"))]
    else:
        argv += [*flags, *(["--"] if pattern.startswith("-") or r.random() < 0.05 else []), pattern]
    if r.random() < 0.85:
        argv += r.choices([*files, *files, *files, *FILES], k=r.choice((1, 1, 1, 2, 3)))
    walks = any(word in ("-r", "-R", "-drecurse") for word in argv) and len(files) > 1
    return Case(tuple(argv), files, text(r), after=" | sort" if walks else "")


_INVALID = re.compile("[\udc80-\udcff]")


def _of(case: Case) -> str:
    return "\n".join((case.stdin, *case.files.values()))


KNOWN = (
    (
        lambda case, real, ours: "Invalid content of" in ours.stderr or "possibilities:" in real.stderr,
        "the order in which faults of one command line, or options with one beginning, are told",
    ),
    (
        lambda case, real, ours: bool(_INVALID.search(_of(case))) and real.status == ours.status,
        "context around lines that are no UTF-8, which GNU grep only finds to be binary when it prints them",
    ),
    (
        lambda case, real, ours: "-P" in case.argv and bool(_INVALID.search(_of(case))),
        "-P on text that is no UTF-8: PCRE2 is shown the pieces between, here a byte is a character that nothing matches",
    ),
    (
        lambda case, real, ours: "-P" in case.argv and real.status == ours.status == 2,
        "the wording of a fault in a Perl expression, where the engine here finds another one first",
    ),
)
