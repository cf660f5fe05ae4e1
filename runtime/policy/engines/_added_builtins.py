"""Built-in functions of OPA's that the embedded engine lacks. Imports nothing of the runtime: the policy worker loads this file by its path."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from functools import partial
from typing import Any


class UnsupportedArgument(ValueError):
    """OPA's answer to this is not known here."""


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UnsupportedArgument("a string is needed")
    return value


def _digest(algorithm: str, text: Any) -> str:
    return hashlib.new(algorithm, _text(text).encode(), usedforsecurity=False).hexdigest()


def _keyed_digest(algorithm: str, text: Any, key: Any) -> str:
    return hmac.new(_text(key).encode(), _text(text).encode(), algorithm).hexdigest()


def _equal(left: Any, right: Any) -> bool:
    return hmac.compare_digest(_text(left).encode(), _text(right).encode())


def split_n(text: Any, delimiter: Any, count: Any) -> list[str]:
    """The first parts, so many; with a negative number the last ones."""
    if type(count) is not int or abs(count) > 2**31:
        raise UnsupportedArgument("a number of parts that is not whole")
    parts = _text(text).split(delimiter) if _text(delimiter) else list(_text(text))
    return parts[:count] if count >= 0 else parts[max(len(parts) + count, 0) :]


def flatten(items: Any) -> list[Any]:
    """One level of nesting less."""
    if not isinstance(items, list):
        raise UnsupportedArgument("an array is needed")
    return [part for item in items for part in (item if isinstance(item, list) else [item])]


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "array.flatten": (1, flatten),
    "crypto.hmac.equal": (2, _equal),
    **{
        f"crypto.hmac.{name}": (2, partial(_keyed_digest, name))
        for name in ("md5", "sha1", "sha256", "sha512")
    },
    **{f"crypto.{name}": (1, partial(_digest, name)) for name in ("md5", "sha1", "sha256")},
    "strings.split_n": (3, split_n),
}


def install(engine: Any) -> None:
    """Give an engine these functions."""
    for name, (arity, function) in EXTENSIONS.items():
        engine.add_extension(name, arity, function)
