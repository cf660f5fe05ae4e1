"""Capabilities: matching them, the gate in front of every call, and the handles through which a tool acts."""
