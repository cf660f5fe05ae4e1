"""Data and protocols that every other part agrees on. No I/O happens here.

| module | holds |
|---|---|
| errors | the error tree: every code, its audience, whether anything was executed |
| manifest | what a tool declares about itself |
| capability | the closed set of capabilities |
| limits | resource bounds |
| decision | what policy is asked and what it may answer |
| invocation | one call and its outcome |
| audit | the records of the log |
| canonical, digest | RFC 8785 bytes and BLAKE3 digests |
| ports | protocols: Tool, Backend, PolicyEngine, AuditLog, Approver, the handles of ToolContext |
"""
