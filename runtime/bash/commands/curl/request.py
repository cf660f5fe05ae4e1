"""What a command line of curl asks to be sent: bodies, forms, headers, and the addresses that one pattern stands for."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.http import Failed, basic
from runtime.bash.commands._shared.input import encoded, opened, text_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands._shared.http import Headers
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["DATA", "addresses", "body", "content", "form", "headers"]

DATA = ("d", "data-binary", "data-raw", "data-urlencode", "json")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_READ_ERROR, _BAD_URL = 26, 3
_GLOB = re.compile(
    r"\{([^{}]*)\}|\[([a-zA-Z])-([a-zA-Z])(?::(\d{1,4}))?\]|\[(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?\]|\\([{}\[\]])"
)
_TYPES = {
    "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml",
    "txt": "text/plain", "htm": "text/html", "html": "text/html", "pdf": "application/pdf", "xml": "application/xml",
}  # fmt: skip


def content(cx: Context, name: str) -> bytes:
    """A file of the virtual file system. Raises Failed."""
    try:
        stream = opened(cx, name)
    except OSError:
        raise Failed(f"Failed to open {name}", _READ_ERROR) from None
    try:
        return whole(cx, stream)
    finally:
        stream.release()


def escaped(data: bytes) -> str:
    """All but letters, digits and ``-._~`` as RFC 3986 escapes it."""
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in data)


def body(cx: Context, given: Given) -> bytes:
    """The parts of ``-d`` and its kin, in order. Raises Failed."""
    made = b""
    first = True
    for key, value in given.order:
        if key in DATA:
            made += (b"" if first or key == "json" else b"&") + _part(cx, key, value, quiet="s" in given)
            first = False
            cx.meter.text(len(made))
    return made


def _part(cx: Context, key: str, value: str, *, quiet: bool) -> bytes:
    if key == "data-urlencode":
        name, mark, rest = re.fullmatch(r"([^=@]*)([=@]?)(.*)", value, re.DOTALL).groups()  # type: ignore[union-attr]
        data = content(cx, rest) if mark == "@" else encoded(rest if mark else name)
        shown = escaped(data).replace("%20", "+")
        return encoded(f"{name}={shown}" if mark and name else shown)
    if not value.startswith("@") or key == "data-raw":
        return encoded(value)
    try:
        data = content(cx, value[1:])
    except Failed:
        if not quiet:
            cx.stderr.write(
                encoded(f'Warning: Couldn\'t read data from file "{value[1:]}", this makes an empty POST.\n')
            )
        return b""
    return data.replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"") if key == "d" else data


def form(cx: Context, given: Given) -> tuple[bytes, str]:
    """``-F``: the body, and its content type. Raises Failed."""
    boundary = "-" * 24 + f"{cx.random.getrandbits(64):016x}"
    parts = [_field(cx, key, value) for key, value in given.order if key in {"F", "form-string"}]
    made = b"".join(encoded(f"--{boundary}\r\n") + part for part in parts)
    cx.meter.text(len(made))
    return made + encoded(f"--{boundary}--\r\n"), f"multipart/form-data; boundary={boundary}"


def _field(cx: Context, key: str, value: str) -> bytes:
    name, equals, rest = value.partition("=")
    if not equals:
        raise Failed("Illegally formatted input field!", 2)
    kind = file_name = ""
    data: bytes
    if key == "form-string" or rest[:1] not in {"@", "<"}:
        if key == "F":
            rest, options = _options(rest)
            kind, file_name = options.get("type", ""), options.get("filename", "")
        data = encoded(rest)
    else:
        mark, (path, options) = rest[0], _options(rest[1:])
        data = content(cx, path)
        if mark == "@":
            file_name = options.get("filename", path.rpartition("/")[2])
            kind = _TYPES.get(file_name.rpartition(".")[2].lower(), "application/octet-stream")
        kind = options.get("type", kind)
    head = f'Content-Disposition: form-data; name="{_quoted(name)}"'
    head += f'; filename="{_quoted(file_name)}"' if file_name else ""
    head += f"\r\nContent-Type: {kind}" if kind else ""
    return encoded(head + "\r\n\r\n") + data + b"\r\n"


def _options(text: str) -> tuple[str, dict[str, str]]:
    """``value;type=…;filename=…``"""
    value, *rest = re.split(r";(?=\s*(?:type|filename|headers|encoder)=)", text)
    pairs = (item.strip().partition("=") for item in rest)
    return value.strip('"') if value[:1] == '"' else value, {name: word.strip('"') for name, _, word in pairs}


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def headers(cx: Context, given: Given, *, kind: str) -> Headers:
    """What the options and ``-H`` make. Raises Failed."""
    made = _own(given, kind)
    lines = list(_lines(cx, given))
    for line in lines:
        name, colon, value = line.partition(":")
        known = next((key for key in made if key.lower() == name.lower()), None)
        if colon and value.strip():
            made[known or name] = value.strip()
        elif colon and known:
            del made[known]
        elif line.endswith(";") and not colon:
            made[line[:-1]] = ""
    if kind and not any(line.partition(":")[0].lower() == "content-type" for line in lines):
        made.setdefault("Content-Type", kind)
    return [(name, value) for name, value in made.items() if value or name not in {"User-Agent", "Referer"}]


def _own(given: Given, kind: str) -> dict[str, str]:
    """The headers of options, in curl's order."""
    user = given.get("u")
    wishes = {
        "Authorization": basic(user if ":" in user else f"{user}:") if "u" in given else "",
        "Range": f"bytes={given['r']}" if "r" in given else "",
        "User-Agent": given.get("A", "curl/7.88.1"),
        "Content-Type": kind if "json" in given else "",
        "Accept": "application/json" if "json" in given else "*/*",
        "Accept-Encoding": "deflate, gzip" if "compressed" in given else "",
        "Referer": given.get("e").removesuffix(";auto"),
    }
    if "oauth2-bearer" in given:
        wishes["Authorization"] = f"Bearer {given['oauth2-bearer']}"
    return {name: value for name, value in wishes.items() if value}


