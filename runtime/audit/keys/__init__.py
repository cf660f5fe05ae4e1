"""Keeps the log's signing keys in files, and follows how one key succeeds another."""
