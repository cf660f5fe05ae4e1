;; It asks for files that it may not read, for ever, each of another name.
(module
  (import "cathedral" "read" (func $read (param i32 i32 i64 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "no//AAAA")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $n i32)
    (loop $on
      (i32.store (i32.const 20) (i32.or (i32.and (local.get $n) (i32.const 0x0f0f0f0f)) (i32.const 0x41414141)))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (drop (call $read (i32.const 16) (i32.const 8) (i64.const 0) (i32.const 64) (i32.const 16)))
      (br $on))
    (i64.const 0)))
