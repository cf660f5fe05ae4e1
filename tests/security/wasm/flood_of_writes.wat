;; It writes the same file for ever.
(module
  (import "cathedral" "write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "out/big")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (drop (call $write (i32.const 16) (i32.const 7) (i32.const 0) (i32.const 65536))) (br $on)) (i64.const 0)))
