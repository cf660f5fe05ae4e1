"""The modules that benchmarks/wasm.py runs, as text; each does next to nothing, so that what is measured is the way there and back."""

ECHO = """(module
  (memory (export "memory") 2)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64)
    (i64.or (i64.shl (i64.extend_i32_u (local.get 0)) (i64.const 32)) (i64.extend_i32_u (local.get 1)))))"""

# About a millisecond of counting.
WORK = """(module
  (memory (export "memory") 2)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $n i32)
    (local.set $n (i32.const 1000000))
    (loop $more
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $more (local.get $n)))
    (i64.or (i64.shl (i64.extend_i32_u (local.get 0)) (i64.const 32)) (i64.extend_i32_u (local.get 1)))))"""

HELLO = """(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\\10\\00\\00\\00\\02\\00\\00\\00")
  (data (i32.const 16) "{}")
  (func (export "_start")
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))"""

# The same echo as a plug-in of extism: its input is its output.
EXTISM = """(module
  (import "extism:host/env" "input_offset" (func $offset (result i64)))
  (import "extism:host/env" "input_length" (func $length (result i64)))
  (import "extism:host/env" "output_set" (func $output (param i64 i64)))
  (memory (export "memory") 2)
  (func (export "run") (result i32)
    (call $output (call $offset) (call $length))
    (i32.const 0)))"""
