"""``runtime bash [-c SCRIPT | FILE]``: the virtual shell on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, json_option, print_json
from runtime.cli.terminal import StandardInput, show
from runtime.contracts.shell import SHELL_HOME

if TYPE_CHECKING:
    from runtime.bash import Bash, Stream
    from runtime.bash.vfs import FileSystem
    from runtime.host.shell_sessions import HeldShell

_PRINCIPAL = "user:cli"
"""On whose behalf `runtime call` runs tools, too."""
_READ_AT_MOST = 32 * 1024 * 1024


@click.command(
    cls=CliCommand,
    short_help="Run a script in the virtual bash.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    examples=(
        "runtime bash -c 'echo $((6 * 7))'",
        "runtime bash report.sh 2026 --mount .:/work --cwd /work",
        "cat data.csv | runtime bash -c 'cut -d, -f2 | sort | uniq -c'",
        "runtime bash --analyze -c 'curl https://example.org > /tmp/page'",
        "runtime bash --session work -c 'cd /tmp; x=5' && runtime bash --session work -c 'echo $x; pwd'",
        "runtime bash            (interactive)",
    ),
    exit_codes={0: "ok", 2: "usage, or a syntax error", 126: "not executable", 127: "no such command"},
)
@click.option("-c", "script", metavar="SCRIPT", help="The script's text; what follows is $0, $1, ...")
@click.option("--analyze", is_flag=True, help="Say what the script would touch, and run nothing.")
@click.option(
    "--mount",
    "mounts",
    multiple=True,
    metavar="HOST:PATH[:rw]",
    help="Show a folder of this machine at PATH, read-only unless :rw. Nothing else of it can be reached.",
)
@click.option("--env", "variables", multiple=True, metavar="NAME=VALUE", help="An exported variable.")
@click.option("--cwd", metavar="PATH", help="The working folder inside. Default: the home folder.")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    help="A budget, for example max_commands=1000000 or timeout_s=5.",
)
@click.option(
    "--session",
    metavar="NAME",
    help="Go on in the shell that calls of user:cli share under NAME in this workspace, and keep it.",
)
@json_option
@click.argument("words", nargs=-1, metavar="[FILE [ARG...]]", type=click.UNPROCESSED)
def command(**options: Any) -> int:
    """Run a script in a bash that touches nothing of this machine: files, processes and time are virtual.

    Without a script: an interactive prompt where there is a terminal, otherwise the script is read from standard input.
    """
    script, name, arguments = _source(options["script"], options["words"])
    if options["analyze"]:
        return _analyze(script if script is not None else _read_stdin())
    with _kept(options["session"]) as kept:
        shell = _shell(options, kept)
        status = _run(shell, options, script, name, arguments)
        if kept is not None:
            kept.keep(shell.snapshot(key=kept.key))
    return status


def _run(shell: Bash, options: dict[str, Any], script: str | None, name: str, arguments: list[str]) -> int:
    stdin: bytes | Stream = b""
    origin = "s" if script is None else "file" if options["script"] is None else "c"
    if script is not None:
        stdin = StandardInput()
    elif sys.stdin.isatty() and not options["as_json"]:
        from runtime.cli.interactive import converse

        return converse(shell)
    else:
        script = _read_stdin()
    if options["as_json"]:
        done = shell.exec_sync(script, stdin=stdin, name=name, args=arguments, origin=origin)
        print_json(
            {"stdout": done.stdout, "stderr": done.stderr, "exit_code": done.exit_code, "error": done.error}
        )
    else:
        done = shell.exec_sync(
            script, stdin=stdin, name=name, args=arguments, origin=origin, on_output=show, binary=True
        )
    return done.exit_code


def _source(script: str | None, words: tuple[str, ...]) -> tuple[str | None, str, list[str]]:
    """The script's text (None: not given), its $0 and its arguments."""
    if script is not None:
        return script, words[0] if words else "bash", list(words[1:])
    if not words or words[0] == "-":
        return None, "bash", list(words[1:])
    path = Path(words[0])
    try:
        with path.open("rb") as file:
            data = file.read(_READ_AT_MOST)
    except OSError as error:
        raise click.UsageError(f"{words[0]}: {error.strerror}; name a script, or use -c SCRIPT") from error
    return data.decode("utf-8", "surrogateescape"), words[0], list(words[1:])


def _read_stdin() -> str:
    return sys.stdin.buffer.read(_READ_AT_MOST).decode("utf-8", "surrogateescape")


@contextmanager
def _kept(session: str | None) -> Iterator[HeldShell | None]:
    """The shell of a session, for this command alone; None without one."""
    if session is None:
        yield None
        return
    from runtime.executor.session import Session
    from runtime.host.inspection import shells_of

    name = Session(name=session).name or session
    shells = shells_of(".")
    try:
        with shells.hold(_PRINCIPAL, name) as held:
            yield held
    finally:
        shells.close()


def _shell(options: dict[str, Any], kept: HeldShell | None) -> Bash:
    from runtime.bash import Bash, Limits

    pairs = dict(_pair(text, "--env") for text in options["variables"])
    try:
        limits = Limits(
            **{name: float(value) for name, value in (_pair(t, "--limit") for t in options["limits"])}
        )
    except (TypeError, ValueError) as error:
        raise click.BadParameter(f"{error}", param_hint="--limit") from error
    mounts = _mounts(options["mounts"])
    if kept is None:
        return Bash(env=pairs, cwd=options["cwd"], limits=limits, mounts=mounts)
    if kept.snapshot is not None:
        return Bash.restore(kept.snapshot, key=kept.key, env=pairs, limits=limits, mounts=mounts, clock=None)
    cwd = options["cwd"] or SHELL_HOME
    return Bash(env=pairs, cwd=cwd, limits=limits, mounts=mounts, username="agent", hostname="sandbox")


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=option)
    return name, value


def _mounts(given: tuple[str, ...]) -> dict[str, FileSystem]:
    """The named folders of the host by the places where they are shown."""
    if not given:
        return {}
    from runtime.bash.vfs import HostedFileSystem

    mounts: dict[str, FileSystem] = {}
    for text in given:
        host, _, rest = text.partition(":")
        place, _, mode = rest.partition(":")
        if not host or not place.startswith("/") or place == "/" or mode not in ("", "ro", "rw"):
            raise click.BadParameter(f"{text!r} is not HOST:/PATH or HOST:/PATH:rw", param_hint="--mount")
        try:
            mounts[place] = HostedFileSystem(host, writable=mode == "rw")
        except OSError as error:
            raise click.BadParameter(f"{host}: {error.strerror}", param_hint="--mount") from error
    return mounts


def _analyze(script: str) -> int:
    from runtime.bash import Bash

    found = Bash().analyze(script)
    print_json(found.as_dict())
    return 2 if found.error else 0
