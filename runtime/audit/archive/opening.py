"""Opens the archive that a setting or an option names: ``file:FOLDER`` or ``s3://BUCKET/PREFIX``."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from runtime.audit.archive.port import Archive
from runtime.contracts.errors import ConfigurationError

_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_PREFIX = re.compile(r"[A-Za-z0-9._=+-]+(?:/[A-Za-z0-9._=+-]+)*")
_FIELD = "retention.archive"
_FORMS = 'Use "file:FOLDER" or "s3://BUCKET/PREFIX"; credentials and endpoint come from the environment, as AWS_ENDPOINT_URL.'


def open_archive(url: str, base: Path = Path()) -> Archive:
    """The archive of this address.

    Args:
        url: ``file:FOLDER`` or ``s3://BUCKET/PREFIX``.
        base: What a folder is relative to.

    Raises:
        ConfigurationError: ``config.invalid``: it is none, or the library is not here. The address, which may hold a password, is not repeated.
    """
    scheme, _, rest = url.partition(":")
    if scheme == "file" and rest and "\0" not in rest:
        from runtime.audit.archive.folder import ArchiveFolder

        return ArchiveFolder((base / rest).absolute())
    if scheme == "s3" and rest.startswith("//"):
        bucket, _, prefix = rest[2:].rstrip("/").partition("/")
        if _BUCKET.fullmatch(bucket) and (not prefix or _is_prefix(prefix)):
            return _open_bucket(bucket, prefix)
        raise ConfigurationError(
            f"{_FIELD}: the bucket or prefix is not one", suggestion=_FORMS, field=_FIELD
        )
    raise ConfigurationError(f"{_FIELD}: there is no such archive", suggestion=_FORMS, field=_FIELD)


def _is_prefix(prefix: str) -> bool:
    return bool(_PREFIX.fullmatch(prefix)) and not {".", ".."} & set(prefix.split("/"))


def _open_bucket(bucket: str, prefix: str) -> Archive:
    if find_spec("s3fs") is None:
        raise ConfigurationError(
            f"{_FIELD}: the library for S3 is not here",
            suggestion="pip install 'cathedral-runtime[archive]'",
            field=_FIELD,
        )
    from runtime.audit.archive.bucket import ArchiveBucket

    return ArchiveBucket(bucket, prefix)
