;; It opens a pipe that nobody writes to.
(module
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 256) "pipe")
  (func (export "_start") (drop (call $path_open (i32.const 3) (i32.const 0) (i32.const 256) (i32.const 4) (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 512)))
    (i32.store (i32.const 16) (i32.const 1024)) (i32.store (i32.const 20) (i32.const 100))
    (drop (call $fd_read (i32.load (i32.const 512)) (i32.const 16) (i32.const 1) (i32.const 24)))))
