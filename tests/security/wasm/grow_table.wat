;; It asks for a larger table for ever.
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (drop (table.grow $t (ref.null func) (i32.const 1000))) (br $on)) (i64.const 0)))
