#!/usr/bin/env bash
# Needs the Python package ziglang 0.17.1, whose C library is wasi-libc.
set -euo pipefail
cd "$(dirname "$0")"
python -m ziglang cc -target wasm32-wasi -Oz -s -Wl,-z,stack-size=65536 -o files.wasm files.c
