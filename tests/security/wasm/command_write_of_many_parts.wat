;; It writes 16 GB from one memory, as parts that lie over one another.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 300)
  (func (export "_start") (local $at i32)
    (local.set $at (i32.const 65536))
    (loop $on
      (i32.store (local.get $at) (i32.const 0)) (i32.store (i32.add (local.get $at) (i32.const 4)) (i32.const 16000000))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $on (i32.lt_u (local.get $at) (i32.const 73536))))
    (drop (call $fd_write (i32.const 1) (i32.const 65536) (i32.const 1000) (i32.const 24)))))
