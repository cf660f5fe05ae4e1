;; It draws as many random bytes as its memory holds, for ever.
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory (export "memory") 256)
  (func (export "_start") (loop $on (drop (call $random_get (i32.const 0) (i32.const 0x1000000))) (br $on))))
