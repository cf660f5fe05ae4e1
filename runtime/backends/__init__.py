"""Backends run tools: one file is one backend, found by the source that its manifests name."""
