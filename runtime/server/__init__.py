"""Servers: the executor behind a protocol, for clients that are told apart and see no more than they could use."""
