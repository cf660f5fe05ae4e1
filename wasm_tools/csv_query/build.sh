#!/usr/bin/env bash
set -euo pipefail
python -m ziglang cc -target wasm32-wasi -mbulk-memory -mexec-model=reactor -Oz -g0 -std=c23 -Wall -Wextra -Werror \
    -Wl,--strip-all -Wl,-z,stack-size=65536 \
    -o csv_query.wasm csv_query.c table.c ../_c/json.c ../_c/tool.c ../_c/reactor.c
