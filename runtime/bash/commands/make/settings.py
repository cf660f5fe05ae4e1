"""What a make was told to do, and how."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["Settings"]


_SWITCHES = {
    "B": "always",
    "i": "ignore",
    "k": "keep_going",
    "n": "dry",
    "q": "question",
    "s": "silent",
    "t": "touch",
}


class Settings:
    """What the command line and MAKEFLAGS say."""

    __slots__ = (
        "always",
        "dry",
        "given",
        "ignore",
        "keep_going",
        "level",
        "name",
        "question",
        "silent",
        "touch",
        "trace",
    )

    def __init__(self, cx: Context, given: Given) -> None:
        level = cx.env.get("MAKELEVEL", "0")
        self.level = int(level) if level.isascii() and level.isdecimal() and len(level) < 5 else 0
        self.given = given
        self.name = f"{cx.name}[{self.level}]" if self.level else cx.name
        self.always = "B" in given
        self.dry = "n" in given
        self.ignore = "i" in given
        self.keep_going = given.last("kS") == "k"
        self.question = "q" in given
        self.silent = given.last(("s", "no-silent")) == "s"
        self.touch = "t" in given
        self.trace = "trace" in given

    def adopt(self, flags: str) -> None:
        """What a makefile added to MAKEFLAGS."""
        for number, word in enumerate(flags.split()):
            if word == "--":
                return
            if word.startswith("--") or (number and not word.startswith("-")) or "=" in word:
                continue
            for letter in word.lstrip("-"):
                if letter in _SWITCHES:
                    setattr(self, _SWITCHES[letter], True)

    @property
    def pretends(self) -> bool:
        """Whether recipes are not run."""
        return self.dry or self.touch or self.question

    @property
    def shows_folder(self) -> bool:
        """Whether it says which folder it works in."""
        if "no-print-directory" in self.given:
            return False
        return "w" in self.given or (self.level > 0 and not self.silent)
