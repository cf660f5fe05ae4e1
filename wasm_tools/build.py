"""Builds the modules of wasm_tools/ (or, with --examples, of examples/) anew and compares them with the digests of their manifests.

It works on a copy in a temporary folder and fetches the toolchain that ``toolchain.json`` and the extra ``wasm`` pin: for those who change a tool. Nobody
needs it to run one. A ``build.sh`` finds in its environment ``python`` with ziglang, the programs of the npm packages, ``NODE_MODULES``, and
``SOURCES``: unpacked source distributions, each in a folder of its package's name.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from blake3 import blake3

ROOT = Path(__file__).resolve().parents[1]
GROUPS = ("wasm_tools", "examples")
DIGEST = re.compile(r'(?<="digest": ")[^"]*(?=")')


def fetch_npm(packages: dict[str, str], folder: Path) -> None:
    """Install packages of exactly these versions, without running scripts of theirs."""
    folder.mkdir()
    wanted = [f"{name}@{version}" for name, version in packages.items()]
    if wanted:
        npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix"]
        subprocess.run([*npm, folder, *wanted], check=True)


def fetch_sdists(packages: dict[str, str], folder: Path) -> None:
    """Unpack source distributions of exactly these versions."""
    folder.mkdir()
    for name, version in packages.items():
        pip: list[str | Path] = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--no-binary",
            ":all:",
            "-d",
            folder,
        ]
        subprocess.run([*pip, f"{name}=={version}"], check=True)
        archive = next(folder.glob("*.tar.gz"))
        with tarfile.open(archive) as opened:
            opened.extractall(folder / "unpacked", filter="data")
        archive.unlink()
        next((folder / "unpacked").iterdir()).rename(folder / name)


def environment(scratch: Path) -> dict[str, str]:
    """What a build.sh runs in; nothing in it depends on who builds, or where."""
    programs = (Path(sys.executable).parent, scratch / "npm" / "node_modules" / ".bin")
    return os.environ | {
        "PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]]),
        "NODE_MODULES": str(scratch / "npm" / "node_modules"),
        "SOURCES": str(scratch / "sources"),
        "LC_ALL": "C.UTF-8",
        "SOURCE_DATE_EPOCH": "0",
    }


def build(folder: Path, environ: dict[str, str]) -> bytes:
    """The module that the folder's build.sh makes; one that is there already is not taken for it."""
    module = folder / str(json.loads((folder / "manifest.json").read_text("utf-8"))["wasm"]["module"])
    module.unlink(missing_ok=True)
    subprocess.run(["bash", "build.sh"], cwd=folder, env=environ, check=True)
    return module.read_bytes()


def compare(folder: Path, module: bytes, *, write: bool) -> bool:
    """Whether the manifest pins this module; with ``write`` it does from now on, and the module is put there."""
    manifest = folder / "manifest.json"
    text = manifest.read_text("utf-8")
    name = json.loads(text)["wasm"]["module"]
    digest = f"blake3:{blake3(module).hexdigest()}"
    same = json.loads(text)["wasm"]["digest"] == digest
    said = (
        "as pinned" if same else "written" if write else f"DIFFERS: {digest} is not what {manifest.name} pins"
    )
    print(f"{folder.parent.name}/{folder.name}: {len(module):,} bytes, {said}")
    if write:
        (folder / name).write_bytes(module)
        manifest.write_text(DIGEST.sub(digest, text), "utf-8")
    return same or write


def main() -> int:
    """Status 1 if a module is not the pinned one."""
    parser = argparse.ArgumentParser(description="Build the modules anew and compare their digests.")
    parser.add_argument("names", nargs="*", help="tools to build; all by default")
    parser.add_argument("--examples", action="store_true", help="those of examples/")
    parser.add_argument("--write", action="store_true", help="replace the modules and what the manifests pin")
    options = parser.parse_args()
    group = "examples" if options.examples else "wasm_tools"
    pins = json.loads((ROOT / "wasm_tools" / "toolchain.json").read_text("utf-8"))[group]
    with tempfile.TemporaryDirectory() as made:
        scratch = Path(made)
        for name in GROUPS:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, scratch / name)
        fetch_npm(pins["npm"], scratch / "npm")
        fetch_sdists(pins["sdist"], scratch / "sources")
        environ = environment(scratch)
        found = sorted(path.parent for path in (scratch / group).glob("*/manifest.json"))
        chosen = [folder for folder in found if folder.name in (options.names or [f.name for f in found])]
        done = [compare(ROOT / group / f.name, build(f, environ), write=options.write) for f in chosen]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
