;; It declares a table of 100 million places.
(module
  (memory (export "memory") 1)
  (table 100000000 funcref)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (i64.const 0)))
