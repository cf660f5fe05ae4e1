"""rg, held against ripgrep's manual: what is searched, how matches are printed, what its command line refuses."""

from __future__ import annotations

import json

import pytest

from runtime.bash import Bash

FILES = {
    "/w/.git/HEAD": "",
    "/w/.gitignore": "*.log\n!keep.log\n/build/\n",
    "/w/.ignore": "secret\n",
    "/w/.hid": "foo\n",
    "/w/a.txt": "foo bar\nbaz foo foo\nnothing\nlast FOO\n",
    "/w/bin": "foo\0x\n",
    "/w/build/o.txt": "foo\n",
    "/w/keep.log": "foo\n",
    "/w/s/b.py": "import os\nfoo = 1\n",
    "/w/secret": "foo\n",
    "/w/u.txt": "é foo é foo\n",
    "/w/x.log": "foo\n",
}
PRINTED = {
    "rg foo": "a.txt:foo bar\na.txt:baz foo foo\nkeep.log:foo\ns/b.py:foo = 1\nu.txt:é foo é foo\n",
    "rg -n foo s": "s/b.py:2:foo = 1\n",
    "rg --vimgrep foo a.txt": "a.txt:1:1:foo bar\na.txt:2:5:baz foo foo\na.txt:2:9:baz foo foo\n",
    "rg -o --column foo u.txt": "1:4:foo\n1:11:foo\n",
    "rg -b -o foo u.txt": "3:foo\n10:foo\n",
    "rg -c foo -g '*.txt'": "a.txt:2\nu.txt:1\n",
    "rg --count-matches foo -g '*.txt'": "a.txt:3\nu.txt:2\n",
    "rg -c foo a.txt s --include-zero -g '!u*'": "a.txt:2\ns/b.py:1\n",
    "rg -l foo -t py": "s/b.py\n",
    "rg --files-without-match foo -g '*.{txt,py}'": "",
    "rg --files-without-match nothing -g '*.{txt,py}'": "s/b.py\nu.txt\n",
    "rg --heading -n foo -g '*.txt'": "a.txt\n1:foo bar\n2:baz foo foo\n\nu.txt\n1:é foo é foo\n",
    "rg -S foo a.txt -c; rg -S FOO a.txt -c; rg -i foo a.txt -c; rg -S '\\Soo' a.txt -c": "3\n1\n3\n3\n",
    "rg -w fo a.txt; rg -x 'foo bar' a.txt": "foo bar\n",
    "rg -v foo a.txt": "nothing\nlast FOO\n",
    "rg -n -A1 'foo bar' a.txt": "1:foo bar\n2-baz foo foo\n",
    "rg -B1 --context-separator == 'last|foo bar' a.txt": "foo bar\n==\nnothing\nlast FOO\n",
    "rg -B1 --no-context-separator 'last|foo bar' a.txt": "foo bar\nnothing\nlast FOO\n",
    "rg -nU 'bar\\nbaz' a.txt; rg -oU 'bar\\nbaz' a.txt": "1:foo bar\n2:baz foo foo\nbar\nbaz\n",
    "rg -cU --multiline-dotall 'bar.*last' a.txt": "4\n",
    "rg -r '<$0>' foo a.txt; rg -or 'x${1}$$' '(f)oo b' a.txt": "<foo> bar\nbaz <foo> <foo>\nxf$\n",
    "rg --passthru baz a.txt": FILES["/w/a.txt"],
    "rg -M 8 foo a.txt; rg -M 3 -A9 baz a.txt | tail -n 1": (
        "foo bar\n[Omitted long matching line]\n[Omitted long context line]\n"
    ),
    "rg -m1 foo a.txt; rg --stop-on-nonmatch -c foo a.txt": "foo bar\n2\n",
    "rg --files": "a.txt\nbin\nkeep.log\ns/b.py\nu.txt\n",
    "rg --files --hidden -g '.*'": ".gitignore\n.hid\n.ignore\n",
    "rg --files -g '*.log' -g '!keep*'": "x.log\n",
    "rg --files -T py -t all -g 's/**'": "s/b.py\n",
    "rg --files --type-add 'mine:*.t[x]t' -t mine --sortr path": "u.txt\na.txt\n",
    "rg -ul foo | paste -sd' '": "a.txt build/o.txt keep.log s/b.py secret u.txt x.log\n",
    "rg -uul foo | paste -sd' '": ".hid a.txt build/o.txt keep.log s/b.py secret u.txt x.log\n",
    "rg -uuul foo | grep -c bin": "1\n",
    "rg --no-ignore-vcs -l foo | grep -c log; rg --no-ignore-dot -l foo secret": "2\nsecret\n",
    "cd s; rg foo ..  -l -g '*.log'; rg --files ../build": "../keep.log\n../x.log\n../build/o.txt\n",
    "rm -r .git; rg -l foo -g '!*.*'; rg -l foo x.log; rg --files | grep -c log": "x.log\n2\n",
    "rm -r .git; rg --no-require-git --files | grep -c log": "1\n",
    "rg foo bin": 'binary file matches (found "\\0" byte around offset 3)\n',
    "rg -a foo bin | od -An -c": "   f   o   o  \\0   x  \\n\n",
    "printf 'a\\0b\\nc\\0' | rg --null-data b | od -An -c": "   b  \\n   c  \\0\n",
    "printf 'f\\0o\\0o\\0' | rg -E utf-16le foo; printf '\\xff\\xfef\\0o\\0' | rg fo": "foo\nfo\n",
    "gzip a.txt; rg -zc foo a.txt.gz": "2\n",
    "echo foo | rg foo; echo foo | rg -H foo -": "foo\n<stdin>:foo\n",
    "rg -l0 foo s | od -An -c": "   s   /   b   .   p   y  \\0\n",
    "rg --color=always -n foo s/b.py": "\x1b[0m\x1b[32m2\x1b[0m:\x1b[0m\x1b[1m\x1b[31mfoo\x1b[0m = 1\n",
    "rg -n --field-match-separator '\\t' foo s/b.py; rg --trim -N foo s/b.py": "2\tfoo = 1\nfoo = 1\n",
    "echo '*.py' > i; rg --ignore-file i --files s": "",
    "rg --max-depth 1 --files; rg --files --max-filesize 12": "a.txt\nbin\nkeep.log\nu.txt\nbin\nkeep.log\n",
    "rg --stats foo s | tail -n 8 | head -n 4": "1 matches\n1 matched lines\n1 files contained matches\n1 files searched\n",
}
REFUSED = {
    "rg --zzz": "rg: unrecognized flag --zzz\n",
    "rg -%": "rg: unrecognized flag -%\n",
    "rg --colum foo": "rg: unrecognized flag --colum\n",
    "rg -A": "rg: missing value for flag -A: missing argument for option '-A'\n",
    "rg -A x foo": "rg: error parsing flag -A: value is not a valid number: invalid digit found in string\n",
    "rg": "rg: ripgrep requires at least one pattern to execute a search\n",
    "rg -t nope x": "rg: unrecognized file type: nope\n",
    "rg --files --type-clear py -t py": "rg: unrecognized file type: py\n",
    "rg --type-add nope x": "rg: invalid definition (format is type:glob, e.g., html:*.html)\n",
    "rg foo nope": "rg: nope: No such file or directory (os error 2)\n",
    "rg --sort size x": "rg: error parsing flag --sort: choice 'size' is unrecognized\n",
}


