"""The steps of a governed call, in their order: the executor goes through them, and records name them by number.

Plain numbers: a call sets them a dozen times, and a member of an enumeration costs ten times as much to look up.
"""

ADMIT = 0
FIND = 1
FREEZE = 2
CLAIM = 3
VALIDATE = 4
GATE = 5
POLICY = 6
RATE = 7
APPROVE = 8
INTENT = 9
RUN = 10
VALIDATE_OUTPUT = 11
NORMALIZE = 12
COMPLETE = 13
OUTCOME = 14
