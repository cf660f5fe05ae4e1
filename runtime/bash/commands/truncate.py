"""truncate: set the size of files."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "OPTION... FILE...",
    "Shrink or extend the size of each FILE; what is added reads as zeros.",
    ("c", "no-create", "", "create no files"),
    ("o", "io-blocks", "", "take SIZE as a number of blocks"),
    ("r", "reference", "RFILE", "take the size of RFILE"),
    (
        "s",
        "size",
        "SIZE",
        "SIZE, with a prefix: + - to change by, < > at most or least, / % round down or up",
    ),
)
_BLOCK = 4096
_OTHER_SIZES: dict[str, Callable[[int, int], int]] = {
    "+": lambda old, size: old + size,
    "-": lambda old, size: max(0, old - size),
    "<": min,
    ">": max,
    "/": lambda old, size: old // size * size,
    "%": lambda old, size: -(-old // size) * size,
}


def main(cx: Context) -> int:
    sizes: list[tuple[str, int]] = []
    given = OPTIONS.parse(cx, checks=_checks(cx, sizes))
    if "s" not in given and "r" not in given:
        raise OPTIONS.refuse(cx, f"you must specify either {quote('--size')} or {quote('--reference')}")
    mode, size = sizes[-1] if sizes else ("", 0)
    if "r" in given and "s" in given and not mode:
        raise OPTIONS.refuse(cx, f"you must specify a relative {quote('--size')} with {quote('--reference')}")
    if "o" in given and "s" not in given:
        raise OPTIONS.refuse(cx, f"{quote('--io-blocks')} was specified but {quote('--size')} was not")
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing file operand")
    reference: int | None = None
    if "r" in given:
        try:
            reference = cx.fs.stat(cx.path(given["r"])).size
        except OSError as error:
            return cx.fail(f"cannot stat {always(given['r'])}: {reason(error)}")
    if "o" in given:
        size *= _BLOCK
    statuses = [_resize(cx, name, mode, size, reference, "c" in given) for name in given.operands]
    return max(statuses)


def _checks(cx: Context, sizes: list[tuple[str, int]]) -> dict[str, Callable[[str], object]]:
    """What reads each SIZE: the last number counts, and the last prefix that there was."""

    def size(text: str) -> None:
        mode, size = _wanted(cx, text)
        before = sizes[-1][0] if sizes else ""
        if mode in {"+", "-"} and before:
            raise OPTIONS.refuse(cx, "multiple relative modifiers specified")
        mode = mode or before
        if mode in {"/", "%"} and not size:
            cx.complain("division by zero")
            raise Done(1)
        sizes.append((mode, size))

    return {"s": size}


def _wanted(cx: Context, given: str) -> tuple[str, int]:
    text = given.strip()
    mode = text[:1] if text[:1] in _OTHER_SIZES else ""
    size = size_of(text[len(mode) :].strip() if mode else text)
    if size is None or (not text[len(mode) :].strip()[:1].isdigit()):
        cx.complain(f"Invalid number: {quote(text[len(mode) :])}")
        raise Done(1)
    return mode, size


def _resize(cx: Context, name: str, mode: str, size: int, reference: int | None, keep: bool) -> int:
    try:
        path = cx.path(name)
        if not cx.fs.exists(path):
            if keep:
                return 0
            cx.open(name, 0o101).release()  # O_WRONLY | O_CREAT
        old = cx.fs.stat(path).size if reference is None else reference
        if mode:
            size = _OTHER_SIZES[mode](old, size)
        elif reference is not None:
            size = reference
        if size > cx.meter.limits.max_file_bytes:
            return cx.fail(f"failed to truncate {always(name)} at {size} bytes: File too large")
        cx.fs.truncate(path, size)
    except OSError as error:
        return cx.fail(f"cannot open {always(name)} for writing: {reason(error)}")
    return 0
