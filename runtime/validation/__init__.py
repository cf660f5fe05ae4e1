"""What comes in and what goes out: strict JSON, JSON Schema, normalization."""
