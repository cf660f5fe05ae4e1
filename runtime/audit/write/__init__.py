"""Writing a log: group commit, recovery when it is opened, sealing of segments, checkpoints."""
