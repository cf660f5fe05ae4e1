;; It draws a gigabyte of random bytes in one instruction, and again.
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory (export "memory") 16384)
  (func (export "_start") (loop $on (drop (call $random_get (i32.const 0) (i32.const 0x3fffffff))) (br $on))))
