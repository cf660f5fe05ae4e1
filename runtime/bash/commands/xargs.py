"""xargs: run a command with arguments from standard input."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Done, Options
from runtime.bash.streams import Null

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... COMMAND [INITIAL-ARGS]...",
    "Run COMMAND with arguments INITIAL-ARGS and more arguments read from input.",
    ("0", "null", "", "items end with NUL; quotes and backslashes mean nothing"),
    ("a", "arg-file", "FILE", "read from FILE"),
    ("d", "delimiter", "CHAR", "items are parted by CHAR; quotes and backslashes mean nothing"),
    ("E", "", "END", "END ends the input"),
    ("e", "eof", "[END]", "the same"),
    ("I", "", "R", "replace R in INITIAL-ARGS by a line of input"),
    ("i", "replace", "[R]", "the same; {} when R is left out"),
    ("L", "", "MAX-LINES", "use at most MAX-LINES lines a command"),
    ("l", "max-lines", "[MAX-LINES]", "the same; one when it is left out"),
    ("n", "max-args", "MAX-ARGS", "use at most MAX-ARGS arguments a command"),
    ("o", "open-tty", "", "ignored: there is no terminal"),
    ("P", "max-procs", "MAX-PROCS", "run at most MAX-PROCS commands side by side; as many as may be with 0"),
    ("p", "interactive", "", "ask before each command"),
    ("", "process-slot-var", "VAR", "set VAR to the number of the slot (0)"),
    ("r", "no-run-if-empty", "", "run nothing when there are no arguments"),
    ("s", "max-chars", "MAX-CHARS", "use at most MAX-CHARS characters a command"),
    ("", "show-limits", "", "ignored"),
    ("t", "verbose", "", "show commands before they run"),
    ("x", "exit", "", "end when a command would be too long"),
    permute=False,
    origin="GNU findutils 4.9.0",
    examples=(
        ("find . -name '*.txt' -print0 | xargs -0 wc -l", "count lines of files whatever their names are"),
        ("printf '1\\n2\\n' | xargs -I{} echo item {}", "one command a line"),
        ("seq 6 | xargs -n 2 echo", "two arguments a command"),
    ),
)
_BLANKS = " \t\n\v\f\r"
_MOST_CHARS = 131_072
_MOST_BESIDE = 100
_LINE_END = re.compile(r"(?<!\\)\n")
_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "0": "\0",
}

# What a utility leaves that wrote where nobody reads.
_BROKEN_PIPE = 128 + 13


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    job = _Job(cx, given)
    try:
        text = _text(cx, given)
        try:
            job.run(text)
        finally:
            job.finish()
    except Done as done:
        return done.status
    return job.status


def _text(cx: Context, given: Given) -> str:
    if "a" not in given:
        return text_of(whole(cx, cx.stdin))
    try:
        stream = opened(cx, given["a"])
    except OSError as error:
        cx.complain(f"Cannot open input file {quote(given['a'])}: {reason(error)}")
        raise Done(1) from None
    try:
        return text_of(whole(cx, stream))
    finally:
        stream.release()


class _Job:
    """What is run, with how much at a time."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.command = given.operands or ["echo"]
        self.status = 0
        self.beside = 1
        self.begun: list[tuple[str, Callable[[], int]]] = []
        self.replace = ""
        self.lines = self.most = 0
        self.separator: str | None = None
        self.end: str | None = None
        self.exact = "x" in given
        for key, value in given.order:
            self._set(key, value)
        self.chars = min(self._number(given["s"], "s") if "s" in given else _MOST_CHARS, _MOST_CHARS)
        self.empty = not given.any("r") and not self.replace
        if self.end and self.separator is not None:
            cx.complain("warning: the -E option has no effect if -0 or -d is used.\n")
        self.trace = given.any("tp")
        self.ask = "p" in given
        slot = given.get("process-slot-var", "")
        self.env = {**cx.env, slot: "0"} if slot else None
        # A file of arguments leaves standard input to the commands.
        self.stdin = cx.stdin if "a" in given else Null()

    def _set(self, key: str, value: str) -> None:
        """-I, -L and -n override each other: the last one counts (-I needs its own -n 1)."""
        if key in "Ii":
            self._overridden("--replace/-I/-i")
            self.replace, self.lines, self.most = value or "{}", 0, 0
        elif key in "Ll":
            lines = self._number(value or "1", key)
            self._overridden("-L" if key == "L" else "--max-lines/-l")
            self.lines, self.replace, self.most = lines, "", 0
        elif key == "n":
            self._limit(self._number(value, key))
        elif key == "P":
            self.beside = min(self._number(value, key, 0) or _MOST_BESIDE, _MOST_BESIDE)
        elif key == "0":
            self.separator = "\0"
        elif key == "d":
            self.separator = self._delimiter(value)
        elif key in "Ee":
            self.end = value or None

    def _overridden(self, by: str) -> None:
        """What -I or -L sets aside; the same option once more is no conflict."""
        given = (self.replace, "--replace"), (self.lines, "--max-lines"), (self.most, "--max-args")
        for value, name in given:
            if value and not by.startswith(name) and (by, name) != ("-L", "--max-lines"):
                self._override(name, by, name)

    def _limit(self, most: int) -> None:
        """-n; one argument a command is what -I means anyway."""
        if self.replace and most != 1:
            self._override("--replace", "--max-args/-n", "--replace")
            self.replace = ""
        if self.lines:
            self._override("--max-lines", "--max-args/-n", "--max-lines")
        self.most, self.lines = most, 0

    def _override(self, one: str, other: str, ignored: str) -> None:
        self.cx.complain(
            f"warning: options {one} and {other} are mutually exclusive, ignoring previous {ignored} value"
        )

    def _number(self, text: str, key: str, least: int = 1) -> int:
        digits = text.removeprefix("-")
        number = size_of(digits) if digits.isdecimal() else None
        if number is None:
            raise OPTIONS.refuse(self.cx, f'invalid number "{text}" for -{key} option')
        if number < least or (text != digits and number):
            raise OPTIONS.refuse(self.cx, f"value {text} for -{key} option should be >= {least}")
        return number

    def _delimiter(self, text: str) -> str:
        if len(text) == 1:
            return text
        if text.startswith("\\") and text[1:] in _ESCAPES:
            return _ESCAPES[text[1:]]
        digits, base = (text[2:], 16) if text.startswith("\\x") else (text[1:], 8)
        try:
            return (
                chr(int(digits, base))
                if text.startswith("\\") and int(digits, base) < 128
                else self._no_delimiter(text)
            )
        except ValueError:
            return self._no_delimiter(text)

    def _no_delimiter(self, text: str) -> str:
        if text.startswith("\\"):
            above = "; character values must not exceed 377" if text[1:].isdecimal() else ""
            self.cx.complain(f"Invalid escape sequence {text} in input delimiter specification{above}.")
            raise Done(1)
        self.cx.complain(
            f"Invalid input delimiter specification {text}: the delimiter must be either a single character or an escape"
            " sequence starting with \\."
        )
        raise Done(1)

    def run(self, text: str) -> None:
        """Run the command as often as the input asks for."""
        if self.replace:
            self._warn_of_nul(text)
            for item, _ in self._items(text):
                self._replaced(item.partition("\0")[0])
            return
        self._warn_of_nul(text)
        batch: list[str] = []
        fixed = size = sum(len(word.encode("utf-8", "surrogateescape")) + 1 for word in self.command)
        if fixed > self.chars:
            self.cx.complain("cannot fit single argument within argument list size limit")
            raise Done(1)
        lines = 0
        ran = False
        for item, ends_line in self._items(text):
            # An argument ends at a NUL.
            item = item.partition("\0")[0]  # noqa: PLW2901
            length = len(item.encode("utf-8", "surrogateescape")) + 1
            if fixed + length > self.chars:
                raise self._too_long("argument line")
            if self.exact and (self.most or self.lines) and size + length > self.chars:
                raise self._too_long("argument list")
            if batch and size + length > self.chars:
                self._start([*self.command, *batch])
                ran, batch, size, lines = True, [], fixed, 0
            batch.append(item)
            size += length
            lines += ends_line
            if (self.most and len(batch) >= self.most) or (self.lines and lines >= self.lines):
                self._start([*self.command, *batch])
                ran, batch, size, lines = True, [], fixed, 0
        if batch or (not ran and self.empty):
            self._start([*self.command, *batch])

    def _too_long(self, what: str) -> Done:
        self.cx.complain(f"{what} too long")
        return Done(1)

    def _replaced(self, item: str) -> None:
        self.cx.meter.text(sum(len(word) + word.count(self.replace) * len(item) for word in self.command))
        words = self.command[:1] + [word.replace(self.replace, item) for word in self.command[1:]]
        if sum(map(len, words)) > self.chars:
            raise self._too_long("argument line")
        self._start(words)

    def _warn_of_nul(self, text: str) -> None:
        if self.separator is None and "\0" in text:
            self.cx.complain(
                "WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list."
                "  Did you mean to use the --null option?"
            )

    def _items(self, text: str) -> Iterator[tuple[str, bool]]:
        """Each item, and whether a line ends with it."""
        if self.separator is not None:
            for item in text.removesuffix(self.separator).split(self.separator) if text else []:
                yield item, True
        elif self.replace:
            yield from self._whole_lines(text)
        else:
            yield from self._words(text)

    def _whole_lines(self, text: str) -> Iterator[tuple[str, bool]]:
        """With -I an item is a line without its leading blanks; quotes still join."""
        for line in _LINE_END.split(text):
            stripped = line.lstrip(_BLANKS)
            if not stripped:
                continue
            if not any(char in "'\"\\" for char in stripped):
                words = [(stripped, True)]
            else:
                words = list(self._words(stripped, joined=True))
            if words and words[0][0] == self.end:
                return
            yield from words

    def _words(self, text: str, *, joined: bool = False) -> Iterator[tuple[str, bool]]:
        """Items parted by blanks, with quotes and backslashes; ``joined``: blanks belong to the item."""
        word: list[str] | None = None
        at, size = 0, len(text)
        while at < size:
            char = text[at]
            at += 1
            if char in "'\"":
                end = text.find(char, at)
                if end < 0 or "\n" in text[at:end]:
                    kind = "double" if char == '"' else "single"
                    self.cx.complain(
                        f"unmatched {kind} quote; by default quotes are special to xargs unless you use the -0 option"
                    )
                    raise Done(1)
                word = [*(word or []), text[at:end]]
                at = end + 1
            elif char == "\\":
                word = [*(word or []), text[at : at + 1]]
                at += 1
            elif char not in _BLANKS or (joined and char != "\n"):
                end = at
                while end < size and text[end] not in "'\"\\ \t\n\v\f\r":
                    end += 1
                word = word or []
                word.append(text[at - 1 : end])
                at = end
            elif word is not None:
                item = "".join(word)
                if item == self.end:
                    return
                # A line that ends with a blank goes on (-L).
                yield item, char == "\n"
                word = None
        if word is not None and "".join(word) != self.end:
            yield "".join(word), True

    def _start(self, words: list[str]) -> None:
        """Run one command, and judge its status as GNU's does."""
        cx = self.cx
        cx.meter.check()
        if self.trace:
            shown = " ".join(map(_shell, words))
            cx.stderr.write((shown + (" ?..." if self.ask else "\n")).encode("utf-8", "surrogateescape"))
            if self.ask:
                return  # there is nobody at the terminal to say yes
        missing = cx.launch.missing(words[0])
        if missing:
            why = "Permission denied" if missing == 126 else "No such file or directory"
            cx.complain(f"{words[0]}: {why}")
            raise Done(missing)
        if self.beside == 1:
            self._judge(words[0], cx.launch.run(words, stdin=self.stdin, env=self.env))
            return
        if len(self.begun) == self.beside:
            name, wait = self.begun.pop(0)
            self._judge(name, wait())
        self.begun.append((words[0], cx.launch.start(words, stdin=self.stdin, env=self.env)))

    def finish(self) -> None:
        """Wait for all that still run; the first that ends everything decides."""
        decided: Done | None = None
        while self.begun:
            name, wait = self.begun.pop(0)
            try:
                self._judge(name, wait())
            except Done as done:
                decided = decided or done
        if decided is not None:
            raise decided

    def _judge(self, name: str, status: int) -> None:
        cx = self.cx
        if status == 255:
            cx.complain(f"{name}: exited with status 255; aborting")
            raise Done(124)
        if cx.launch.signal or status == _BROKEN_PIPE:
            cx.complain(f"{name}: terminated by signal {cx.launch.signal or status - 128}")
            raise Done(125)
        if status:
            self.status = 123


def _shell(word: str) -> str:
    from runtime.bash.commands._shared.quoting import maybe

    return maybe(word, False)
