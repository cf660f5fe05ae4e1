#!/usr/bin/env bash
set -euo pipefail
engine="$SOURCES/quickjs-ng/upstream-quickjs"
python -m ziglang cc -target wasm32-wasi -mbulk-memory -Oz -g0 -std=gnu2x -DNDEBUG -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS \
    -fno-sanitize=all -w -Wl,--strip-all -Wl,-z,stack-size=1048576 "-ffile-prefix-map=$engine=quickjs" -I"$engine" \
    -o run_javascript.wasm run_javascript.c "$engine"/{quickjs,libregexp,libunicode,dtoa}.c -lwasi-emulated-signal -lwasi-emulated-process-clocks
