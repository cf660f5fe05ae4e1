"""Validation: strict JSON, schemas checked before they are trusted, and the normal forms that outputs are hashed in.

Nothing here trusts anybody: arguments come from a model, schemas and outputs from a tool's author.
"""