def _run(script: str):
    return Bash(cwd="/w", files=FILES).exec_sync(f"exec < /dev/null; {script}")


@pytest.mark.parametrize("script", PRINTED)
def test_rg_prints_what_its_manual_says(script: str) -> None:
    done = _run(script)
    assert (done.stdout, done.stderr) == (PRINTED[script], "")


@pytest.mark.parametrize("script", REFUSED)
def test_rg_refuses_a_command_line_in_its_own_words(script: str) -> None:
    done = _run(script)
    assert (done.stdout, done.stderr, done.exit_code) == ("", REFUSED[script], 2)


def test_rg_exits_by_matches_and_errors_and_quietly_by_matches_alone() -> None:
    scripts = (
        "rg foo a.txt",
        "rg nope a.txt",
        "rg foo a.txt nope 2> /dev/null",
        "rg -q foo a.txt nope",
        "rg --files -g nope",
    )
    assert [_run(script).exit_code for script in scripts] == [0, 1, 2, 0, 1]


def test_rg_writes_json_messages_of_matches_and_context() -> None:
    lines = [json.loads(line) for line in _run("rg --json -A1 -m1 foo a.txt").stdout.splitlines()]
    assert [line["type"] for line in lines] == ["begin", "match", "context", "end", "summary"]
    assert lines[1]["data"] == {
        "path": {"text": "a.txt"},
        "lines": {"text": "foo bar\n"},
        "line_number": 1,
        "absolute_offset": 0,
        "submatches": [{"match": {"text": "foo"}, "start": 0, "end": 3}],
    }
    assert lines[3]["data"]["stats"]["matches"] == lines[4]["data"]["stats"]["matches"] == 1
    assert json.loads(_run("printf '\\xff' | rg --json .").stdout.splitlines()[1])["data"]["lines"] == {
        "bytes": "/w=="
    }
