"""What a character is: one of UTF-8, or in the locales ``C`` and ``POSIX`` a byte.

Words are held as text of UTF-8 in every locale. Where characters are counted, cut or matched while ``st.narrow`` says that
they are bytes, a text is taken apart first (`narrow`: each byte that is not ASCII stands for itself, as surrogateescape has
it); `widen` puts the characters together again that its pieces may form.
"""

from __future__ import annotations

from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CODEC", "LOCALE", "bytewise", "decoded", "narrow", "of_bytes", "widen"]

CODEC: ContextVar[str] = ContextVar("CODEC", default="utf-8")
"""What the running utility reads bytes as: ``ascii`` where each byte is a character. Every task of a shell has its own."""

# The variables that decide, the first that is set and not empty.
_BY_RANK = ("LC_ALL", "LC_CTYPE", "LANG")
LOCALE = frozenset(_BY_RANK)
# How the names of locales whose characters are UTF-8 end.
_UTF_8 = ("utf-8", "utf8")


def narrow(text: str) -> str:
    """The text with a character for each of its bytes."""
    return (
        text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("ascii", "surrogateescape")
    )


def widen(text: str) -> str:
    """The text with its bytes read as UTF-8 again."""
    return (
        text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    )


def decoded(data: bytes) -> str:
    """Bytes as the running utility sees characters in them."""
    return data.decode(CODEC.get(), "surrogateescape")


def bytewise(change: Callable[[str], str]) -> Callable[[str], str]:
    """A function of texts that sees bytes."""
    return lambda value: widen(change(narrow(value)))


def of_bytes(read: Callable[[str], str | None]) -> bool:
    """Whether characters are bytes, as the variables have it that ``read`` gives."""
    name = next(filter(None, map(read, _BY_RANK)), "C")
    return not name.lower().endswith(_UTF_8)
