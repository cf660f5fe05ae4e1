"""Utilities whose answers depend on the virtual machine: its clock, its chance, its processes and its quotas."""

from __future__ import annotations

import re

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.quota import Quota

NOW = 1_700_000_000  # 2023-11-14 22:13:20 UTC, a Tuesday


def said(script: str, **how) -> str:
    """What a script writes on both streams."""
    done = Bash(**{"clock": NOW, "seed": 1, **how}).exec_sync(script)
    return done.stdout + done.stderr


# cal


def test_a_month_stands_under_its_name_in_six_lines() -> None:
    assert said("cal").split("\n") == [
        "    November 2023   ",
        "Su Mo Tu We Th Fr Sa",
        "          1  2  3  4",
        " 5  6  7  8  9 10 11",
        "12 13 14 15 16 17 18",
        "19 20 21 22 23 24 25",
        "26 27 28 29 30      ",
        "                    ",
        "",
    ]


def test_three_months_stand_side_by_side_from_monday_with_weeks() -> None:
    assert said("cal -3mw 9 2006").split("\n")[:3] == [
        "      August 2006             September 2006            October 2006     ",
        "   Mo Tu We Th Fr Sa Su     Mo Tu We Th Fr Sa Su     Mo Tu We Th Fr Sa Su",
        "31     1  2  3  4  5  6  35              1  2  3  39                    1",
    ]


def test_a_year_has_three_months_to_a_row_or_two_by_days_of_the_year() -> None:
    lines = said("cal 2006").split("\n")
    assert (lines[0].strip(), len(lines[0]), len(lines)) == ("2006", 66, 36)
    assert lines[2] == "       January               February                 March       "
    assert said("cal -j 2006").split("\n")[2] == "          January                       February         "


def test_eleven_days_are_missing_in_september_1752() -> None:
    assert "       1  2 14 15 16\n17 18 19" in said("cal 9 1752")
    assert "262 263 264 265 266 267 268\n" in said("cal -jm 9 1752")
    assert "29 30 31" in said("cal --reform=julian 3 1900")
    assert "27 28 29            \n" in said("cal --reform=julian 2 1900")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("feb", "    February 2023   "),
        ("yesterday", "    November 2023   "),
        ("@0", "    January 1970    "),
        ("-n 2 12 2006", "    December 2006         January 2007    "),
        ("-1 1752", "    January 1752    "),
        ("-wm 1 2001", "      January 2001     "),
        ("13 2000", "cal: illegal month value: use 1-12"),
        ("30 2 2000", "cal: illegal day value: use 1-29"),
        ("1 0", "cal: illegal year value"),
        ("1 x", "cal: illegal year value: use positive integer"),
        ("xyz", "cal: failed to parse timestamp or unknown month name: xyz"),
        ("1 2 3 4", "cal: bad usage"),
        ("-n x", "cal: invalid month argument: 'x'"),
        ("--reform=x", "cal: invalid --reform value: 'x'"),
    ],
)
def test_a_calendar_is_asked_for_in_many_ways(words, start) -> None:
    assert said(f"cal {words}").split("\n")[0] == start


def test_iso_weeks_run_over_the_ends_of_years() -> None:
    lines = said("cal -m -w 1 2021").split("\n")
    assert [line[:2] for line in lines[2:7]] == ["53", " 1", " 2", " 3", " 4"]
    assert said("cal -m -w 12 2018").split("\n")[7][:5] == " 1 31"


def test_a_calendar_of_too_many_months_is_refused() -> None:
    shell = Bash(limits=Limits(max_expansion_fields=100))
    assert shell.exec_sync("cal -n 101").error == "limit.expansion_fields"


# watch


def test_watch_prints_every_round_until_nothing_changes() -> None:
    shown = said("watch -n 5 -q 2 'echo hi; echo there >&2'")
    times = re.findall(
        r"Every 5\.0s: echo hi; echo there >&2 +localhost: Tue Nov 14 (\S+) 2023\n\nhi\nthere\n", shown
    )
    assert times == ["22:13:20", "22:13:25", "22:13:30"]


