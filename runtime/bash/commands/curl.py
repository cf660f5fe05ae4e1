"""curl: transfer a URL, through the network that the embedder injected and never otherwise."""

from __future__ import annotations

from base64 import b64encode

from runtime.bash.commands._http import Failed, fetched
from runtime.bash.commands._input import encoded, opened, text_of, whole
from runtime.bash.commands._names import reason
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.network import Response
    from runtime.bash.options import Given

OPTIONS = Options(
    "[options...] <url>",
    "Transfer a URL.",
    ("A", "user-agent", "NAME", "send User-Agent NAME to server"),
    ("d", "data data-ascii", "DATA", "HTTP POST data; @FILE reads a file"),
    ("", "data-binary", "DATA", "HTTP POST binary data; @FILE reads a file as it is"),
    ("", "data-raw", "DATA", "HTTP POST data, '@' allowed"),
    ("", "data-urlencode", "DATA", "HTTP POST data URL encoded"),
    ("", "json", "DATA", "HTTP POST JSON"),
    ("f", "fail", "", "fail fast with no output on HTTP errors"),
    ("G", "get", "", "put the post data in the URL and use GET"),
    ("H", "header", "LINE", "pass custom header LINE to server"),
    ("I", "head", "", "show document info only"),
    ("i", "include", "", "include protocol response headers in the output"),
    ("k", "insecure", "", "ignored: the network decides"),
    ("L", "location", "", "follow redirects"),
    ("", "max-redirs", "NUM", "maximum number of redirects allowed"),
    ("m", "max-time", "SECONDS", "maximum time allowed for transfer"),
    ("", "connect-timeout", "SECONDS", "the same"),
    ("o", "output", "FILE", "write to FILE instead of stdout"),
    ("O", "remote-name", "", "write output to a file named as the remote file"),
    ("s", "silent", "", "silent mode"),
    ("S", "show-error", "", "show error even when -s is used"),
    ("u", "user", "USER:PASSWORD", "server user and password"),
    ("w", "write-out", "FORMAT", "use output FORMAT after completion"),
    ("X", "request", "METHOD", "specify request method to use"),
    ("", "compressed", "", "ignored"),
    ("", "url", "URL", "URL to work with"),
    ("V", "", "", "the same as --version"),
    status=2,
    hint="{name}: try '{name} --help' for more information",
    origin="curl 7.88",
)
_DATA = ("d", "data-binary", "data-raw", "data-urlencode", "json")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_HTTP_ERROR, _WRITE_ERROR, _READ_ERROR = 22, 23, 26


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    urls = given.all("url") + given.operands
    if not urls:
        cx.complain("no URL specified!")
        raise OPTIONS.refuse(cx, "")
    status = 0
    for url in urls:
        status = _transfer(cx, given, url)
    return status


def _transfer(cx: Context, given: Given, url: str) -> int:
    silent = "s" in given and "S" not in given
    body = _body(cx, given)
    if "G" in given and body:
        url, body = f"{url}{'&' if '?' in url else '?'}{text_of(body)}", b""
    method = given.get("X") or (
        "HEAD" if "I" in given else "POST" if body or (given.any(_DATA) and "G" not in given) else "GET"
    )
    try:
        response = fetched(
            cx, method, url, _headers(given), body, seconds=given.get("m", given.get("connect-timeout")),
            redirects=int(given.get("max-redirs", "50")[:3] or 0) if "L" in given else 0,
        )  # fmt: skip
    except Failed as failed:
        if not silent:
            cx.stderr.write(encoded(f"curl: ({failed.code}) {failed}\n"))
        return failed.code
    if "f" in given and response.status >= 400:
        if not silent:
            cx.stderr.write(encoded(f"curl: (22) The requested URL returned error: {response.status}\n"))
        return _HTTP_ERROR
    status = _written(cx, given, url, response)
    if "w" in given:
        cx.write(_report(given["w"], response))
    return status


def _body(cx: Context, given: Given) -> bytes:
    parts = []
    for key, value in given.order:
        if key not in _DATA:
            continue
        if value.startswith("@") and key not in {"data-raw", "data-urlencode"}:
            data = _file(cx, value[1:])
            parts.append(data.replace(b"\r", b"").replace(b"\n", b"") if key == "d" else data)
        elif key == "data-urlencode":
            name, equals, text = value.partition("=")
            joined = f"{name}={_escaped(text)}" if equals and name else _escaped(text if equals else value)
            parts.append(encoded(joined))
        else:
            parts.append(encoded(value))
    return b"&".join(parts) if "json" not in given else b"".join(parts)


def _escaped(text: str) -> str:
    """All but letters, digits and ``-._~`` as RFC 3986 escapes it."""
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in encoded(text))


def _file(cx: Context, name: str) -> bytes:
    try:
        stream = opened(cx, name)
    except OSError as error:
        cx.complain(f"(26) Failed to open {name}: {reason(error)}")
        raise Done(_READ_ERROR) from None
    try:
        return whole(cx, stream)
    finally:
        stream.release()


def _headers(given: Given) -> list[tuple[str, str]]:
    headers = {"User-Agent": given.get("A", "curl/7.88.1"), "Accept": "*/*"}
    if "json" in given:
        headers |= {"Content-Type": "application/json", "Accept": "application/json"}
    elif given.any(_DATA) and "G" not in given:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    if "u" in given:
        headers["Authorization"] = f"Basic {b64encode(encoded(given['u'])).decode()}"
    for line in given.all("H"):
        name, _, value = line.partition(":")
        known = next((key for key in headers if key.lower() == name.lower()), name)
        headers.pop(known, None)
        if value.strip():
            headers[name] = value.strip()
    return list(headers.items())


def _written(cx: Context, given: Given, url: str, response: Response) -> int:
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers)
    head = f"HTTP/1.1 {response.status} {response.reason}\r\n{head}\r\n"
    data = (encoded(head) if given.any("iI") else b"") + (b"" if "I" in given else response.body)
    name = given.get("o", url.split("?")[0].rsplit("/", 1)[-1] if "O" in given else "-")
    if name == "-":
        cx.stdout.write(data)
        return 0
    try:
        stream = cx.open(name, 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
    except OSError as error:
        cx.stderr.write(encoded(f"curl: (23) Failed to open the file {name}: {reason(error)}\n"))
        return _WRITE_ERROR
    try:
        stream.write(data)
    finally:
        stream.release()
    return 0


def _report(form: str, response: Response) -> str:
    values = {
        "http_code": f"{response.status:03d}",
        "response_code": f"{response.status:03d}",
        "size_download": str(len(response.body)),
        "content_type": response.header("Content-Type"),
        "url_effective": response.url,
    }
    text = form.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r")
    for name, value in values.items():
        text = text.replace(f"%{{{name}}}", value)
    return text.replace("%%", "%")
