"""A server of the S3 protocol on loopback, in a process of its own.

``S3_SERVER`` may name the program of versitygw, a gateway from S3 to a folder (`go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`). Without
it, moto's server answers: the same requests over the same sockets, kept in its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

KEY, SECRET = "test-key", "test-secret-of-nobody"
BUCKET = "audit-archive"
_MOTO = "import sys; from moto.server import main; main(['-H', '127.0.0.1', '-p', sys.argv[1]])"


@contextmanager
def s3_server(folder: Path) -> Iterator[dict[str, str]]:
    """The variables by which every client finds the server, with a bucket in it."""
    with create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    program = os.environ.get("S3_SERVER")
    given = {**os.environ, "ROOT_ACCESS_KEY_ID": KEY, "ROOT_SECRET_ACCESS_KEY": SECRET}
    folder.mkdir(parents=True, exist_ok=True)
    command = (
        [program, "--port", f"127.0.0.1:{port}", "posix", str(folder)]
        if program
        else [sys.executable, "-c", _MOTO, port]
    )
    server = subprocess.Popen(command, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        endpoint = f"http://127.0.0.1:{port}"
        _wait(endpoint, server)
        variables = {
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        _make_bucket(variables)
        yield variables
    finally:
        server.kill()
        server.wait()


def _wait(endpoint: str, server: subprocess.Popen[bytes]) -> None:
    """Until it answers anything at all."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(endpoint, timeout=5).close()  # loopback
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.02)
            continue
        return
    raise TimeoutError(endpoint)


def _make_bucket(variables: dict[str, str]) -> None:
    client(variables).mkdir(BUCKET)


def client(variables: dict[str, str]):  # type: ignore[no-untyped-def]  # the library has no types
    """The server's objects, for who changes them behind a log's back."""
    import s3fs

    return s3fs.S3FileSystem(
        key=variables["AWS_ACCESS_KEY_ID"],
        secret=variables["AWS_SECRET_ACCESS_KEY"],
        endpoint_url=variables["AWS_ENDPOINT_URL"],
        use_listings_cache=False,
        skip_instance_cache=True,
    )
