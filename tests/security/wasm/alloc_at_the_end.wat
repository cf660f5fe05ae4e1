;; Its room for the arguments is one byte.
(module
  (memory (export "memory") 1)
  (func (export "alloc") (param i32) (result i32) (i32.const 65535))
  (func (export "run") (param i32 i32) (result i64) (i64.const 0)))
