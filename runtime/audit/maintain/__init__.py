"""Maintains a log: repairs a torn end, erases values from the vault."""
