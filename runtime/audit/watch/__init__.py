"""Watches a log: verifies what is new, compares it with the witnesses, and tells somebody when something is wrong."""
