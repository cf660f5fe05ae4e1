;; It asks for memory, page by page, touches what it gets, and when it gets none any more it asks on.
(module
  (memory (export "memory") 1)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $at i32)
    (loop $on
      (local.set $at (memory.grow (i32.const 16)))
      (if (i32.ne (local.get $at) (i32.const -1))
        (then (i32.store (i32.mul (local.get $at) (i32.const 65536)) (i32.const 1))))
      (br $on))
    (i64.const 0)))
