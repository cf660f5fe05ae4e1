;; It gives a file a size of a petabyte.
(module
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_filestat_set_size" (func $fd_filestat_set_size (param i32 i64) (result i32)))
  (import "wasi_snapshot_preview1" "fd_pwrite" (func $fd_pwrite (param i32 i32 i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 256) "out/big")
  (func (export "_start") (drop (call $path_open (i32.const 3) (i32.const 0) (i32.const 256) (i32.const 7) (i32.const 1) (i64.const 4194368) (i64.const 0) (i32.const 0) (i32.const 512)))
    (i32.store (i32.const 16) (i32.const 0)) (i32.store (i32.const 20) (i32.const 1))
    (drop (call $fd_filestat_set_size (i32.load (i32.const 512)) (i64.const 0x4000000000000)))
    (drop (call $fd_pwrite (i32.load (i32.const 512)) (i32.const 16) (i32.const 1) (i64.const 0x4000000000000) (i32.const 24)))
    (call $proc_exit (i32.const 3))))
