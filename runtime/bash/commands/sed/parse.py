"""Reading sed scripts, with GNU sed's additions and messages."""

from __future__ import annotations

from runtime.bash.commands.sed.text import (
    CODES,
    ESCAPES,
    bracket_end,
    coded,
    replacement_parts,
    table_of,
    undelimited,
    unescaped,
)
from runtime.bash.commands.sed.tree import Address, Command, Replacement, ScriptError, Substitution
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.limits import Meter
    from runtime.bash.streams import Stream

__all__ = ["SECTIONS", "Parser"]

# Every command: what follows its letter, and its help.
COMMANDS = {
    "{": ("... }", "the commands up to }, as one"),
    "}": ("", "the end of a block"),
    "=": ("", "print the number of the line"),
    "a": ("TEXT", "print TEXT after the line"),
    "b": ("[LABEL]", "go to LABEL, or to the end of the script"),
    "c": ("TEXT", "print TEXT in place of the lines"),
    "d": ("", "delete the pattern space, begin the next cycle"),
    "D": ("", "delete its first line; begin the next cycle without reading, if anything is left"),
    "e": ("[COMMAND]", "print what COMMAND prints; alone: run the pattern space as a command"),
    "F": ("", "print the name of the file"),
    "g": ("", "the pattern space becomes the hold space"),
    "G": ("", "append the hold space to the pattern space"),
    "h": ("", "the hold space becomes the pattern space"),
    "H": ("", "append the pattern space to the hold space"),
    "i": ("TEXT", "print TEXT before the line"),
    "l": ("[WIDTH]", "print the pattern space in an unambiguous form"),
    "n": ("", "print the pattern space, read the next line"),
    "N": ("", "append the next line to the pattern space"),
    "p": ("", "print the pattern space"),
    "P": ("", "print its first line"),
    "q": ("[STATUS]", "print the pattern space and end"),
    "Q": ("[STATUS]", "end at once"),
    "r": ("FILE", "print what FILE holds after the line"),
    "R": ("FILE", "print the next line of FILE after the line"),
    "s": (
        "/RE/TEXT/[FLAGS]",
        "replace what matches: & and \\1 to \\9 stand for what did, \\U \\L \\u \\l \\E change case; flags g p N i m e w",
    ),
    "t": ("[LABEL]", "go to LABEL if anything was replaced since the line was read"),
    "T": ("[LABEL]", "go to LABEL if nothing was"),
    "v": ("[VERSION]", "fail where GNU sed is older"),
    "w": ("FILE", "write the pattern space to FILE"),
    "W": ("FILE", "write its first line to FILE"),
    "x": ("", "exchange the pattern space and the hold space"),
    "y": ("/SOURCE/DEST/", "replace characters one by one"),
    "z": ("", "empty the pattern space"),
    ":": ("LABEL", "a place to go to"),
    "#": ("COMMENT", "nothing; #n in the first line is like -n"),
}
_ADDRESSES = (
    ("N", "line N; 0 only before ,/RE/"),
    ("FIRST~STEP", "every STEPth line from FIRST on"),
    ("$", "the last line"),
    ("/RE/[IM], \\cREc[IM]", "lines that match; I in any case, M for lines within"),
    ("A,B", "from A to B, which is at least one line"),
    ("A,+N", "A and N lines more"),
    ("A,~N", "from A to the next line whose number is a multiple of N"),
    ("A!", "all other lines"),
)
_ONE_ADDRESS = "qQ"
# Flags of s that belong to the expression; blanks among them mean nothing.
_REGEX_FLAGS = frozenset("iImM \t\r")
_BLANKS = " \t\n\v\f\r"


