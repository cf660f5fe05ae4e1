"""Check that a record is in a log, with Python's standard library and the openssl program alone.

python check_proof.py FILE.tlog-proof 'name+<8 hex>+<base64>'    prints the record, or exits 1
"""

import json
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path


def need(holds, what):
    if not holds:
        raise ValueError(what)


def base64(text):
    data = b64decode(text, validate=True)
    need(b64encode(data).decode() == text, "base64 has one spelling")
    return data


def check(proof, key):
    name, key_id, public = key.split("+", 2)
    need(sha256(f"{name}\n".encode() + base64(public)).hexdigest()[:8] == key_id, "the key's id")
    head, _, note = proof.decode().partition("\n\n")
    version, extra, index, *path = head.split("\n")
    text, _, signatures = note.rpartition("\n\n")
    origin, size, root = text.split("\n")
    record, place, last = base64(extra[6:]), int(index[6:]), int(size) - 1
    need([version, extra[:6], index] == ["c2sp.org/tlog-proof@v1", "extra ", f"index {place}"], "the form")
    need(origin == name and size == str(last + 1), "the log, and its size")
    need(0 <= place <= last and json.loads(record)["seq"] == place, "the record's number")
    # 1. The path leads from the record to the root: RFC 9162, 2.1.3.2.
    node = sha256(b"\0" + record).digest()
    for sibling in map(base64, path):
        need(last > 0 and len(sibling) == 32, "the length of the path")
        left = place % 2 == 1 or place == last
        node = sha256(b"\1" + (sibling + node if left else node + sibling)).digest()
        while left and place > 0 and place % 2 == 0:
            place, last = place // 2, last // 2
        place, last = place // 2, last // 2
    need(last == 0 and node == base64(root), "the root")
    # 2. The key signed that root: C2SP signed-note. The prefix makes 32 bytes a public key file: RFC 8410.
    *lines, end = signatures.split("\n")
    (line,) = (line for line in lines if line.startswith(f"\N{EM DASH} {name} "))
    signature = base64(line.split(" ")[-1])
    need(end == "" and signature[:4].hex() == key_id, "the signature's key")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "key").write_bytes(bytes.fromhex("302a300506032b6570032100") + base64(public)[1:])
        Path(folder, "text").write_bytes(f"{text}\n".encode())
        Path(folder, "signature").write_bytes(signature[4:])
        openssl = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
        done = subprocess.run(openssl.split(), cwd=folder, capture_output=True, check=False)  # noqa: S603
    need(done.returncode == 0, "the signature")
    return record


if __name__ == "__main__":
    try:
        with Path(sys.argv[1]).open("rb") as stream:
            found = check(stream.read(1_000_000), sys.argv[2])
    except (ValueError, LookupError, TypeError, OSError, RecursionError) as error:
        sys.exit(f"The proof does not hold: {error}")
    print(json.dumps(json.loads(found)))
