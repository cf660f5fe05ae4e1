;; It ends well, and gives two values.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 256) "{\22a\22:1}{\22a\22:2}")
  (func (export "_start") 
    (i32.store (i32.const 16) (i32.const 256)) (i32.store (i32.const 20) (i32.const 14))
    (drop (call $fd_write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 24)))
    (call $proc_exit (i32.const 0))))
