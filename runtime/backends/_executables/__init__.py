"""Programs as tools: what they declare, what they are given, and what their ends mean."""
