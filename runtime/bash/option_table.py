"""The options of a utility: a table, read as GNU's ``getopt_long`` reads a command line.

A utility opens with its table and asks it for what was given::

    OPTIONS = Options(
        "[OPTION]... [FILE]...",
        "Write each FILE, or standard input, to standard output.",
        ("n", "number", "", "number all lines"),
        ("", "color", "[WHEN]", "mark what matched"),
    )

    def main(cx: Context) -> int:
        given = OPTIONS.parse(cx)
        if "n" in given: ...

A row is (short letters, long names, argument, help). The first short letter, or else the first long name, is the key that
a script of options is asked by. The argument is "" for none, ``NAME`` for one that must follow, ``[NAME]`` for one that
may be attached. Bad usage writes GNU's message and raises `Done`, as ``--help`` and ``--version`` do.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from runtime.bash.utility_context import Context

__all__ = ["Done", "Given", "Options"]

_HELP_COLUMN = 29
_WIDTH = 79
_BUILTIN = (
    ("", "help", "", "display this help and exit"),
    ("", "version", "", "output version information and exit"),
)


class Done(Exception):
    """A utility ends here with ``status``; what there was to say has been said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Given:
    """What a command line gave: options by key, in order, and the operands."""

    __slots__ = ("checks", "operands", "order", "places", "values")

    def __init__(self, checks: Mapping[str, Callable[[str], object]] | None = None) -> None:
        self.checks = checks or {}
        self.order: list[tuple[str, str]] = []
        self.values: dict[str, str] = {}
        self.operands: list[str] = []
        # Behind how many of ``order`` each operand stood.
        self.places: list[int] = []

    def add(self, key: str, value: str) -> None:
        """One more option."""
        if key in self.checks:
            self.checks[key](value)
        self.order.append((key, value))
        self.values[key] = value

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __getitem__(self, key: str) -> str:
        """The last value given; "" where the option takes none."""
        return self.values[key]

    def get(self, key: str, default: str = "") -> str:
        """The last value given, or ``default``."""
        return self.values.get(key, default)

    def all(self, key: str) -> list[str]:
        """Every value given, in order."""
        return [value for name, value in self.order if name == key]

    def count(self, key: str) -> int:
        """How often it was given."""
        return len(self.all(key))

    def last(self, keys: str | tuple[str, ...], default: str = "") -> str:
        """Which of several options that override each other came last."""
        for name, _ in reversed(self.order):
            if name in keys:
                return name
        return default

    def any(self, keys: Iterable[str]) -> bool:
        """Whether one of several was given."""
        return not self.values.keys().isdisjoint(keys)


class _Option:
    __slots__ = ("argument", "help", "key", "longs", "optional", "shorts")

    def __init__(self, shorts: str, longs: str, argument: str, text: str) -> None:
        self.shorts = shorts
        self.longs = longs.split()
        self.optional = argument.startswith("[") and argument.endswith("]")
        self.argument = argument.strip("[]") if self.optional else argument
        self.help = text
        self.key = shorts[0] if shorts else self.longs[0]

    @property
    def form(self) -> str:
        """As the help shows it: ``  -n, --number=N``."""
        head = ", ".join([f"-{letter}" for letter in self.shorts] + [f"--{name}" for name in self.longs])
        if self.argument:
            before, behind = ("[", "]") if self.optional else ("", "")
            equals = "=" if self.longs and (self.optional or " " not in self.argument) else ""
            head += f"{before}{equals}{self.argument}{behind}" if equals or before else f" {self.argument}"
        return f"  {head}" if self.shorts else f"      {head}"


