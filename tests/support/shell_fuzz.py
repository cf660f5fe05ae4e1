"""Command lines for every utility and builtin: their own options, well and badly given, over small awkward inputs.

Each line of a script is one command, so that one shell serves many. A number names a case: `script(seed)` is the same
everywhere, and `defects(seed)` is what of Python came up while it ran.
"""

from __future__ import annotations

import random
from importlib import import_module

from runtime.bash import Bash, Limits
from runtime.bash.builtins import NAMES as BUILTINS
from runtime.bash.commands import names

__all__ = ["defects", "script"]

# They wait, page or end the shell; what is left of them stands in hand-written tests.
_LEFT_OUT = frozenset({"exec", "exit", "fg", "less", "logout", "more", "sleep", "suspend", "watch", "yes"})
_UTILITIES = sorted(names() - _LEFT_OUT)
_COMMANDS = (*_UTILITIES, *sorted(set(BUILTINS) - _LEFT_OUT))
_LINES_PER_SCRIPT = 25
_LIMITS = Limits(timeout_s=1, max_output_bytes=400_000, max_file_bytes=2_000_000, max_fs_bytes=8_000_000)
_FILES = {
    "/w/a": "one 1\ntwo 2\nthree 3\n\nfive\t5 x\n",
    "/w/b": "one 1\ntwo 3\n",
    "/w/empty": "",
    "/w/n": "10\n-3\n2.5e3\n0x1f\n1K\nnan\n",
    "/w/raw": b"\x00\xff\xfe a\r\n\x80\n\xc3\xa9\xf0\x9f\x98\x80 no end",
    "/w/j": '{"a": [1, null, {"b": "x"}], "c": 1e400}\n[]\n"s"\n',
    "/w/c.csv": 'a,b,c\n1,"x, y",\n2,é,"q""q"\n3\n',
    "/w/Makefile": "all: x\n\techo $@\nx:\n\ttouch x\n",
    "/w/p": "--- a\n+++ a\n@@ -1,2 +1,2 @@\n-one 1\n+ONE\n two 2\n",
    "/w/d/e/f": "deep\n",
    "/w/t.tar": bytes(1024),
    "/w/z.gz": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb",
}
_NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "08",
    "010",
    "0x10",
    "1e3",
    "1.5",
    "-0",
    "+1",
    "99999999999999999999",
    "9876543210000000000000000000",
    "4294967296",
    "5119",
    "1K",
    "2M",
    "1G",
    "1kB",
    "3b",
]
_WORDS = (
    *[
        "a",
        "b",
        "empty",
        "n",
        "raw",
        "j",
        "c.csv",
        "d",
        "d/e/f",
        "nosuch",
        ".",
        "..",
        "/",
        "/dev/null",
        "/dev/zero",
        "/proc/uptime",
        "-",
        "--",
        "~",
        "*",
        "?",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        ";",
        "=",
        "@",
        "%",
        "^",
    ],
    *_NUMBERS,
    *_NUMBERS,
    *[
        "1,2",
        "2-1",
        "-3",
        "2-",
        "1-2,4",
        "1~2",
        "$",
        "/x/",
        "s/a/b/",
        "s/\\(a\\)/\\1x/g",
        "p;p",
        "y/ab/cd/",
        "2q",
        "$!N",
        "{print}",
        "$1==0",
        "BEGIN{getline;print}",
        "END{print}",
        ".a",
        ".[]",
        "..",
        "[.[]?]",
    ],
    *[
        "substr($0,0,2)",
        "length()",
        "{$3=1;print}",
        "function\\",
        "f(){next}BEGIN{f()}",
        "(a|b)*",
        "[[:alpha:]",
        "a\\{2,1\\}",
        "\\(a",
        "x{1,99999}",
        "\\1",
        "[z-a]",
        "(?i)a",
    ],
    *[
        "%s",
        "%d",
        "%5.3f",
        "%%",
        "%x",
        "%c",
        "%q",
        "%.5119f",
        "%*d",
        "%-10s",
        "%(%Y)T",
        "%Z",
        "\\x",
        "\\0",
        "\\c",
        "\\u",
        "\\U110000",
        "é",
        "😀",
        "\\n",
        "A-Z",
        "a-z",
        "[:upper:]",
        "[=a=]",
        "a*3",
        "\\\\",
    ],
    *[
        "+%s",
        "+%Y-%m-%d",
        "now",
        "yesterday",
        "2024-02-30",
        "@0",
        "1970-01-01",
        "TZ=UTC",
        "UTC+5",
        "u=rwx,g-w",
        "0777",
        "9999",
        "+x",
        "user",
        "root",
        "user:root",
        ":user",
        "12:34",
    ],
    *[
        "select\\",
        "1",
        ".tables",
        "x=1",
        "x[1]=2",
        "a[@]",
        "f()",
        "KILL",
        "9",
        "SIGX",
        "1000",
        "name:x",
        "utf-8",
        "ascii",
        "gzip",
        "-name",
        "-exec",
        "{}",
        "+",
        "-newer",
        "-size",
        "+1k",
        "-type",
        "f",
    ],
    *("", " ", "a b", "'", '"', "\\", "\n", "\t", "a\nb", "\x00", "\x7f", "x" * 300),
)
_PIPES = (
    "",
    "",
    "",
    "",
    "< a",
    "< raw",
    "< /dev/null",
    "> o",
    ">> a",
    "2>&1",
    "<<< 'x 1'",
    "2<&0",
    "<&-",
    ">&-",
    "2>&-",
    "| head -c 9",
)
_FEEDS = ("", "", "", "cat a | ", "cat raw | ", "printf '3\\n1\\n' | ", "cat n c.csv | ")
_PREFIXES = ("", "", "", "", "", "LC_ALL=C ", "env ", "timeout 1 ", "TZ=XYZ4ABC ", "command ", "! ", "x=y ")


