"""wget's retrievals and its log, in GNU's words."""

from __future__ import annotations

from time import gmtime, strftime

from runtime.bash.commands._shared.http import MOVED, PRIVATE, Failed, Url, basic, sent, unescaped, without
from runtime.bash.commands._shared.input import encoded, opened, text_of, whole
from runtime.bash.commands._shared.quoting import quote, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands._shared.http import Headers
    from runtime.bash.network import Response
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Retrieval"]

_GENERIC, _PARSE, _FILE, _NETWORK, _TLS, _AUTH, _PROTOCOL, _SERVER = 1, 2, 3, 4, 5, 6, 7, 8
_WRITE, _APPEND = 0o1101, 0o2101
# curl's statuses, which the network speaks, as wget's.
_STATUSES = {35: _TLS, 51: _TLS, 58: _TLS, 60: _TLS, 77: _TLS, 1: _GENERIC, 3: _GENERIC}
_UNRESOLVED, _REFUSED, _TIMEOUT = 6, 7, 28
_TRIES, _REDIRECTS, _MOST_TRIES = 20, 20, 100
_ROW, _DOT = 51_200, 1024
_UNITS = ("B/s", "KB/s", "MB/s", "GB/s")


class _Stop(Exception):
    """This address is done with; the status is the worst so far."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Retrieval:
    """One call of wget."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.quiet = "q" in given
        self.brief = "no-verbose" in given
        self.log: Stream = cx.stderr
        self.document: Stream | None = None
        self.files = self.bytes = 0
        self.begun = cx.clock.now()
        self.status = 0
        # What was spoken to last: GNU's keeps the connection.
        self.connected = ""

    def run(self) -> int:
        """Every address; the status."""
        try:
            if "o" in self.given:
                self.log = self._open(self.given["o"], _WRITE)
            if self.given.get("O", "-") != "-" and "spider" not in self.given and "c" not in self.given:
                self.document = self._open(self.given["O"], _WRITE)
            urls = list(self.given.operands) + self._listed()
            for url in urls:
                try:
                    self._retrieve(url)
                except _Stop as stop:
                    self._note(stop.status)
            if (len(urls) > 1 or "i" in self.given) and self.files and not self.quiet:
                self._summary()
        except _Stop as stop:
            return stop.status
        finally:
            for stream in (self.document, self.log if self.log is not self.cx.stderr else None):
                if stream is not None:
                    stream.release()
        return self.status

    def _note(self, status: int) -> None:
        """GNU's rule: the lowest number wins, of those that are not 0."""
        if status:
            self.status = min(self.status or status, status)

    def _open(self, name: str, flags: int) -> Stream:
        try:
            return self.cx.open(name, flags)
        except OSError as error:
            self.cx.stderr.write(encoded(f"{name}: {reason(error)}\n"))
            raise _Stop(_GENERIC) from None

    def _listed(self) -> list[str]:
        if "i" not in self.given:
            return []
        name = self.given["i"]
        try:
            text = text_of(self._content(name))
        except OSError as error:
            self._say(f"{name}: {reason(error)}\nNo URLs found in {name}.\n")
            return []
        return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]

    def _content(self, name: str) -> bytes:
        stream = opened(self.cx, name)
        try:
            return whole(self.cx, stream)
        finally:
            stream.release()

    def _say(self, text: str, *, always: bool = False) -> None:
        if not self.quiet or always:
            self.log.write(encoded(text))

    def _tell(self, text: str) -> None:
        """What is said unless it shall be brief."""
        if not self.brief:
            self._say(text)

    def _now(self) -> str:
        return strftime("%Y-%m-%d %H:%M:%S", gmtime(self.cx.clock.now()))

    def _summary(self) -> None:
        elapsed = max(0.0, self.cx.clock.now() - self.begun)
        files = f"Downloaded: {self.files} files, {_short(self.bytes)} in {_time(elapsed)} ({_rate(self.bytes, elapsed)})"
        self._say(f"FINISHED --{self._now()}--\nTotal wall clock time: {_time(elapsed)}\n{files}\n")

    # -- one address

    def _retrieve(self, text: str) -> None:
        url = self._address(text)
        if self._is_there(url):
            return
        if "spider" in self.given:
            self._tell("Spider mode enabled. Check if remote file exists.\n")
        method, body, head = self._request(url)
        begun = self._begun(url)
        if begun:
            head.append(("Range", f"bytes={begun}-"))
        last, response = self._followed(method, url, head, body)
        if begun and response.status == 416:
            self._tell("\n    The file is already fully retrieved; nothing to do.\n\n")
            return
        self._received(url, last, response)

    def _is_there(self, url: Url) -> bool:
        if "no-clobber" not in self.given or "O" in self.given:
            return False
        name = self._placed(_file_name(url))
        if not self.cx.fs.exists(self.cx.path(name)):
            return False
        self._say(f"File {quote(name)} already there; not retrieving.\n" + ("" if self.brief else "\n"))
        return True

    def _followed(self, method: str, url: Url, head: Headers, body: bytes) -> tuple[Url, Response]:
        """What answers in the end, and its answer."""
        left = most = _count(self.given.get("max-redirect"), _REDIRECTS)
        while True:
            response = self._asked(method, url, head, body)
            self.connected = url.origin
            target = response.header("Location")
            if response.status not in MOVED or not target:
                return url, response
            self._tell(f"Location: {target} [following]\n")
            if not left:
                self._say(f"{most} redirections exceeded.\n")
                raise _Stop(_SERVER)
            left -= 1
            try:
                url = url.joined(target)
            except Failed:
                raise _Stop(_GENERIC) from None
            self._supported(url, url.text)
            if url.origin != self.connected:
                head = without(head, PRIVATE)
            if response.status not in {307, 308} and method != "HEAD":
                method, body = "GET", b""
                head = without(head, frozenset({"content-type"}))

    def _begun(self, url: Url) -> int:
        """``-c``: the bytes of the file that are there."""
        name = self.given.get("O") or self._placed(_file_name(url))
        if "c" not in self.given or name == "-" or self.document is not None:
            return 0
        path = self.cx.path(name)
        return self.cx.fs.stat(path).size if self.cx.fs.is_file(path) else 0

    def _address(self, text: str) -> Url:
        try:
            url = Url(text)
        except Failed:
            shown = text if "://" in text else f"http://{text}"
            self._say(f"{shown}: Invalid host name.\n")
            raise _Stop(_GENERIC) from None
        self._supported(url, text)
        return url

    def _supported(self, url: Url, text: str) -> None:
        if url.scheme not in {"http", "https"}:
            self._say(f"{text}: Unsupported scheme {quote(url.scheme)}.\n")
            raise _Stop(_GENERIC)

    def _request(self, url: Url) -> tuple[str, bytes, Headers]:
        given = self.given
        body, posts = b"", False
        for key in ("post-data", "body-data", "post-file", "body-file"):
            if key in given:
                posts = posts or key.startswith("post")
                try:
                    body = encoded(given[key]) if key.endswith("data") else self._content(given[key])
                except OSError:
                    self._say(f"BODY data file {quote(given[key])} missing: No such file or directory\n")
                    raise _Stop(_GENERIC) from None
                break
        else:
            key = ""
        method = given.get("method", "POST" if posts else "GET").upper()
        if "spider" in given and method == "GET":
            method = "HEAD"
        head = {"User-Agent": given.get("U", "Wget/1.21.3"), "Accept": "*/*", "Accept-Encoding": "identity"}
        if key:
            head["Content-Type"] = "application/x-www-form-urlencoded"
        if "referer" in given:
            head["Referer"] = given["referer"]
        user = url.user if url.user is not None else given.get("http-user")
        if user:
            head["Authorization"] = basic(
                user if ":" in user and url.user is not None else f"{user}:{given.get('http-password')}"
            )
        for line in given.all("header"):
            name, _, value = line.partition(":")
            known = next((old for old in head if old.lower() == name.strip().lower()), name.strip())
            head[known] = value.strip()
        return method, body, [(name, value) for name, value in head.items() if value]

    def _asked(self, method: str, url: Url, head: Headers, body: bytes) -> Response:
        """One request, tried again while it comes to no answer."""
        given = self.given
        tries = _count(given.get("t"), _TRIES) or _MOST_TRIES
        host = f"{url.host}:{url.port}"
        for number in range(1, tries + 1):
            again = f"(try:{number:2})  " if number > 1 else ""
            self._tell(f"--{self._now()}--  {again}{url.text}\n")
            try:
                response = sent(
                    self.cx,
                    method,
                    url,
                    head,
                    body,
                    seconds=_seconds(given.get("T", given.get("connect-timeout"))),
                )
            except Failed as failed:
                self._failed(failed, url, host, last=number == tries)
                self.cx.clock.sleep(min(number, _count(given.get("waitretry"), 10)))
                self.cx.meter.check()
                continue
            lead = (
                f"Reusing existing connection to {host}."
                if self.connected == url.origin
                else f"Connecting to {host}... connected."
            )
            self._tell(f"{lead}\nHTTP request sent, awaiting response... ")
            if "S" in given:
                lines = [
                    f"HTTP/1.1 {response.status} {response.reason}",
                    *(f"{name}: {value}" for name, value in response.headers),
                ]
                self._tell("\n")
                self._say("".join(f"  {line}\n" for line in lines), always=True)
            else:
                self._tell(f"{response.status} {response.reason}\n")
            return response
        raise _Stop(_NETWORK)

    def _failed(self, failed: Failed, url: Url, host: str, *, last: bool) -> None:
        """Say so, and stop unless it may come right."""
        if failed.code == _UNRESOLVED:
            self._tell(f"Resolving {url.host} ({url.host})... failed: Name or service not known.\n")
            self._say(f"wget: unable to resolve host address {quote(url.host)}\n")
            raise _Stop(_NETWORK)
        if failed.code in _STATUSES:
            self._say(f"wget: {failed}\n")
            raise _Stop(_STATUSES[failed.code])
        if failed.code == _REFUSED and "retry-connrefused" not in self.given:
            refused = "refused" in str(failed).lower() or "connect" in str(failed).lower()
            self._say(f"Connecting to {host}... failed: {'Connection refused' if refused else failed}.\n")
            raise _Stop(_NETWORK)
        why = "Connection timed out" if failed.code == _TIMEOUT else str(failed)
        self._say(
            f"Connecting to {host}... failed: {why}.\n" + ("Giving up.\n\n" if last else "Retrying.\n\n")
        )
        if last:
            raise _Stop(_NETWORK)

    # -- what came

    def _received(self, first: Url, url: Url, response: Response) -> None:
        if response.status >= 400 or response.status < 200:
            self._refused(url, response)
            if "content-on-error" not in self.given:
                raise _Stop(_AUTH if response.status == 401 else _SERVER)
            self._note(_SERVER)
        size = response.header("Content-Length")
        kind = response.header("Content-Type").partition(";")[0]
        if response.status != 204:
            length = f"{size}{_human(int(size))}" if size.isdecimal() and len(size) < 16 else "unspecified"
            self._tell(f"Length: {length}" + (f" [{kind}]" if kind else "") + "\n")
        if "spider" in self.given:
            self._tell("Remote file exists.\n\n")
            if self.brief:
                self._say(f"{url.text}: {response.status} {response.reason}\n")
            return
        name = self._save(first, response)
        self._saved(name, url, response)

    def _refused(self, url: Url, response: Response) -> None:
        if "spider" in self.given:
            self._say("Remote file does not exist -- broken link!!!\n" + ("" if self.brief else "\n"))
            return
        if response.status == 401:
            self._tell("\nUsername/Password Authentication Failed.\n")
            return
        lead = f"{url.text}:\n" if self.brief else ""
        self._say(
            f"{lead}{self._now()} ERROR {response.status}: {response.reason}.\n"
            + ("" if self.brief else "\n")
        )

    def _save(self, first: Url, response: Response) -> str:
        """Write what came; the name for the log."""
        if self.given.get("O") == "-":
            if not self.brief and response.status != 204:
                self._say(f"Saving to: {quote('STDOUT')}\n")
            self.cx.stdout.write(response.body)
            return "-"
        name = self.given.get("O") or self._free(self._placed(self._disposed(response) or _file_name(first)))
        if response.status != 204:
            self._tell(f"Saving to: {quote(name)}\n")
        if self.document is not None:
            self.document.write(response.body)
            return name
        self._folders(name)
        stream = self._open(name, _APPEND if response.status == 206 and "c" in self.given else _WRITE)
        try:
            stream.write(response.body)
        finally:
            stream.release()
        return name

    def _disposed(self, response: Response) -> str:
        if "content-disposition" not in self.given:
            return ""
        import re

        found = re.search(r'filename="?([^";]+)"?', response.header("Content-Disposition"))
        name = found[1].replace("\\", "/").rpartition("/")[2].strip() if found else ""
        return "" if name in {".", ".."} else name

    def _placed(self, name: str) -> str:
        prefix = self.given.get("P").rstrip("/") if self.given.get("P") not in {"", "."} else ""
        return f"{prefix}/{name}" if prefix or self.given.get("P") == "/" else name

    def _free(self, name: str) -> str:
        """``name``, or ``name.1``: what is there stays."""
        if "c" in self.given or "no-clobber" in self.given:
            return name
        made, number = name, 0
        while self.cx.fs.exists(self.cx.path(made)):
            number += 1
            made = f"{name}.{number}"
            self.cx.meter.check()
        return made

    def _folders(self, name: str) -> None:
        parts = self.cx.path(name).split("/")[1:-1]
        for number in range(1, len(parts) + 1):
            path = "/" + "/".join(parts[:number])
            if not self.cx.fs.exists(path):
                self.cx.fs.mkdir(path, 0o777 & ~self.cx.umask)

    def _saved(self, name: str, url: Url, response: Response) -> None:
        size = len(response.body)
        self.files += 1
        self.bytes += size
        whole_size = "" if response.status == 204 else f"/{response.header('Content-Length') or size}"
        counted = f"[{size}{whole_size}]"
        if self.brief:
            self._say(f'{self._now()} URL:{url.text} {counted} -> "{name}" [1]\n')
            return
        if response.status != 204:
            self._tell(_progress(size))
        where = "written to stdout" if name == "-" else f"{quote(name)} saved"
        self._tell(f"{self._now()} ({_rate(size, 0.0)}) - {where} {counted}\n\n")


