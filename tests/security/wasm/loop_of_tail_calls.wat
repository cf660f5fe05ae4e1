;; A loop without a branch backwards, and without a stack.
(module
  (memory (export "memory") 1)
  (func $again (param i64) (result i64) (return_call $again (i64.add (local.get 0) (i64.const 1))))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (return_call $again (i64.const 0))))
