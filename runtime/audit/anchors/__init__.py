"""Anchors a log in what others keep: timestamps of its checkpoints (RFC 3161), receipts of its records (RFC 9942)."""
