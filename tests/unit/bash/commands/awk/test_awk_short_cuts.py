"""What is done in a shorter way where a program allows it comes to the same as the long way."""

from __future__ import annotations

import pytest

from runtime.bash import Bash

RECORDS = "a,1,x\n\nb,20000,y z\nc,3e2\n,,\nd,0x10, 7 \ne,+5.50\nf,123456789012345678901234567890\ng,٣\n"
# The same question twice: as it is asked most, and in words that no short cut is made for.
PAIRS = [
    ("{print $2}", "{i = 2; print $i}"),
    ("{s += $2} END {print s}", "{i = 2; s += $i} END {print s}"),
    ("$2 > 300 {print $1}", "{i = 2; n = 300} $i > n {print $1}"),
    ("$2 == 5.5 {print $1}", "{i = 2; n = 5.5} $i == n {print $1}"),
    ('$2 <= 0 {print $1 "|"}', '{i = 2; n = 0} $i <= n {print $1 "|"}'),
    ("{$2 = 7} $2 > 5 {print $2, $1}", "{i = 2; $i = 7; n = 5} $i > n {print $i, $1}"),
    ("{print $NF}", "{n = NF; print $n}"),
    ('{$5 = "q"; print $NF, $4}', '{i = 5; $i = "q"; n = NF; print $n, $4}'),
    ("/y z/", '$0 ~ "y z"'),
    ("$1 !~ /b/ {print $1}", '{r = "b"} $1 !~ r {print $1}'),
    ("{print $1} END {exit 3}", "{i = 1; print $i} END {exit 3}"),
    ("/b/ {exit} END {print NR}", "/b/ {n = NR; exit} END {print n}"),
    ("{n = split($0, p); print n, p[1], p[3]}", '{n = split($0, p, ","); print n, p[1], p[3]}'),
    ('{n = split($2, p, "0"); print n, p[1], p[2] + 1}', "{n = split($2, p, /0/); print n, p[1], p[2] + 1}"),
]


@pytest.mark.parametrize(("short", "long"), PAIRS, ids=[short for short, _ in PAIRS])
def test_a_short_cut_gives_what_the_long_way_gives(short: str, long: str) -> None:
    shell = Bash(files={"/tmp/short": short, "/tmp/long": long, "/tmp/records": RECORDS})
    results = [shell.exec_sync(f"awk -F, -f /tmp/{name} /tmp/records") for name in ("short", "long")]
    assert results[0].stdout == results[1].stdout
    assert results[0].exit_code == results[1].exit_code
    assert not results[0].stderr


def test_a_message_tells_the_record_that_nobody_counted() -> None:
    done = Bash(files={"/tmp/records": RECORDS}).exec_sync(
        "awk -F, '$1 == \"b\" {getline < (1 / 0)}' /tmp/records"
    )
    assert "FNR=3" in done.stderr


def test_case_is_ignored_where_a_string_stands_for_an_expression() -> None:
    done = Bash().exec_sync("printf 'One\\ntwo\\n' | awk -v IGNORECASE=1 '/one/'")
    assert done.stdout == "One\n"
