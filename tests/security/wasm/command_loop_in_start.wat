;; It never returns, before it was begun.
(module
  (memory (export "memory") 1)
  (func $s (loop $on (br $on)))
  (start $s)
  (func (export "_start") ))