def _file_name(url: Url) -> str:
    """Where wget puts an address: its last part with the query."""
    path, mark, query = url.target.partition("?")
    name = path.rpartition("/")[2] or "index.html"
    made = unescaped(name).replace("/", "%2F").replace("\0", "") + mark + query.replace("/", "%2F")
    return "index.html" if made in {".", ".."} else made


def _progress(size: int) -> str:
    """The dots: one for each kilobyte, fifty in a row. What comes, comes at once."""
    rows = []
    for start in range(0, max(size, 1), _ROW):
        here = min(size - start, _ROW)
        dots = "." * (here // _DOT)
        groups = "".join(f" {dots[at : at + 10]:<10}" for at in range(0, 50, 10))
        done = (start + here) * 100 // size if size else 0
        last = start + _ROW >= size
        part = f"{done:3}% {_speed(here)}{'=0s' if last else ' 0s'}" if size else " 0.00 =0s"
        rows.append(f"{start // _DOT:6}K{groups}{part}\n")
    return "\n" + "".join(rows) + "\n"


def _scaled(size: float) -> tuple[float, int]:
    unit = 0
    while size >= 1024 and unit < 3:
        size /= 1024
        unit += 1
    return size, unit


def _places(value: float) -> int:
    return 0 if value >= 99.95 else 1 if value >= 9.995 else 2


def _speed(size: int) -> str:
    value, unit = _scaled(size * 1000)
    return f"{value:4.{_places(value)}f}{' KMG'[unit]}"


def _rate(size: int, elapsed: float) -> str:
    """Bytes in a second; what took no time took a millisecond."""
    value, unit = _scaled(size / max(elapsed, 0.001))
    return f"{value:.{_places(value)}f} {_UNITS[unit]}"


def _short(size: int) -> str:
    value, unit = _scaled(size)
    return str(size) if not unit else f"{value:.{_places(value) if value < 10 else 0}f}{' KMG'[unit]}"


def _human(size: int) -> str:
    return f" ({_short(size)})" if size >= 1024 else ""


def _time(seconds: float) -> str:
    return f"{seconds:.1g}s" if seconds < 10 else f"{int(seconds)}s"


def _count(text: str, default: int) -> int:
    if text in {"inf", "0"}:
        return 0
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 8 else default


def _seconds(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdigit() and text.isascii() and len(text) < 12 else 0.0
