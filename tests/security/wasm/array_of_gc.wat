;; A garbage-collected array of 2 GiB.
(module
  (memory (export "memory") 1)
  (type $bytes (array (mut i8)))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (drop (array.new_default $bytes (i32.const 0x7fffffff))) (i64.const 0)))
