#!/usr/bin/env bash
set -euo pipefail
python -m ziglang build-exe json_pretty.zig -target wasm32-wasi -O ReleaseSmall -fstrip -fno-entry --export=_start \
    --stack 262144 -femit-bin=json_pretty.wasm
