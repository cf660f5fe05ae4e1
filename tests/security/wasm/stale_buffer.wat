;; It moves its memory between two host calls, which must both find it.
(module
  (import "cathedral" "read" (func $read (param i32 i32 i64 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "README.md")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (drop (call $read (i32.const 16) (i32.const 9) (i64.const 0) (i32.const 65) (i32.const 4)))
    (drop (memory.grow (i32.const 400)))
    (drop (call $read (i32.const 16) (i32.const 9) (i64.const 4) (i32.const 0x1000000) (i32.const 3)))
    (memory.copy (i32.const 69) (i32.const 0x1000000) (i32.const 3))
    (i32.store8 (i32.const 64) (i32.const 34)) (i32.store8 (i32.const 72) (i32.const 34))
    (i64.const 0x0000004000000009)))
