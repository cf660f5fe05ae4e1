"""look: the lines of a sorted file that begin with a text."""

from __future__ import annotations

from bisect import bisect_left

from runtime.bash.commands._shared.input import encoded, held, split_lines, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <string> [<file>]",
    "Display lines beginning with a specified string.",
    ("a", "alternative", "", "use the alternative dictionary"),
    ("d", "alphanum", "", "compare only blanks and alphanumeric characters"),
    ("f", "ignore-case", "", "ignore case differences when comparing"),
    ("t", "terminate", "CHAR", "define the string-termination character"),
    ("h", "", "", "display this help"),
    ("V", "", "", "display version"),
    origin="util-linux 2.38.1",
)
_WORDS, _MORE_WORDS = "/usr/share/dict/words", "/usr/share/dict/web2"
_KEPT = frozenset(b" \tABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    if not 1 <= len(given.operands) <= 2:
        raise OPTIONS.refuse(cx, "bad usage")
    text = encoded(given.operands[0])
    # A dictionary is sorted without regard to case and punctuation.
    files = given.operands[1:]
    plain, folded = ("d" in given, "f" in given) if files else (True, True)
    end = encoded(given.get("t"))
    if end and end in text:
        text = text[: text.index(end) + len(end)]
    wanted = _key(text, plain, folded)
    status = 1
    for name in files or [_MORE_WORDS if "a" in given else _WORDS]:
        try:
            stream = cx.open(name)
        except OSError as error:
            return cx.fail(f"{name}: {reason(error)}")
        try:
            lines = split_lines(whole(cx, stream))
        finally:
            stream.release()
        held(cx, len(lines))
        keys = [_key(line.removesuffix(b"\n"), plain, folded)[: len(wanted)] for line in lines]
        at = bisect_left(keys, wanted)
        while at < len(keys) and keys[at] == wanted:
            cx.stdout.write(lines[at])
            status = 0
            at += 1
    return status


def _key(line: bytes, plain: bool, folded: bool) -> bytes:
    """A line as it is compared."""
    if plain:
        line = bytes(byte for byte in line if byte in _KEPT)
    return line.lower() if folded else line
