"""Scripts of sed that run on whole blocks of lines do what the same script does line by line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash import Bash

LINE = st.sampled_from(["", "a", "abc", " x ", "foo bar", "b1b", "é", "aXa", "12", "  "])
# Behind each of them the same script in words that blocks are not made for: a block `{}` that does nothing.
SCRIPTS = [
    ("", "s/a/[&]/"),
    ("", "s/a*/x/"),
    ("", "s/[ ]*$//"),
    ("", "s/^/> /"),
    ("", "s/$/ &./"),
    ("", "/a/s/b/Q/g"),
    ("", "/a/!s/^/- /"),
    ("", "2,4s/$/!/;s/a/A/"),
    ("", "3!s/./-/"),
    ("", "/^$/d"),
    ("", "/[ab]/!d;y/abc/xyz/"),
    ("", "1d;s/o/0/g;/x/d"),
    ("", "$d"),
    ("-n", "$p"),
    ("-n", "/a/p"),
    ("-n", "/a/!p"),
    ("-n", "2,3p"),
    ("-n", "s/b/[&]/p"),
    ("-n", "/a/s/b*/[&]/p"),
    ("-s", "1d"),
    ("-s", "2,3s/^/+/"),
    ("-i", "/a/d;s/o/0/"),
    ("-i.kept", "s/x/y/"),
]


@pytest.mark.parametrize(("options", "script"), SCRIPTS, ids=[" ".join(pair).strip() for pair in SCRIPTS])
@settings(max_examples=12)
@given(st.lists(st.lists(LINE, max_size=8), min_size=1, max_size=2), st.booleans())
def test_a_block_becomes_what_its_lines_would(
    options: str, script: str, files: list[list[str]], ended: bool
) -> None:
    texts = {
        f"/tmp/{name}": "\n".join(lines) + "\n" * (ended and bool(lines))
        for name, lines in zip("ab", files, strict=False)
    }
    found = []
    for text in (script, script + ";{}"):
        shell = Bash(files=texts, cwd="/tmp")
        done = shell.exec_sync(f"sed {options} '{text}' {' '.join(texts)}")
        found.append((done.stdout, done.stderr, [shell.fs.read_bytes(name) for name in texts]))
    assert found[0] == found[1]


def test_a_range_by_number_goes_on_over_blocks_and_files() -> None:
    shell = Bash(files={"/tmp/a": "".join(f"a{n}\n" for n in range(20_000)), "/tmp/b": "b0\nb1\nb2"})
    assert shell.exec_sync("sed -n '15000,15001p;' /tmp/a /tmp/b").stdout == "a14999\na15000\n"
    assert shell.exec_sync("sed -n '20000,20002p' /tmp/a /tmp/b").stdout == "a19999\nb0\nb1\n"
    assert shell.exec_sync("sed -n '$p' /tmp/a /tmp/b").stdout == "b2"
    assert shell.exec_sync("sed '1,20001d' /tmp/a /tmp/b").stdout == "b1\nb2"
