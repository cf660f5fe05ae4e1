"""The log's key in a PKCS #11 token, SoftHSM here: the commands of an operator, from connecting to handing over.

Takes softhsm2; `pytest_terminal_summary` says where it is not there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from soft_token import PIN, make_token, place_of, soft_module

from runtime.audit.signers.device import open_device
from runtime.audit.signers.passphrase import no_passphrase
from runtime.contracts.errors import AuditKeyUnusable

NAME = "example.com/hsm"


class Done(NamedTuple):
    status: int
    out: str
    err: str


class Operator:
    """Runs commands, each in a process of its own, as the module of a token asks for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "SOFTHSM2_CONF": str(make_token(folder / "hsm"))}
        self.pin("pin", PIN)

    def pin(self, name: str, text: str) -> str:
        file = self.folder / name
        file.write_text(f"{text}\n")
        file.chmod(0o600)
        return f"file:{file}"

    def run(self, *words: str, at: str = ".", **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "runtime", *words],
            cwd=self.folder / at,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def operator(tmp_path_factory):
    return Operator(tmp_path_factory.mktemp("token"))


@pytest.fixture(scope="module")
def pin(operator):
    return f"file:{operator.folder / 'pin'}"


@pytest.fixture(scope="module")
def workspace(operator, pin):
    """A workspace whose log is signed by the token from its first record on."""
    (operator.folder / "project").mkdir()
    done = operator.run(
        "audit", "keys", "connect", "hsm.key", place_of("log"), "--name", NAME, "--passphrase", pin
    )
    assert done.status == 0, done.err
    done = operator.run("init", "project", "--signing-key", "hsm.key", "--passphrase", pin, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)["verifier_key"]


def test_a_token_signs_a_log_and_hands_it_over_to_another_of_its_keys(operator, workspace, pin):
    assert operator.run("call", "list_dir", at="project").status == 0
    assert operator.run("audit", "verify", at="project").out.startswith("OK\n")
    refused = operator.run("audit", "keys", "rotate", "--json", at="project")
    assert json.loads(refused.out)["error"]["code"] == "audit.key_unusable"
    connected = operator.run(
        "audit", "keys", "connect", "next.key", place_of("next"), "--name", NAME, "--passphrase", pin
    )
    rotated = operator.run("audit", "keys", "rotate", "--to", "../next.key", "--json", at="project")
    assert json.loads(rotated.out)["new"] == connected.out.split("\n")[0]
    assert operator.run("call", "list_dir", at="project").status == 0
    verified = operator.run("audit", "verify", "--key", workspace, "--json", at="project")
    assert json.loads(verified.out)["verdict"] == "OK"
    pem = [file for file in (operator.folder / "project" / ".runtime" / "keys").rglob("*") if file.is_file()]
    assert pem
    assert not any(b"PRIVATE KEY" in file.read_bytes() for file in pem)


def test_a_wrong_pin_and_an_absent_token_are_told_without_the_pin(operator, workspace):
    wrong = operator.run(
        "call", "list_dir", "--json", at="project", RUNTIME_KEYS_PASSPHRASE="env:P", P="9173"
    )
    assert json.loads(wrong.out)["error"]["code"] == "audit.key_unusable"
    absent = operator.run("call", "list_dir", "--json", at="project", SOFTHSM2_CONF="/does/not/exist")
    assert json.loads(absent.out)["error"]["code"] == "audit.signer_failed"
    assert "9173" not in wrong.out + wrong.err
    assert PIN not in absent.out + absent.err


def test_a_key_that_the_token_would_give_out_is_not_connected(operator, pin):
    """T-AUD-14"""
    done = operator.run(
        "audit",
        "keys",
        "connect",
        "loose.key",
        place_of("loose"),
        "--name",
        NAME,
        "--passphrase",
        pin,
        "--json",
    )
    assert json.loads(done.out)["error"]["code"] == "audit.key_unusable"
    assert not (operator.folder / "loose.key").exists()


@pytest.mark.parametrize(
    "place",
    [
        "pkcs11:",
        "pkcs11:token=audit",
        "pkcs11:object=log",
        "pkcs11:token=audit;object=log",
        "pkcs11:token=audit;object=log?module-path=libsofthsm2.so",
        "pkcs11:token=audit;object=log?module-path=/does/not/exist",
        "pkcs11:token=audit;token=other;object=log?module-path=/bin/true",
        "pkcs11:token=audit;object=log;slot-id=1?module-path=/bin/true",
        "pkcs11:token=audit;object=log?module-path=/bin/true&pin-value=5678",
        "pkcs11:token=audit;object=log;pin-value=5678?module-path=/bin/true",
    ],
)
def test_what_names_no_key_of_a_token_is_refused(place):
    with pytest.raises(AuditKeyUnusable) as caught:
        open_device(place, no_passphrase)
    assert "5678" not in caught.value.message + caught.value.suggestion


def test_a_module_that_others_can_change_is_not_loaded(tmp_path):
    """T-AUD-14: it would run in this process."""
    module = tmp_path / "module.so"
    module.write_bytes(Path(soft_module() or "").read_bytes())
    module.chmod(0o777)
    with pytest.raises(AuditKeyUnusable, match="every user can write it"):
        open_device(f"pkcs11:token=audit;object=log?module-path={module}", no_passphrase)
