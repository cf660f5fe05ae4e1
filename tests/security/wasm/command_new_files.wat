;; It makes ever new files, and closes each.
(module
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_close" (func $fd_close (param i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 256) "out/AAAA")
  (func (export "_start") (local $n i32)
    (loop $on
      (i32.store (i32.const 260) (i32.or (i32.and (local.get $n) (i32.const 0x0f0f0f0f)) (i32.const 0x41414141)))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (drop (call $path_open (i32.const 3) (i32.const 0) (i32.const 256) (i32.const 8) (i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 512)))
    (drop (call $fd_close (i32.load (i32.const 512))))
      (br $on))))
