#!/usr/bin/env bash
set -euo pipefail
library="$NODE_MODULES/better-sqlite3/deps/sqlite3"
options=(-DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_DQS=0 -DSQLITE_TEMP_STORE=3 -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_OMIT_LOAD_EXTENSION
    -DSQLITE_OMIT_DEPRECATED -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_OMIT_WAL -DSQLITE_OMIT_PROGRESS_CALLBACK
    -DSQLITE_OMIT_UTF16 -DSQLITE_OMIT_TRACE -DSQLITE_MAX_EXPR_DEPTH=200 -DSQLITE_ENABLE_MATH_FUNCTIONS)
flags=(-target wasm32-wasi -mbulk-memory -Oz -g0 -DNDEBUG -fno-sanitize=all "-ffile-prefix-map=$library=sqlite" "${options[@]}")
trap 'rm -f sqlite3.o' EXIT
python -m ziglang cc "${flags[@]}" -w -c -o sqlite3.o "$library/sqlite3.c"
python -m ziglang cc "${flags[@]}" -std=c23 -Wall -Wextra -Werror -Wl,--strip-all -Wl,-z,stack-size=524288 -I"$library" \
    -o table_sql.wasm table_sql.c memory_only.c sqlite3.o ../../wasm_tools/_c/{command,tool,json}.c
