"""openssl: digests, base64, encryption by a passphrase, and random bytes."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b64decode, b64encode

from runtime.bash.commands._shared.input import opened, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "dgst [-sha256...] [-hmac KEY] [-r] [-binary] [FILE]...\n"
    "enc [-d] [-base64] [-CIPHER] [-pass pass:TEXT] [-in FILE]\nrand [-hex] [-base64] COUNT",
    "Digests, base64 and encryption with a passphrase.",
    permute=False,
    origin="OpenSSL 3.0.15",
    notes=("Keys, certificates and connections are not part of it.",),
)
_DIGESTS = (
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha3-256",
    "sha3-512",
    "blake2b512",
    "blake2s256",
)
_CIPHERS = {
    f"aes-{bits}-{mode}": (bits // 8, mode) for bits in (128, 192, 256) for mode in ("cbc", "ctr", "ecb")
}
_VALUES = frozenset({"in", "out", "pass", "k", "hmac", "iter", "S", "K", "iv", "md", "kfile"})
_SALTED = b"Salted__"
_SALT_BYTES, _IV_BYTES, _ROUNDS, _LINE, _MOST_ROUNDS = 8, 16, 10_000, 64, 1_000_000
_REWRITTEN = 0o1101


class _Refused(Exception):
    """The command line, the input or the passphrase is wrong; the message is complete."""


def main(cx: Context) -> int:
    args = list(cx.args)
    if args[:1] in (["--help"], ["--version"]):
        OPTIONS.parse(cx, args)
    name = args.pop(0) if args else "help"
    try:
        if name == "version":
            cx.write("OpenSSL 3.0.15 3 Sep 2024 (Library: OpenSSL 3.0.15 3 Sep 2024)\n")
            return 0
        given, files = _read(args)
        if name in _DIGESTS:
            return _digest(cx, {name: "", **given}, files)
        if name == "dgst":
            return _digest(cx, given, files)
        if name == "rand":
            return _random(cx, given, files)
        if name in ("enc", "base64") or name in _CIPHERS:
            return _encode(cx, given if name == "enc" else {name: "", **given})
    except _Refused as refused:
        cx.stderr.write(f"{refused}\n".encode("utf-8", "surrogateescape"))
        return 1
    cx.stderr.write(
        f"Invalid command '{name}'; type \"help\" for a list.\n".encode("utf-8", "surrogateescape")
    )
    return 1


def _read(args: list[str]) -> tuple[dict[str, str], list[str]]:
    """Options by name, and the words behind them."""
    given: dict[str, str] = {}
    while args and args[0].startswith("-") and args[0] != "-":
        option = args.pop(0).lstrip("-")
        if option in _VALUES:
            if not args:
                raise _Refused(f"Option -{option} needs a value")
            given[option] = args.pop(0)
        else:
            given[option] = ""
    return given, args


def _content(cx: Context, name: str) -> bytes:
    try:
        stream = opened(cx, name)
    except OSError as error:
        raise _Refused(f'Can\'t open "{name}" for reading, {reason(error)}') from None
    try:
        return whole(cx, stream)
    finally:
        stream.release()


def _put(cx: Context, given: dict[str, str], data: bytes) -> None:
    if "out" not in given:
        cx.stdout.write(data)
        return
    try:
        stream = cx.open(given["out"], _REWRITTEN)
    except OSError as error:
        raise _Refused(f'Can\'t open "{given["out"]}" for writing, {reason(error)}') from None
    try:
        stream.write(data)
    finally:
        stream.release()


def _digest(cx: Context, given: dict[str, str], files: list[str]) -> int:
    name = next((name for name in _DIGESTS if name in given), "sha256")
    known = {"sha3-256": "sha3_256", "sha3-512": "sha3_512", "blake2b512": "blake2b", "blake2s256": "blake2s"}
    algorithm = known.get(name, name)
    key = given["hmac"].encode("utf-8", "surrogateescape") if "hmac" in given else None
    shown = re.sub("^SHA(?=2|3|5)(?!3-)", "SHA2-", name.upper())
    shown = f"HMAC-{shown}" if key is not None else shown
    out = b""
    for file in files or ["-"]:
        data = _content(cx, file)
        found = (
            hashlib.new(algorithm, data, usedforsecurity=False)
            if key is None
            else hmac.new(key, data, algorithm)
        )
        if "binary" in given:
            out += found.digest()
            continue
        where = "stdin" if file == "-" else file
        line = (
            f"{found.hexdigest()} *{where}\n" if "r" in given else f"{shown}({where})= {found.hexdigest()}\n"
        )
        out += line.encode("utf-8", "surrogateescape")
    _put(cx, given, out)
    return 0


def _random(cx: Context, given: dict[str, str], words: list[str]) -> int:
    if not (words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 10):
        raise _Refused("rand: Use -help for summary.")
    count = int(words[0])
    cx.meter.text(2 * count)
    data = cx.random.randbytes(count)
    _put(
        cx,
        given,
        data.hex().encode() + b"\n" if "hex" in given else _lines(data) if "base64" in given else data,
    )
    return 0


def _lines(data: bytes) -> bytes:
    text = b64encode(data)
    return b"".join(text[at : at + _LINE] + b"\n" for at in range(0, len(text), _LINE))


def _encode(cx: Context, given: dict[str, str]) -> int:
    data = _content(cx, given.get("in", "-"))
    cipher = next((_CIPHERS[name] for name in _CIPHERS if name in given), None)
    as_text = bool({"base64", "a"} & given.keys())
    if "d" in given:
        if as_text:
            data = _plain(data)
        _put(cx, given, data if cipher is None else _crypt(cx, given, data, cipher, encrypts=False))
        return 0
    if cipher is not None:
        data = _crypt(cx, given, data, cipher, encrypts=True)
    _put(cx, given, (b64encode(data) if "A" in given else _lines(data)) if as_text else data)
    return 0


def _plain(data: bytes) -> bytes:
    try:
        return b64decode(b"".join(data.split()), validate=True)
    except ValueError:
        raise _Refused("error reading input file") from None


def _crypt(
    cx: Context, given: dict[str, str], data: bytes, cipher: tuple[int, str], *, encrypts: bool
) -> bytes:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.padding import PKCS7

    size, mode = cipher
    if "K" in given:
        key, vector, head = _hex(given["K"], size), _hex(given.get("iv", ""), _IV_BYTES), b""
    else:
        salt = _hex(given["S"], _SALT_BYTES) if "S" in given else cx.random.randbytes(_SALT_BYTES)
        head = b"" if given.keys() & {"nosalt", "S"} else _SALTED + salt
        if not encrypts and head:
            if not data.startswith(_SALTED):
                raise _Refused("bad magic number")
            salt, data = data[len(_SALTED) : len(head)], data[len(head) :]
        key, vector = _derived(cx, given, b"" if "nosalt" in given else salt, size)
    way: Any = {"cbc": modes.CBC, "ctr": modes.CTR}[mode](vector) if mode != "ecb" else modes.ECB()  # noqa: S305  a script asked for it
    made: Any = Cipher(algorithms.AES(key), way)
    padded = mode != "ctr" and "nopad" not in given
    done: bytes
    try:
        if encrypts:
            padder, act = PKCS7(128).padder(), made.encryptor()
            text = padder.update(data) + padder.finalize() if padded else data
            done = head + act.update(text) + act.finalize()
        else:
            undo, stripper = made.decryptor(), PKCS7(128).unpadder()
            text = undo.update(data) + undo.finalize()
            done = stripper.update(text) + stripper.finalize() if padded else text
    except ValueError:
        raise _Refused("bad decrypt") from None
    return done


def _hex(text: str, size: int) -> bytes:
    try:
        return bytes.fromhex(text.ljust(2 * size, "0"))[:size]
    except ValueError:
        raise _Refused("non-hex digit") from None


def _derived(cx: Context, given: dict[str, str], salt: bytes, size: int) -> tuple[bytes, bytes]:
    """Key and first vector from the passphrase, by PBKDF2 (RFC 8018) or as OpenSSL's EVP_BytesToKey."""
    secret = _passphrase(cx, given)
    digest = given.get("md", "sha256")
    if digest not in _DIGESTS[:6]:
        raise _Refused(f"Unknown option or message digest: {digest}")
    wanted = size + _IV_BYTES
    if "pbkdf2" in given or "iter" in given:
        rounds = given.get("iter", str(_ROUNDS))
        if not rounds.isdigit() or not 0 < int(rounds[:9]) <= _MOST_ROUNDS:
            raise _Refused(f"iter: a number up to {_MOST_ROUNDS} is needed")
        cx.meter.afford(int(rounds[:9]) * 1e-6)
        made = hashlib.pbkdf2_hmac(digest, secret, salt, int(rounds[:9]), wanted)
    else:
        made = block = b""
        while len(made) < wanted:
            block = hashlib.new(digest, block + secret + salt, usedforsecurity=False).digest()
            made += block
    return made[:size], made[size:wanted]


def _passphrase(cx: Context, given: dict[str, str]) -> bytes:
    if "k" in given:
        return given["k"].encode("utf-8", "surrogateescape")
    kind, _, rest = given.get("pass", "").partition(":")
    if kind == "pass":
        return rest.encode("utf-8", "surrogateescape")
    if kind == "env":
        return cx.env.get(rest, "").encode("utf-8", "surrogateescape")
    if kind == "file":
        return _content(cx, rest).partition(b"\n")[0]
    if kind == "stdin":
        return cx.stdin.readline().rstrip(b"\n")
    raise _Refused("a passphrase is needed: -pass pass:TEXT, env:NAME, file:NAME or stdin")
