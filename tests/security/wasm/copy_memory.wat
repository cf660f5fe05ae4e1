;; Each step moves 32 MiB by one byte.
(module
  (memory (export "memory") 512)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (memory.copy (i32.const 1) (i32.const 0) (i32.const 0x1ffffff)) (br $on)) (i64.const 0)))
