"""Witnesses: places outside a log that remember its checkpoints, so that a rollback is seen."""
