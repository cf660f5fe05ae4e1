;; A memory whose addresses are no 32-bit numbers.
(module
  (memory (export "memory") i64 1)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (i64.const 0)))