class Options:
    """The table of one utility.

    Args:
        usage: what follows the name in the usage line; several lines make several usages.
        about: one sentence of what it does.
        rows: the options.
        status: exit status of bad usage.
        permute: whether operands may stand between options; without it the first operand ends them.
        posix: whether POSIXLY_CORRECT ends them there, too.
        digits: key of the option that ``-5`` (digits in a cluster) stands for, "" where that is none.
        digit_lists: whether commas are of those digits.
        hint: the line below a message of bad usage; ``{name}`` is the utility, ``{help}`` the whole help.
        origin: whose manual this follows, for ``--version``.
        after: further paragraphs of the help.
        sections: further tables of the help, for what is no option (operands, expressions, functions): a title, and what
            gives rows of a form and its help. They are asked for by ``--help`` alone, from the tables that the parser reads.
        examples: command lines, each with what it does.
        notes: where it departs from what it follows; shown on the page of the utilities.
    """

    __slots__ = (
        "about",
        "after",
        "digit_letters",
        "digits",
        "examples",
        "hint",
        "longs",
        "notes",
        "options",
        "origin",
        "permute",
        "posix",
        "sections",
        "shorts",
        "status",
        "usage",
    )

    def __init__(
        self,
        usage: str,
        about: str,
        *rows: tuple[str, str, str, str],
        status: int = 1,
        permute: bool = True,
        posix: bool = True,
        digits: str = "",
        digit_lists: bool = False,
        hint: str = "Try '{name} --help' for more information.",
        origin: str = "GNU coreutils 9.1",
        after: str = "",
        sections: tuple[tuple[str, Callable[[], Iterable[tuple[str, str]]]], ...] = (),
        examples: tuple[tuple[str, str], ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        self.usage = usage
        self.about = about
        self.status = status
        self.permute = permute
        self.posix = posix
        self.digits = digits
        self.digit_letters = "0123456789," if digit_lists else "0123456789"
        self.hint = hint
        self.origin = origin
        self.after = after
        self.sections = sections
        self.examples = examples
        self.notes = notes
        self.options = [_Option(*row) for row in (*rows, *_BUILTIN)]
        self.shorts = {letter: option for option in self.options for letter in option.shorts}
        self.longs = {name: option for option in self.options for name in option.longs}

    def parse(
        self,
        cx: Context,
        args: list[str] | None = None,
        checks: Mapping[str, Callable[[str], object]] | None = None,
    ) -> Given:
        """Read ``cx.args`` (or ``args``). ``checks`` refuse a value by its option's key as soon as it is read, ahead of what is
        wrong further on. Raises Done."""
        given = Given(checks)
        rest = list(reversed(cx.args if args is None else args))
        permute = self.permute and not (self.posix and "POSIXLY_CORRECT" in cx.env)
        operands = given.operands
        while rest:
            arg = rest.pop()
            if arg[:1] != "-" or arg == "-":
                operands.append(arg)
                given.places.append(len(given.order))
                if permute:
                    continue
                break
            if arg == "--":
                break
            if arg[1] == "-":
                self._long(cx, arg[2:], rest, given)
            else:
                self._cluster(cx, arg[1:], rest, given)
        operands.extend(reversed(rest))
        given.places += [len(given.order)] * len(rest)
        return given

    def takes_next(self, arg: str) -> bool:
        """Whether the word behind ``arg`` is its value: for those who read words that are no options, as ``+5``."""
        if arg.startswith("--"):
            fitting = {option.key: option for name, option in self.longs.items() if name.startswith(arg[2:])}
            return len(fitting) == 1 and all(
                option.argument and not option.optional for option in fitting.values()
            )
        for at, letter in enumerate(arg[1:], 2) if arg.startswith("-") else ():
            option = self.shorts.get(letter)
            if option is None or option.argument:
                return option is not None and not option.optional and at == len(arg)
        return False

    def _cluster(self, cx: Context, letters: str, rest: list[str], given: Given) -> None:
        at = 0
        while at < len(letters):
            letter = letters[at]
            at += 1
            if self.digits and letter in "0123456789":
                start = at - 1
                while letters[at : at + 1] and letters[at] in self.digit_letters:
                    at += 1
                given.add(self.digits, letters[start:at])
                continue
            option = self.shorts.get(letter)
            if option is None:
                raise self.refuse(cx, f"invalid option -- '{letter}'")
            if not option.argument:
                given.add(option.key, "")
                continue
            value = letters[at:]
            if not value and not option.optional:
                if not rest:
                    raise self.refuse(cx, f"option requires an argument -- '{letter}'")
                value = rest.pop()
            given.add(option.key, value)
            return

    def _long(self, cx: Context, text: str, rest: list[str], given: Given) -> None:
        name, equals, value = text.partition("=")
        option, name = self._find(cx, name, text)
        if equals and not option.argument:
            raise self.refuse(cx, f"option '--{name}' doesn't allow an argument")
        if not equals and option.argument and not option.optional:
            if not rest:
                raise self.refuse(cx, f"option '--{name}' requires an argument")
            value = rest.pop()
        if name == "help":
            cx.write(self.help(cx.name))
            raise Done(0)
        if name == "version":
            cx.write(f"{cx.name} (Cathedral Runtime, after {self.origin})\n")
            raise Done(0)
        given.add(option.key, value)

    def _find(self, cx: Context, name: str, text: str) -> tuple[_Option, str]:
        option = self.longs.get(name)
        if option is not None:
            return option, name
        fitting = self.abbreviated(name)
        if not fitting:
            raise self.refuse(cx, f"unrecognized option '--{text}'")
        if len({self.longs[full].key for full in fitting}) > 1:
            choices = " ".join(f"'--{full}'" for full in fitting)
            raise self.refuse(cx, f"option '--{text}' is ambiguous; possibilities: {choices}")
        return self.longs[fitting[0]], fitting[0]

    def abbreviated(self, name: str) -> list[str]:
        """The long names that ``name`` may be short for."""
        return [full for full in self.longs if full.startswith(name)]

    def refuse(self, cx: Context, message: str) -> Done:
        """Bad usage: say so with the hint; the Done to raise."""
        text = f"{cx.name}: {message}\n" if message else ""
        hint = self.hint.format(
            name=cx.name, help=self.brief(cx.name).rstrip("\n") if "{help}" in self.hint else ""
        )
        cx.stderr.write((f"{text}{hint}\n" if hint else text).encode("utf-8", "surrogateescape"))
        return Done(self.status)

    def help(self, name: str) -> str:
        """The text of ``--help``."""
        parts = [self.brief(name)]
        if self.after:
            parts.append(f"{self.after}\n")
        for title, rows in self.sections:
            parts.append("".join([f"{title}:\n", *(_row(f"  {form}", text) for form, text in rows())]))
        if self.examples:
            shown = [f"  {command}\n      {text}\n" for command, text in self.examples]
            parts.append("".join(["Examples:\n", *shown]))
        return "\n".join(parts)

    def brief(self, name: str) -> str:
        """The usage, what it does, and the options."""
        usages = [
            f"{'  or: ' if number else 'Usage:'} {name} {usage}".rstrip() + "\n"
            for number, usage in enumerate(self.usage.split("\n"))
        ]
        rows = [_row(option.form, option.help) for option in self.options]
        return "".join([*usages, *_filled(self.about, ""), "\n", *rows])


def _row(head: str, text: str) -> str:
    """A form and its help beside it, below it where the form is long."""
    indent = " " * _HELP_COLUMN
    lines = _filled(text, indent)
    if len(head) > _WIDTH:
        head = "".join(_filled(head.lstrip(), "      ")).rstrip("\n")
    if not lines:
        return f"{head}\n"
    if len(head) + 2 > _HELP_COLUMN:
        return "".join([f"{head}\n", *lines])
    return head.ljust(_HELP_COLUMN) + "".join(lines)[_HELP_COLUMN:]


def _filled(text: str, indent: str) -> list[str]:
    """Lines of at most `_WIDTH` columns."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and len(indent) + len(line) + 1 + len(word) > _WIDTH:
                lines.append(f"{indent}{line}\n")
                line = word
            else:
                line = f"{line} {word}" if line else word
        if line:
            lines.append(f"{indent}{line}\n")
    return lines
