;; Each step fills a whole table.
(module
  (memory (export "memory") 1)
  (table $t 9000 funcref)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (table.fill $t (i32.const 0) (ref.null func) (i32.const 9000)) (br $on)) (i64.const 0)))
