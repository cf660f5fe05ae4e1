"""The process that runs one call of a Python tool: its program, and what both sides say to each other."""
