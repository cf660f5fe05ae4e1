;; Its result is a list in a list, and so on, a million times.
(module
  (memory (export "memory") 32)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (memory.fill (i32.const 0) (i32.const 91) (i32.const 1000000)) (i64.const 1000000)))
