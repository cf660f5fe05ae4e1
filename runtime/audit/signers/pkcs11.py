"""Signs by a PKCS #11 token: a hardware security module, a smart card, or SoftHSM. Takes the extra ``pkcs11``.

The key is written as RFC 7512 says: ``pkcs11:token=LABEL;object=LABEL?module-path=/usr/lib/.../module.so``, with ``serial``, ``id`` and
``pin-source`` besides. The PIN is never part of it. The module runs in this process, so nobody else may be able to change its file.

A call into the module cannot be interrupted, so it runs in a thread; one that misses the deadline is left behind, and the session with it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from runtime.audit.signers.device import DEADLINE_S, Secret, failed
from runtime.contracts.errors import AuditKeyUnusable
from runtime.hostfs.ownership import changeable_by

_PATH = ("token", "serial", "object", "id", "manufacturer", "model", "type")
_T = TypeVar("_T")
_FORM = "Write pkcs11:token=LABEL;object=LABEL?module-path=/PATH/TO/MODULE.so"


class _Held:
    """A session that is logged in, and the key in it."""

    session: Any = None
    private: Any = None


class TokenDevice:
    """Implements `runtime.audit.signers.device.Device`."""

    def __init__(
        self, attributes: dict[str, bytes], module: str, secret: Secret, deadline_s: float = DEADLINE_S
    ) -> None:
        """Open nothing yet."""
        self._attributes = attributes
        self._module = module
        self._secret = secret
        self._deadline_s = deadline_s
        self._lock = threading.Lock()
        self._held = _Held()
        self._pin: str | None = None

    @property
    def name(self) -> str:
        """See `Device`."""
        label = self._attributes.get("token") or self._attributes.get("serial", b"")
        return f"pkcs11 {label.decode(errors='replace')!r}"

    def public_key(self) -> bytes:
        """See `Device`."""
        return self._timed(self._read_public)

    def sign(self, message: bytes) -> bytes:
        """See `Device`."""
        return self._timed(lambda held: self._sign(held, message))

    def _timed(self, act: Callable[[_Held], _T]) -> _T:
        with self._lock:
            self._pin = self._pin or _pin(self._secret)  # a person may be asked, and takes longer
            done: list[_T] = []
            trouble: list[BaseException] = []
            held = self._held

            def run() -> None:
                try:
                    done.append(act(held))
                except BaseException as error:  # noqa: BLE001  # told by whoever waits
                    trouble.append(error)

            thread = threading.Thread(target=run, name="audit-signer", daemon=True)
            thread.start()
            thread.join(self._deadline_s)
            if done:
                return done[0]
            self._held = _Held()  # the next one opens another; a thread that was left behind keeps its own
            if not trouble:
                raise failed(self.name, f"it did not answer within {self._deadline_s:g} s")
            error = trouble[0]
            if isinstance(error, AuditKeyUnusable):
                raise error
            if type(error).__name__.startswith("Pin"):
                self._pin = None
                raise AuditKeyUnusable(
                    f"The token does not take the PIN ({type(error).__name__})",
                    suggestion="Correct what `keys.passphrase` or pin-source names; a token locks after a few tries.",
                )
            raise failed(self.name, f"{type(error).__name__} {error}".strip())

    # In the thread.

    def _sign(self, held: _Held, message: bytes) -> bytes:
        from pkcs11 import Mechanism

        self._open(held)
        return bytes(held.private.sign(message, mechanism=Mechanism.EDDSA))

    def _read_public(self, held: _Held) -> bytes:
        from pkcs11 import Attribute, ObjectClass

        self._open(held)
        key = held.session.get_key(ObjectClass.PUBLIC_KEY, **self._object())
        return bytes(key[Attribute.EC_POINT])[-32:]  # an OCTET STRING around it, or not

    def _open(self, held: _Held) -> None:
        from pkcs11 import Attribute, ObjectClass

        if held.session is not None:
            return
        session = self._log_in()
        private = session.get_key(ObjectClass.PRIVATE_KEY, **self._object())
        if private[Attribute.EXTRACTABLE]:
            raise AuditKeyUnusable(
                "The token would give the private key out", suggestion="Make one that is not extractable."
            )
        held.session, held.private = session, private

    def _log_in(self) -> Any:
        from pkcs11.exceptions import UserAlreadyLoggedIn

        token = self._token()
        try:
            return token.open(user_pin=self._pin)
        except (
            UserAlreadyLoggedIn
        ):  # a process is logged in, not a session: another key of the token was opened before
            return token.open()

    def _token(self) -> Any:
        import pkcs11

        wanted: dict[str, Any] = {}
        if "token" in self._attributes:
            wanted["token_label"] = self._attributes["token"].decode()
        if "serial" in self._attributes:
            wanted["token_serial"] = self._attributes["serial"]
        return pkcs11.lib(self._module).get_token(**wanted)

    def _object(self) -> dict[str, Any]:
        wanted: dict[str, Any] = {}
        if "object" in self._attributes:
            wanted["label"] = self._attributes["object"].decode()
        if "id" in self._attributes:
            wanted["id"] = self._attributes["id"]
        return wanted


def open_device(place: str, secret: Secret) -> TokenDevice:
    """See `Kind`."""
    try:
        import pkcs11  # noqa: F401
    except ImportError:
        raise AuditKeyUnusable(
            "Keys in tokens take a library that is not installed",
            suggestion="Run `pip install 'cathedral-runtime[pkcs11]'`.",
        ) from None
    path, _, query = place.removeprefix("pkcs11:").partition("?")
    attributes, options = _parse(path, ";"), _parse(query, "&")
    if "pin-value" in options or "pin-value" in attributes:
        raise AuditKeyUnusable(
            "A PIN does not belong into the address of a key",
            suggestion="Put it into a file that is yours alone, and name it: pin-source=/PATH, or `keys.passphrase`.",
        )
    unknown = [name for name in attributes if name not in _PATH] + [
        name for name in options if name not in ("module-path", "pin-source")
    ]
    if unknown or not attributes.keys() & {"token", "serial"} or not attributes.keys() & {"object", "id"}:
        reason = f"{unknown[0]!r} is not known here" if unknown else "it names no token, or no key of it"
        raise AuditKeyUnusable(f"The key of a token is not understood: {reason}", suggestion=_FORM + ".")
    module = os.fsdecode(options.get("module-path", b""))
    _require_unchangeable(module)
    if "pin-source" in options:
        from runtime.audit.signers.passphrase import passphrase_of

        pin_file = os.fsdecode(options["pin-source"].removeprefix(b"file:"))
        secret = passphrase_of(f"file:{pin_file}", "the token")
    return TokenDevice(attributes, module, secret)


def _parse(text: str, separator: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for part in filter(None, text.split(separator)):
        name, is_given, value = part.partition("=")
        if not is_given or name in found:
            raise AuditKeyUnusable(f"The key of a token is not understood: {name!r}", suggestion=_FORM + ".")
        found[name] = unquote_to_bytes(value)
    return found


def _pin(secret: Secret) -> str:
    try:
        return secret().decode()
    except UnicodeDecodeError:
        raise AuditKeyUnusable("The PIN of the token is not UTF-8") from None


def _require_unchangeable(module: str) -> None:
    if not os.path.isabs(module):  # noqa: PTH117
        raise AuditKeyUnusable(
            "The key of a token names no module, or not by its whole path", suggestion=_FORM + "."
        )
    try:
        reason = changeable_by(os.stat(module))  # noqa: PTH116
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be looked at"
    if reason:
        raise AuditKeyUnusable(
            f"The module {module} of the token cannot be trusted: {reason}",
            suggestion="Let the file be yours or root's, and writable by nobody else.",
        )