def test_watch_ends_when_something_changes_or_fails() -> None:
    assert said("watch -t -g 'echo >> n; wc -l < n'") == "1\n2\n"
    assert said("watch -t -e 'echo x; false'; echo $?").startswith("x\ncommand exit with a non-zero status")
    assert said("watch -t -e -x ls nosuch; echo $?").endswith("\n8\n")
    assert said("watch -b -t -n 1 -q 1 -p false") == "\a\a"


def test_watch_stops_at_the_limits_of_the_shell() -> None:
    """T-SH-01"""
    assert Bash(clock=NOW, limits=Limits(max_loop_iterations=20)).exec_sync("watch :").error == (
        "limit.loop_iterations"
    )
    assert Bash(clock=NOW, limits=Limits(max_variable_bytes=100_000)).exec_sync("watch yes").error == (
        "limit.variable_bytes"
    )
    assert said("timeout 5 watch -t echo hi; echo $?") == "hi\nhi\nhi\n124\n"


def test_watch_refuses_what_is_no_interval() -> None:
    assert said("watch -n x ls") == "watch: failed to parse argument: 'x': Invalid argument\n"
    assert said("watch -q x ls") == "watch: failed to parse argument: 'x': Invalid argument\n"
    assert said(f"watch -n 1 -q 1 {'y' * 90}").startswith(f"Every 1.0s: {'y' * 29}... localhost")
    assert "Usage: watch" in said("watch")


# df


def test_df_shows_quotas_and_where_file_systems_are_mounted(tmp_path) -> None:
    hosted = HostedFileSystem(tmp_path, quota=Quota(fs_bytes=1_048_576))
    shell = Bash(
        mounts={"/data": MemoryFileSystem(quota=Quota(fs_bytes=2_097_152, files=50)), "/work": hosted}
    )
    shell.exec_sync("head -c 1000000 /dev/zero > /data/f")
    assert shell.exec_sync("df").stdout.split("\n") == [
        "Filesystem     1K-blocks  Used Available Use% Mounted on",
        "tmpfs              97657     0     97657   0% /",
        "tmpfs               2048   977      1072  48% /data",
        "hosted              1024     0      1024   0% /work",
        "",
    ]
    assert (
        shell.exec_sync("df -h /data/f").stdout.split("\n")[1]
        == "tmpfs           2.0M  977K  1.1M  48% /data"
    )
    assert (
        shell.exec_sync("df -i /data").stdout.split("\n")[1]
        == "tmpfs              50     1    49    2% /data"
    )
    assert shell.exec_sync("cd /data; df --total -P . /work | tail -n 1").stdout == (
        "total                 3072   977      2096      32% -\n"
    )
    assert str(tmp_path) not in shell.exec_sync("df -aT; df --output").stdout


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        ("-B M", "Filesystem     1M-blocks  Used Available Use% Mounted on"),
        ("-B 1000", "Filesystem     1kB-blocks  Used Available Use% Mounted on"),
        ("-B MB", "Filesystem     1MB-blocks  Used Available Use% Mounted on"),
        ("-B 512", "Filesystem     512B-blocks  Used Available Use% Mounted on"),
        ("-m", "Filesystem     1M-blocks  Used Available Use% Mounted on"),
        ("-T", "Filesystem     Type  1K-blocks  Used Available Use% Mounted on"),
        ("-H", "Filesystem      Size  Used Avail Use% Mounted on"),
        ("--block-size=human-readable", "Filesystem      Size  Used Avail Use% Mounted on"),
        ("-P", "Filesystem     1024-blocks  Used Available Capacity Mounted on"),
        ("-hi", "Filesystem     Inodes IUsed IFree IUse% Mounted on"),
        ("--output=source,pcent,target", "Filesystem     Use% Mounted on"),
        ("--output=file,target", "File Mounted on"),
        ("--output=size", "1K-blocks"),
        ("-x overlay -t tmpfs --output=target", "Mounted on"),
        ("-t ext4", "df: no file systems processed"),
        ("-t tmpfs -x tmpfs", "df: file system type \u2018tmpfs\u2019 both selected and excluded"),
        ("nosuch", "df: nosuch: No such file or directory"),
        ("-B x", "df: invalid -B argument 'x'"),
        ("--block-size=7q", "df: invalid suffix in --block-size argument '7q'"),
        ("--output=x", "df: option --output: field \u2018x\u2019 unknown"),
        ("--output=file,file", "df: option --output: field \u2018file\u2019 used more than once"),
        ("-i --output", "df: options -i and --output are mutually exclusive"),
    ],
)
def test_df_heads_its_columns_as_it_was_asked(words, heading) -> None:
    assert said(f"df {words}").split("\n")[0] == heading


