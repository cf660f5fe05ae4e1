"""Proves from a log that a record is in it, that it grew from an older checkpoint, that its keys succeeded one another."""
