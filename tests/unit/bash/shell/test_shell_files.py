"""What stands behind a path: files, descriptors, named pipes; and what utilities get of the environment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Context, Limits, Result

Out = Callable[[str], str]
Run = Callable[[str], Result]


def test_the_names_of_descriptors_are_the_processs_own(out: Out) -> None:
    assert out(
        "echo a > /dev/stdout; echo b | cat /dev/stdin; echo c | cat /dev/fd/0; exec 7<<< d; cat /dev/fd/7"
    ) == ("a\nb\nc\nd\n")
    assert out("{ echo e > /dev/stderr; } 2>&1; { echo f >&9; } 9> /dev/fd/1") == "e\nf\n"


def test_a_descriptor_that_is_not_open_is_no_file(run: Run) -> None:
    assert run("cat < /dev/fd/9").stderr == "bash: line 1: /dev/fd/9: No such file or directory\n"
    assert run("cat < ''").stderr == "bash: line 1: : No such file or directory\n"


def test_links_lead_to_descriptors_as_well(out: Out) -> None:
    assert out("ln -s /dev/stdin in; echo through | cat < in") == "through\n"


def test_a_terminal_is_none_here(run: Run) -> None:
    assert run("echo x > /dev/tty").stderr == "bash: line 1: /dev/tty: No such device or address\n"


def test_an_offset_is_shared_by_what_was_duplicated(out: Out) -> None:
    assert out(
        "seq 4 > f; exec 5< f 6<&5; read a <&5; read b <&6; echo $a$b; { read c; read d; } <&5; echo $c$d"
    ) == ("12\n34\n")


def test_the_umask_holds_for_what_is_made(out: Out) -> None:
    assert out("umask 027; echo > f; mkdir d; ls -ld d f | cut -c1-10") == "drwxr-x---\n-rw-r-----\n"


@pytest.mark.parametrize(
    ("limits", "script", "code"),
    [
        ({"max_file_bytes": 100}, "while :; do echo 0123456789 >> f; done", "limit.file_bytes"),
        ({"max_fs_bytes": 1000}, "i=0; while :; do echo 0123456789 > f$((i++)); done", "limit.fs_bytes"),
        ({"max_files": 20}, "i=0; while :; do : > f$((i++)); done", "limit.files"),
    ],
)
def test_a_full_file_system_is_a_limit_of_the_shell(limits: dict[str, int], script: str, code: str) -> None:
    assert Bash(limits=Limits(**limits)).exec_sync(script).error == code


def test_a_named_pipe_passes_lines_both_ways(out: Out) -> None:
    script = """
    mkfifo to from
    while read x; do echo "<$x>"; done < to > from &
    exec 5> to 6< from
    for i in 1 2; do echo $i >&5; read y <&6; echo $y; done
    exec 5>&-; wait; read z <&6 || echo end
    """
    assert out(script) == "<1>\n<2>\nend\n"


def test_who_waits_at_a_named_pipe_can_be_killed_and_leaves_nothing_behind(out: Out) -> None:
    assert (
        out("mkfifo p; cat p & sleep 1; kill $!; wait $!; echo $?; cat p & echo again > p; wait")
        == "143\nagain\n"
    )
    assert out(
        "mkfifo q; echo lost > q & sleep 1; kill $!; wait $!; (cat q > got) & echo kept > q; wait; cat got"
    ) == ("kept\n")


def test_a_pipe_open_both_ways_never_ends_by_itself(out: Out) -> None:
    script = "mkfifo p; exec 5<> p; echo a >&5; echo b >&5; read x <&5; IFS= read -r -n1 y <&5; read -t 1 z <&5; echo $x$y $?"
    assert out(f"{script}; read -t 1 w <&5; echo $?") == "ab 0\n142\n"


def test_a_utility_sees_the_exported_variables(shell: Bash) -> None:
    seen: list[object] = []

    def look(cx: Context) -> int:
        seen.extend(
            [
                cx.env.get("A"),
                "B" in cx.env,
                cx.env.get("LATE"),
                len(cx.env) == len(list(cx.env)),
                cx.env.get("ref"),
            ]
        )
        return 0

    Bash(commands={"look": look}).exec_sync("export A=1; B=2; declare -x LATE; declare -nx ref=A; look")
    assert seen == ["1", False, None, True, "A"]


def test_a_command_that_is_run_by_another_gets_the_environment_that_is_meant_for_it(out: Out) -> None:
    script = "export A=1 B=2; C=3; env -u B D=4 bash -c 'echo $A-$B-$C-$D'; env -i E=5 bash -c 'echo $A$E'; echo $A$B"
    assert out(script) == "1---4\n5\n12\n"
    assert (
        out("f() { echo function; }; export -f f; alias echo=no; echo x | xargs echo; env echo y") == "x\ny\n"
    )


def test_streams_of_a_launched_command_can_be_given(shell: Bash) -> None:
    from runtime.bash.streams import Capture, Input

    def pipe(cx: Context) -> int:
        captured = Capture()
        status = cx.launch.run(
            ["cat", "-", "/nope"], stdin=Input(b"given\n"), stdout=captured, stderr=captured
        )
        cx.stdout.write(captured.value().upper())
        return status

    result = Bash(commands={"pipe": pipe}).exec_sync("pipe; echo $?")
    assert result.stdout == "GIVEN\nCAT: /NOPE: NO SUCH FILE OR DIRECTORY\n1\n"


def test_a_program_of_the_system_is_found_by_its_path(out: Out) -> None:
    assert out(
        "/bin/echo a; /usr/bin/printf '%s\\n' b; /bin/true && echo c; /bin/false || echo d; /usr/bin/[ 1 ] && echo e"
    ) == ("a\nb\nc\nd\ne\n")


def test_a_changed_path_forgets_what_was_found(out: Out) -> None:
    assert out(
        'mkdir a b; for d in a b; do echo "echo $d" > $d/t; chmod +x $d/t; done; PATH=a:$PATH; t; PATH=b:$PATH; t'
    ) == ("a\nb\n")
