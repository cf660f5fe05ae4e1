"""Check evidence of calls, with Python's standard library and the openssl program alone.

python check_bundle.py FILE.zip 'NAME+<8 hex>+<base64>'     prints each record and value that holds, or exits 1

Nothing is unpacked to the disk. Formats: C2SP tlog-proof and signed-note, RFC 9162, RFC 8032; BLAKE3 for values and policies.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zipfile
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

_MASK = 0xFFFFFFFF
_IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
_ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
_MIXED = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip
_PUBLIC_KEY = bytes.fromhex(
    "302a300506032b6570032100"
)  # RFC 8410: in front of the 32 bytes of an Ed25519 key
_MOST_BYTES = 8 << 20


def need(holds: object, what: str) -> None:
    """Raises ValueError unless it holds."""
    if not holds:
        raise ValueError(what)


def base64(text: str) -> bytes:
    """The bytes of base64 in its only spelling."""
    data = b64decode(text, validate=True)
    need(b64encode(data).decode() == text, "base64 has one spelling")
    return data


# BLAKE3, as its paper gives it.


def _compress(chain: tuple[int, ...], block: bytes, counter: int, flags: int) -> list[int]:
    words = [int.from_bytes(block[i : i + 4].ljust(4, b"\0"), "little") for i in range(0, 64, 4)]
    v = [*chain, *_IV[:4], counter & _MASK, counter >> 32, len(block), flags]
    for _ in range(7):
        for number, (a, b, c, d) in enumerate(_MIXED):
            for word, right, left in ((words[2 * number], 16, 12), (words[2 * number + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & _MASK
                v[d] ^= v[a]
                v[d] = (v[d] >> right | v[d] << (32 - right)) & _MASK
                v[c] = (v[c] + v[d]) & _MASK
                v[b] ^= v[c]
                v[b] = (v[b] >> left | v[b] << (32 - left)) & _MASK
        words = [words[place] for place in _ORDER]
    return [v[i] ^ v[i + 8] for i in range(8)]


def blake3(data: bytes) -> str:
    """The digest, in hexadecimal."""
    chunks = [data[i : i + 1024] for i in range(0, len(data), 1024)] or [b""]
    level: list[tuple[int, ...]] = []
    for counter, chunk in enumerate(chunks):
        chain: tuple[int, ...] = _IV
        blocks = [chunk[i : i + 64] for i in range(0, len(chunk), 64)] or [b""]
        for number, block in enumerate(blocks):
            last = number == len(blocks) - 1
            flags = (number == 0) | (2 if last else 0) | (8 if last and len(chunks) == 1 else 0)
            chain = tuple(_compress(chain, block, counter, flags))
        level.append(chain)
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        flags = 4 | (8 if len(pairs) == 1 else 0)
        level = [pair[0] if len(pair) == 1 else _parent(pair, flags) for pair in pairs]
    return b"".join(word.to_bytes(4, "little") for word in level[0]).hex()


def _parent(pair: list[tuple[int, ...]], flags: int) -> tuple[int, ...]:
    block = b"".join(word.to_bytes(4, "little") for chain in pair for word in chain)
    return tuple(_compress(_IV, block, 0, flags))


# Keys and proofs.


def parse_key(key: str) -> tuple[str, str, bytes]:
    """Name, id and public key of a verifier key."""
    name, key_id, public = key.split("+", 2)
    data = base64(public)
    need(data[:1] == b"\1" and len(data) == 33, "an Ed25519 key")
    need(sha256(f"{name}\n".encode() + data).hexdigest()[:8] == key_id, "the key's id")
    return name, key_id, data[1:]


def signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Whether the signature is this key's, as openssl says."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "key").write_bytes(_PUBLIC_KEY + public)
        Path(folder, "text").write_bytes(text)
        Path(folder, "signature").write_bytes(signature)
        openssl = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
        done = subprocess.run(openssl.split(), cwd=folder, capture_output=True, check=False)  # noqa: S603
    return done.returncode == 0


def read_note(note: str, key: str) -> tuple[int, bytes]:
    """Size and root of a checkpoint that this key signed."""
    name, key_id, public = parse_key(key)
    text, _, signatures = note.rpartition("\n\n")
    origin, size, root = text.split("\n")
    *lines, end = signatures.split("\n")
    (line,) = (line for line in lines if line.startswith(f"\N{EM DASH} {name} "))
    signature = base64(line.split(" ")[-1])
    need(end == "" and signature[:4].hex() == key_id, "the signature's key")
    need(origin == name and size == str(int(size)), "the log, and its size")
    need(signed(public, f"{text}\n".encode(), signature[4:]), "the signature")
    return int(size), base64(root)


def read_proof(proof: bytes) -> tuple[bytes, int, list[bytes], str]:
    """Record, place, path and checkpoint of a proof."""
    head, _, note = proof.decode().partition("\n\n")
    version, extra, index, *path = head.split("\n")
    place = int(index[6:])
    need([version, extra[:6], index] == ["c2sp.org/tlog-proof@v1", "extra ", f"index {place}"], "the form")
    return base64(extra[6:]), place, [base64(node) for node in path], note


def check_path(record: bytes, place: int, path: list[bytes], size: int, root: bytes) -> Any:
    """The record, where the path leads from it to the root: RFC 9162, 2.1.3.2."""
    data = json.loads(record)
    last, node = size - 1, sha256(b"\0" + record).digest()
    need(0 <= place <= last and data["seq"] == place, "the record's number")
    for sibling in path:
        need(last > 0 and len(sibling) == 32, "the length of the path")
        left = place % 2 == 1 or place == last
        node = sha256(b"\1" + (sibling + node if left else node + sibling)).digest()
        while left and place > 0 and place % 2 == 0:
            place, last = place // 2, last // 2
        place, last = place // 2, last // 2
    need(last == 0 and node == root, "the root")
    return data


def follow(parts: dict[str, bytes], key: str) -> str:
    """The key that signs now, by the proofs that the log was handed over."""
    names = [name for name in parts if name.startswith("handovers/")]
    for number in range(len(names)):
        record, place, path, note = read_proof(parts[f"handovers/{number}.tlog-proof"])
        size, root = read_note(note, key)
        data = check_path(record, place, path, size, root)
        body = data["body"]
        need(data["kind"] == "KeyRotated" and size == place + 1 and body["old"] == key, "the handing over")
        name, _, public = parse_key(body["new"])
        statement = f"{name} key rotation\n{key}\n{body['new']}\n{size}\n"
        need(name == key.split("+")[0], "the new key's name")
        need(signed(public, statement.encode(), base64(body["proof"])), "the new key's consent")
        key = body["new"]
    return key


def check(parts: dict[str, bytes], key: str) -> list[str]:
    """What to say of each part; raises where one does not hold."""
    note = parts["checkpoint"].decode()
    size, root = read_note(note, follow(parts, key))
    records: dict[str, Any] = {}
    said = [f"checkpoint over {size} records of {key.split('+')[0]}"]
    for name in sorted((n for n in parts if n.startswith("records/")), key=lambda n: (len(n), n)):
        record, place, path, its_note = read_proof(parts[name])
        need(its_note == note and name == f"records/{place}.tlog-proof", "one checkpoint for all")
        records[str(place)] = check_path(record, place, path, size, root)
        said.append(f"record {place}: {json.dumps(records[str(place)])}")
    need(records, "a record")
    for name in sorted(n for n in parts if n.startswith("values/")):
        seq = name.removeprefix("values/").partition("-")[0]
        given = json.loads(parts[name])
        value, salt = base64(given["value"]), bytes.fromhex(given["salt"])
        need(
            len(salt) == 32 and f"blake3:{blake3(salt + value)}" == given["commitment"],
            f"{name}: the commitment",
        )
        need(given["commitment"] in records[seq]["body"].values(), f"{name}: the record")
        said.append(f"{name}: {value.decode(errors='backslashreplace')!a}")
    return said + check_policies(parts, records)


def check_policies(parts: dict[str, bytes], records: dict[str, Any]) -> list[str]:
    """What to say of each policy, whose digest a decision must name."""
    decided = {
        record["body"].get("bundle") for record in records.values() if record["kind"] == "PolicyDecision"
    }
    found: dict[str, list[str]] = {}
    for name in sorted(n for n in parts if n.startswith("policy/")):
        found.setdefault(name.split("/")[1], []).append(name)
    said = []
    for digest, names in found.items():
        whole = b""
        for name in sorted(names, key=lambda n: n.split("/", 2)[2]):
            for part in (name.split("/", 2)[2].encode(), parts[name]):
                whole += b"%d:" % len(part) + part
        need(blake3(whole) == digest and f"blake3:{digest}" in decided, "the policy")
        said.append(f"policy {digest}: {len(names)} files")
    return said


def read(file: str) -> dict[str, bytes]:
    """The parts of the file, in memory; none is compressed, so none is larger than the file."""
    parts = {}
    with zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            plain = entry.compress_type == zipfile.ZIP_STORED and entry.file_size <= _MOST_BYTES
            need(plain and entry.filename not in parts, "a plain part, once")
            parts[entry.filename] = archive.read(entry)
    return parts


def main(words: list[str]) -> NoReturn:
    """Say what holds; exit with 1 where something does not."""
    try:
        said = check(read(words[1]), words[2])
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OSError,
        RecursionError,
        RuntimeError,
        EOFError,
    ) as error:
        sys.exit(f"The evidence does not hold: {str(error)!a}")
    except zipfile.BadZipFile:
        sys.exit("The evidence does not hold: it is no zip file")
    sys.stdout.write("\n".join(said) + "\n")
    sys.exit(0)


if __name__ == "__main__":
    main(sys.argv)
