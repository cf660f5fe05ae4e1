"""Word splitting (POSIX 2.6.5): how IFS parts text into fields.

White space of IFS only separates; every other character of it ends a field, together with white space around it.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Splitter", "splitter"]

# What read and expansion treat as white space when it stands in IFS.
_WHITE = " \t\n"
_KEPT, _LONGEST = 256, 64


class Splitter:
    """One value of IFS, ready to split.

    Attributes:
        fields: text -> fields.
        parts: text -> [text, delimiter, text, ..., text], for words of several parts.
        hard: the characters of IFS that are no white space; "" when there is none.
        joint: what ``"$*"`` puts between parameters.
    """

    __slots__ = ("_gap", "_white", "fields", "hard", "joint", "parts")

    def __init__(self, ifs: str) -> None:
        white = "".join(c for c in _WHITE if c in ifs)
        hard = "".join(dict.fromkeys(c for c in ifs if c not in _WHITE))
        self._white = white
        self.hard = hard
        self.joint = ifs[:1]
        any_white = f"[{white}]" if white else ""
        around = f"{any_white}*" if white else ""
        forms = [f"{around}[{re.escape(hard)}]{around}"] if hard else []
        forms += [f"{any_white}+"] if white else []
        # With an empty IFS there are no gaps.
        self._gap = re.compile("|".join(forms) or "(?!)")
        self.parts: Callable[[str], list[str]] = (
            re.compile(f"({'|'.join(forms)})").split if forms else lambda text: [text]
        )
        if hard:
            self.fields: Callable[[str], list[str]] = self._hard
        elif white:
            self.fields = re.compile(f"[^{white}]+").findall
        else:
            self.fields = lambda text: [text] if text else []

    def count(self, text: str) -> int:
        """About how many fields there will be, without making them."""
        return sum(1 for _ in self._gap.finditer(text)) + 1

    def _hard(self, text: str) -> list[str]:
        if self._white:
            text = text.lstrip(self._white)
        if not text:
            return []
        # With IFS of one hard character str.split is several times faster than the regex.
        lone = len(self.hard) == 1 and not self._white
        found = text.split(self.hard) if lone else self._gap.split(text)
        if not found[-1]:
            found.pop()
        return found


_splitters: dict[str, Splitter] = {}


def splitter(ifs: str | None) -> Splitter:
    """The splitter for a value of IFS; None (unset) is the default."""
    if ifs is None:
        ifs = _WHITE
    found = _splitters.get(ifs)
    if found is None:
        found = Splitter(ifs)
        if len(ifs) <= _LONGEST:
            if len(_splitters) >= _KEPT:
                _splitters.clear()
            _splitters[ifs] = found
    return found
