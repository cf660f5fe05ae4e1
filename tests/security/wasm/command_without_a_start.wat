;; It has nothing to begin with.
(module
  (memory (export "memory") 1)
  (func (export "_begin") ))
