;; It sleeps for an hour on one instruction.
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func $wait (param $flags i32) (param $time i64)
    (i64.store (i32.const 64) (i64.const 1))
    (i32.store8 (i32.const 72) (i32.const 0))
    (i32.store (i32.const 80) (i32.const 1))
    (i64.store (i32.const 88) (local.get $time))
    (i64.store (i32.const 96) (i64.const 0))
    (i32.store16 (i32.const 104) (local.get $flags))
    (drop (call $poll_oneoff (i32.const 64) (i32.const 128) (i32.const 1) (i32.const 200))))
  (func (export "_start") (call $wait (i32.const 0) (i64.const 3600000000000))))
