"""Whatever a command sends to its proxy: it is refused, or it is one request that every reader takes for the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runtime.backends._proxy import _parsed, _Refused, _written

WORDS = st.sampled_from([
    b"GET", b"POST", b"CONNECT", b" ", b"  ", b"\t", b"\r\n", b"\r", b"\n", b"\0", b"http://", b"HTTP://", b"https://", b"example.com", b"[::1]", b"127.1",
    b"@", b":", b":80", b":99999", b"/", b"//", b"?", b"#", b"\\", b"%0d%0a", b" HTTP/1.1", b" HTTP/1.0", b"Host: other", b"Content-Length: 5",
    b"Content-Length: 6", b"Transfer-Encoding: chunked", b"Connection: X, close", b"X: y", b" folded", b"\xff", b"\x85",
])  # fmt: skip
HEADS = st.one_of(
    st.binary(max_size=80),
    st.lists(WORDS, max_size=14).map(b"".join),
    st.lists(WORDS, max_size=8).map(lambda words: b"GET http://example.com/ HTTP/1.1\r\n" + b"".join(words)),
    st.lists(WORDS, max_size=5).map(
        lambda words: b"GET http://example.com" + b"".join(words) + b" HTTP/1.1\r\nX: y"
    ),
)


@given(HEADS)
def test_a_request_is_refused_or_written_as_one_that_names_one_server(head) -> None:
    """T-PROC-12"""
    try:
        request = _parsed(head.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
    except _Refused:
        return
    assert 0 < request.port < 65_536
    assert request.host == request.host.lower()
    assert not set(request.host) & set("@/\\ ?#%")
    if request.method == b"CONNECT":
        return
    line, *fields = _written(request).removesuffix(b"\r\n\r\n").split(b"\r\n")
    assert line.count(b" ") == 2
    assert line.endswith(b" HTTP/1.1")
    names = [field.partition(b":")[0].lower() for field in fields]
    assert names.count(b"host") == names.count(b"connection") == 1
    assert names.count(b"content-length") <= 1
    assert b"transfer-encoding" not in names
    assert not any(byte in b"\r\n\0" for field in fields for byte in field)
