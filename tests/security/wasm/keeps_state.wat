;; It counts its calls where the next call would find them.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "0")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (i32.store8 (i32.const 16) (i32.add (i32.load8_u (i32.const 16)) (i32.const 1)))
    (i64.const 0x0000001000000001)))
