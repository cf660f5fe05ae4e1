"""A client of MCP servers that trusts none of them: bounded messages, strict JSON, checked ids, definitions that were accepted."""
