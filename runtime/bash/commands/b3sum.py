"""b3sum: BLAKE3 checksums."""

from __future__ import annotations

from runtime.bash.commands._shared.digest import Checker, digest_of, escaped
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands._shared.digest import Hash
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Print or check BLAKE3 checksums; with no FILE, or when FILE is -, of standard input.",
    ("c", "check", "", "read checksums from the FILEs and check them"),
    ("l", "length", "LEN", "bytes of output, 32 by default"),
    ("", "no-names", "", "print no names"),
    ("", "quiet", "", "do not print OK for each file that is good"),
    ("", "tag", "", "write a line as BSD does"),
    status=2,
    origin="b3sum 1.5",
)


class _Blake3:
    """BLAKE3 with an output of some bytes, as one of hashlib's objects."""

    def __init__(self, size: int) -> None:
        from blake3 import blake3

        self._hasher = blake3()
        self._size = size

    def update(self, data: bytes, /) -> None:
        """More of the message."""
        self._hasher.update(data)

    def hexdigest(self) -> str:
        """The checksum."""
        return self._hasher.hexdigest(length=self._size)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    text = given.get("l", "32")
    if not (text.isascii() and text.isdigit()):
        raise OPTIONS.refuse(cx, f"invalid value '{text}' for '--length <LEN>'")
    size = int(text[:12])
    cx.meter.text(2 * size)

    def make() -> Hash:
        return _Blake3(size)

    if "c" in given:
        return Checker(cx, given, {"BLAKE3": make}, "BLAKE3", 2 * size).run(given.operands)
    status = 0
    for name in given.operands or ["-"]:
        digest = digest_of(cx, name, make)
        if digest is None:
            status = 1
            continue
        shown, mark = escaped(name)
        if "no-names" in given or (name == "-" and "tag" not in given):
            cx.write(f"{digest}\n" if "no-names" in given else f"{digest}  -\n")
        elif "tag" in given:
            cx.write(f"{mark}BLAKE3 ({shown}) = {digest}\n")
        else:
            cx.write(f"{mark}{digest}  {shown}\n")
    return status
