"""Option values that are one of a few words, abbreviated as one likes (gnulib's argmatch)."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Options
    from runtime.bash.utility_context import Context

__all__ = ["choose", "invalid"]

# Each choice with its synonyms; the first one is its name.
Choices = tuple[tuple[str, ...], ...]


def choose(cx: Context, options: Options, option: str, value: str, choices: Choices) -> str:
    """The choice that ``value`` names or begins. Raises Done."""
    fitting = {words[0] for words in choices for word in words if word == value} or {
        words[0] for words in choices for word in words if word.startswith(value)
    }
    if len(fitting) != 1:
        raise invalid(cx, options, option, value, choices, "ambiguous" if fitting else "invalid")
    return fitting.pop()


def invalid(
    cx: Context, options: Options, option: str, value: str, choices: Choices, what: str = "invalid"
) -> Done:
    """Say that ``value`` is none, and which there are."""
    lines = [
        f"{cx.name}: {what} argument {quote(value)} for {quote(option if ' ' in option else f'--{option}')}",
        "Valid arguments are:",
    ]
    lines += [f"  - {', '.join(quote(word) for word in words)}" for words in choices]
    cx.stderr.write(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
    options.refuse(cx, "")
    return Done(1)  # argmatch's own status, whatever the utility's
