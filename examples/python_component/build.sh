#!/usr/bin/env bash
# No two builds have the same bytes, so that each has a manifest of its own.
set -euo pipefail
componentize-py --wit-path wit --world tool componentize --stub-wasi app --output toml_to_json.wasm
digest=$(python -c 'import blake3, pathlib; print("blake3:" + blake3.blake3(pathlib.Path("toml_to_json.wasm").read_bytes()).hexdigest())')
sed "s/DIGEST/$digest/" manifest.in.json > manifest.json
