"""Approvals: the consent of a person or a rule to exactly one set of arguments, once."""
