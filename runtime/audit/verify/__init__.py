"""Verifies a log with its files and the pinned public key alone."""
