"""The entry point: runs a command and turns whatever goes wrong into a coded error and an exit status."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from typing import TextIO

import click

from runtime.cli.frame import CommandModules, exit_code, print_json, printable
from runtime.contracts.errors import Error
from runtime.contracts.version import VERSION

_GARBAGE = 100_000
"""So many objects more than before, and the youngest generation is collected: Python's own bound is 700 to 2,000."""


@click.group(
    cls=CommandModules,
    package="runtime.cli.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    examples=(
        "runtime demo",
        'runtime init && runtime call read_file \'{"path": "README.md"}\'',
        "runtime audit verify",
    ),
)
@click.version_option(VERSION, "--version", "-V", message="%(version)s", help="Print the version and exit.")
@click.option(
    "--no-color",
    is_flag=True,
    help="Print no colour; NO_COLOR=1 does the same, FORCE_COLOR=1 prints it into a pipe as well.",
)
def cli(no_color: bool) -> None:
    """Run tools for agents so that nothing happens without authority and nothing happens unseen."""
    if no_color:
        os.environ["NO_COLOR"] = "1"


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    _prepare_streams()
    try:
        status = _execute(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        return 0
    except OSError as error:  # a full disk behind stdout, for one
        if os.environ.get("RUNTIME_DEBUG"):
            raise
        _silence(sys.stdout)
        message = f"the system refused: {error.strerror or type(error).__name__}"
        return _report([], "runtime.fault", message, "", 7)  # as text to stderr: stdout may be what broke
    return status


def _execute(arguments: list[str]) -> int:
    try:
        result = cli.main(arguments, prog_name="runtime", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return _report(arguments, "usage.invalid", error.format_message(), _usage_hint(error), 2)
    except Error as error:
        return _report(arguments, error.code, error.message, error.suggestion, exit_code(error.category))
    except (KeyboardInterrupt, click.Abort):
        return _report(arguments, "call.interrupted", "interrupted", "", 130)
    except SystemExit:
        # What click makes of a reader who left, as `| head` does, and of nothing else here: not an error.
        return 0
    except OSError:
        raise
    except Exception as error:
        if os.environ.get("RUNTIME_DEBUG"):
            raise
        message = f"unexpected fault: {type(error).__name__}"
        return _report(
            arguments, "runtime.fault", message, "Run again with RUNTIME_DEBUG=1 to see the trace.", 7
        )


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"See `{context.command_path} --help`." if context else "See `runtime --help`."


def _report(arguments: list[str], code: str, message: str, suggestion: str, status: int) -> int:
    try:
        if "--json" in arguments:
            print_json({"error": {"code": code, "message": message, "suggestion": suggestion}})
            sys.stdout.flush()
        else:
            click.echo(f"Error [{code}]: {printable(message)}", err=True)
            if suggestion:
                click.echo(f"  {printable(suggestion)}", err=True)
    except OSError:  # nobody is left to be told; the status still says it
        _silence(sys.stdout)
        _silence(sys.stderr)
    return status


def _prepare_streams() -> None:
    """Make streams that were closed swallow what they get, and none break on a character that it cannot show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # kept open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _silence(stream: TextIO) -> None:
    """Send what is still buffered nowhere: Python would complain once more when it exits."""
    with contextlib.suppress(OSError):  # a stream of somebody's own, which has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run() -> None:
    """The console script."""
    # A command lives for a moment, and most of what it makes lives as long: collecting garbage while it starts costs a twentieth of its
    # time, and walking through everything once more at the interpreter's end costs a fifth.
    gc.set_threshold(_GARBAGE, 20, 50)
    status = main()
    gc.freeze()
    sys.exit(status)
