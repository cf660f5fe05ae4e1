"""A PKCS #11 token of SoftHSM for one test run: its own folder, one Ed25519 key, and nothing of the user's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PIN = "5678"
LABEL = "audit"
_MODULES = (
    "/usr/lib/softhsm/libsofthsm2.so",
    "/usr/lib64/pkcs11/libsofthsm2.so",
    "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
)
# A process that loads the module reads its settings once, so the keys are made in another one.
_MAKE_KEYS = """
import sys
import pkcs11
from asn1crypto.core import PrintableString
from pkcs11 import Attribute, KeyType, Mechanism

module, label, pin = sys.argv[1:]
with pkcs11.lib(module).get_token(token_label=label).open(rw=True, user_pin=pin) as session:
    curve = {Attribute.EC_PARAMS: PrintableString("edwards25519").dump()}
    parameters = session.create_domain_parameters(KeyType.EC_EDWARDS, curve, local=True)
    for name, options in (("log", {}), ("next", {}), ("loose", {Attribute.EXTRACTABLE: True, Attribute.SENSITIVE: False})):
        parameters.generate_keypair(
            mechanism=Mechanism.EC_EDWARDS_KEY_PAIR_GEN, store=True, label=name, private_template=options
        )
"""


def soft_module() -> str | None:
    """The module of SoftHSM, None where it is not installed."""
    if shutil.which("softhsm2-util") is None:
        return None
    return next((path for path in _MODULES if os.path.exists(path)), None)  # noqa: PTH110


def make_token(folder: Path) -> Path:
    """A token with keys in it; the configuration that `SOFTHSM2_CONF` has to name for whoever uses it."""
    module = soft_module()
    assert module is not None
    tokens = folder / "tokens"
    tokens.mkdir(parents=True)
    configuration = folder / "softhsm2.conf"
    configuration.write_text(
        f"directories.tokendir = {tokens}\nobjectstore.backend = file\nlog.level = ERROR\n"
    )
    environment = {**os.environ, "SOFTHSM2_CONF": str(configuration)}
    made = ["softhsm2-util", "--init-token", "--free", "--label", LABEL, "--so-pin", "1234", "--pin", PIN]
    for run in (made, [sys.executable, "-c", _MAKE_KEYS, module, LABEL, PIN]):
        subprocess.run(run, env=environment, check=True, capture_output=True)
    return configuration


def place_of(key: str, **more: str) -> str:
    """How the settings name a key of the token."""
    rest = "".join(f"&{name.replace('_', '-')}={value}" for name, value in more.items())
    return f"pkcs11:token={LABEL};object={key}?module-path={soft_module()}{rest}"
