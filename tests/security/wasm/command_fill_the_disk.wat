;; It writes one file for ever.
(module
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 16)
  (data (i32.const 256) "out/big")
  (func (export "_start") (drop (call $path_open (i32.const 3) (i32.const 0) (i32.const 256) (i32.const 7) (i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 512)))
    (i32.store (i32.const 16) (i32.const 0)) (i32.store (i32.const 20) (i32.const 0x100000))
    (loop $on (drop (call $fd_write (i32.load (i32.const 512)) (i32.const 16) (i32.const 1) (i32.const 24))) (br $on))))
