"""What every builtin does alike: options, usage errors, numbers, names and writing to standard output."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from runtime.bash.state import State

    # (letter, value) in the order given; a letter set with ``+`` is "+x"; a flag's value is "".
    Options = list[tuple[str, str]]

__all__ = ["USAGE", "bad_name", "emit", "is_name", "number", "options", "usage"]

# bash's EX_USAGE: the exit status of a builtin that was called wrongly.
USAGE = 2
_INTMAX = 1 << 63
_DIGITS = 40


def options(
    st: State, argv: Sequence[Any], letters: str, *, plus: bool = False
) -> tuple[Options, int] | None:
    """Read the options of ``argv`` as bash's internal getopt does.

    Args:
        st: the shell, for messages.
        argv: the command with its name.
        letters: ``r`` a flag, ``d:`` with an argument, ``c;`` with an argument that may be missing.
        plus: whether ``+x`` switches off.

    Returns:
        The options and the index of the first operand; None after a message (return `USAGE` then).
    """
    found: Options = []
    at = 1
    while at < len(argv):
        word = argv[at]
        if not isinstance(word, str) or len(word) < 2 or not (word[0] == "-" or (plus and word[0] == "+")):
            break
        at += 1
        if word == "--":
            break
        if word == "--help":
            show_help(st, argv[0])
            return None
        taken = _cluster(st, argv, at, letters, found)
        if taken < 0:
            return None
        at += taken
    return found, at


def _cluster(st: State, argv: Sequence[Any], at: int, letters: str, found: Options) -> int:
    """One word of options; how many words after it were arguments, -1 after a message."""
    word = argv[at - 1]
    sign = "" if word[0] == "-" else "+"
    for index, letter in enumerate(word[1:], 2):
        place = letters.find(letter) if letter not in ":;" else -1
        if place < 0:
            st.complain(f"{argv[0]}: {word[0]}{letter}: invalid option")
            usage(st, argv[0])
            return -1
        kind = letters[place + 1 : place + 2]
        if kind not in (":", ";"):
            found.append((sign + letter, ""))
            continue
        rest = word[index:]
        following = argv[at] if at < len(argv) and isinstance(argv[at], str) else None
        if rest:
            found.append((sign + letter, rest))
            return 0
        if following is not None and (kind == ":" or following[:1] not in ("-", "+") or following == "-"):
            found.append((sign + letter, following))
            return 1
        if kind == ";":
            found.append((sign + letter, ""))
            return 0
        st.complain(f"{argv[0]}: -{letter}: option requires an argument")
        usage(st, argv[0])
        return -1
    return 0


def usage(st: State, name: str) -> int:
    """Print the usage line; gives `USAGE`."""
    from runtime.bash.builtins import synopsis

    st.say(f"{name}: usage: {synopsis(name)}\n")
    return USAGE


def show_help(st: State, name: str) -> None:
    """What ``name --help`` prints."""
    from runtime.bash.builtins import find

    page = find("help")
    if page is not None:
        page(st, ["help", name])


def number(text: str) -> int | None:
    """A whole number as bash's ``legal_number`` reads it (64 bits), or None."""
    stripped = text.lstrip(" \t\n\r\v\f").rstrip(" \t")
    digits = stripped[1:] if stripped[:1] in ("+", "-") else stripped
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > _DIGITS:
        return None
    value = int(stripped)
    return value if -_INTMAX <= value < _INTMAX else None


def is_name(text: str) -> bool:
    """Whether ``text`` can name a variable: in bash a name is ASCII whatever the locale."""
    return text.isascii() and text.isidentifier()


def bad_name(st: State, name: str, text: str) -> int:
    """``name: `text': not a valid identifier``; gives status 1."""
    st.complain(f"{name}: `{text}': not a valid identifier")
    return 1


def emit(st: State, name: str, text: str) -> int:
    """Write text to standard output for the builtin ``name``; its status, 1 after a write error's message."""
    stream = st.fds.get(1)
    if stream is None:
        st.complain(f"{name}: write error: Bad file descriptor")
        return 1
    try:
        stream.write(text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        st.complain(f"{name}: write error: {error.strerror}")
        return 1
    return 0