class Parser:
    """Reads pieces of a script one after the other into ``commands``.

    Args:
        meter: whose deadline stops regular expressions.
        extended: -E.
        sandbox: no e, r and w.
        opened: opens a file for w; called while reading, as GNU sed does.
    """

    def __init__(
        self, meter: Meter, *, extended: bool, sandbox: bool, opened: Callable[[str], Stream]
    ) -> None:
        self.meter = meter
        self.extended = extended
        self.sandbox = sandbox
        self.opened = opened
        self.commands: list[Command] = []
        self.silent = False
        self._blocks: list[int] = []
        self._labels: dict[str, int] = {}
        self._jumps: list[Command] = []
        self._lines = 0
        self._text_of: Command | None = None  # a command whose text goes on in the next piece
        self.text = ""
        self.at = 0
        self.where = ""
        self.file = ""

    # Pieces

    def piece(self, text: str, number: int) -> None:
        """The ``number``-th -e (or the script operand)."""
        self._begin(text, f"-e expression #{number}", "")
        self._run(first=number == 1)

    def script(self, text: str, name: str, *, first: bool) -> None:
        """A script file."""
        self._begin(text.removesuffix("\n"), "", name)
        self._lines = text.count("\n") + 1
        self._run(first=first)

    def finish(self) -> None:
        """The script is complete: blocks must be closed, jumps find their labels. Where it ends is what `ended` says."""
        if self._blocks:
            raise ScriptError(f"{self.commands[self._blocks[-1]].text}: unmatched `{{'")
        for command in self._jumps:
            if not command.text:
                command.target = len(self.commands)
            elif command.text in self._labels:
                command.target = self._labels[command.text]
            else:
                raise ScriptError(f"can't find label for jump to `{command.text}'", 4)

    def ended(self) -> str:
        """The place that GNU sed names for what only running shows."""
        return f"file {self.file} line {self._lines}" if self.file else self._place(0)

    def _begin(self, text: str, where: str, file: str) -> None:
        self.text, self.at, self.where, self.file = text, 0, where, file

    def _place(self, at: int | None = None) -> str:
        if self.file:
            return f"file {self.file} line {self.text.count(chr(10), 0, self.at) + 1}"
        before = self.text[: self.at if at is None else at]
        return f"{self.where}, char {len(before.encode('utf-8', 'surrogateescape'))}"

    def fail(self, message: str, at: int | None = None) -> ScriptError:
        return ScriptError(f"{self._place(at)}: {message}")

    def _run(self, *, first: bool) -> None:
        if self._text_of is not None:
            command, self._text_of = self._text_of, None
            command.text += self._body()
        if first and self.text.startswith("#n") and self.text[2:3] in ("", "\n"):
            self.silent = True
        while self._skip(_BLANKS + ";"):
            self.meter.check()
            self._command()

    # Characters

    def _skip(self, chars: str) -> bool:
        """Pass by ``chars``; whether anything is left."""
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1
        return self.at < len(self.text)

    def _next(self) -> str:
        """The next character, "" at the end (which counts as one read, as in GNU's positions)."""
        char = self.text[self.at : self.at + 1]
        self.at += 1 if char else 0
        return char

    def _number(self) -> int | None:
        start = self.at
        while self.text[self.at : self.at + 1] and self.text[self.at] in "0123456789":
            self.at += 1
        return int(self.text[start : self.at][:18]) if self.at > start else None

    # Commands

    def _command(self) -> None:
        first, second = self._addresses()
        self._skip(" \t")
        self._check_zero(first, second)
        negated = False
        while self.text[self.at : self.at + 1] == "!":
            self.at += 1
            if negated:
                raise self.fail("multiple `!'s")
            negated = True
            self._skip(" \t")
        name = self._next()
        if not name:
            raise self.fail("missing command")
        if name not in COMMANDS:
            raise self.fail(f"unknown command: `{name}'")
        self._check(name, first, second)
        command = Command(name, first, second, negated)
        self._READ.get(name, Parser._plain)(self, command)

    def _check_zero(self, first: Address | None, second: Address | None) -> None:
        """Line 0 is none; ``0,/RE/`` alone means something."""
        if first is None or first.kind != "line" or first.number != 0:
            return
        if second is None or second.kind != "regex":
            self._next()
            raise self.fail("invalid usage of line address 0")

    def _check(self, name: str, first: Address | None, second: Address | None) -> None:
        if first is not None:
            if name == "#":
                raise self.fail("comments don't accept any addresses")
            if name == ":":
                raise self.fail(": doesn't want any addresses")
            if name == "}" and self._blocks:
                raise self.fail("} doesn't want any addresses")
        if second is not None and name in _ONE_ADDRESS:
            raise self.fail("command only uses one address")
        if self.sandbox and name in "erwW":
            raise self.fail("e/r/w commands disabled in sandbox mode")

    def _end(self) -> None:
        """A command ends at a newline, ``;``, ``}`` or ``#``."""
        self._skip(" \t\v\f\r")
        char = self.text[self.at : self.at + 1]
        if char in ("}", "#", ""):
            return
        self.at += 1
        if char not in ("\n", ";"):
            raise self.fail("extra characters after command")

    def _plain(self, command: Command) -> None:
        self.commands.append(command)
        self._end()

    def _comment(self, command: Command) -> None:
        del command
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end + 1

    def _open(self, command: Command) -> None:
        self._blocks.append(len(self.commands))
        command.text = self._place(0)
        self.commands.append(command)

    def _close(self, command: Command) -> None:
        del command
        if not self._blocks:
            raise self.fail("unexpected `}'")
        self.commands[self._blocks.pop()].target = len(self.commands)
        self._end()

    def _label(self, command: Command) -> None:
        self._skip(" \t")
        start = self.at
        if command.name == ":":
            while self.at < len(self.text) and self.text[self.at] not in _BLANKS + ";":
                self.at += 1
            label = self.text[start : self.at]
            if not label:
                raise self.fail('":" lacks a label')
            self._labels[label] = len(self.commands)
            return
        while self.at < len(self.text) and self.text[self.at] not in _BLANKS + ";}":
            self.at += 1
        command.text = self.text[start : self.at]
        self._jumps.append(command)
        # What follows the blank is the next command already.
        self.commands.append(command)

    def _status(self, command: Command) -> None:
        """``q``, ``Q``, ``l``, ``L`` take a number."""
        self._skip(" \t")
        number = self._number()
        command.number = -1 if number is None else number
        self._plain(command)

    def _version(self, command: Command) -> None:
        self._skip(" \t")
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in _BLANKS + ";":
            self.at += 1
        wanted = self.text[start : self.at].split(".")
        if all(part.isdigit() for part in wanted) and [int(part) for part in wanted] > [4, 9]:
            raise self.fail("expected newer version of sed")
        del command
        self._end()

    def _file_name(self) -> str:
        self._skip(" \t")
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        name, self.at = self.text[self.at : end], end
        if not name:
            raise self.fail("missing filename in r/R/w/W commands")
        return name

    def _reading(self, command: Command) -> None:
        command.text = self._file_name()
        self.commands.append(command)

    def _writing(self, command: Command) -> None:
        command.output = self.opened(self._file_name())
        self.commands.append(command)

    def _execute(self, command: Command) -> None:
        self._skip(" \t")
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        command.text, self.at = self.text[self.at : end], end
        self.commands.append(command)

    # a, i, c

    def _texted(self, command: Command) -> None:
        self._skip(" \t")
        char = self.text[self.at : self.at + 1]
        if not char:
            raise self.fail("expected \\ after `a', `c' or `i'")
        self.commands.append(command)
        if char == "\\":
            self.at += 1
            start = self.at
            self._skip(" \t")
            if self.text[self.at : self.at + 1] == "\n":
                self.at += 1
            elif self.at >= len(self.text):
                # "a\" ends the piece: its text is the next one.
                self._text_of = command
                return
            else:
                self.at = start  # one line: the backslash keeps its blanks
        command.text = self._body()

    def _body(self) -> str:
        """The text up to a newline that no backslash protects; backslashes go."""
        out = []
        while self.at < len(self.text):
            char = self._next()
            if char == "\n":
                break
            if char == "\\":
                char = self._next()
                found = CODES.match(self.text, self.at - 1)
                if char in ESCAPES:
                    char = ESCAPES[char]
                elif found is not None:
                    char = coded(found)
                    self.at = found.end()
            out.append(char)
        return "".join(out) + "\n"

    # Addresses

    def _addresses(self) -> tuple[Address | None, Address | None]:
        first = self._address()
        if first is None:
            return None, None
        if first.kind in ("plus", "multiple"):
            raise self.fail("invalid usage of +N or ~N as first address")
        self._skip(" \t")
        if self.text[self.at : self.at + 1] != ",":
            return first, None
        self.at += 1
        self._skip(" \t")
        second = self._address()
        if second is None:
            self.at += self.at < len(self.text)
            raise self.fail("unexpected `,'")
        return first, second

    def _address(self) -> Address | None:
        char = self.text[self.at : self.at + 1]
        if char in ("/", "\\") and char:
            self.at += 1
            delimiter = self._next() if char == "\\" else "/"
            source = self._matched(delimiter, regex=True) if delimiter else None
            if source is None:
                raise self.fail("unterminated address regex")
            return Address("regex", pattern=self._pattern(source, self._address_flags()))
        if char == "$":
            self.at += 1
            return Address("last")
        if char in ("+", "~") and char:
            self.at += 1
            return Address("plus" if char == "+" else "multiple", self._number() or 0)
        number = self._number()
        if number is None:
            return None
        self._skip(" \t")
        if self.text[self.at : self.at + 1] == "~":
            self.at += 1
            self._skip(" \t")
            step = self._number() or 0
            return Address("step", number, step) if step else Address("line", number)
        return Address("line", number)

    def _address_flags(self) -> str:
        flags = ""
        while self._skip(" \t") and self.text[self.at] in "IM":
            flags += self._next()
        return flags

    def _matched(self, delimiter: str, *, regex: bool) -> str | None:
        """The text up to the delimiter, None when there is none. In a bracket expression it delimits nothing."""
        out: list[str] = []
        while self.at < len(self.text):
            char = self._next()
            if char == "\n":
                self.at -= 1
                return None
            if char == delimiter:
                return "".join(out)
            if char == "[" and regex:
                end = bracket_end(self.text, self.at)
                if end < 0:
                    break
                char = self.text[self.at - 1 : end]
                self.at = end
            elif char == "\\":
                char = self._protected(delimiter, regex)
            out.append(char)
        self.at = len(self.text)
        return None

    def _protected(self, delimiter: str, regex: bool) -> str:
        """What follows a backslash."""
        char = self._next()
        if char == delimiter and (regex or char != "&"):
            return undelimited(char, regex)
        if regex and char in ("n", "\n"):
            return "\n"
        return "\\" + char

    def _pattern(self, source: str, flags: str) -> Pattern | None:
        if not source:
            if flags.strip():
                raise self.fail("cannot specify modifiers on empty regexp")
            return None
        try:
            return Pattern(
                [unescaped(source)],
                self.meter,
                syntax="extended" if self.extended else "basic",
                ignore_case="I" in flags.upper(),
                newline=True,
                multiline="M" in flags.upper(),
                longest=True,
                strict=True,
            )
        except RegexError as error:
            raise self.fail(str(error)) from None

    # s, y

    def _substitute(self, command: Command) -> None:
        delimiter = self._next()
        source = self._matched(delimiter, regex=True) if delimiter else None
        target = self._matched(delimiter, regex=False) if source is not None else None
        if source is None or target is None:
            raise self.fail("unterminated `s' command")
        replacement = Replacement(replacement_parts(target))
        substitution = Substitution(None, replacement)
        command.substitution = substitution
        flags = self._substitute_flags(substitution)
        substitution.pattern = self._pattern(source, flags)
        if substitution.pattern is not None and replacement.highest() > substitution.pattern.groups:
            raise self.fail(f"invalid reference \\{replacement.highest()} on `s' command's RHS")
        self.commands.append(command)

    def _substitute_flags(self, substitution: Substitution) -> str:
        """Read the flags; those that belong to the expression are returned."""
        flags = ""
        numbered = False
        while True:
            char = self._next()
            if char in _REGEX_FLAGS:
                flags += char
            elif char == "e":
                if self.sandbox:
                    raise self.fail("e/r/w commands disabled in sandbox mode")
                substitution.execute = True
            elif char == "p":
                self._once(bool(substitution.print), "p")
                substitution.print = 1
            elif char == "g":
                self._once(substitution.every, "g")
                substitution.every = True
            elif char.isdigit():
                self.at -= 1
                number = self._number() or 0
                if numbered:
                    raise self.fail("multiple number options to `s' command")
                if number == 0:
                    raise self.fail("number option to `s' command may not be zero")
                substitution.count, numbered = number, True
            else:
                self._last_flag(char, substitution)
                return flags

    def _once(self, given: bool, flag: str) -> None:
        if given:
            raise self.fail(f"multiple `{flag}' options to `s' command")

    def _last_flag(self, char: str, substitution: Substitution) -> None:
        """What ends the flags: the file of w, or the end of the command."""
        if char == "w":
            if self.sandbox:
                raise self.fail("e/r/w commands disabled in sandbox mode")
            substitution.output = self.opened(self._file_name())
        elif char in ("}", "#") and char:
            self.at -= 1
        elif char not in ("", "\n", ";"):
            raise self.fail("unknown option to `s'")

    def _transliterate(self, command: Command) -> None:
        delimiter = self._next()
        source = self._matched(delimiter, regex=False) if delimiter else None
        target = self._matched(delimiter, regex=False) if source is not None else None
        if source is None or target is None:
            raise self.fail("unterminated `y' command")
        one, two = self._characters(source), self._characters(target)
        if len(one) != len(two):
            raise self.fail("strings for `y' command are different lengths")
        command.table = table_of(one, two)
        self._plain(command)

    def _characters(self, text: str) -> list[str]:
        out = []
        at = 0
        while at < len(text):
            char = text[at]
            at += 1
            if char == "\\" and at < len(text):
                found = CODES.match(text, at)
                if found is not None:
                    char, at = coded(found), found.end()
                elif text[at] in ESCAPES:
                    char, at = ESCAPES[text[at]], at + 1
                else:
                    char, at = text[at], at + 1
            out.append(char)
        return out

    # The rest of each command; a command that is not here has none.
    _READ = {  # noqa: RUF012  # never changed; ClassVar would cost an import of typing
        "#": _comment,
        "{": _open,
        "}": _close,
        ":": _label,
        "b": _label,
        "t": _label,
        "T": _label,
        "q": _status,
        "Q": _status,
        "l": _status,
        "v": _version,
        "a": _texted,
        "i": _texted,
        "c": _texted,
        "r": _reading,
        "R": _reading,
        "w": _writing,
        "W": _writing,
        "e": _execute,
        "s": _substitute,
        "y": _transliterate,
    }


def _commands() -> list[tuple[str, str]]:
    return [(f"{name} {argument}".rstrip(), text) for name, (argument, text) in COMMANDS.items()]


# The help's tables.
SECTIONS = (("Addresses", lambda: _ADDRESSES), ("Commands", _commands))
