"""The files of a log as its readers see them: segments and checkpoints."""
