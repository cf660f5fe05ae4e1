;; It asks for memory until there is none, and breaks.
(module
  (memory (export "memory") 1)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (loop $on (br_if $on (i32.ne (memory.grow (i32.const 64)) (i32.const -1)))) unreachable))
