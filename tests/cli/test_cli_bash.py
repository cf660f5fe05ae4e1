"""``runtime bash``: scripts, files, standard input, mounts, and the prompt."""

from __future__ import annotations

import pytest


def test_a_script_runs_with_its_name_and_arguments(run):
    done = run("bash", "-c", "echo $0: $# $2; exit 3", "me", "a", "b c")
    assert (done.status, done.out, done.err) == (3, "me: 2 b c\n", "")


def test_a_script_reads_standard_input_only_as_far_as_it_reads(run):
    done = run("bash", "-c", "read -r a; read -r -d , b; echo $b $a; cat", stdin=b"one\ntwo,three\n")
    assert (done.status, done.out) == (0, "two one\nthree\n")


def test_a_script_that_reads_nothing_does_not_wait_for_input(child):
    import subprocess

    process = child("bash", "-c", "echo at once", stdin=subprocess.PIPE)
    out = process.stdout.read()
    assert (process.wait(), out) == (0, b"at once\n")


def test_a_file_runs_with_its_arguments(run, folder):
    (folder / "script.sh").write_text("#!/bin/bash\necho $0 $1\ncat\n")
    done = run("bash", "script.sh", "x", stdin=b"in")
    assert (done.status, done.out) == (0, "script.sh x\nin")


def test_a_script_may_come_from_standard_input(run):
    assert run("bash", stdin=b"echo $((6 * 7))\nfalse\n")[:2] == (1, "42\n")


def test_a_file_that_is_not_there_is_a_usage_error(run):
    done = run("bash", "nosuch.sh")
    assert done.status == 2
    assert "nosuch.sh: No such file or directory" in done.err
    assert "Traceback" not in done.err


def test_bytes_pass_as_they_are(child):
    process = child("bash", "-c", r"printf '\xff\0\xfe'")
    assert process.communicate()[0] == b"\xff\x00\xfe"


def test_the_host_is_not_there(run, folder, monkeypatch):
    """T-SH-05"""
    monkeypatch.setenv("SECRET", "of the host")
    done = run("bash", "-c", f"echo $SECRET; ls {folder}; cat README.md", "--json")
    assert "of the host" not in done.out
    assert "Hello" not in done.out


def test_a_mounted_folder_is_shown_and_nothing_else_of_the_host(run, folder):
    """T-SH-05"""
    (folder.parent / "outside").write_text("of the host\n")
    (folder / "absolute").symlink_to(folder.parent / "outside")
    (folder / "relative").symlink_to("../outside")
    done = run(
        "bash",
        "--mount",
        ".:/work",
        "-c",
        "cd /work; cat README.md; cat absolute relative ../outside; echo x > new",
    )
    assert done.out == "# Hello\n"
    assert "new: Read-only file system" in done.err
    assert not (folder / "new").exists()


def test_a_folder_mounted_for_writing_can_be_written(run, folder):
    done = run("bash", "--mount", ".:/work:rw", "--cwd", "/work", "-c", "echo x > new; pwd")
    assert (done.status, done.out) == (0, "/work\n")
    assert (folder / "new").read_text() == "x\n"


@pytest.mark.parametrize("mount", [".", ".:work", ".:/work:x", "nosuch:/work", ".:/"])
def test_a_mount_that_is_none_is_a_usage_error(run, folder, mount):
    done = run("bash", "--mount", mount, "-c", "ls")
    assert done.status == 2
    assert "--mount" in done.err


def test_json_says_all_that_came_of_a_script(run):
    done = run("bash", "--json", "--limit", "max_commands=5", "-c", "echo a; while :; do :; done")
    assert done.data == {
        "stdout": "a\n",
        "stderr": "bash: line 1: limit exceeded: more than 5 commands\n",
        "exit_code": 1,
        "error": "limit.commands",
    }


def test_a_limit_that_is_none_is_a_usage_error_that_names_those_there_are(run):
    done = run("bash", "--limit", "nosuch=1", "-c", ":")
    assert done.status == 2
    assert "max_commands" in done.err
    assert run("bash", "--limit", "max_commands=x", "-c", ":").status == 2
    assert run("bash", "--limit", "max_commands", "-c", ":").status == 2


def test_a_syntax_error_has_bashs_words_and_status(run):
    done = run("bash", "-c", "echo before\nif")
    assert (done.status, done.out) == (2, "before\n")
    assert "syntax error: unexpected end of file" in done.err


def test_the_status_of_a_fatal_error_tells_how_the_script_came_in(run, folder):
    script = "echo $-; echo ${x:?gone}; echo on"
    (folder / "s").write_text(script)
    texts = ("bash", "-c", script), ("bash", "s"), ("bash",)
    done = [run(*words, stdin=script.encode() if len(words) == 1 else b"") for words in texts]
    assert [one.status for one in done] == [127, 1, 1]
    assert [one.out for one in done] == ["hBc\n", "hB\n", "hBs\n"]


def test_analysis_names_what_a_script_would_touch_and_runs_nothing(run):
    done = run("bash", "--analyze", "-c", "curl https://example.org > /tmp/page; $x")
    assert done.status == 0
    assert done.data["commands"] == ["curl"]
    assert done.data["writes"] == ["/tmp/page"]
    assert done.data["dynamic"] is True
    assert run("bash", "--analyze", "-c", "if").status == 2


def test_a_person_at_the_prompt_gets_answers_and_continuation_lines(terminal):
    asked = terminal("bash")
    asked.wait_for(b"ctrl-D ends it")
    asked.type(b"for i in 1 2\ndo echo $((i * 21))\ndone\nx=kept\n(exit 4)\necho $x $?\nexit 3\n")
    status, out = asked.end()
    assert status == 3
    assert b"21\n42\n" in out
    assert b"kept 4\n" in out


def test_the_end_of_input_ends_the_prompt_with_the_last_status(terminal):
    asked = terminal("bash")
    asked.wait_for(b"ctrl-D ends it")
    asked.type(b"false\n\x04")
    assert asked.end()[0] == 1
