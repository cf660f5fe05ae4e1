;; A garbage-collected list without end.
(module
  (memory (export "memory") 1)
  (type $cell (struct (field (ref null $cell))))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $l (ref null $cell)) (loop $on (local.set $l (struct.new $cell (local.get $l))) (br $on)) (i64.const 0)))
