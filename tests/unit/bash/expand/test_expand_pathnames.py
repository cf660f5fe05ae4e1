"""Pathname expansion on the virtual file system, and brace bombs. Expected fields are GNU bash 5.2's on the same files."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.expand.glob import expand
from runtime.bash.limits import Meter
from runtime.bash.state import Callbacks, State
from runtime.bash.vfs.memory import MemoryFileSystem

FILES = ["x.txt", "y.txt", "z.c", ".dot", "a/1", "a/2", "a/.h", "b/c/f.txt", "b/c/d/g.txt", "sp ace/q", "st*r", "br[1]", "br1", "Ab", "é/ü"]  # fmt: skip


def run(script: str) -> str:
    shell = Bash(files={f"/w/{name}": "" for name in FILES}, cwd="/w", limits=Limits(timeout_s=10))
    done = shell.exec_sync('p() { printf "<%s>" "$@"; echo; }; ' + script)
    assert done.error is None
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ("p *", "<Ab><a><b><br1><br[1]><sp ace><st*r><x.txt><y.txt><z.c><é>"),
        ("p */", "<a/><b/><sp ace/><é/>"),
        ("p .d* .[!.]*", "<.dot><.dot>"),
        ("p *.txt [!a-z]* *[0-9]*", "<x.txt><y.txt><Ab><é><br1><br[1]>"),
        ('p br[1] "br[1]"* br\\[1] st\\*r "st*"r', "<br1><br[1]><br[1]><st*r><st*r>"),
        ("p a/* b/*/*.txt ./*.c .//*.c /w/*.c", "<a/1><a/2><b/c/f.txt><./z.c><.//z.c></w/z.c>"),
        ("p nope* [", "<nope*><[>"),
        ('x="*.txt"; p $x "$x"; set -f; p $x', "<x.txt><y.txt><*.txt>\n<*.txt>"),
        ('z="st\\*r"; p $z; d="sp ace"; p "$d"/*', "<st\\*r>\n<sp ace/q>"),
        ('s=*.txt; p "$s"; r=(*.txt); p ${#r[@]}', "<*.txt>\n<2>"),
        ("shopt -s nullglob; p a nope* b", "<a><b>"),
        ("shopt -s nocaseglob; p A*", "<Ab><a>"),
        ("shopt -s dotglob; p a/* *ot", "<a/.h><a/1><a/2><.dot>"),
        ("shopt -u globskipdots; p .*", "<.><..><.dot>"),
        ("shopt -s failglob; p nope*; p no", "bash: line 1: no match: nope*"),
        ("shopt -s globstar; p **/*.txt", "<b/c/d/g.txt><b/c/f.txt><x.txt><y.txt>"),
        (
            "shopt -s globstar; p b/** **/",
            "<b/><b/c><b/c/d><b/c/d/g.txt><b/c/f.txt><a/><b/><b/c/><b/c/d/><sp ace/><é/>",
        ),
        ("shopt -s globstar; p **/**/d", "<b/c/d>"),
        ("GLOBIGNORE='*.txt:a*'; p *t* .d*", "<.dot><st*r><.dot>"),
        (
            "shopt -s extglob\np @(x|y).txt !(*.txt|*r*|a|b) .@(dot|no) a/!(1)",
            "<x.txt><y.txt><Ab><sp ace><z.c><é><.dot><a/2>",
        ),
    ],
)
def test_pathnames_expand_as_in_bash(script: str, output: str) -> None:
    assert run(script) == f"{output}\n"


def test_links_are_matched_and_entered_but_not_by_two_stars() -> None:
    files = MemoryFileSystem()
    for folder in ["/w", "/w/b", "/w/b/c"]:
        files.mkdir(folder)
    files.write_bytes("/w/b/c/f.txt", b"")
    files.symlink("b", "/w/lnk")
    files.symlink("nowhere", "/w/dead")
    st = State(Callbacks(), files, Meter(Limits()))
    st.cwd = "/w"
    st.set("globstar", True)
    found = {given: expand(st, given) for given in ["lnk/*", "**/f.txt", "**/", "d*", "*/"]}
    assert found == {
        "lnk/*": ["lnk/c"],
        "**/f.txt": ["b/c/f.txt"],
        "**/": ["b/", "b/c/", "lnk/"],
        "d*": ["dead"],
        "*/": ["b/", "lnk/"],
    }


def test_a_field_that_splits_off_is_a_pattern_of_its_own() -> None:
    assert run('x="*.c *.txt q"; p $x') == "<z.c><x.txt><y.txt><q>\n"


@pytest.mark.parametrize(
    "script",
    [
        "echo {1..100000000}",
        "echo {1..9223372036854775807}",
        "echo " + "{a,b}" * 30,
        "echo " + "{a,b}$x" * 30,
        "for i in {1..2000}{1..2000}; do :; done",
    ],
)
def test_a_brace_bomb_is_refused_before_it_goes_off(script: str) -> None:
    """T-BASH brace bombs."""
    done = Bash().exec_sync(script + "; echo no")
    assert (done.stdout, done.error) == ("", "limit.expansion_fields")


def test_a_large_range_is_made_whole() -> None:
    assert Bash().exec_sync("set -- {1..200000}; echo $# ${200000}").stdout == "200000 200000\n"


def test_more_braces_than_are_folded_still_expand_their_parameters() -> None:
    done = Bash().exec_sync('x="q r"; set -- "$x"{1..300}; echo $# "${300}"')
    assert done.stdout == "300 q r300\n"


def test_a_tree_too_large_for_a_pattern_is_a_limit() -> None:
    """T-BASH glob bombs."""
    files = {f"/w/{n}/{m}": "" for n in range(20) for m in range(20)}
    done = Bash(files=files, cwd="/w", limits=Limits(max_expansion_fields=100)).exec_sync("echo */*; echo no")
    assert (done.stdout, done.error) == ("", "limit.expansion_fields")
