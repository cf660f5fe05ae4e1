"""Defines the bytes of a log, without I/O: records in a hash chain, the Merkle tree, signed notes, checkpoints, seals, proofs."""
