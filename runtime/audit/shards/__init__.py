"""Shards: several logs whose checkpoints one parent log records."""
