# ruff: noqa: RUF001  # the quotes that GNU prints
"""curl and wget, request by request, over a network that answers by itself."""

from __future__ import annotations

import gzip

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.network import Network, NetworkError, Response

FILES = {"/w/f": "l1\nl2 &x\n", "/w/h": "X-1: a\nX-2: b\n", "/w/wf": "%{http_code}!\n"}
PLAIN = [("Server", "S"), ("Content-Type", "text/plain")]
REASONS = {200: "OK", 204: "No Content", 206: "Partial Content", 302: "Found", 303: "See Other", 307: "Temporary Redirect", 401: "Unauthorized", 404: "Not Found", 500: "Internal Server Error"}  # fmt: skip
ANSWERS = {
    "/404": (404, [], b"nope\n"),
    "/500": (500, [], b"err\n"),
    "/204": (204, [], b""),
    "/empty": (200, [], b""),
    "/redir": (302, [("Location", "/echo")], b"moved\n"),
    "/redir303": (303, [("Location", "/echo")], b""),
    "/redir307": (307, [("Location", "/echo")], b""),
    "/loop": (302, [("Location", "/loop")], b""),
    "/away": (302, [("Location", "http://away.test/echo")], b""),
    "/tofile": (302, [("Location", "file:///etc/passwd")], b""),
    "/gz": (200, [("Content-Encoding", "gzip")], gzip.compress(b"zipped\n", mtime=0)),
    "/bomb": (200, [("Content-Encoding", "gzip")], gzip.compress(bytes(2_000_000), mtime=0)),
    "/cookie": (200, [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/; Max-Age=3600; HttpOnly")], b"hello\n"),
    "/claims": (200, [("Set-Cookie", "bad=1; Domain=other.test"), ("Set-Cookie", "mine=1; Domain=h.test"), ("Set-Cookie", "gone=1; Max-Age=0"), ("Set-Cookie", "old=1; Expires=Thu, 01 Jan 2015 00:00:00 GMT")], b""),
    "/name": (200, [("Content-Disposition", 'attachment; filename="n.txt"')], b"hello\n"),
    "/evilname": (200, [("Content-Disposition", 'attachment; filename="../../passwd"')], b"hello\n"),
}  # fmt: skip


class Loop(Network):
    """Three hosts, of which one answers."""

    def request(self, method, url, headers, body, timeout_s, max_bytes):
        host, _, target = url.removeprefix("http://").partition("/")
        target = "/" + target
        path = target.partition("?")[0]
        if host == "slow.test":
            raise NetworkError("Operation timed out", 28)
        if host == "refused.test":
            raise NetworkError(
                "Failed to connect to refused.test port 80 after 0 ms: Couldn't connect to server", 7
            )
        if not host.endswith(".test"):
            raise NetworkError(f"Could not resolve host: {host}", 6)
        status, extra, data = ANSWERS.get(path, (200, [], b"hello\n"))
        given = dict(headers)
        if path == "/echo":
            shown = "\n".join(f"{name}: {value}" for name, value in headers)
            data = f"{method} {target}\n{shown}\n\n".encode() + body + b"\n"
        elif path == "/auth":
            status, data = (
                (200, given["Authorization"].encode() + b"\n")
                if "Authorization" in given
                else (401, b"who\n")
            )
        elif path.startswith("/dir/"):
            data = path.encode() + b"\n"
        elif given.get("Range", "").startswith("bytes=3-"):
            status, data = 206, data[3:]
        head = [*PLAIN, *extra, ("Content-Length", str(len(data)))]
        return Response(status, b"" if method == "HEAD" else data, head, reason=REASONS[status])


# (command line, standard output, standard error, status): what curl 7.88.1 and GNU Wget 1.21.3 said of a server that answers
# alike, but for its name, the time and the speed.
SAID = [
    ('curl -s http://h.test/x', 'hello\n', '', 0),
    ('curl -sS http://h.test/echo -d a=1 -d b=2', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2\n', '', 0),
    ("curl -s http://h.test/echo -d @f -H 'X-A: b' -H 'Accept:' -X PUT", 'PUT /echo\nUser-Agent: curl/7.88.1\nX-A: b\nContent-Type: application/x-www-form-urlencoded\n\nl1l2 &x\n', '', 0),
    ('curl -s http://h.test/echo --data-binary @f', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\nl1\nl2 &x\n\n', '', 0),
    ('curl -s http://h.test/echo --data-raw @f', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\n@f\n', '', 0),
    ("curl -s http://h.test/echo --data-urlencode 'a=b c&d' --data-urlencode '=x y' --data-urlencode 'n@f' --data-urlencode '@f' --data-urlencode 'plain é'", 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\na=b+c%26d&x+y&n=l1%0Al2+%26x%0A&l1%0Al2+%26x%0A&plain+%C3%A9\n', '', 0),
    ("curl -s -G http://h.test/echo -d a=1 --data-urlencode 'q=x y'", 'GET /echo?a=1&q=x+y\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s http://h.test/echo --json \'{"a":1}\'', 'POST /echo\nUser-Agent: curl/7.88.1\nContent-Type: application/json\nAccept: application/json\n\n{"a":1}\n', '', 0),
    ('curl -s http://h.test/echo --json \'{"a":1}\' --json \',2\' -H \'Content-Type: x/y\'', 'POST /echo\nUser-Agent: curl/7.88.1\nContent-Type: x/y\nAccept: application/json\n\n{"a":1},2\n', '', 0),
    ('curl -sI http://h.test/x', 'HTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n', '', 0),
    ('curl -si http://h.test/x', 'HTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nhello\n', '', 0),
    ('curl -sL http://h.test/redir', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -siL http://h.test/redir', 'HTTP/1.1 302 Found\r\nServer: S\r\nContent-Type: text/plain\r\nLocation: /echo\r\nContent-Length: 6\r\n\r\nHTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 48\r\n\r\nGET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -sL http://h.test/redir -d a=b', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -sL http://h.test/redir307 -d a=b', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\na=b\n', '', 0),
    ('curl -sL http://h.test/redir303 -d a=b', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -sL http://h.test/redir -X POST -d a=b', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s http://h.test/redir', 'moved\n', '', 0),
    ('curl -sL --max-redirs 2 http://h.test/loop', '', '', 47),
    ('curl -sSL --max-redirs 2 http://h.test/loop', '', 'curl: (47) Maximum (2) redirects followed\n', 47),
    ('curl -sSL http://h.test/tofile', '', 'curl: (1) Protocol "file" not supported or disabled in libcurl\n', 1),
    ('curl -sf http://h.test/404', '', '', 22),
    ('curl -sSf http://h.test/404', '', 'curl: (22) The requested URL returned error: 404\n', 22),
    ('curl -sS --fail-with-body http://h.test/404', 'nope\n', 'curl: (22) The requested URL returned error: 404\n', 22),
    ('curl -s http://h.test/404', 'nope\n', '', 0),
    ('curl -s -o out http://h.test/x; cat out', 'hello\n', '', 0),
    ('curl -s -O http://h.test/dir/name.txt; cat name.txt', '/dir/name.txt\n', '', 0),
    ('curl -sS -O http://h.test/', '', 'curl: (23) Failed writing received data to disk/application\n', 23),
    ("curl -s -w '%{http_code} %{size_download} %{content_type} %{url_effective} %{num_redirects} %{method} %{scheme} %{http_version} %{redirect_url}\\n' http://h.test/redir", 'moved\n302 6 text/plain http://h.test/redir 0 GET HTTP 1.1 http://h.test/echo\n', '', 0),
    ("curl -s -o /dev/null -w '%{http_code}\\n%{size_header} %{size_upload} %{num_headers} %{exitcode} %{urlnum} %{filename_effective}\\n' http://h.test/echo -d abc", '200\n77 3 3 0 0 /dev/null\n', '', 0),
    ("curl -sL -w '%{num_redirects} %{url_effective} %{url}\\n' -o /dev/null http://h.test/redir", '1 http://h.test/echo http://h.test/redir\n', '', 0),
    ("curl -s -w '%header{server} %{nope} %% \\t| %{errormsg}\\n' -o /dev/null http://h.test/x", 'S  % \t| \n', "curl: unknown --write-out variable: 'nope'\n", 0),
    ("curl -s -w '%{stderr}err %{stdout}out\\n' -o /dev/null http://h.test/x", 'out\n', 'err ', 0),
    ("curl -s -w '%{header_json}\\n' -o /dev/null http://h.test/x", '{"server":["S"],\n"content-type":["text/plain"],\n"content-length":["6"]\n}\n', '', 0),
    ("curl -sf -w '%{http_code} %{exitcode} %{errormsg}\\n' http://h.test/404", '404 22 The requested URL returned error: 404\n', '', 22),
    ("curl -s -w '%{onerror}bad\\n' http://h.test/x", 'hello\n', '', 0),
    ('curl -s http://h.test/auth -u me:pw', 'Basic bWU6cHc=\n', '', 0),
    ('curl -s http://me:pw@h.test/auth', 'Basic bWU6cHc=\n', '', 0),
    ('curl -s http://h.test/auth', 'who\n', '', 0),
    ('curl -s -A agent -e http://ref http://h.test/echo', 'GET /echo\nUser-Agent: agent\nAccept: */*\nReferer: http://ref\n\n\n', '', 0),
    ('curl -s -r 0-5 http://h.test/echo', 'GET /echo\nRange: bytes=0-5\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s --oauth2-bearer tok http://h.test/echo', 'GET /echo\nAuthorization: Bearer tok\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s --compressed http://h.test/gz', 'zipped\n', '', 0),
    ("curl -s -b 'k=v; x=y' http://h.test/echo", 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nCookie: k=v; x=y\n\n\n', '', 0),
    ("curl -s -c jar http://h.test/cookie; cat jar | sed 's/\\t1[0-9]*\\t/\\tT\\t/'; curl -s -b jar http://h.test/echo", 'hello\n# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n# This file was generated by libcurl! Edit at your own risk.\n\n#HttpOnly_h.test\tFALSE\t/\tFALSE\tT\tb\t2\nh.test\tFALSE\t/\tFALSE\t0\ta\t1\nGET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nCookie: a=1; b=2\n\n\n', '', 0),
    ("curl -s -b none -c - http://h.test/cookie http://h.test/echo | sed 's/\\t1[0-9]*\\t/\\tT\\t/'", 'hello\n# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n# This file was generated by libcurl! Edit at your own risk.\n\n#HttpOnly_h.test\tFALSE\t/\tFALSE\tT\tb\t2\nh.test\tFALSE\t/\tFALSE\t0\ta\t1\nGET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nCookie: b=2; a=1\n\n\n# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n# This file was generated by libcurl! Edit at your own risk.\n\n#HttpOnly_h.test\tFALSE\t/\tFALSE\tT\tb\t2\nh.test\tFALSE\t/\tFALSE\t0\ta\t1\n', '', 0),
    ('curl -s -T f http://h.test/up/', 'hello\n', '', 0),
    ('curl -s -T f http://h.test/echo', 'PUT /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\nl1\nl2 &x\n\n', '', 0),
    ('curl -s http://h.test/dir/{a,b}', '/dir/a\n/dir/b\n', '', 0),
    ('curl -s http://h.test/dir/[1-3]', '/dir/1\n/dir/2\n/dir/3\n', '', 0),
    ("curl -s -o 'o_#1' http://h.test/dir/{a,b}; cat o_a o_b", '/dir/b\n', 'cat: o_a: No such file or directory\ncat: o_b: No such file or directory\n', 1),
    ('curl -s -g http://h.test/echo?a={b}', 'GET /echo?a={b}\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s http://h.test/x http://h.test/dir/q', 'hello\n/dir/q\n', '', 0),
    ('curl -s -o a1 http://h.test/x -o a2 http://h.test/dir/q; cat a1 a2', 'hello\n/dir/q\n', '', 0),
    ('curl -s http://h.test/x --next -d a=1 http://h.test/echo', 'hello\nPOST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\na=1\n', '', 0),
    ('curl -sS http://refused.test/', '', "curl: (7) Failed to connect to refused.test port 80 after 0 ms: Couldn't connect to server\n", 7),
    ('curl -s http://refused.test/ ; echo $?', '7\n', '', 0),
    ('curl -sS http://nohost.invalid/', '', 'curl: (6) Could not resolve host: nohost.invalid\n', 6),
    ('curl -sS ftp2://x/', '', 'curl: (1) Protocol "ftp2" not supported or disabled in libcurl\n', 1),
    ("curl -sS 'http://a b/'", '', 'curl: (3) URL using bad/illegal format or missing URL\n', 3),
    ("curl -sS ''", '', 'curl: (3) URL using bad/illegal format or missing URL\n', 3),
    ('curl', '', "curl: try 'curl --help' or 'curl --manual' for more information\n", 2),
    ('curl --foo http://h.test/x', '', "curl: option --foo: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information\n", 2),
    ('curl -s -o', '', "curl: option -o: requires parameter\ncurl: try 'curl --help' or 'curl --manual' for more information\n", 2),
    ('curl -s -o no/where http://h.test/x', '', '', 23),
    ('curl -sS -o no/where http://h.test/x', '', 'curl: (23) Failure writing output to destination\n', 23),
    ('curl -s --create-dirs -o n/m/o http://h.test/x; cat n/m/o', 'hello\n', '', 0),
    ('curl -s --output-dir . -O http://h.test/x; cat x', 'hello\n', '', 0),
    ('curl -sJO http://h.test/name; cat n.txt', 'hello\n', '', 0),
    ('curl -s -D hd http://h.test/x; cat hd', 'hello\nHTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n', '', 0),
    ('curl -s -D - -o /dev/null http://h.test/x', 'HTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n', '', 0),
    ('curl -s http://h.test/a/../echo', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s --path-as-is http://h.test/a/../echo', 'hello\n', '', 0),
    ('curl -s http://h.test/echo#frag', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s http://h.test/echo?x=1#frag', 'GET /echo?x=1\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ("curl -s --url-query 'a=b' http://h.test/echo?x=1", 'GET /echo?x=1&a=b\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s -X DELETE http://h.test/echo', 'DELETE /echo\nUser-Agent: curl/7.88.1\nAccept: */*\n\n\n', '', 0),
    ('curl -s -X HEAD -I http://h.test/x', 'HTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n', '', 0),
    ("curl -s -d '' http://h.test/echo", 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\n\n', '', 0),
    ("curl -s -H 'X-Empty;' http://h.test/echo", 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nX-Empty: \n\n\n', '', 0),
    ('curl -s -H @h http://h.test/echo', 'GET /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nX-1: a\nX-2: b\n\n\n', '', 0),
    ('curl -s -d @nofile http://h.test/echo', 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\n\n', '', 0),
    ('curl -sS -T nofile http://h.test/echo', '', "curl: Can't open 'nofile'!\ncurl: try 'curl --help' or 'curl --manual' for more information\ncurl: (26) Failed to open/read local data from file/application\n", 26),
    ('curl -s --proto =https http://h.test/x', '', '', 1),
    ('curl -sS --proto =https http://h.test/x', '', 'curl: (1) Protocol "http" not supported or disabled in libcurl\n', 1),
    ('curl -s --retry 2 --retry-delay 1 http://h.test/500', 'err\nerr\nerr\n', '', 0),
    ('curl -s h.test/x', 'hello\n', '', 0),
    ("curl -s http://h.test/204 -w '%{http_code}'", '204', '', 0),
    ('curl -s -I -L http://h.test/redir', 'HTTP/1.1 302 Found\r\nServer: S\r\nContent-Type: text/plain\r\nLocation: /echo\r\nContent-Length: 6\r\n\r\nHTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 49\r\n\r\n', '', 0),
    ('curl -s http://h.test/head -X GET -I', 'HTTP/1.1 200 OK\r\nServer: S\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n', '', 0),
    ('curl -s -w @wf http://h.test/x', 'hello\n200!', '', 0),
    ("curl -s http://h.test/echo -F a=b -F 'c=d;type=text/x' -F file=@f -F 'g=<f' -F 'h=@f;filename=z.png' | sed 's/-\\{20,\\}[0-9a-f]*/BOUND/'", 'POST /echo\nUser-Agent: curl/7.88.1\nAccept: */*\nContent-Type: multipart/form-data; boundary=BOUND\n\nBOUND\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\nBOUND\r\nContent-Disposition: form-data; name="c"\r\nContent-Type: text/x\r\n\r\nd\r\nBOUND\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\nl1\nl2 &x\n\r\nBOUND\r\nContent-Disposition: form-data; name="g"\r\n\r\nl1\nl2 &x\n\r\nBOUND\r\nContent-Disposition: form-data; name="h"; filename="z.png"\r\nContent-Type: image/png\r\n\r\nl1\nl2 &x\n\r\nBOUND--\r\n\n', '', 0),
    ('wget -q -O - http://h.test/x', 'hello\n', '', 0),
    ('wget http://h.test/x; cat x', 'hello\n', '--2023-11-14 22:13:20--  http://h.test/x\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘x’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘x’ saved [6/6]\n\n', 0),
    ('wget -nv -O y http://h.test/x; cat y', 'hello\n', '2023-11-14 22:13:20 URL:http://h.test/x [6/6] -> "y" [1]\n', 0),
    ('wget http://h.test/404', '', '--2023-11-14 22:13:20--  http://h.test/404\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 404 Not Found\n2023-11-14 22:13:20 ERROR 404: Not Found.\n\n', 8),
    ('wget -nv http://h.test/404', '', 'http://h.test/404:\n2023-11-14 22:13:20 ERROR 404: Not Found.\n', 8),
    ('wget -q http://h.test/404', '', '', 8),
    ('wget -S --spider http://h.test/x', '', 'Spider mode enabled. Check if remote file exists.\n--2023-11-14 22:13:20--  http://h.test/x\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... \n  HTTP/1.1 200 OK\n  Server: S\n  Content-Type: text/plain\n  Content-Length: 6\nLength: 6 [text/plain]\nRemote file exists.\n\n', 0),
    ('wget --spider http://h.test/404', '', 'Spider mode enabled. Check if remote file exists.\n--2023-11-14 22:13:20--  http://h.test/404\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 404 Not Found\nRemote file does not exist -- broken link!!!\n\n', 8),
    ('wget -O - http://h.test/redir', 'GET /echo\nUser-Agent: Wget/1.21.3\nAccept: */*\nAccept-Encoding: identity\n\n\n', '--2023-11-14 22:13:20--  http://h.test/redir\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 302 Found\nLocation: /echo [following]\n--2023-11-14 22:13:20--  http://h.test/echo\nReusing existing connection to h.test:80.\nHTTP request sent, awaiting response... 200 OK\nLength: 74 [text/plain]\nSaving to: ‘STDOUT’\n\n     0K                                                       100% 72.3K=0s\n\n2023-11-14 22:13:20 (72.3 KB/s) - written to stdout [74/74]\n\n', 0),
    ('wget --max-redirect=1 http://h.test/loop', '', '--2023-11-14 22:13:20--  http://h.test/loop\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 302 Found\nLocation: /loop [following]\n--2023-11-14 22:13:20--  http://h.test/loop\nReusing existing connection to h.test:80.\nHTTP request sent, awaiting response... 302 Found\nLocation: /loop [following]\n1 redirections exceeded.\n', 8),
    ('echo 1 > x; wget -nc http://h.test/x', '', 'File ‘x’ already there; not retrieving.\n\n', 0),
    ('echo 1 > x; wget -nv http://h.test/x; cat x.1', 'hello\n', '2023-11-14 22:13:20 URL:http://h.test/x [6/6] -> "x.1" [1]\n', 0),
    ('wget --content-disposition http://h.test/name; cat n.txt', 'hello\n', '--2023-11-14 22:13:20--  http://h.test/name\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘n.txt’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘n.txt’ saved [6/6]\n\n', 0),
    ('wget -P d/e http://h.test/x; cat d/e/x', 'hello\n', '--2023-11-14 22:13:20--  http://h.test/x\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘d/e/x’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘d/e/x’ saved [6/6]\n\n', 0),
    ('wget -q http://refused.test/', '', '', 4),
    ('wget http://refused.test/', '', '--2023-11-14 22:13:20--  http://refused.test/\nConnecting to refused.test:80... failed: Connection refused.\n', 4),
    ('wget', '', "wget: missing URL\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n", 1),
    ('wget --foo', '', "wget: unrecognized option '--foo'\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n", 2),
    ('wget -z', '', "wget: invalid option -- 'z'\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n", 2),
    ('wget --post-data a=b -qO- http://h.test/echo', 'POST /echo\nUser-Agent: Wget/1.21.3\nAccept: */*\nAccept-Encoding: identity\nContent-Type: application/x-www-form-urlencoded\n\na=b\n', '', 0),
    ('wget --post-file=f -qO- http://h.test/echo', 'POST /echo\nUser-Agent: Wget/1.21.3\nAccept: */*\nAccept-Encoding: identity\nContent-Type: application/x-www-form-urlencoded\n\nl1\nl2 &x\n\n', '', 0),
    ("wget --method=PUT --body-data=zz --header 'X: y' -U ag -qO- http://h.test/echo", 'PUT /echo\nUser-Agent: ag\nAccept: */*\nAccept-Encoding: identity\nContent-Type: application/x-www-form-urlencoded\nX: y\n\nzz\n', '', 0),
    ("printf 'http://h.test/x\\nhttp://h.test/404\\n' > urls; wget -nv -i urls", '', '2023-11-14 22:13:20 URL:http://h.test/x [6/6] -> "x" [1]\nhttp://h.test/404:\n2023-11-14 22:13:20 ERROR 404: Not Found.\nFINISHED --2023-11-14 22:13:20--\nTotal wall clock time: 0s\nDownloaded: 1 files, 6 in 0s (5.86 KB/s)\n', 8),
    ('wget http://h.test/empty', '', '--2023-11-14 22:13:20--  http://h.test/empty\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 0 [text/plain]\nSaving to: ‘empty’\n\n     0K                                                        0.00 =0s\n\n2023-11-14 22:13:20 (0.00 B/s) - ‘empty’ saved [0/0]\n\n', 0),
    ('wget http://h.test/204', '', '--2023-11-14 22:13:20--  http://h.test/204\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 204 No Content\n2023-11-14 22:13:20 (0.00 B/s) - ‘204’ saved [0]\n\n', 0),
    ('wget -O out http://h.test/x http://h.test/dir/q; cat out', 'hello\n/dir/q\n', '--2023-11-14 22:13:20--  http://h.test/x\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘out’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘out’ saved [6/6]\n\n--2023-11-14 22:13:20--  http://h.test/dir/q\nReusing existing connection to h.test:80.\nHTTP request sent, awaiting response... 200 OK\nLength: 7 [text/plain]\nSaving to: ‘out’\n\n     0K                                                       100% 6.84K=0s\n\n2023-11-14 22:13:20 (6.84 KB/s) - ‘out’ saved [7/7]\n\nFINISHED --2023-11-14 22:13:20--\nTotal wall clock time: 0s\nDownloaded: 2 files, 13 in 0s (12.7 KB/s)\n', 0),
    ('wget -i nofile', '', 'nofile: No such file or directory\nNo URLs found in nofile.\n', 0),
    ('wget http://h.test/', '', '--2023-11-14 22:13:20--  http://h.test/\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘index.html’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘index.html’ saved [6/6]\n\n', 0),
    ("wget 'http://h.test/dir/a?b=c'; ls", 'a?b=c\nf\nh\nwf\n', '--2023-11-14 22:13:20--  http://h.test/dir/a?b=c\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 7 [text/plain]\nSaving to: ‘a?b=c’\n\n     0K                                                       100% 6.84K=0s\n\n2023-11-14 22:13:20 (6.84 KB/s) - ‘a?b=c’ saved [7/7]\n\n', 0),
    ('wget file:///etc/passwd', '', 'file:///etc/passwd: Unsupported scheme ‘file’.\n', 1),
    ('wget -nv -O no/where http://h.test/x', '', 'no/where: No such file or directory\n', 1),
    ('wget nonexist.invalid', '', '--2023-11-14 22:13:20--  http://nonexist.invalid/\nResolving nonexist.invalid (nonexist.invalid)... failed: Name or service not known.\nwget: unable to resolve host address ‘nonexist.invalid’\n', 4),
    ('wget -S -qO- http://h.test/x', 'hello\n', '  HTTP/1.1 200 OK\n  Server: S\n  Content-Type: text/plain\n  Content-Length: 6\n', 0),
    ('wget http://h.test/500', '', '--2023-11-14 22:13:20--  http://h.test/500\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 500 Internal Server Error\n2023-11-14 22:13:20 ERROR 500: Internal Server Error.\n\n', 8),
    ('wget -q -O- --user=me --password=pw --auth-no-challenge http://h.test/auth', 'Basic bWU6cHc=\n', '', 0),
    ('wget -o log http://h.test/x; cat log', '--2023-11-14 22:13:20--  http://h.test/x\nConnecting to h.test:80... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 6 [text/plain]\nSaving to: ‘x’\n\n     0K                                                       100% 5.86K=0s\n\n2023-11-14 22:13:20 (5.86 KB/s) - ‘x’ saved [6/6]\n\n', '', 0),
    ('wget -qO- http://h.test/x http://h.test/dir/q', 'hello\n/dir/q\n', '', 0),
]  # fmt: skip


def shell(**how):
    return Bash(files=FILES, cwd="/w", clock=1_700_000_000, seed=1, network=Loop(), **how)


@pytest.mark.parametrize(("script", "out", "err", "status"), SAID)
def test_a_transfer_is_what_the_real_tool_makes_of_it(script, out, err, status) -> None:
    done = shell().exec_sync(script)
    assert (done.stdout, done.stderr, done.exit_code) == (out, err, status)


@pytest.mark.parametrize(
    "script",
    ["curl http://h.test/x", "wget http://h.test/x", "wget -q http://h.test/x || wget -nv http://h.test/x"],
)
def test_without_a_network_nothing_is_asked_and_that_is_said(script) -> None:
    done = Bash().exec_sync(script)
    assert (done.stdout, done.exit_code) == ("", 7 if "curl" in script else 4)
    assert "No network: this shell was given none" in done.stderr


def test_a_pattern_of_addresses_is_announced_and_bounded() -> None:
    done = shell().exec_sync("curl 'http://h.test/dir/{a,b}'")
    assert done.stdout == "--_curl_--http://h.test/dir/a\n/dir/a\n--_curl_--http://h.test/dir/b\n/dir/b\n"
    assert (
        done.stderr
        == "\n[1/2]: http://h.test/dir/a --> <stdout>\n\n[2/2]: http://h.test/dir/b --> <stdout>\n"
    )
    assert shell().exec_sync("curl -s 'http://h.test/dir/[a-c:2]' 'http://h.test/dir/[08-10]'").stdout == (
        "/dir/a\n/dir/c\n/dir/08\n/dir/09\n/dir/10\n"
    )
    assert shell().exec_sync("curl -s 'http://h.test/[1-999999999]'").error == "limit.expansion_fields"
    assert shell().exec_sync("curl -s 'http://h.test/[1-9999][1-9999]'").error == "limit.expansion_fields"
    assert "unmatched brace" in shell().exec_sync("curl -sS 'http://h.test/{a'").stderr


def test_what_is_sent_and_received_can_be_watched() -> None:
    done = shell().exec_sync("curl -sv -L http://h.test/redir -o /dev/null")
    assert done.stderr.startswith(
        "> GET /redir HTTP/1.1\r\n> Host: h.test\r\n> User-Agent: curl/7.88.1\r\n> Accept: */*\r\n> \r\n< HTTP/1.1 302 Found\r\n"
    )
    assert "> GET /echo HTTP/1.1" in done.stderr


def test_the_whole_report_is_json() -> None:
    done = shell().exec_sync(
        "curl -s -o /dev/null -w '%{json}' http://h.test/x | jq -c '[.http_code, .size_download, .url, .remote_ip]'"
    )
    assert done.stdout == '[200,6,"http://h.test/x",null]\n'


def test_retries_wait_by_the_virtual_clock_and_say_so() -> None:
    done = shell().exec_sync(
        "date +%s; curl --retry 3 -f http://h.test/500; date +%s; curl --retry 1 --retry-connrefused http://refused.test/"
    )
    assert done.stdout == "1700000000\n1700000007\n"
    assert "Warning: Problem: HTTP error. Will retry in 4 seconds. 1 retry left." in done.stderr
    assert "Warning: Problem: connection refused. Will retry in 1 second. 1 retry left." in done.stderr
    assert (
        shell()
        .exec_sync("curl -s --retry 5 --retry-max-time 4 http://h.test/500; date +%s")
        .stdout.count("err")
        == 3
    )


def test_neither_credentials_nor_cookies_follow_to_another_host() -> None:
    """T-SH-05: a server sends the one who asks on to somebody else."""
    script = "curl -sL -u me:pw -b k=v -H 'Cookie: x=y' http://h.test/away; wget -qO- --user=me --password=pw http://h.test/away"
    done = shell().exec_sync(script)
    assert "Authorization" not in done.stdout
    assert "x=y" not in done.stdout
    assert (
        "Authorization" in shell().exec_sync("curl -sL --location-trusted -u me:pw http://h.test/away").stdout
    )


def test_cookies_go_to_whom_they_were_set_by() -> None:
    jar = "# c\n.h.test\tTRUE\t/\tFALSE\t0\tsub\t1\nh.test\tFALSE\t/deep\tFALSE\t0\tpath\t2\nh.test\tFALSE\t/\tTRUE\t0\tsecure\t3\nother.test\tFALSE\t/\tFALSE\t0\tother\t4\nh.test\tFALSE\t/\tFALSE\t5\told\t6\n"
    asked = Bash(files={"/w/jar": jar}, cwd="/w", network=Loop()).exec_sync(
        "curl -s -b jar http://a.h.test/echo http://h.test/echo | grep Cookie"
    )
    assert asked.stdout == "Cookie: sub=1\nCookie: sub=1\n"


def test_a_domain_may_not_be_claimed_by_another() -> None:
    done = shell().exec_sync("curl -s -c - -o /dev/null http://h.test/claims | grep -v '^#' | cut -f 1,6")
    assert done.stdout == "\n.h.test\tmine\n"


def test_a_header_cannot_smuggle_another_request() -> None:
    """T-SH-05: a script writes line ends into what goes over the embedder's network."""
    done = shell().exec_sync(
        "curl -s -H $'X: a\\r\\nEvil: b' -A $'u\\nEvil: c' -X $'GET / HTTP/1.1\\r\\nEvil: d' http://h.test/echo"
    )
    assert "\nEvil" not in done.stdout
    assert shell().exec_sync("curl -sS $'http://h.test/\\r\\nEvil: x'").exit_code == 3


def test_a_compressed_bomb_ends_at_a_limit() -> None:
    """T-SH-02: a small answer that unpacks to a large one."""
    done = Bash(network=Loop(), limits=Limits(max_file_bytes=100_000)).exec_sync(
        "curl -s --compressed http://h.test/bomb | wc -c"
    )
    assert done.error == "limit.file_bytes"


def test_a_name_from_a_server_stays_in_the_folder() -> None:
    """T-FS-01: the server names a file above or beside."""
    made = shell()
    made.exec_sync(
        "curl -sOJ http://h.test/evilname; wget -q --content-disposition http://h.test/evilname; wget -q http://h.test/a%2f..%2f..%2fb"
    )
    assert made.exec_sync("ls; ls /").stdout.count("passwd") == 2
    assert not made.fs.exists("/b")


def test_a_redirection_cannot_leave_the_web() -> None:
    done = shell().exec_sync(
        "wget -q http://h.test/tofile; echo $?; wget --tries=2 --waitretry=3 http://slow.test/; date +%s"
    )
    assert done.stdout == "1\n1700000001\n"
    assert done.stderr.count("Connection timed out") == 2


def test_help_of_both_names_their_options() -> None:
    done = shell().exec_sync("curl --help; curl -V; curl -h; wget --help; wget -V; wget -h")
    assert "--fail-with-body" in done.stdout
    assert "--content-disposition" in done.stdout


def test_a_partial_file_is_continued_where_the_server_can() -> None:
    done = shell().exec_sync("printf hel > x; wget -qc http://h.test/x; cat x")
    assert done.stdout == "hello\n"
