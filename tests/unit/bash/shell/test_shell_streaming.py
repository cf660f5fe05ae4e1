"""Output that is handed on while the script runs."""

from __future__ import annotations

from runtime.bash import Bash


def chunks(script: str, shell: Bash | None = None) -> tuple[list[tuple[str, str]], str]:
    """What the listener got, and the complete output."""
    got: list[tuple[str, str]] = []
    result = (shell or Bash()).exec_sync(script, on_output=lambda out, err: got.append((out, err)))
    assert "".join(out for out, _ in got) == result.stdout
    assert "".join(err for _, err in got) == result.stderr
    return got, result.stdout


def test_output_comes_after_each_round_of_a_loop() -> None:
    loops = ("for i in 1 2; do echo $i; done", "i=0; while (( i++ < 2 )); do echo $i; done",
             "i=0; until (( i++ == 2 )); do echo $i; done", "for ((i = 1; i < 3; i++)); do echo $i; done")  # fmt: skip
    for script in loops:
        assert chunks(script)[0] == [("1\n", ""), ("2\n", "")]


def test_output_comes_after_each_command_of_lists_sequences_and_branches() -> None:
    assert chunks("echo a; echo b >&2 && echo c; { echo d; echo e; }; if :; then echo f; echo g; fi")[0] == [
        (text + "\n", "") if text != "b" else ("", "b\n") for text in "abcdefg"
    ]


def test_only_the_last_stage_of_a_pipeline_is_heard() -> None:
    assert chunks("echo a | cat; echo b | while read x; do echo 1$x; echo 2$x; done")[0] == [
        ("a\n", ""), ("1b\n", ""), ("2b\n", ""),
    ]  # fmt: skip


def test_what_substitutions_and_files_take_is_not_heard() -> None:
    assert chunks("x=$(echo no; echo no); echo no > f; echo $x")[0] == [("no no\n", "")]


def test_nothing_is_said_twice_and_nothing_is_left_out() -> None:
    got, whole = chunks("f() { for i in 1 2; do printf $i; done; }; f; f | cat; (f); printf end")
    assert "".join(out for out, _ in got) == whole == "121212end"


def test_a_character_that_is_cut_waits_for_its_rest() -> None:
    assert chunks(r"printf '\xe2\x82'; printf '\xac'")[0] == [("€", "")]
    assert chunks(r"printf '\xe2'")[0] == [("\ufffd", "")]


def test_output_before_a_limit_is_heard() -> None:
    got, _ = chunks("echo a; sleep 100", _hurried())
    assert got[0] == ("a\n", "")
    assert "limit exceeded" in got[-1][1]


def _hurried() -> Bash:
    from runtime.bash import Limits

    return Bash(limits=Limits(timeout_s=0.05))


def test_a_listener_that_fails_is_not_called_again_and_the_script_goes_on() -> None:
    calls = []

    def listener(out: str, _err: str) -> None:
        calls.append(out)
        raise RuntimeError("deaf")

    result = Bash().exec_sync("echo a; echo b", on_output=listener)
    assert (result.stdout, calls, [type(f) for f in result.failures]) == ("a\nb\n", ["a\n"], [RuntimeError])


def test_a_listener_is_forgotten_after_its_script(shell: Bash) -> None:
    got: list[str] = []
    shell.exec_sync("echo a", on_output=lambda out, _err: got.append(out))
    shell.exec_sync("echo b")
    assert got == ["a\n"]
