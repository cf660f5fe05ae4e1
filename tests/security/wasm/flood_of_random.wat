;; It draws 16 MiB at a time, for ever.
(module
  (import "cathedral" "random" (func $random (param i32 i32) (result i32)))
  (memory (export "memory") 300)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (drop (call $random (i32.const 65536) (i32.const 0x1000000))) (br $on)) (i64.const 0)))
