;; Its result is JSON as Python writes it.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "{\22value\22: NaN}")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (i64.const 68719476750)))
