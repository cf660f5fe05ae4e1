#!/usr/bin/env bash
set -euo pipefail
trap 'rm -f core.wasm' EXIT
python -m ziglang cc -target wasm32-wasi -mbulk-memory -mexec-model=reactor -Oz -g0 -std=c23 -Wall -Wextra -Werror \
    -Wl,--strip-all -Wl,-z,stack-size=65536 \
    -o core.wasm word_count.c ../_c/json.c ../_c/tool.c
node componentize.mjs core.wasm wit/tool.wit tool word_count.wasm
