"""The Model Context Protocol: the executor's tools for any of its clients, in both eras of the protocol.

`handlers` answers requests, for whichever transport brought them; `stdio` and `http` are the transports.
"""
