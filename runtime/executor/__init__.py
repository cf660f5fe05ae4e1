"""The governed call: `pipeline` is the whole of it, in order and numbered."""
