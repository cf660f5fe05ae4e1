;; It waits for a billion events.
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start") (drop (call $poll_oneoff (i32.const 64) (i32.const 128) (i32.const 1000000000) (i32.const 200)))))
