;; Each step fills 32 MiB: one instruction, many milliseconds.
(module
  (memory (export "memory") 512)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (memory.fill (i32.const 0) (i32.const 7) (i32.const 0x2000000)) (br $on)) (i64.const 0)))
