"""Statements on PostgreSQL servers: each on a connection of its own, which is closed when it is over."""
