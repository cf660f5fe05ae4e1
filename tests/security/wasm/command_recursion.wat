;; It calls itself without end.
(module
  (memory (export "memory") 1)
  (func $again (call $again) (call $again))
  (func (export "_start") (call $again)))
