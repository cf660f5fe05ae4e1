"""Keeps a log's checkpoints with witnesses outside it, so that a rollback is seen."""
