;; It complains for ever.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start") 
    (i32.store (i32.const 16) (i32.const 1024)) (i32.store (i32.const 20) (i32.const 64000))
    (memory.fill (i32.const 1024) (i32.const 97) (i32.const 64000))
    (loop $on (drop (call $fd_write (i32.const 2) (i32.const 16) (i32.const 1) (i32.const 24))) (br $on))))
