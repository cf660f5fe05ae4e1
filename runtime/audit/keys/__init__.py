"""The log's signing keys: their files, and how one key succeeds another."""
