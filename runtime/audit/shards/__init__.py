"""Reads, feeds and verifies a parent log: one that records the checkpoints of other logs, its shards."""
