;; Each step moves a whole table by one place.
(module
  (memory (export "memory") 1)
  (table $t 9000 funcref)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 8999)) (br $on)) (i64.const 0)))
