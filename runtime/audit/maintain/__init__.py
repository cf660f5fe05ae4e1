"""Maintaining a log: repairing a torn end, erasing values from the vault."""
