"""pathchk: whether names can be used, here or anywhere."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... NAME...",
    "Diagnose invalid or non-portable file names.",
    ("p", "", "", "check for most POSIX systems"),
    ("P", "", "", "check for empty names and leading '-'"),
    ("", "portability", "", "check for all POSIX systems (equivalent to -p -P)"),
    permute=False,
)
_PORTABLE = re.compile(r"[A-Za-z0-9._/-]*")
# What POSIX promises at least, and what there is here.
_LEAST, _HERE = (255, 14), (4095, 255)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    basic = given.any(("p", "portability"))
    extra = given.any(("P", "portability"))
    status = 0
    for name in given.operands:
        wrong = _wrong(cx, name, basic, extra)
        if wrong:
            status = cx.fail(wrong)
    return status


def _wrong(cx: Context, name: str, basic: bool, extra: bool) -> str:
    """What is wrong with a name, in words; "" when nothing is."""
    if extra and any(part.startswith("-") for part in name.split("/")):
        return f"leading '-' in a component of file name {always(name)}"
    if (basic or extra) and not name:
        return "empty file name"
    if basic:
        portable = _PORTABLE.match(name)
        if portable and portable.end() < len(name):
            return f"nonportable character {quote(name[portable.end()])} in file name {always(name)}"
    elif not _there(cx, name):
        try:
            cx.fs.stat(cx.path(name), follow=False)
        except OSError as error:
            if error.errno != 2 or not name:
                return f"{maybe(name) if name else always(name)}: {reason(error)}"
    return _long(name, *(_LEAST if basic else _HERE))


def _there(cx: Context, name: str) -> bool:
    return bool(name) and cx.fs.exists(cx.path(name))


def _long(name: str, path: int, component: int) -> str:
    size = len(encoded(name))
    if size > path:
        return f"limit {path} exceeded by length {size} of file name {always(name)}"
    for part in name.split("/"):
        size = len(encoded(part))
        if size > component:
            return f"limit {component} exceeded by length {size} of file name component {quote(part)}"
    return ""
