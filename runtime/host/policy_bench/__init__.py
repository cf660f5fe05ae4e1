"""The author's bench over a workspace: the questions of its calls, made up or recorded, and what another policy would have said.

| module | holds |
|---|---|
| questions | the policy that the settings name; the question that a call would be asked with, or was |
| history | each decision of a log with its question |
| replay | the decisions that another bundle would have made otherwise |
| learn | the least grants and rules for what was used |
"""
