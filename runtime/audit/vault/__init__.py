"""Keeps the vault beside a log: the salts and values that open its commitments, and the only part that can be erased."""
