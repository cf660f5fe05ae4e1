"""Governed tool execution for AI agents."""
