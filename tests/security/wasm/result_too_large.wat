;; Its result is 32 MiB, all of it there.
(module
  (memory (export "memory") 512)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (memory.fill (i32.const 0) (i32.const 49) (i32.const 0x2000000)) (i64.const 0x02000000)))
