"""curl's transfers: every address in turn, redirections, cookies and retries, and where what comes is written."""

from __future__ import annotations

from runtime.bash.commands._shared.http import MOVED, PRIVATE, Failed, Url, basic, decompressed, sent, without
from runtime.bash.commands._shared.input import encoded, text_of
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.curl.cookies import Jar
from runtime.bash.commands.curl.report import Transfer, reported
from runtime.bash.commands.curl.request import DATA, addresses, body, content, form, headers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands._shared.http import Headers
    from runtime.bash.network import Response
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Transfers"]

_HTTP_ERROR, _WRITE_ERROR, _TOO_MANY, _BAD_SCHEME, _TIMEOUT, _REFUSED = 22, 23, 47, 1, 28, 7
_TRANSIENT = frozenset({408, 429, 500, 502, 503, 504})
_UNREACHED = frozenset({6, 28})
_BODY_HEADERS = frozenset({"content-type", "content-length"})
_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_MOST_REDIRECTS = 50


class Transfers:
    """One call of curl; cookies live as long as it does."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.jar = Jar()
        self.count = 0

    def run(self, given: Given, urls: list[str]) -> int:
        """All addresses of one group of options; the status of the last."""
        if "b" in given and "=" not in given["b"]:
            self._read_cookies(given["b"])
        status = 0
        outputs = [(key, value) for key, value in given.order if key in {"o", "O"}][::-1]
        every: list[tuple[str, list[str], tuple[str, str] | None, bool]] = []
        for pattern in urls:
            wish = outputs.pop() if outputs else (("O", "") if "remote-name-all" in given else None)
            try:
                found = [(pattern, [])] if "g" in given else list(addresses(self.cx, pattern))
            except Failed as failed:
                self._complain(given, failed)
                return failed.code
            every += [(url, globs, wish, len(found) > 1) for url, globs in found]
        for number, (url, globs, wish, several) in enumerate(every, 1):
            if several and "s" not in given:
                self._announce(url, wish, f"{number}/{len(every)}")
            transfer = Transfer(url, self.count)
            self.count += 1
            status = _Run(self, given, transfer, globs, wish).status()
            if "c" in given:
                self._write_cookies(given["c"])
        return status

    def _announce(self, url: str, wish: tuple[str, str] | None, which: str) -> None:
        """One of several addresses that a pattern stands for."""
        self.cx.stderr.write(
            encoded(f"\n[{which}]: {url} --> {wish[1] if wish and wish[1] else '<stdout>'}\n")
        )
        if wish is None:
            self.cx.write(f"--_curl_--{url}\n")

    def _read_cookies(self, name: str) -> None:
        try:
            self.jar.read(text_of(content(self.cx, name)) if name else "")
        except Failed:
            # A file that is not there yet is an empty jar.
            pass

    def _write_cookies(self, name: str) -> None:
        if name == "-":
            self.cx.write(self.jar.written())
            return
        try:
            stream = self.cx.open(name, _WRITE)
        except OSError:
            self.cx.stderr.write(encoded(f"Warning: failed to save cookies in {name}\n"))
            return
        try:
            stream.write(encoded(self.jar.written()))
        finally:
            stream.release()

    def _complain(self, given: Given, failed: Failed) -> None:
        if "s" not in given or "S" in given:
            self.cx.stderr.write(encoded(f"curl: ({failed.code}) {failed}\n"))


class _Run:
    """One transfer with its options."""

    def __init__(
        self,
        transfers: Transfers,
        given: Given,
        transfer: Transfer,
        globs: list[str],
        wish: tuple[str, str] | None,
    ) -> None:
        self.transfers = transfers
        self.cx = transfers.cx
        self.given = given
        self.transfer = transfer
        self.globs = globs
        self.wish = wish
        self.quiet = "s" in given and "S" not in given

    def status(self) -> int:
        """Do it, with retries; the exit status."""
        cx, given, transfer = self.cx, self.given, self.transfer
        transfer.begun = cx.clock.now()
        left = _number(given.get("retry", "0"))
        delay = 1
        while True:
            transfer.failure = None
            try:
                self._exchange()
            except Failed as failed:
                transfer.failure = failed
            wait = _number(given.get("retry-delay", "0")) or delay
            if not left or not self._transient() or self._too_late(wait):
                break
            if transfer.last is not None and "f" not in given:
                # What came of this try is written before the next one.
                self._written()
            self._announce(wait, left)
            cx.clock.sleep(wait)
            cx.meter.check()
            left -= 1
            delay = min(delay * 2, 600)
            transfer.answers.clear()
        transfer.ended = cx.clock.now()
        code = self._finished()
        if "w" in given:
            self._report(code)
        return code

    def _too_late(self, wait: int) -> bool:
        most = _number(self.given.get("retry-max-time", "0"))
        return bool(most) and self.cx.clock.now() - self.transfer.begun + wait > most

    def _transient(self) -> bool:
        failure, last = self.transfer.failure, self.transfer.last
        if "retry-all-errors" in self.given and (failure or (self._fails and last and last.status >= 400)):
            return True
        if failure:
            return failure.code in _UNREACHED or (
                failure.code == _REFUSED and "retry-connrefused" in self.given
            )
        return last is not None and last.status in _TRANSIENT

    def _announce(self, wait: int, left: int) -> None:
        if "s" in self.given:
            return
        failure = self.transfer.failure
        why = (
            "timeout"
            if failure and failure.code == _TIMEOUT
            else "connection refused"
            if failure
            else "HTTP error"
        )
        plural = "" if wait == 1 else "s"
        tries = f"{left} retr{'y' if left == 1 else 'ies'} left."
        self.cx.stderr.write(
            encoded(f"Warning: Problem: {why}. Will retry in {wait} second{plural}. {tries}\n")
        )

    @property
    def _fails(self) -> bool:
        return self.given.any(("f", "fail-with-body"))

    # -- asking

    def _exchange(self) -> None:
        cx, given, transfer = self.cx, self.given, self.transfer
        url = Url(transfer.asked, as_it_is="path-as-is" in given)
        data, kind = self._payload()
        url = self._queried(url, data)
        if "G" in given:
            data = b""
        method = self._method(data)
        head = headers(cx, given, kind="" if "G" in given else kind)
        if url.user is not None and "u" not in given:
            head.insert(0, ("Authorization", basic(url.user if ":" in url.user else f"{url.user}:")))
        left = self._redirects()
        following = left != 0
        while True:
            response = self._asked(method, url, head, data)
            transfer.url, transfer.method = url, method
            target = response.header("Location")
            transfer.next = url.joined(target).text if target and response.status in MOVED else ""
            if not following or not transfer.next:
                return
            if not left:
                raise Failed(f"Maximum ({len(transfer.answers) - 1}) redirects followed", _TOO_MANY)
            left -= 1
            before, url = url, url.joined(target)
            if url.origin != before.origin and "location-trusted" not in given:
                head = without(head, PRIVATE)
            if response.status == 303 or (method == "POST" and response.status in {301, 302}):
                data, head = b"", without(head, _BODY_HEADERS)
                method = given.get("X") or ("HEAD" if method == "HEAD" else "GET")

    def _redirects(self) -> int:
        if not self.given.any(("L", "location-trusted")):
            return 0
        text = self.given.get("max-redirs", str(_MOST_REDIRECTS))
        # Without end is as many as the clock allows; one is the least that shows that it is over.
        return -1 if text.startswith("-") else _number(text)

    def _payload(self) -> tuple[bytes, str]:
        cx, given = self.cx, self.given
        if given.any(("F", "form-string")):
            return form(cx, given)
        if "T" in given:
            return self._upload(given["T"]), ""
        if not given.any(DATA):
            return b"", ""
        kind = "application/json" if "json" in given else "application/x-www-form-urlencoded"
        return body(cx, given), kind

    def _upload(self, name: str) -> bytes:
        try:
            return content(self.cx, name)
        except Failed as failed:
            hint = "curl: try 'curl --help' or 'curl --manual' for more information"
            self.cx.stderr.write(encoded(f"curl: Can't open '{name}'!\n{hint}\n"))
            raise Failed("Failed to open/read local data from file/application", failed.code) from None

    def _queried(self, url: Url, data: bytes) -> Url:
        """``-G`` and ``--url-query`` add to the query, ``-T`` the name of the file to a folder."""
        given = self.given
        queries = [text_of(data)] if "G" in given and data else []
        queries += given.all("url-query")
        for query in queries:
            url.target += ("&" if "?" in url.target else "?") + query.replace(" ", "%20")
        if "T" in given and url.target.endswith("/") and given["T"] != "-":
            url.target += given["T"].rpartition("/")[2]
        return url

    def _method(self, data: bytes) -> str:
        given = self.given
        if "X" in given:
            return given["X"]
        if "I" in given:
            return "HEAD"
        if "T" in given:
            return "PUT"
        posts = data or (given.any((*DATA, "F", "form-string")) and "G" not in given)
        return "POST" if posts else "GET"

    def _asked(self, method: str, url: Url, head: Headers, data: bytes) -> Response:
        cx, given, transfer = self.cx, self.given, self.transfer
        self._allowed(url.scheme)
        now = cx.clock.now()
        cookies = [
            self.transfers.jar.header(url, now),
            given.get("b", "") if "=" in given.get("b", "") else "",
        ]
        cookie = "; ".join(filter(None, cookies))
        asked = (
            [*head, ("Cookie", cookie)]
            if cookie and not any(name.lower() == "cookie" for name, _ in head)
            else head
        )
        seconds = _seconds(given.get("m", given.get("connect-timeout", "")))
        if "v" in given:
            lines = [f"{method} {url.target} HTTP/1.1", f"Host: {url.origin.partition('://')[2]}"]
            self._tell("> ", [*lines, *(f"{name}: {value}" for name, value in asked), ""])
        transfer.uploaded = len(data)
        response = sent(cx, method, url, asked, data, seconds=seconds)
        transfer.answers.append(response)
        if given.any("bc"):
            for name, value in response.headers:
                if name.lower() == "set-cookie":
                    self.transfers.jar.take(url, value, now)
        if "v" in given:
            self._tell("< ", _head(response))
        return response

    def _tell(self, lead: str, lines: list[str]) -> None:
        self.cx.stderr.write(encoded("".join(f"{lead}{line}\r\n" for line in lines)))

    def _allowed(self, scheme: str) -> None:
        if scheme not in {"http", "https"}:
            raise Failed(f'Protocol "{scheme}" not supported or disabled in libcurl', _BAD_SCHEME)
        wish = self.given.get("proto")
        if wish.startswith("=") and scheme not in wish[1:].split(",") and "all" not in wish:
            raise Failed(f'Protocol "{scheme}" not supported or disabled in libcurl', _BAD_SCHEME)

    # -- what came

    def _finished(self) -> int:
        given, transfer = self.given, self.transfer
        last = transfer.last
        bad = last is not None and last.status >= 400 and self._fails
        if transfer.failure is None and last is not None and bad:
            transfer.failure = Failed(f"The requested URL returned error: {last.status}", _HTTP_ERROR)
        code = 0
        if last is not None and (
            not transfer.failure or transfer.failure.code == _TOO_MANY or (bad and "f" not in given)
        ):
            try:
                code = self._written()
            except Failed as failed:
                transfer.failure = failed
        if transfer.failure is not None:
            if not self.quiet:
                self.cx.stderr.write(encoded(f"curl: ({transfer.failure.code}) {transfer.failure}\n"))
            return transfer.failure.code
        return code

    def _written(self) -> int:
        given, transfer = self.given, self.transfer
        last = transfer.answers[-1]
        head = encoded("".join(f"{line}\r\n" for answer in transfer.answers for line in _head(answer)))
        if "D" in given and not self._save(given["D"], head):
            return _WRITE_ERROR
        # A redirection that was followed is not shown, but for its headers.
        transfer.data = (
            b""
            if "I" in given or transfer.method == "HEAD"
            else decompressed(self.cx, last)
            if "compressed" in given
            else last.body
        )
        data = (head if given.any("iI") else b"") + transfer.data
        name = self._name(last)
        if name == "-":
            self.cx.stdout.write(data)
            return 0
        transfer.file = name
        return 0 if self._save(name, data) else _WRITE_ERROR

    def _name(self, response: Response) -> str:
        given = self.given
        if self.wish is None:
            return "-"
        if self.wish[0] == "o":
            name = self.wish[1]
            for number, text in enumerate(self.globs, 1):
                name = name.replace(f"#{number}", text)
        else:
            name = (_disposed(response) if "J" in given else "") or Url(self.transfer.asked).path.rpartition(
                "/"
            )[2]
            if not name:
                raise Failed("Failed writing received data to disk/application", _WRITE_ERROR)
        folder = given.get("output-dir")
        return f"{folder}/{name}" if folder and name != "-" else name

    def _save(self, name: str, data: bytes) -> bool:
        cx = self.cx
        if name == "-":
            cx.stdout.write(data)
            return True
        try:
            if "create-dirs" in self.given:
                _make_folders(cx, name.rpartition("/")[0])
            stream = cx.open(name, _WRITE)
        except OSError as error:
            if "s" not in self.given:
                cx.stderr.write(encoded(f"Warning: Failed to open the file {name}: {reason(error)}\n"))
            self.transfer.failure = Failed("Failure writing output to destination", _WRITE_ERROR)
            return False
        try:
            stream.write(data)
        finally:
            stream.release()
        return True

    def _report(self, code: int) -> None:
        form_text = self.given["w"]
        if form_text.startswith("@"):
            try:
                form_text = text_of(content(self.cx, form_text[1:])).replace("\r", "").replace("\n", "")
            except Failed:
                return
        for kind, text in reported(form_text, self.transfer, code):
            stream: Stream = self.cx.stderr if kind == "stderr" else self.cx.stdout
            stream.write(encoded(text))


def _head(response: Response) -> list[str]:
    return [
        f"HTTP/1.1 {response.status} {response.reason}",
        *(f"{name}: {value}" for name, value in response.headers),
        "",
    ]


def _disposed(response: Response) -> str:
    """The name that ``Content-Disposition`` gives, without any folder."""
    import re

    found = re.search(r'filename="?([^";]+)"?', response.header("Content-Disposition"))
    name = found[1].replace("\\", "/").rpartition("/")[2].strip() if found else ""
    return "" if name in {".", ".."} else name


def _make_folders(cx: Context, folder: str) -> None:
    made = cx.path(folder) if folder else ""
    parts = made.split("/")[1:] if made else []
    for number in range(1, len(parts) + 1):
        path = "/" + "/".join(parts[:number])
        if not cx.fs.exists(path):
            cx.fs.mkdir(path, 0o777 & ~cx.umask)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else 0


def _seconds(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdigit() and text.isascii() and len(text) < 12 else 0.0
