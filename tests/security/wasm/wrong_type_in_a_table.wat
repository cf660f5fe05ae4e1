;; It calls a function as what it is not.
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (elem (i32.const 0) $other)
  (func $other)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (call_indirect $t (result i64) (i32.const 0))))
