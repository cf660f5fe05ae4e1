;; Ten million lines for the log.
(module
  (import "cathedral" "log" (func $log (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "flood!")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $n i32)
    (loop $on
      (drop (call $log (i32.const 1) (i32.const 16) (i32.const 6)))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $on (i32.lt_u (local.get $n) (i32.const 10000000))))
    (i64.const 0)))
