;; It calls what is not there.
(module
  (memory (export "memory") 1)
  (table $t 4 funcref)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (call_indirect $t (result i64) (i32.const 3))))
