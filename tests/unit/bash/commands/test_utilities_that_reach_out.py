"""curl asks the injected network and nothing else; archives, calculators and searches stay within their budgets."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.commands.curl import main as curl
from runtime.bash.limits import Meter
from runtime.bash.network import Network, NetworkError, Response
from runtime.bash.streams import Capture
from runtime.bash.utility_context import Clock, Context


class Recorded(Network):
    """Answers from a table, and remembers what it was asked."""

    def __init__(self, **answers) -> None:
        self.answers = answers
        self.asked: list[tuple] = []

    def request(self, method, url, headers, body, timeout_s, max_bytes):
        self.asked.append((method, url, dict(headers), body))
        answer = self.answers.get(url.rsplit("/", 1)[-1])
        if answer is None:
            raise NetworkError("Could not resolve host: nowhere", 6)
        return answer


class Still(Clock):
    """No time passes."""

    def now(self):
        return 0.0


def asked_by(network, *args):
    out, err = Capture(), Capture()
    cx = Context(
        "curl", list(args), fds={1: out, 2: err}, env={}, cwd="/", fs=None, meter=Meter(Limits()),
        clock=Still(), random=None, launch=None, network=network,
    )  # fmt: skip
    return curl(cx), out.value(), err.value()


def test_without_a_network_curl_refuses() -> None:
    done = Bash().exec_sync("curl http://example.com")
    assert (done.stdout, done.exit_code) == ("", 7)
    assert "none" in done.stderr


def test_an_answer_is_printed() -> None:
    network = Recorded(page=Response(200, b"hello"))
    assert asked_by(network, "http://h/page") == (0, b"hello", b"")
    assert network.asked[0][:2] == ("GET", "http://h/page")


def test_data_is_posted_as_a_form() -> None:
    network = Recorded(page=Response(200))
    asked_by(network, "-d", "a=1", "-d", "b=2", "http://h/page")
    method, _, headers, body = network.asked[0]
    assert (method, body, headers["Content-Type"]) == (
        "POST",
        b"a=1&b=2",
        "application/x-www-form-urlencoded",
    )


def test_a_failing_status_fails_with_f() -> None:
    assert asked_by(Recorded(page=Response(404, b"no")), "-sf", "http://h/page") == (22, b"", b"")


def test_credentials_are_not_sent_on_to_another_host() -> None:
    network = Recorded(page=Response(302, b"", [("Location", "http://other/end")]), end=Response(200, b"x"))
    assert asked_by(network, "-L", "-u", "me:secret", "http://h/page")[1] == b"x"
    assert "Authorization" in network.asked[0][2]
    assert "Authorization" not in network.asked[1][2]


def test_redirections_without_end_are_given_up() -> None:
    network = Recorded(page=Response(302, b"", [("Location", "/page")]))
    assert asked_by(network, "-L", "--max-redirs", "3", "http://h/page")[0] == 47
    assert len(network.asked) == 4


def test_a_redirection_to_a_file_is_refused() -> None:
    network = Recorded(page=Response(302, b"", [("Location", "file:///etc/passwd")]))
    assert asked_by(network, "-L", "http://h/page")[0] == 1


def test_a_host_that_is_not_there_has_curls_status() -> None:
    assert asked_by(Recorded(), "http://nowhere/x")[0] == 6


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("echo '9^9^9^9' | bc", "limit.variable_bytes"),
        ("echo 'while (1) {}' | bc", "limit.timeout"),
        ("printf 'define f(x) { return (f(x+1)) }\\nf(1)\\n' | bc", "limit.function_depth"),
        ("echo 'scale=2^30; 1/3' | bc", "limit.variable_bytes"),
        ("shuf -i 1-99999999999 -n 99999999999", "limit.expansion_fields"),
        ("numfmt --padding=99999999999 1", "limit.variable_bytes"),
        (
            "head -c 900000 /dev/zero | gzip > a; for i in 1 2 3; do cat a a > b; mv b a; done; zcat a > c",
            "limit.file_bytes",
        ),
    ],
)
def test_what_a_script_asks_for_is_charged_first(script, error) -> None:
    # What is charged ends at once; the time is for what runs without end.
    timeout_s = 0.2 if error == "limit.timeout" else 30
    done = Bash(limits=Limits(timeout_s=timeout_s, max_file_bytes=1_000_000)).exec_sync(script)
    assert done.error == error


def test_no_member_of_an_archive_is_written_through_its_link() -> None:
    """T-FS-01: an archive plants a link to another folder, then a file below that link."""
    shell = Bash(cwd="/w")
    shell.exec_sync(
        "mkdir /secret d; ln -s /secret d/l; tar cf t.tar d; rm -r d; mkdir -p d/l; echo x > d/l/f"
    )
    shell.exec_sync("tar rf t.tar d/l/f; rm -r d; tar xf t.tar")
    assert not shell.fs.exists("/secret/f")


def test_a_member_with_dots_is_refused() -> None:
    """T-FS-01: a member is named to land beside the folder that it is extracted to."""
    shell = Bash(cwd="/w")
    done = shell.exec_sync("echo x > up; mkdir d; cd d; tar cPf t.tar ../up; rm ../up; tar xf t.tar")
    assert done.exit_code == 2
    assert not shell.fs.exists("/w/up")


def test_rg_leaves_out_what_git_ignores_and_what_is_hidden() -> None:
    shell = Bash(cwd="/w")
    done = shell.exec_sync(
        "mkdir s; echo x > s/a.py; echo x > n.log; echo x > .h; echo '*.log' > .gitignore; mkdir .git; rg -n x"
    )
    assert done.stdout == "s/a.py:1:x\n"


def test_rg_prints_replacements_types_and_counts() -> None:
    shell = Bash(cwd="/w", files={"/w/a.py": "ab ab\nc\n", "/w/b.c": "ab\n"})
    assert shell.exec_sync("rg -t py -r '<$0>' ab").stdout == "a.py:<ab> <ab>\n"
    assert shell.exec_sync("rg -c ab").stdout == "a.py:1\nb.c:1\n"
    assert shell.exec_sync("rg -l -g '!*.c' ab; rg nope").exit_code == 1


def test_tree_draws_folders_and_their_files() -> None:
    shell = Bash(cwd="/w", files={"/w/a/b": "", "/w/c": ""})
    assert (
        shell.exec_sync("tree").stdout == ".\n├── a\n│\u00a0\u00a0 └── b\n└── c\n\n2 directories, 2 files\n"
    )


def test_b3sum_gives_the_published_checksum_of_nothing() -> None:
    # BLAKE3's test vectors (CC0), input length 0.
    known = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
    assert Bash().exec_sync("printf '' | b3sum").stdout == f"{known}  -\n"


def test_a_message_longer_than_a_chunk_has_a_checksum_of_the_whole_tree() -> None:
    # BLAKE3's test vectors (CC0), input length 31,744: bytes 0 to 250 again and again.
    data = bytes(number % 251 for number in range(31_744))
    known = "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"
    assert Bash(files={"/f": data}).exec_sync("b3sum --no-names /f").stdout == f"{known}\n"
