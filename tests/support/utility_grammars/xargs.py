"""Command lines of xargs."""

from __future__ import annotations

from random import Random

from utility_oracle import Case

_INPUTS = (
    "a b c\n", "a\nb\nc\n", "a  b\t c\n\n d", "", "\n\n", "'a b' c\n", '"a b" c', "a\\ b c\n", "'a\nb'\n", '"x', "a\\\nb\n", "a\0b c\0d\0",
    "a,b,,c", "1 2 3 4 5 6 7\n", " a \n b\n", "x_y\nz\n", "a\nb \nc\n", "é ü\n", "-n -x\n", "E\na\n", "a\n_\nb\n", "a'b'c\"d e\"\n",
    "{} {}\n", "a\n\n\nb\n", "'' a \"\"\n", "a\\\\b\n", "a\\", "\0\0x\0", "  \n a", "a:b:c\n", "a\tb\n", "one\ntwo three\n",
)  # fmt: skip
_FLAGS = (
    "-n1", "-n2", "-n 3", "-L1", "-L2", "-l", "-l2", "-I{}", "-I %", "-i", "-iX", "-0", "-d,", "-d:", r"-d\n", r"-d\0", r"-d\x3a", r"-d\t",
    "-t", "-r", "-x", "-s20", "-s 12", "-s 5", "-E_", "-E a", "-eE", "-e", "-P1", "-P2x", "--null", "--max-args=2", "--max-lines=1",
    "--max-lines", "--replace", "--replace=%", "--delimiter=a", "--no-run-if-empty", "--verbose", "--max-chars=30", "-a f1", "--arg-file=f1",
    "-a none", "-n0", "-n-1", "-nx", "-L0", "-k", "--exit", "-dab", "-d", r"-d\q", "-I", "--eof=c",
)  # fmt: skip
_COMMANDS = (
    (), (), ("echo",), ("echo", "-"), ("echo", "{}"), ("echo", "a{}b", "{}", "%"), ("printf", "<%s>"), ("printf", "<%s>\\n"), ("echo", "X", "%"),
    ("sh", "-c", 'echo "$0:$#:$*"'), ("sh", "-c", "exit 1"), ("sh", "-c", "exit 255"), ("sh", "-c", "exit 7"), ("nonexistent",), ("./f1",),
    ("false",), ("cat",), ("sh", "-c", 'for i; do echo "[$i]"; done', "_"), ("{}", "x"), ("basename", "-a"), ("sh", "-c", "exit 3"),
    ("wc", "-c"), ("sh", "-c", "cat; echo $#"), ("echo", "-n"), ("sh", "-c", 'test "$1" != b', "_"), ("true",),
)  # fmt: skip


def draw(r: Random) -> Case:
    flags: list[str] = []
    for _ in range(r.choice((0, 1, 1, 1, 2, 2, 3))):
        flags += r.choice(_FLAGS).split(" ")
    command = r.choice(_COMMANDS)
    given = r.choice(_INPUTS) + (r.choice(_INPUTS) if r.random() < 0.3 else "")
    return Case(("xargs", *flags, *command), {"f1": r.choice(_INPUTS)}, given)


KNOWN = (
    (
        lambda case, real, ours: real.status == ours.status == 1 and bool(real.stderr and ours.stderr),
        "which fault of a command line is told first: here all options are read before any is judged",
    ),
    (
        lambda case, real, ours: "sh" in case.argv and "\\" in case.stdin + "".join(case.files.values()),
        "backslashes in what sh echoes: the recorder's sh is dash",
    ),
    (
        lambda case, real, ours: any(word.startswith("-s") for word in case.argv),
        "which commands have run before a line is found to be too long: input is read whole here",
    ),
    (
        lambda case, real, ours: "\0" in case.stdin and sorted(real.stderr) == sorted(ours.stderr),
        "when a NUL is told of: input is read whole here",
    ),
)
