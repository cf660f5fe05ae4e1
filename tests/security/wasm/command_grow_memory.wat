;; It takes all memory that it gets, and goes on asking.
(module
  (memory (export "memory") 1)
  (func (export "_start") (loop $on (drop (memory.grow (i32.const 16))) (br $on))))
