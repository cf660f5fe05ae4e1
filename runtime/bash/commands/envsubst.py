"""envsubst: put the values of environment variables in their places."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded, whole
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] [SHELL-FORMAT]",
    "Substitutes the values of environment variables.",
    ("v", "variables", "", "output the variables occurring in SHELL-FORMAT"),
    ("h", "", "", "display this help and exit"),
    ("V", "", "", "output version information and exit"),
    origin="GNU gettext-runtime 0.21",
)
_VARIABLE = re.compile(rb"\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    names = given.operands
    if len(names) > 1:
        return cx.fail("too many arguments")
    if "v" in given:
        if not names:
            return cx.fail("missing arguments")
        cx.stdout.write(b"".join(name + b"\n" for name in _named(names[0])))
        return 0
    only = set(_named(names[0])) if names else None
    values: dict[bytes, bytes] = {}

    def value(found: re.Match[bytes]) -> bytes:
        name = found[1] or found[2]
        if only is not None and name not in only:
            return found[0]
        if name not in values:
            values[name] = encoded(cx.env.get(name.decode(), ""))
        return values[name]

    # Line by line would be no smaller: a value may hold any number of lines.
    text = whole(cx, cx.stdin)
    size = len(text)
    out = []
    at = 0
    for found in _VARIABLE.finditer(text):
        shown = value(found)
        size += len(shown)
        cx.meter.text(size)
        out += [text[at : found.start()], shown]
        at = found.end()
    cx.stdout.write(b"".join([*out, text[at:]]))
    return 0


def _named(text: str) -> list[bytes]:
    return [found[1] or found[2] for found in _VARIABLE.finditer(encoded(text))]