# Processes and chance


def test_ps_shows_the_jobs_of_the_shell_and_nothing_of_the_host() -> None:
    """T-SH-05"""
    assert said("sleep 100 & (sleep 50; :) & ps -o pid,ppid,stat,comm,args; kill %1 %2").split("\n")[:5] == [
        "  PID  PPID STAT COMMAND         COMMAND",
        " 1000   999 S    bash            bash",
        " 1001  1000 S    sleep           sleep 100",
        " 1002  1000 S    bash            ( sleep 50; : )",
        " 1003  1000 R    ps              ps -o pid,ppid,stat,comm,args",
    ]
    assert (
        said("ps")
        == "  PID TTY          TIME CMD\n 1000 ?        00:00:00 bash\n 1001 ?        00:00:00 ps\n"
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("-p $$ -o comm=", "bash\n"),
        ("-C bash -o pid= --no-headers", " 1000\n"),
        ("-ef | sed -n 1p", "UID        PID  PPID  C STIME TTY          TIME CMD\n"),
        ("aux | sed -n 2p", "user      1000  0.0  0.0      0     0 ?        S    22:13   0:00 bash\n"),
        ("p 1000 | tail -n 1", " 1000 ?        S      0:00 bash\n"),
        ("-u user -o uid= | head -n 1", " 1000\n"),
        ("-p 7; echo $?", "  PID TTY          TIME CMD\n1\n"),
        ("--ppid 999 -o pid=PROCESS,comm", "PROCESS COMMAND\n   1000 bash\n"),
        ("-o nosuch", 'error: unknown user-defined format specifier "nosuch"\n'),
    ],
)
def test_ps_takes_options_of_either_tradition(words, shown) -> None:
    assert said(f"ps {words}") == shown


def test_identifiers_follow_the_seed_and_carry_their_version() -> None:
    shape = r"[0-9a-f]{8}-[0-9a-f]{4}-%d[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n"
    assert re.fullmatch(shape % 4, said("uuidgen"))
    assert said("uuidgen; uuidgen -r") == said("uuidgen; uuidgen -r")
    assert len(set(said("uuidgen; uuidgen").split())) == 2
    assert re.fullmatch(shape % 1, said("uuidgen -t"))
    # RFC 9562, appendix A.2 and A.4.
    assert said("uuidgen -m -n @dns -N www.example.com") == "5df41881-3aed-3515-88a7-2f4a814cf09e\n"
    assert said("uuidgen --sha1 --namespace @dns --name www.example.com") == (
        "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"
    )
    assert said("uuidgen -s -n @dns -x -N 7777772e6578616d706c652e636f6d") == (
        "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"
    )


@pytest.mark.parametrize("words", ["-n @dns", "-m -N x", "-s -n x -N y", "-s -n @dns -x -N z"])
def test_an_identifier_needs_a_name_in_a_space(words) -> None:
    assert Bash().exec_sync(f"uuidgen {words}").exit_code == 1


# patch


def test_a_patch_reaches_no_file_outside_the_folder_it_is_applied_in() -> None:
    """T-SH-05"""
    shell = Bash(files={"/work/in/f": "a\n", "/work/out": "a\n"}, cwd="/work/in")
    for name in ("../out", "/work/out", "f/../../out"):
        done = shell.exec_sync(
            f"printf -- '--- {name}\\n+++ {name}\\n@@ -1 +1 @@\\n-a\\n+b\\n' | patch -p0 -f"
        )
        assert (done.exit_code, shell.fs.read_bytes("/work/out")) == (1, b"a\n")


