;; It goes as deep as it can, and calls the host from there.
(module
  (import "cathedral" "log" (func $log (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func $deeper (param i32) (result i32)
    (drop (call $log (i32.const 0) (i32.const 16) (i32.const 4)))
    (i32.add (i32.const 1) (call $deeper (i32.add (local.get 0) (i32.const 1)))))
  (data (i32.const 16) "deep")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (drop (call $deeper (i32.const 0))) (i64.const 0)))
