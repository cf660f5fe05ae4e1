"""Describes the files of a log for those who read them: segments, checkpoints, and what a store must do."""