def _lines(cx: Context, given: Given) -> Iterator[str]:
    for value in given.all("H"):
        if value.startswith("@"):
            yield from text_of(content(cx, value[1:])).splitlines()
        else:
            yield value


def addresses(cx: Context, pattern: str) -> Iterator[tuple[str, list[str]]]:
    """Every address that a pattern with ``{a,b}`` and ``[1-9]`` stands for, with what each glob was. Raises Failed."""
    pieces: list[list[str]] = []
    globbed: list[bool] = []
    at = 0
    for found in _GLOB.finditer(pattern):
        pieces += [[pattern[at : found.start()]], _choices(cx, found)]
        globbed += [False, found[8] is None]
        at = found.end()
    pieces.append([pattern[at:]])
    globbed.append(False)
    if any(
        set(piece[0]) & set("{}")
        for piece, glob in zip(pieces, globbed, strict=True)
        if not glob and len(piece[0]) > 1
    ):
        raise Failed("bad URL globbing: unmatched brace", _BAD_URL)
    count = 1
    for piece in pieces:
        count *= len(piece)
        cx.meter.fields(count)
    from itertools import product

    for chosen in product(*pieces):
        yield "".join(chosen), [text for text, glob in zip(chosen, globbed, strict=True) if glob]


def _choices(cx: Context, found: re.Match[str]) -> list[str]:
    if found[8] is not None:
        return [found[8]]
    if found[1] is not None:
        return found[1].split(",")
    if found[2] is not None:
        return [
            chr(code) for code in range(ord(found[2]), ord(found[3]) + 1, max(1, int(found[4] or 1)))
        ] or [found[0]]
    first, last, step = int(found[5]), int(found[6]), max(1, int(found[7] or 1))
    cx.meter.fields((last - first) // step)
    wide = len(found[5]) if found[5].startswith("0") else 0
    return [str(number).zfill(wide) for number in range(first, last + 1, step)] or [found[0]]
