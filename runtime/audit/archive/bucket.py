"""Keeps segments in a bucket that speaks the S3 protocol, by s3fs.

Credentials, region and endpoint come from where every client of S3 looks for them: ``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL``, ``~/.aws``, the
machine's role. None stands in the address, and no message repeats what the library said: only which kind of error it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from runtime.audit.archive.port import PIECE_BYTES, require_name

_CONNECT_S = 10
_READ_S = 60
"""An answer that takes longer is none."""
_ATTEMPTS = 3
_T = TypeVar("_T")


class ArchiveBucket:
    """Implements `Archive`."""

    def __init__(self, bucket: str, prefix: str) -> None:
        """Nothing is connected yet."""
        self._bucket = bucket
        self._prefix = prefix
        self._system: Any = None

    @property
    def url(self) -> str:
        """See `Archive`."""
        return f"s3://{self._place}"

    @property
    def _place(self) -> str:
        return f"{self._bucket}/{self._prefix}" if self._prefix else self._bucket

    def length(self, name: str) -> int | None:
        """See `Archive`."""
        path = self._path(name)
        try:
            found = self._ask(lambda system: system.info(path, refresh=True))
        except FileNotFoundError:
            return None
        size = found.get("size")
        if type(size) is not int or found.get("type") != "file":
            raise OSError(0, f"{self.url}: {name} is not an object")
        return size

    def read(self, name: str, start: int, end: int) -> Iterator[bytes]:
        """See `Archive`."""
        path, size = self._path(name), self.length(name)
        if size is None:
            raise FileNotFoundError(2, f"{self.url} holds no {name}", name)
        end = min(end, size)
        while start < end:
            behind = min(start + PIECE_BYTES, end)
            piece = self._ask(lambda system: system.cat_file(path, start=start, end=behind))  # noqa: B023  # asked at once
            if type(piece) is not bytes or not 0 < len(piece) <= behind - start:
                raise OSError(
                    0, f"{self.url} answers with something else than the bytes that it was asked for"
                )
            yield piece
            start += len(piece)

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """See `Archive`."""
        path = self._path(name)
        if self.length(name) is not None:
            raise FileExistsError(17, f"{self.url} holds {name} already", name)

        def write(system: Any) -> None:
            file = system.open(path, "wb", block_size=PIECE_BYTES)
            try:
                for chunk in chunks:
                    file.write(chunk)
            except BaseException:
                file.discard()
                file.closed = True  # or its end would be sent when it is collected
                raise
            file.close()

        self._ask(write)

    def _path(self, name: str) -> str:
        return f"{self._place}/{require_name(name)}"

    def _ask(self, question: Callable[[Any], _T]) -> _T:
        """An answer of the server. Raises OSError, with nothing of what the library says."""
        try:
            if self._system is None:
                self._system = _connect()
            return question(self._system)
        except FileNotFoundError:
            raise
        except Exception as error:  # noqa: BLE001  # the library's, and those of the three beneath it
            raise OSError(0, f"{self.url} cannot be used: {_kind(error)}") from None


def _connect() -> Any:
    import s3fs

    return s3fs.S3FileSystem(
        use_listings_cache=False,
        skip_instance_cache=True,
        default_fill_cache=False,
        config_kwargs={
            "connect_timeout": _CONNECT_S,
            "read_timeout": _READ_S,
            "retries": {"max_attempts": _ATTEMPTS},
        },
    )


def _kind(error: BaseException) -> str:
    """What kind of error it is; the code that the server gave, where one did."""
    cause: BaseException | None = error
    while cause is not None:
        response = getattr(cause, "response", None)
        code = response.get("Error", {}).get("Code") if isinstance(response, dict) else None
        if isinstance(code, str) and code.isalnum():
            return code[:64]
        cause = cause.__cause__
    return type(error).__name__
