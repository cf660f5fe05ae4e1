"""What a command line of sort may say: values that are refused as soon as they are read, and keys as they once were given."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.sort.keys import BadKey, parse_key
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runtime.bash.option_table import Options
    from runtime.bash.utility_context import Context

__all__ = ["CHECKS", "SORTS", "checks", "modern"]

SORTS = (
    ("general-numeric", "g"),
    ("human-numeric", "h"),
    ("month", "M"),
    ("numeric", "n"),
    ("random", "R"),
    ("version", "V"),
)
CHECKS = (("quiet", "silent"), ("diagnose-first",))
_SIZE = re.compile(r"[ \t\n\v\f\r]*\+?(\d+)(.*)", re.DOTALL | re.ASCII)
_LARGEST = (1 << 64) - 1
_FROM = re.compile(r"\+(\d*)(?:\.(\d+))?([bdfgiMhnRrV]*)", re.ASCII)
_TO = re.compile(r"-(\d+)(?:\.(\d+))?(.*)", re.DOTALL | re.ASCII)


def checks(cx: Context, options: Options) -> Mapping[str, Callable[[str], object]]:
    """What refuses a value, by the key of its option."""

    def trouble(message: str) -> Done:
        cx.complain(message)
        return Done(2)

    def key(text: str) -> None:
        try:
            parse_key(text)
        except BadKey as wrong:
            raise trouble(str(wrong)) from None

    def threads(text: str) -> None:
        if not _number(trouble, "--parallel", "", text):
            raise trouble("number in parallel must be nonzero")

    def batch(text: str) -> None:
        if _number(trouble, "--batch-size", "", text) < 2:
            cx.complain(f"invalid --batch-size argument {quote(text)}")
            raise trouble(f"minimum --batch-size argument is {quote('2')}")

    return {
        "k": key,
        "t": _same(trouble, _tab(trouble), "incompatible tabs"),
        "o": _same(trouble, lambda _text: None, "multiple output files specified"),
        "S": lambda text: _number(trouble, "-S", "bEgGkKmMPtTYZ%", text),
        "parallel": threads,
        "batch-size": batch,
        "sort": lambda text: choose(cx, options, "sort", text, tuple((name,) for name, _ in SORTS)),
        # Given alone it has no value.
        "check": lambda text: text and choose(cx, options, "check", text, CHECKS),
    }


def _number(trouble: Callable[[str], Done], option: str, units: str, text: str) -> int:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise trouble(f"invalid {option} argument '{text}'")
    size = int(found[1][:30])
    if (found[2] and found[2] not in units) or len(found[2]) > 1:
        raise trouble(f"invalid suffix in {option} argument '{text}'")
    if option == "-S" and size > _LARGEST:
        raise trouble(f"-S argument '{text}' too large")
    return size


def _tab(trouble: Callable[[str], Done]) -> Callable[[str], object]:
    def check(text: str) -> None:
        if not text:
            raise trouble("empty tab")
        if len(encoded(text)) > 1 and text != "\\0":
            raise trouble(f"multi-character tab {quote(text)}")

    return check


def _same(
    trouble: Callable[[str], Done], check: Callable[[str], object], message: str
) -> Callable[[str], object]:
    """A value that may be given again, but not another one."""
    before: list[str] = []

    def again(text: str) -> None:
        check(text)
        if before and before[0] != text:
            raise trouble(message)
        before.append(text)

    return again


def modern(options: Options, args: list[str], env: Mapping[str, str]) -> list[str]:
    """``+1.2n -3.4`` of old, the first field and what follows the last, as ``-k``."""
    if not any(arg.startswith("+") for arg in args) or "POSIXLY_CORRECT" in env:
        return args
    out: list[str] = []
    rest = list(reversed(args))
    while rest:
        arg = rest.pop()
        if arg == "--":
            out.append(arg)
            break
        found = _FROM.fullmatch(arg) if len(arg) > 1 else None
        if found is None:
            out.append(arg)
            if rest and options.takes_next(arg):
                out.append(rest.pop())
            continue
        field, char, flags = found.groups(default="")
        text = f"{int(field or 0) + 1}.{int(char or 0) + 1}{flags}"
        last = _TO.fullmatch(rest[-1]) if rest else None
        if last is not None:
            rest.pop()
            text += f",{int(last[1]) + 1}.{last[2]}" if last[2] and int(last[2]) else f",{last[1]}"
            text = text.replace(",0", ",1") + last[3]
        out.append(f"-k{text}")
    return out + rest[::-1]
