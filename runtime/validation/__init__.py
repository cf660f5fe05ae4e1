"""What goes into a tool and what comes out of it: strict JSON, schemas that cannot do harm, normal forms that can be hashed.

Nothing here trusts anybody: arguments come from a model, schemas and outputs from a tool's author.
"""
