"""Writes a log: recovery when it is opened, group commit, chaining, sealing of segments, checkpoints, key rotation.

Callers use `log.Log`. It is composed of objects with one job each:

| module | job |
|---|---|
| recovery | finds where the log stands when it is opened |
| group_commit, commit_request | gathers what callers commit into batches, and answers the callers |
| appender, log_state | chains a batch behind what is there, writes it and its vault rows, syncs |
| owned_calls | keeps a writer from ending or repeating another writer's calls |
| call_index, call_lookup | remembers which call ids are spent, and answers who asks for one |
| sealing | seals a segment that is full |
| checkpointer | decides when the log is signed |
| checkpoint_writer, checkpoint_timer | signs it; wakes the checkpointer soon after a batch |
| rotation | hands the log over to the next key |
| failure | remembers the first failure, which is final |
| pace | sets how long a writer waits |

Locks are taken in this order, and each has one owner:

1. `Checkpointer.lock`: the file of checkpoints, as far as this process writes it.
2. `Appender.lock`: the state, the records, and whose turn it is to write what is queued.
3. The store's lock on the checkpoints (`CheckpointWriter`) or on the records (`Appender`), against other processes; never
   both at once.

The timer and the witnesses' threads have a lock each for their own wake-ups, and take none of these while they hold it.
"""
