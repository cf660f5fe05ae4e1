"""Signs with keys that are not in a file: a hardware token, a key management service. One kind is one file, found by its name."""
