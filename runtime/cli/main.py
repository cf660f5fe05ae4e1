"""The entry point: runs a command and turns whatever goes wrong into a coded error and an exit status."""

from __future__ import annotations

import os
import sys

import click

from runtime.cli.frame import Commands, exit_code, print_json, printable
from runtime.contracts.errors import Error


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    examples=(
        "runtime demo",
        'runtime init && runtime call read_file \'{"path": "README.md"}\'',
        "runtime audit verify",
    ),
)
def cli() -> None:
    """Run tools for agents so that nothing happens without authority and nothing happens unseen."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        result = cli.main(arguments, prog_name="runtime", standalone_mode=False)
        status = result if isinstance(result, int) else 0
        sys.stdout.flush()
        return status
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return _report(arguments, "usage.invalid", error.format_message(), _usage_hint(error), 2)
    except Error as error:
        return _report(arguments, error.code, error.message, error.suggestion, exit_code(error.category))
    except (KeyboardInterrupt, click.Abort):
        return _report(arguments, "call.interrupted", "interrupted", "", 130)
    except BrokenPipeError:
        # The reader left, as `| head` does: not an error. Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
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
    if "--json" in arguments:
        print_json({"error": {"code": code, "message": message, "suggestion": suggestion}})
    else:
        click.echo(f"Error [{code}]: {printable(message)}", err=True)
        if suggestion:
            click.echo(f"  {printable(suggestion)}", err=True)
    return status


def run() -> None:
    """The console script."""
    sys.exit(main())