def _options(name: str) -> list[tuple[str, bool]]:
    """The spellings of a utility's options, and whether they take a value."""
    table = getattr(import_module(f"runtime.bash.commands.{name}"), "OPTIONS", None)
    found = []
    for option in table.options if table is not None else ():
        found += [(f"-{letter}", bool(option.argument)) for letter in option.shorts]
        found += [(f"--{long}", bool(option.argument)) for long in option.longs]
    return found


_known: dict[str, list[tuple[str, bool]]] = {}


def _quoted(word: str) -> str:
    return "'" + word.replace("\0", "").replace("'", "'\\''") + "'"


def _command(chance: random.Random) -> str:
    name = chance.choice(_COMMANDS)
    if name not in _known:
        _known[name] = (
            _options(name)
            if name in _UTILITIES
            else [(f"-{letter}", False) for letter in "abefilnprstuvxAFCGPSW"]
        )
    words: list[str] = []
    options = _known[name]
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
        if not options:
            break
        spelling, takes = chance.choice(options)
        value = chance.choice(_WORDS)
        mood = chance.random()
        if mood < 0.08:
            spelling = spelling[: chance.randrange(1, len(spelling) + 1)]
        elif mood < 0.12:
            spelling = "+" + spelling.lstrip("-")
        elif mood < 0.15:
            takes = not takes
        if not takes:
            words.append(spelling)
        elif spelling.startswith("--"):
            words += [f"{spelling}={value}"] if chance.random() < 0.7 else [spelling, value]
        else:
            words += [spelling + value] if chance.random() < 0.5 else [spelling, value]
    words += chance.choices(_WORDS, k=chance.choice((0, 1, 1, 2, 2, 3)))
    if chance.random() < 0.1:
        chance.shuffle(words)
    head = name if name not in ("rm", "mv", "dd") else f"{name}"
    line = " ".join((chance.choice(_PREFIXES) + head, *map(_quoted, words), chance.choice(_PIPES)))
    return chance.choice(_FEEDS) + line


def script(seed: int) -> str:
    """The commands of one case, each on its line."""
    chance = random.Random(seed)
    return "\n".join(_command(chance) for _ in range(_LINES_PER_SCRIPT)) + "\n"


def defects(seed: int) -> list[str]:
    """What of Python came up while a case ran; [] is what is wanted."""
    shell = Bash(files=_FILES, cwd="/w", limits=_LIMITS, clock=1_700_000_000, seed=seed)
    found = []
    for line in script(seed).splitlines():
        done = shell.exec_sync(line)
        found += [f"seed {seed}: {line!r}: {error!r}" for error in done.failures]
        if done.error == "internal" or "internal error" in done.stderr:
            found.append(f"seed {seed}: {line!r}: {done.stderr[-200:]}")
    return found
