"""The audit log: what happened, in a form that nobody can change unseen.

A package for each stage; each may import those below it in the table, and no other (`.importlinter`). Verifying and writing
know nothing of each other.

| package | does | does I/O |
|---|---|---|
| shards, maintain, export | logs under a parent log; repair and erasing; other forms | yes |
| write, verify | the log's writer; the auditor's tool | yes |
| witness | places outside the log that remember its checkpoints | yes |
| prove | proofs for those who have no log | yes |
| vault | the values behind the log's commitments | yes |
| read | records and calls, without verifying them | yes |
| stores | the files and tables: append, sync, lock | yes |
| layout | which files a log has | by the store |
| keys | the signing keys, and their succession | yes |
| format | every byte of it: records, tree, notes, checkpoints, seals, proofs | no |
"""
