"""Follows a log as it grows, and gives out what was signed since the last look, verified: for exports and for a watch."""
