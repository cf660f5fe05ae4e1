"""A command's options in one spelling, by its own table: abbreviations in full, letters apart, values apart.

What judges arguments by their text would otherwise have to know that ``--outp=x``, ``-uox`` and ``-u -o x`` are the same.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from runtime.bash.commands import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from runtime.bash.option_table import Options, _Option

    Words = Sequence[str | None]

__all__ = ["spelled"]

# They read their arguments without the table, which is for their help.
_OWN_READING = frozenset({"curl", "dd", "find", "test", "expr"})


def spelled(name: str, arguments: Words, *, leads: bool = False) -> list[str | None]:
    """The arguments with each option as ``-x``, ``-x value`` or, where it has no letter, ``--name`` or ``--name=value``.

    Args:
        name: The command; of one without a table the arguments stay as they are.
        arguments: None for those that are computed.
        leads: Whether the first argument that is no option ends the options.
    """
    table = _table(name) if any(word and word.startswith("-") for word in arguments) else None
    if table is None:
        return list(arguments)
    told: list[str | None] = []
    left = list(reversed(arguments))
    while left:
        word = left.pop()
        if word is None or not word.startswith("-") or word == "-":
            told.append(word)
            if leads or not table.permute:
                break
        elif word == "--":
            told.append(word)
            break
        elif word.startswith("--"):
            _long(table, word, left, told)
        else:
            _letters(table, word, left, told)
    return told + left[::-1]


@cache
def _table(name: str) -> Options | None:
    if name in _OWN_READING or name not in names():
        return None
    found: Options | None = getattr(import_module(f"runtime.bash.commands.{name}"), "OPTIONS", None)
    return found


def _long(table: Options, word: str, left: list[str | None], told: list[str | None]) -> None:
    head, equals, value = word[2:].partition("=")
    fitting = {option.key: option for name, option in table.longs.items() if name.startswith(head)}
    option = table.longs.get(head) or (next(iter(fitting.values())) if len(fitting) == 1 else None)
    if option is None:  # the command refuses it
        told.append(word)
    else:
        _tell(option, value if equals else None, left, told)


def _letters(table: Options, word: str, left: list[str | None], told: list[str | None]) -> None:
    for at, letter in enumerate(word[1:], 2):
        option = table.shorts.get(letter)
        if option is None:  # digits, or what the command refuses
            told.append(f"-{word[at - 1 :]}")
            return
        if option.argument:
            _tell(option, word[at:] or None, left, told)
            return
        told.append(f"-{option.shorts[0]}")


def _tell(option: _Option, value: str | None, left: list[str | None], told: list[str | None]) -> None:
    name = f"-{option.shorts[0]}" if option.shorts else f"--{option.longs[0]}"
    if not option.argument or (option.optional and value is None):
        told.append(name)
    elif option.optional:
        told.append(f"{name}{'' if option.shorts else '='}{value}")
    else:
        if value is None and left:
            value = left.pop()
        told += [name, value] if option.shorts or value is None else [f"{name}={value}"]
