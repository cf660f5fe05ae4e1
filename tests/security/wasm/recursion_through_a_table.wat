;; It calls itself without end, through a table.
(module
  (memory (export "memory") 1)
  (type $f (func (param i64) (result i64)))
  (table $t 1 1 funcref)
  (elem (i32.const 0) $again)
  (func $again (type $f) (i64.add (i64.const 1) (call_indirect $t (type $f) (local.get 0) (i32.const 0))))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (call_indirect $t (type $f) (i64.const 0) (i32.const 0))))
