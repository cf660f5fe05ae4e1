;; It ends well, and says nothing.
(module
  (memory (export "memory") 1)
  (func (export "_start") ))
