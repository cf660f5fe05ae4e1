;; Its error is JSON of another form.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "{\22code\22: [\22a\22], \22message\22: {\22b\22: 1}, \22suggestion\22: 3}")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (i64.const 70866960437)))
