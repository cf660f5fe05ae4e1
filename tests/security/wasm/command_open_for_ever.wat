;; It opens one file again and again, and closes none.
(module
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 256) "README.md")
  (func (export "_start") (loop $on (drop (call $path_open (i32.const 3) (i32.const 0) (i32.const 256) (i32.const 9) (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 512)))
    (br $on))))