@pytest.mark.parametrize(
    "text",
    [
        "--- f\n+++ f\n@@ -1,99999999999999999999 +1 @@\n-a\n",
        "--- f\n+++ f\n@@ -1,9007199254740992 +1,9007199254740992 @@\n-a\n",
        "--- f\n+++ f\n@@ -x +1 @@\n",
        "*** f\n--- f\n***************\n*** 1,9 ****\n! a\n",
        "*** f\n--- f\n***************\n*** 1 ****\n! a\n--- 1,5 ----\n! b\nx\n",
        "5c5\n< a\n---\n",
        "5c5\n< a\nx\n",
        "1d0\n> a\n",
        "garbage\n",
    ],
)
def test_a_patch_that_makes_no_sense_ends_with_two(text) -> None:
    done = Bash(files={"/f": "a\n", "/p": text}, cwd="/").exec_sync("patch f < p")
    assert (done.exit_code, done.error) == (2, None)
    assert done.stderr.startswith("patch: **** ")


def test_hunks_are_looked_for_within_the_time_of_the_shell() -> None:
    """T-SH-01"""
    lines = "".join("x\n" * 30_000)
    hunk = "@@ -1,3 +1,3 @@\n x\n-y\n+z\n x\n"
    shell = Bash(
        files={"/f": lines, "/p": "--- f\n+++ f\n" + hunk * 3_000}, cwd="/", limits=Limits(timeout_s=0.2)
    )
    assert shell.exec_sync("patch f < p").error == "limit.timeout"


# The rest


def test_a_text_filled_with_long_values_is_bounded() -> None:
    """T-SH-02"""
    shell = Bash(limits=Limits(max_variable_bytes=1_000_000))
    script = "export A=$(printf '%9999s'); for i in {1..20}; do printf '$A$A$A$A$A$A'; done | envsubst"
    assert shell.exec_sync(script).error == "limit.variable_bytes"


@pytest.mark.parametrize("name", ["zgrep", "bzgrep", "xzgrep"])
def test_a_search_in_a_compressed_bomb_is_bounded(name) -> None:
    """T-SH-02"""
    tool = {"zgrep": "gzip", "bzgrep": "bzip2", "xzgrep": "xz"}[name]
    shell = Bash(limits=Limits(max_file_bytes=100_000))
    done = shell.exec_sync(f"head -c 300000 /dev/zero | {tool} > a; {name} x a")
    assert done.error == "limit.file_bytes"


def test_an_order_with_many_loops_is_found_in_time() -> None:
    """T-SH-01"""
    shell = Bash(limits=Limits(timeout_s=0.3, max_loop_iterations=10_000_000))
    done = shell.exec_sync("seq 3000 | awk '{print $1, $1 % 3000 + 1; print $1 % 3000 + 1, $1}' | tsort")
    assert done.error in (None, "limit.timeout")
    assert "tsort: -: input contains a loop:" in done.stderr


def test_names_of_nobody_are_told_of_who_is_logged_in() -> None:
    assert (
        said("who -q; who -H; users; who; users")
        == "\n# users=0\nNAME     LINE         TIME             COMMENT\n"
    )


def test_settings_of_the_language_follow_the_environment() -> None:
    assert 'LC_TIME="de_DE.UTF-8"\n' in said("LANG=de_DE.UTF-8 locale")
    assert "LC_TIME=fr_FR.UTF-8\n" in said("unset LC_ALL; LC_TIME=fr_FR.UTF-8 locale")
    assert said("locale -a; locale -m; locale -c -k decimal_point") == (
        'C\nC.utf8\nPOSIX\nUTF-8\nLC_NUMERIC\ndecimal_point="."\n'
    )
    assert "ARG_MAX" in said("getconf -a")
    assert said("tput -T xterm -S <<< 'bold\nsgr0'") == "\x1b[1m\x1b(B\x1b[m"
