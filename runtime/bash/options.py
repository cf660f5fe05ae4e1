"""Command lines as GNU's ``getopt_long`` reads them, declared as a table.

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
    from collections.abc import Iterable

    from runtime.bash.command import Context

__all__ = ["Done", "Given", "Options"]

_HELP_COLUMN = 29
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

    __slots__ = ("operands", "order", "values")

    def __init__(self) -> None:
        self.order: list[tuple[str, str]] = []
        self.values: dict[str, str] = {}
        self.operands: list[str] = []

    def add(self, key: str, value: str) -> None:
        """One more option."""
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


class Options:
    """The table of one utility.

    Args:
        usage: what follows the name in the usage line; several lines make several usages.
        about: one sentence of what it does.
        rows: the options.
        status: exit status of bad usage.
        permute: whether operands may stand between options; without it the first operand ends them.
        digits: key of the option that ``-5`` (digits in a cluster) stands for, "" where that is none.
        hint: the line below a message of bad usage; ``{name}`` is the utility, ``{help}`` the whole help.
        origin: whose manual this follows, for ``--version``.
        after: further paragraphs of the help.
    """

    __slots__ = (
        "about",
        "after",
        "digits",
        "hint",
        "longs",
        "options",
        "origin",
        "permute",
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
        digits: str = "",
        hint: str = "Try '{name} --help' for more information.",
        origin: str = "GNU coreutils 9.1",
        after: str = "",
    ) -> None:
        self.usage = usage
        self.about = about
        self.status = status
        self.permute = permute
        self.digits = digits
        self.hint = hint
        self.origin = origin
        self.after = after
        self.options = [_Option(*row) for row in (*rows, *_BUILTIN)]
        self.shorts = {letter: option for option in self.options for letter in option.shorts}
        self.longs = {name: option for option in self.options for name in option.longs}

    def parse(self, cx: Context, args: list[str] | None = None) -> Given:
        """Read ``cx.args`` (or ``args``). Raises Done."""
        given = Given()
        rest = list(reversed(cx.args if args is None else args))
        permute = self.permute and "POSIXLY_CORRECT" not in cx.env
        operands = given.operands
        while rest:
            arg = rest.pop()
            if arg[:1] != "-" or arg == "-":
                operands.append(arg)
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
        return given

    def _cluster(self, cx: Context, letters: str, rest: list[str], given: Given) -> None:
        at = 0
        while at < len(letters):
            letter = letters[at]
            at += 1
            if self.digits and letter in "0123456789":
                start = at - 1
                while letters[at : at + 1] and letters[at] in "0123456789":
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
        option, name = self._find(cx, name)
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

    def _find(self, cx: Context, name: str) -> tuple[_Option, str]:
        option = self.longs.get(name)
        if option is not None:
            return option, name
        fitting = [full for full in self.longs if full.startswith(name)]
        if not fitting:
            raise self.refuse(cx, f"unrecognized option '--{name}'")
        if len({self.longs[full].key for full in fitting}) > 1:
            choices = " ".join(f"'--{full}'" for full in fitting)
            raise self.refuse(cx, f"option '--{name}' is ambiguous; possibilities: {choices}")
        return self.longs[fitting[0]], fitting[0]

    def refuse(self, cx: Context, message: str) -> Done:
        """Bad usage: say so with the hint; the Done to raise."""
        text = f"{cx.name}: {message}\n" if message else ""
        hint = self.hint.format(
            name=cx.name, help=self.help(cx.name).rstrip("\n") if "{help}" in self.hint else ""
        )
        cx.stderr.write(f"{text}{hint}\n".encode("utf-8", "surrogateescape"))
        return Done(self.status)

    def help(self, name: str) -> str:
        """The text of ``--help``."""
        lines = [
            f"{'   or:' if number else 'Usage:'} {name} {usage}".rstrip()
            for number, usage in enumerate(self.usage.split("\n"))
        ]
        lines += [self.about, "", *(line for option in self.options for line in _described(option))]
        if self.after:
            lines += ["", self.after]
        return "\n".join(lines) + "\n"


def _described(option: _Option) -> list[str]:
    """One option as the help shows it: ``  -n, --number=N   what it does``."""
    shorts = [f"-{letter}" for letter in option.shorts]
    longs = [f"--{name}" for name in option.longs]
    head = ", ".join(shorts + longs)
    if option.argument:
        head += f"{'=' if longs else ' '}{option.argument}"
        if option.optional:
            head = head[: -len(option.argument) - 1] + (
                f"[={option.argument}]" if longs else f"[{option.argument}]"
            )
    head = f"  {head}" if shorts else f"      {head}"
    if len(head) + 2 > _HELP_COLUMN:
        return [head, " " * _HELP_COLUMN + option.help]
    return [head.ljust(_HELP_COLUMN) + option.help]
