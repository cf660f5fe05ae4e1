"""What the shell says of itself to language models: description, manual page, prompt and schemas.

Pure functions of names and configuration. Of variables the names are said, never the values.

Source: tool contract, "Real Outputs", "Dynamic Documentation".
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any, NamedTuple

from runtime.bash.builtins import NAMES
from runtime.bash.callbacks import programs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from runtime.bash.limits import Limits

__all__ = [
    "SHORT_DESCRIPTION",
    "Configuration",
    "command_names",
    "description",
    "input_schema",
    "manual",
    "output_schema",
    "system_prompt",
]

SHORT_DESCRIPTION = "Virtual bash interpreter with virtual filesystem"
_WIDTH = 78
_INDENT = " " * 7

_MANUAL = """\
BASH(1)                          User Commands                         BASH(1)

NAME
       {name} - virtual bash interpreter with virtual filesystem

SYNOPSIS
       {{"commands": "<bash commands>"}}

DESCRIPTION
       {title} executes bash commands in a virtual environment with a virtual
       filesystem. All file operations are contained within the virtual environment.

       Supports full bash syntax including variables, pipelines, redirects,
       loops, conditionals, functions, and arrays.

BUILTINS
{builtins}

INPUT
       commands    Bash commands to execute (like bash -c "commands")

OUTPUT
       stdout      Standard output from the commands
       stderr      Standard error from the commands
       exit_code   Exit status (0 = success)

EXAMPLES
       Simple echo:
           {{"commands": "echo 'Hello, World!'"}}

       Arithmetic:
           {{"commands": "x=5; y=3; echo $((x + y))"}}

       Pipeline:
           {{"commands": "echo -e 'apple\\nbanana' | grep a"}}

       JSON processing:
           {{"commands": "echo '{{\\"n\\":1}}' | jq '.n'"}}

       File operations (virtual):
           {{"commands": "echo data > /tmp/f.txt && cat /tmp/f.txt"}}

       Run script from VFS:
           {{"commands": "source /path/to/script.sh"}}

EXIT STATUS
       0      Success
       1-125  Command-specific error
       126    Command not executable
       127    Command not found

SEE ALSO
       bash(1), sh(1)
"""


class Configuration(NamedTuple):
    """What a manual page ends with: what was configured, and nothing else."""

    username: str | None = None
    hostname: str | None = None
    limits: Limits | None = None
    variables: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """One line for each part that was given."""
        lines = []
        if self.username is not None:
            lines.append(f"User: {self.username} (whoami)")
        if self.hostname is not None:
            lines.append(f"Host: {self.hostname} (hostname)")
        if (most := self.limits) is not None:
            lines.append(
                f"Limits: {most.max_commands} commands, {most.max_loop_iterations} iterations, "
                f"{most.max_function_depth} depth"
            )
        if self.variables:
            lines.append(f"Environment: {', '.join(self.variables)}")
        return lines


def command_names() -> list[str]:
    """Every builtin and utility of the shell, sorted."""
    return sorted({*NAMES, *programs()})


def description(names: Sequence[str]) -> str:
    """One paragraph."""
    return f"{SHORT_DESCRIPTION}. Supported tools: {' '.join(names)}"


def manual(name: str, names: Sequence[str], configured: Configuration) -> str:
    """A manual page."""
    builtins = "\n".join(
        wrap(
            ", ".join(names),
            width=_WIDTH,
            initial_indent=_INDENT,
            subsequent_indent=_INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
    page = _MANUAL.format(name=name, title=name[:1].upper() + name[1:], builtins=builtins)
    if lines := configured.lines():
        page += "\nCONFIGURATION\n" + "".join(f"{_INDENT}{line}\n" for line in lines)
    return page


def system_prompt(username: str | None) -> str:
    """What a model needs to know, in few words."""
    home = "" if username is None else f"Home: /home/{username}\n"
    return (
        f"# Bash Tool\n\n{SHORT_DESCRIPTION}.\n{home}\n"
        'Input: {"commands": "<bash commands>"}\n'
        "Output: {stdout, stderr, exit_code}\n"
    )


def input_schema() -> dict[str, Any]:
    """The JSON Schema of a request."""
    return {
        "type": "object",
        "properties": {
            "commands": {
                "type": "string",
                "description": 'Bash commands to execute (like bash -c "commands")',
            }
        },
        "required": ["commands"],
        "additionalProperties": False,
    }


def output_schema() -> dict[str, Any]:
    """The JSON Schema of a response."""
    return {
        "type": "object",
        "properties": {
            "stdout": {"type": "string", "description": "Standard output from the commands"},
            "stderr": {"type": "string", "description": "Standard error from the commands"},
            "exit_code": {"type": "integer", "description": "Exit status (0 = success)"},
            "error": {
                "type": ["string", "null"],
                "description": "What ended the commands early, null where nothing did",
            },
        },
        "required": ["stdout", "stderr", "exit_code", "error"],
        "additionalProperties": False,
    }
