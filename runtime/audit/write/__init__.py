"""Writes a log: recovery when it is opened, group commit, chaining, sealing of segments, checkpoints, key rotation.

`log.Log` is the door. What it is made of, one job each:

| module | job |
|---|---|
| recovery | finds where the log stands when it is opened |
| group_commit | gathers what callers commit into batches, and answers the callers |
| appender | chains a batch behind what is there, writes it and its vault rows, syncs |
| sealing | seals a segment that is full |
| call_index, call_lookup | which call ids are spent; who asks for one |
| checkpointer, checkpoint_writer, checkpoint_timer | when the log is signed; how; how often |
| rotation | hands the log over to the next key |
| failure | remembers the first failure, which is final |

Locks are taken in this order, and each has one owner:

1. `Checkpointer.lock`: the file of checkpoints.
2. `Appender.lock`: the state, the records, the vault's end, the queue's batch.
3. The store's lock on the checkpoints (`CheckpointWriter`) or on the records (`Appender`), against other processes; never
   both at once.

The timer and the witnesses' threads have a lock each for their own wake-ups, and take none of these while they hold it.
"""
