"""Command lines of find, over one tree whose times and modes are set."""

from __future__ import annotations

from random import Random

from utility_oracle import Case

_FILES = {
    "a": "1\n",
    "b.txt": "",
    "d/c.txt": "12345\n",
    "d/e/f.C": "x" * 70,
    "d/e/.h": "h\n",
    "g h": "a\nb\n",
    "z/": "",
    "d/e/a": "",
    "[x]": "x\n",
}
# Times that are long past or far ahead, whenever this is run.
_BEFORE = (
    "chmod 600 a; chmod 4711 d/c.txt; ln -s a l; ln -s d ld; ln -s none broken; ln d/e/a hard;"
    " find . -depth -exec touch -h -d '2020-02-02 10:00' {} +; touch -d 2020-06-01 b.txt 'g h'; touch -d '2036-01-01 11:00' d/c.txt"
)

_TESTS = (
    ("-name", "*.txt"), ("-name", "a"), ("-name", ".*"), ("-name", "[abd]*"), ("-name", "\\[x]"), ("-name", "?"), ("-iname", "*.c"), ("-path", "*/e/*"), ("-path", "./d"), ("-path", "./d*"),
    ("-ipath", "*/E/*"), ("-wholename", "./a"), ("-type", "f"), ("-type", "d"), ("-type", "l"), ("-type", "f,l"), ("-xtype", "f"), ("-xtype", "l"), ("-size", "0"), ("-size", "1"), ("-size", "+1"),
    ("-size", "-2"), ("-size", "2c"), ("-size", "+5c"), ("-size", "1k"), ("-size", "-1k"), ("-size", "+0"), ("-size", "2b"), ("-size", "35w"), ("-newer", "b.txt"), ("-newer", "a"), ("!", "-newer", "a"),
    ("-perm", "600"), ("-perm", "-600"), ("-perm", "/111"), ("-perm", "u=rw"), ("-perm", "-u+x"), ("-perm", "-4000"), ("-perm", "0"), ("-empty",), ("-mtime", "+100"), ("-mtime", "-1"),
    ("-mtime", "0"), ("-mmin", "+60"), ("-mmin", "-1"), ("-links", "2"), ("-links", "+1"), ("-true",), ("-false",), ("-readable",), ("-writable",), ("-executable",), ("-regex", ".*/a"),
    ("-regex", "./[a-d].*"), ("-regex", ".*\\.txt"), ("-iregex", ".*C"), ("-regextype", "posix-extended", "-regex", "./(a|b.txt)"), ("-regextype", "sed", "-regex", ".*\\(a\\|l\\)"), ("-lname", "*a"),
    ("-lname", "none"), ("-samefile", "hard"), ("-newermt", "2020-03-01"), ("-inum", "0"), ("-user", "nobody"), ("-uid", "+0"), ("-nouser",), ("-depth",), ("-maxdepth", "1"), ("-maxdepth", "0"),
    ("-mindepth", "1"), ("-mindepth", "2"), ("-maxdepth", "2"), ("-daystart", "-mtime", "+9"), ("-follow",), ("-noleaf",), ("-newerma", "none"), ("-cnewer", "none"), ("-used", "0"),
)  # fmt: skip
_ACTIONS = (
    ("-print",), ("-print",), ("-prune",), ("-ls0",), ("-quit",), ("-delete",), ("-printf", "%p\\n"), ("-printf", "%f|%h|%P|%H\\n"), ("-printf", "%s %m %M %y %d\\n"), ("-printf", "%l|%Y|%n\\n"),
    ("-printf", "%5p|%-5f|%TY-%Tm-%Td %TH:%TM\\n"), ("-printf", "%T@ %t\\n"), ("-printf", "%k %b\\n"), ("-printf", "%q\\n"), ("-printf", "%u\\n"), ("-printf", "%.2f|\\n"),
    ("-exec", "echo", "{}", ";"), ("-exec", "echo", "x{}y", "{}", ";"), ("-exec", "false", ";"), ("-exec", "test", "-d", "{}", ";"), ("-exec", "sh", "-c", 'echo "$0:$1"', "s", "{}", ";"), ("-exec", "nonexistent", "{}", ";"),
    ("-execdir", "echo", "{}", ";"), ("-ok", "echo", "{}", ";"), ("-exec", "basename", "{}", ";"),
)  # fmt: skip
_BROKEN = (
    ("-name",), ("-nope",), ("-type", "x"), ("-size", "x"), ("-perm", "9"), ("("), (")",), ("(", ")"), ("!",), ("-o",), ("-a",), ("-not",), ("-exec", "echo"), ("-exec", ";"), ("-printf", "%"), ("-maxdepth", "x"), ("-mtime", "x"), ("-newer", "none"),
    ("-regex", "["), ("-regextype", "x"), ("-true", "-o"), ("(", "-true"), ("-true", ")"), ("-exec", "echo", "{}", "x", "+"), ("-type", ""), ("-links", "x"), ("-user", "none"), ("-newermt", "x"), ("-true", "f"), ("-delete", "-prune"), ("-printf",),
    ("-name", "a/b"), ("-true", ","), ("-mindepth", "-1"), ("-type", "f,"), ("-type", "ff"), ("-exec", "echo", "{}", "{}", "+"), ("-perm", "u+"), ("-size", "1x"), ("-fprint",), ("-empty", "x"),
)  # fmt: skip


def _expression(r: Random, depth: int = 2) -> list[str]:
    kind = r.randrange(16)
    if depth <= 0 or kind < 7:
        return list(r.choice(_TESTS))
    if kind < 10:
        return list(r.choice(_ACTIONS))
    if kind == 10:
        return [r.choice(("!", "-not")), *_expression(r, depth - 1)]
    if kind == 11:
        return ["(", *_expression(r, depth - 1), ")"]
    return [
        *_expression(r, depth - 1),
        *r.choice(((), (), ("-a",), ("-o",), ("-o",), ("-or",), ("-and",))),
        *_expression(r, depth - 1),
    ]


def draw(r: Random) -> Case:
    argv = ["find", *r.choice(((), (), (), (), ("-L",), ("-H",), ("-P",), ("-O2",)))]
    argv += r.choice(
        (
            (),
            (".",),
            (".",),
            (".",),
            ("d",),
            ("d", "a"),
            ("ld",),
            ("ld/",),
            ("none", "d"),
            ("./d/",),
            ("d/e", "z"),
            ("l",),
        )
    )
    body = (
        [word for word in _expression(r, 3) if word != "-ls0"]
        if r.random() < 0.92
        else list(r.choice(_BROKEN))
    )
    # The order of a folder's entries is the file system's: output is sorted, and what depends on order is not drawn.
    if "-quit" in body or "-ok" in body:
        body = [word for word in body if word not in ("-quit", "-ok")]
    argv += body
    if r.random() < 0.1:
        argv += ["-exec", "sh", "-c", 'printf "%s\\n" "$@" | sort', "_", "{}", "+"]
    return Case(tuple(argv), dict(_FILES), before=_BEFORE, after=" | sort; echo ${PIPESTATUS[0]}")


KNOWN = (
    (
        lambda case, real, ours: (
            "-delete" in case.argv and real._replace(stderr="") == ours._replace(stderr="")
        ),
        "tests of what -delete has removed: what find had asked of a file before follows the folder's order",
    ),
)
