"""iconv: text from one encoding into another."""

from __future__ import annotations

import codecs
from unicodedata import normalize

from runtime.bash.commands._shared.input import opened, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION...] [FILE...]",
    "Convert the encoding of given files from one encoding to another.",
    ("f", "from-code", "NAME", "encoding of the input"),
    ("t", "to-code", "NAME", "encoding of the output; //TRANSLIT and //IGNORE may follow"),
    ("c", "", "", "leave out characters that cannot be converted"),
    ("l", "list", "", "list the encodings"),
    ("o", "output", "FILE", "write to FILE"),
    ("s", "silent", "", "ignored"),
    ("", "verbose", "", "ignored"),
    origin="GNU libc 2.36",
)
_NAMES = (
    "ascii cp1250 cp1251 cp1252 cp437 cp850 euc-jp euc-kr gb18030 gbk big5 iso-8859-1 iso-8859-2 iso-8859-15 iso-2022-jp "
    "koi8-r koi8-u macintosh shift_jis utf-7 utf-8 utf-16 utf-16be utf-16le utf-32 utf-32be utf-32le windows-1252"
)
_SAME = {
    "latin1": "iso-8859-1",
    "utf8": "utf-8",
    "us-ascii": "ascii",
    "ansi_x3.4-1968": "ascii",
    "ucs-2": "utf-16",
    "": "utf-8",
}
_PLAIN = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2013": "-",
    "\u2014": "-",
    "\u2026": "...",
    "\u20ac": "EUR",
    "\u00a0": " ",
    "\u00df": "ss",
}
_REWRITTEN = 0o1101


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "l" in given:
        cx.write("".join(f"{name.upper()}//\n" for name in _NAMES.split()))
        return 0
    source, target = given.get("f").partition("//")[0], given.get("t")
    into, _, manner = target.partition("//")
    known = [_codec(name) for name in (source, into)]
    if None in known:
        return cx.fail("failed to start conversion processing: No such file or directory")
    lenient = "c" in given or "IGNORE" in manner.upper()
    out = []
    status = 0
    for operand in given.operands or ["-"]:
        try:
            stream = opened(cx, operand)
        except OSError as error:
            return cx.fail(f"cannot open input file `{operand}': {reason(error)}")
        try:
            data = whole(cx, stream)
        finally:
            stream.release()
        text, stopped = _decoded(data, known[0] or "", lenient)
        made, refused = _encoded(text, known[1] or "", lenient, "TRANSLIT" in manner.upper())
        out.append(made)
        if refused is not None:
            stopped = len(text[:refused].encode(known[0] or "", "ignore"))
        if stopped is not None:
            status = 1
            cx.complain(f"illegal input sequence at position {stopped}")
            break
    if "o" in given:
        target_stream = cx.open(given["o"], _REWRITTEN)
        try:
            target_stream.write(b"".join(out))
        finally:
            target_stream.release()
    else:
        cx.stdout.write(b"".join(out))
    return status


def _codec(name: str) -> str | None:
    """The codec of that name; only those of text."""
    name = _SAME.get(name.lower(), name.lower())
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    listed = {codecs.lookup("mac-roman" if known == "macintosh" else known).name for known in _NAMES.split()}
    return found if found in listed else None


def _decoded(data: bytes, codec: str, lenient: bool) -> tuple[str, int | None]:
    try:
        return data.decode(codec, "ignore" if lenient else "strict"), None
    except UnicodeDecodeError as error:
        return data[: error.start].decode(codec, "ignore"), error.start


def _encoded(text: str, codec: str, lenient: bool, plainly: bool) -> tuple[bytes, int | None]:
    if plainly:
        text = "".join(_plain(char, codec) for char in text) if not text.isascii() else text
    try:
        return text.encode(codec, "ignore" if lenient else "strict"), None
    except UnicodeEncodeError as error:
        return text[: error.start].encode(codec), error.start


def _plain(char: str, codec: str) -> str:
    """The character, or what stands for it in a poorer encoding."""
    try:
        char.encode(codec)
    except UnicodeEncodeError:
        base = normalize("NFKD", char)[0]
        return _PLAIN.get(char) or (base if base.isascii() else "?")
    return char
