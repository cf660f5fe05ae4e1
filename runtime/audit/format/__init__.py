"""The bytes of a log: records in a hash chain, the Merkle tree, signed notes, checkpoints, seals and proofs. No I/O."""
