"""The governed call: `pipeline` holds its steps, in order and numbered; `calls` the ways in which it is made."""
