"""curl: transfer a URL, through the network that the embedder injected and never otherwise."""

from __future__ import annotations

import re

from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context


class _Options(Options):
    """curl's own words for bad usage."""

    __slots__ = ()

    def refuse(self, cx: Context, message: str) -> Done:
        words = message
        for form, said in _WORDS:
            found = form.fullmatch(message)
            if found:
                words = said.format(found[1])
        return super().refuse(cx, words)


_WORDS = (
    (re.compile(r"unrecognized option '(.*)'"), "option {}: is unknown"),
    (re.compile(r"invalid option -- '(.*)'"), "option -{}: is unknown"),
    (re.compile(r"option requires an argument -- '(.*)'"), "option -{}: requires parameter"),
    (re.compile(r"option '(.*)' requires an argument"), "option {}: requires parameter"),
)
OPTIONS = _Options(
    "[options...] <url>",
    "Transfer a URL.",
    ("A", "user-agent", "NAME", "send User-Agent NAME to server"),
    ("b", "cookie", "DATA|FILE", "send cookies from string/file"),
    ("c", "cookie-jar", "FILE", "write cookies to FILE after operation"),
    ("", "compressed", "", "request compressed response"),
    ("", "connect-timeout", "SECONDS", "maximum time allowed for connection"),
    ("", "create-dirs", "", "create necessary local directory hierarchy"),
    ("d", "data data-ascii", "DATA", "HTTP POST data; @FILE reads a file"),
    ("", "data-binary", "DATA", "HTTP POST binary data; @FILE reads a file as it is"),
    ("", "data-raw", "DATA", "HTTP POST data, '@' allowed"),
    ("", "data-urlencode", "DATA", "HTTP POST data URL encoded"),
    ("D", "dump-header", "FILE", "write the received headers to FILE"),
    ("e", "referer", "URL", "referrer URL"),
    ("f", "fail", "", "fail fast with no output on HTTP errors"),
    ("", "fail-with-body", "", "fail on HTTP errors but save the body"),
    ("F", "form", "NAME=CONTENT", "specify multipart MIME data"),
    ("", "form-string", "NAME=STRING", "specify multipart MIME data as it is"),
    ("g", "globoff", "", "disable URL sequences and ranges using {} and []"),
    ("G", "get", "", "put the post data in the URL and use GET"),
    ("h", "", "", "the same as --help"),
    ("H", "header", "LINE", "pass custom header LINE to server; @FILE reads them"),
    ("I", "head", "", "show document info only"),
    ("i", "include", "", "include protocol response headers in the output"),
    ("j", "junk-session-cookies", "", "ignored"),
    ("J", "remote-header-name", "", "use the header-provided filename"),
    ("", "json", "DATA", "HTTP POST JSON"),
    ("k", "insecure", "", "ignored: the network decides"),
    ("L", "location", "", "follow redirects"),
    ("", "location-trusted", "", "like --location, and send auth to other hosts"),
    ("m", "max-time", "SECONDS", "maximum time allowed for transfer"),
    ("", "max-redirs", "NUM", "maximum number of redirects allowed"),
    ("N", "no-buffer", "", "ignored"),
    ("o", "output", "FILE", "write to FILE instead of stdout; #1 is what the first glob was"),
    ("", "output-dir", "DIR", "directory to save files in"),
    ("O", "remote-name", "", "write output to a file named as the remote file"),
    ("", "remote-name-all", "", "use the remote file name for all URLs"),
    ("", "oauth2-bearer", "TOKEN", "OAuth 2 bearer token"),
    ("", "path-as-is", "", "do not squash .. sequences in URL path"),
    ("", "proto", "PROTOCOLS", "enable/disable PROTOCOLS, e.g. =https"),
    ("r", "range", "RANGE", "retrieve only the bytes within RANGE"),
    ("R", "remote-time", "", "ignored"),
    ("", "retry", "NUM", "retry request if transient problems occur"),
    ("", "retry-all-errors", "", "retry all errors"),
    ("", "retry-connrefused", "", "retry on connection refused"),
    ("", "retry-delay", "SECONDS", "wait time between retries"),
    ("", "retry-max-time", "SECONDS", "retry only within this period"),
    ("s", "silent", "", "silent mode"),
    ("S", "show-error", "", "show error even when -s is used"),
    ("T", "upload-file", "FILE", "transfer local FILE to destination"),
    ("u", "user", "USER:PASSWORD", "server user and password"),
    ("", "url", "URL", "URL to work with"),
    ("", "url-query", "DATA", "add a URL query part"),
    ("v", "verbose", "", "show what is sent and received"),
    ("V", "", "", "the same as --version"),
    ("w", "write-out", "FORMAT", "use output FORMAT after completion; @FILE reads it"),
    ("X", "request", "METHOD", "specify request method to use"),
    ("#", "progress-bar no-progress-meter", "", "ignored: no progress is shown"),
    ("4", "ipv4", "", "ignored: the network decides"),
    ("6", "ipv6", "", "ignored: the network decides"),
    ("0", "http1.0", "", "ignored: the network decides"),
    ("", "http1.1 http2 http3", "", "ignored: the network decides"),
    ("1", "tlsv1 tlsv1.2 tlsv1.3", "", "ignored: the network decides"),
    status=2,
    hint="{name}: try '{name} --help' or '{name} --manual' for more information",
    origin="curl 7.88",
)
_NEXT = frozenset({"--next", "-:"})


def main(cx: Context) -> int:
    from runtime.bash.commands.curl.transfer import Transfers

    transfers = Transfers(cx)
    groups: list[list[str]] = [[]]
    for word in cx.args:
        if word in _NEXT:
            groups.append([])
        else:
            groups[-1].append(_spelled(word))
    status = 0
    for group in groups:
        given = OPTIONS.parse(cx, group)
        if "V" in given or "h" in given:
            OPTIONS.parse(cx, ["--version" if "V" in given else "--help"])
        urls = given.all("url") + given.operands
        if not urls:
            raise OPTIONS.refuse(cx, "")
        status = transfers.run(given, urls)
    return status


def _spelled(word: str) -> str:
    """``--no-silent`` and its like turn off what nobody turned on."""
    return (
        "--no-progress-meter"
        if word in {"--no-silent", "--no-keepalive", "--no-alpn", "--no-sessionid"}
        else word
    )
